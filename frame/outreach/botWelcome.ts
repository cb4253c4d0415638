import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { pause } from '../platform/pause.ts';
import { canWelcome, type WelcomeMessage } from './invitation.ts';
import { welcomeWaitMs } from './limits.ts';

/** The active bot's welcome (SH-117). */
export interface BotWelcomePort {
  /** The active adapter is a bot, and a chat with it can start. */
  isAvailable(): boolean;
  /** The experiment's variation turns the welcome off. */
  isVariationOff(): boolean;
  /** Requests the welcome from the bot's channel (CH-103). Undefined if it has none. May reject. */
  ask(): Promise<WelcomeMessage | undefined>;
  /** Reports the experiment's variation as seen. */
  reportSeen(): void;
}

export interface BotWelcomePorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly log: Log;
  readonly bot: BotWelcomePort;
}

/** The bot's welcome, fetched once for a visitor on a page. */
export function createBotWelcome(ports: BotWelcomePorts) {
  const { bot } = ports;
  let message: WelcomeMessage | undefined;
  let loading: Promise<unknown> | undefined;
  /** Counts the visitors of the page. */
  let visit = 1;

  const isAllowed = (): boolean => bot.isAvailable() && !bot.isVariationOff();

  async function fetchMessage(): Promise<void> {
    const asked = visit;
    try {
      const answer = await bot.ask();
      if (asked === visit) message = answer;
    } catch (error) {
      ports.log.warn('The bot’s welcome could not be fetched. The invitation is shown instead.', error);
    }
  }

  return {
    isAllowed,
    /** Resolves when the bot has answered, or after `welcomeWaitMs` at the latest. */
    async load(): Promise<void> {
      if (isAllowed()) loading ??= Promise.race([fetchMessage(), pause(ports, welcomeWaitMs)]);
      await loading;
    },
    /** Called when the visitor has changed. */
    forget(): void {
      visit += 1;
      message = undefined;
      loading = undefined;
    },
    /** Called when a pop-up is about to be shown: the welcome, or what its variation shows instead. */
    reportSeen(): void {
      if (bot.isAvailable()) bot.reportSeen();
    },
    /** The welcome to show now. Undefined if the invitation is shown instead. */
    current(): WelcomeMessage | undefined {
      const facts = { isBotAvailable: bot.isAvailable(), isVariationOff: bot.isVariationOff(), welcome: message };
      return canWelcome(facts) ? message : undefined;
    },
  };
}

export type BotWelcome = ReturnType<typeof createBotWelcome>;
