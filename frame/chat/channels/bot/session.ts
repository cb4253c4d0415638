import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { BotServiceDeployment } from './deployment.ts';
import { type BotAnswer, stringOf } from './wire.ts';

export type BotSession = ReturnType<typeof createSession>;

/** The conversation with the bot, and the context of the next message. */
export function createSession(
  ports: ChannelPorts,
  deployment: BotServiceDeployment,
  state: ChannelState,
  named: (conversationId: string) => void,
) {
  /** They become known at any time, and every later message carries them. */
  const facts = {
    isEmployee: false,
    socialId: undefined as string | undefined,
    /** The live session of the agent to whom the visitor was transferred. */
    realtimeId: undefined as string | undefined,
  };
  let current = ports.lifetime.child();
  let returned: Readonly<Record<string, unknown>> = {};
  let lastAnswer: BotAnswer | undefined;

  function end(): void {
    current.end();
    current = ports.lifetime.child();
    if (state.hasConversation) state.change({ conversationId: undefined });
  }

  /** Keeps only the id of the conversation: the answer is not complete. */
  function identify({ context }: BotAnswer): void {
    const id = stringOf(context.conversation_id);
    if (id === undefined || id === state.conversationId) return;
    state.change({ conversationId: id });
    named(id);
  }

  /**
   * The context of the next message (CH-081 to CH-083). Routing, visitor and page facts are always current and override what the bot
   * returned; for the dialogue facts, the bot's returned values win.
   */
  function context(): Record<string, unknown> {
    const { entry } = ports;
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
      conversation_id: keepReturned('conversation_id', state.conversationId ?? ''),
      engagementId: keepReturned('engagementId', ''),
      realtimeID: facts.realtimeId ?? keepReturned('realtimeID', ''),
      confirm_product_prompt: keepReturned('confirm_product_prompt', false),
      label: keepReturned('label', ''),
      displayFeedback: keepReturned('displayFeedback', false),
    };
  }

  return {
    /** Ends when the conversation ends or another one starts, so that late answers are dropped. */
    get lifetime() {
      return current;
    },
    facts,
    get lastAnswer() {
      return lastAnswer;
    },
    /** The bot has forbidden a return from the agent (CH-059). */
    get isReturnForbidden() {
      return returned.noSwitchBackToChatBot === true;
    },
    begin(): void {
      end();
      returned = {};
      lastAnswer = undefined;
      facts.realtimeId = undefined;
    },
    resume(conversationId: string): void {
      if (conversationId !== state.conversationId) state.change({ conversationId });
      returned = { ...returned, conversation_id: conversationId };
    },
    end,
    keep(answer: BotAnswer): void {
      // An error answer may have none (CH-101). The dialogue goes on.
      if (Object.keys(answer.context).length > 0) returned = answer.context;
      lastAnswer = answer;
      identify(answer);
    },
    identify,
    /** The newest answer of a history, unless a live one is known. */
    keepFromHistory(answer: BotAnswer | undefined): void {
      lastAnswer ??= answer;
    },
    context,
  };
}

function availabilityFlag(status: ReturnType<ChannelPorts['agentAvailability']>): boolean | null {
  return status === 'unknown' ? null : status === 'available';
}
