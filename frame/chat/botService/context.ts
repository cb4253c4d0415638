import type { ChannelPorts } from '../channel.ts';
import type { BotServiceDeployment } from './deployment.ts';

/** What the channel knows beyond its ports when it writes a message. */
export interface DialogueFacts {
  /** The context of the last answer, sent back unchanged (CH-083). */
  readonly returned: Readonly<Record<string, unknown>>;
  readonly isEmployee: boolean;
  readonly socialId: string | undefined;
  readonly realtimeId: string | undefined;
  readonly conversationId: string | undefined;
}

/**
 * The context of every message (CH-081 to CH-083): what the bot returned, then routing, visitor and page facts as they are
 * now, then the dialogue facts, of which the bot's own values win.
 */
export function writeContext(
  ports: Pick<ChannelPorts, 'entry' | 'entries' | 'place' | 'page' | 'visitor' | 'marketing' | 'agentAvailability'>,
  deployment: Pick<BotServiceDeployment, 'version' | 'responseManager'>,
  facts: DialogueFacts,
): Record<string, unknown> {
  const { entry } = ports;
  const { returned } = facts;
  const place = ports.place();
  const page = ports.page();
  const visitor = ports.visitor();
  const dialogue = (key: string, otherwise: unknown): unknown => returned[key] ?? otherwise;
  return {
    ...returned,
    isIBMer: facts.isEmployee,
    product: entry.skill ?? '',
    switch: entry.switch ?? '',
    chatSkills: ports.entries().flatMap((one) => one.skill ?? []),
    eligibleCountries: entry.countries && entry.countries.length > 0 ? entry.countries : '*',
    extraBundles: dialogue('extraBundles', {}),
    focusArea: place.focusArea ?? '',
    isChatAvailable: availabilityFlag(ports.agentAvailability()),
    schedulerParams: dialogue('schedulerParams', null),
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
    conversate: dialogue('conversate', true),
    conversation_id: dialogue('conversation_id', facts.conversationId ?? ''),
    engagementId: dialogue('engagementId', ''),
    realtimeID: dialogue('realtimeID', facts.realtimeId ?? ''),
    confirm_product_prompt: dialogue('confirm_product_prompt', false),
    label: dialogue('label', ''),
    displayFeedback: dialogue('displayFeedback', false),
  };
}

function availabilityFlag(status: ReturnType<ChannelPorts['agentAvailability']>): boolean | null {
  return status === 'unknown' ? null : status === 'available';
}
