import type { ChannelPorts } from '../../channel.ts';
import type { BotServiceDeployment } from './deployment.ts';

/** The part of a message's context that comes from the running conversation rather than from the ports. */
export interface ConversationFacts {
  /** The context of the last answer, sent back unchanged (CH-083). */
  readonly returned: Readonly<Record<string, unknown>>;
  readonly isEmployee: boolean;
  readonly socialId: string | undefined;
  readonly realtimeId: string | undefined;
  readonly conversationId: string | undefined;
}

/**
 * The context of every message (CH-081 to CH-083). Routing, visitor and page facts are always current and override what
 * the bot returned; for the dialogue facts, the bot's returned values win.
 */
export function writeContext(
  ports: Pick<ChannelPorts, 'entry' | 'entries' | 'place' | 'page' | 'visitor' | 'marketing' | 'agentAvailability'>,
  deployment: Pick<BotServiceDeployment, 'version' | 'responseManager'>,
  facts: ConversationFacts,
): Record<string, unknown> {
  const { entry } = ports;
  const { returned } = facts;
  const place = ports.place();
  const page = ports.page();
  const visitor = ports.visitor();
  const keepReturned = (key: string, fallback: unknown): unknown => returned[key] ?? fallback;
  return {
    ...returned,
    isIBMer: facts.isEmployee,
    product: entry.skill ?? '',
    switch: entry.switch ?? '',
    chatSkills: ports.entries().flatMap((one) => one.skill ?? []),
    eligibleCountries: entry.countries && entry.countries.length > 0 ? entry.countries : '*',
    extraBundles: keepReturned('extraBundles', {}),
    focusArea: place.focusArea ?? '',
    isChatAvailable: availabilityFlag(ports.agentAvailability()),
    schedulerParams: keepReturned('schedulerParams', null),
    action: '',
    noSwitchBackToChatBot: returned.noSwitchBackToChatBot === true,
    responseManager: deployment.responseManager,
    locale: place.languageCode || 'en-US',
    pageLocale: page.lang || place.languageCode,
    pageUrl: page.url,
    referrerUrl: page.referrer,
    userAgentInfo: place.userAgent,
    marketingParameters: ports.marketing(),
    countryCode: visitor.countryCode ?? '',
    iui: visitor.userId ?? '',
    signedin: visitor.isSignedIn,
    bluemixProfile: visitor.profile,
    socialId: facts.socialId ?? '',
    auId: visitor.anonymousId ?? '',
    version: deployment.version,
    conversate: keepReturned('conversate', true),
    conversation_id: keepReturned('conversation_id', facts.conversationId ?? ''),
    engagementId: keepReturned('engagementId', ''),
    realtimeID: facts.realtimeId ?? keepReturned('realtimeID', ''),
    confirm_product_prompt: keepReturned('confirm_product_prompt', false),
    label: keepReturned('label', ''),
    displayFeedback: keepReturned('displayFeedback', false),
  };
}

function availabilityFlag(status: ReturnType<ChannelPorts['agentAvailability']>): boolean | null {
  return status === 'unknown' ? null : status === 'available';
}
