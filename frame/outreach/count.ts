import { tickMs } from './limits.ts';
import type { OutreachPorts } from './ports.ts';
import { type CookieStore, createProactiveCookie } from './proactiveCookie.ts';
import { nextProactiveStep } from './proactiveRecord.ts';

export interface CountPorts extends Pick<OutreachPorts, 'clock' | 'lifetime'> {
  readonly store: CookieStore;
  readonly popUpTimeMs: number;
  /** The bot's welcome may be shown before the time is up. */
  readonly mayWelcome: () => boolean;
  /** It is time to prepare the pop-up or to watch the bot's own trigger: download the rest and hand over to it. */
  readonly wake: () => void;
}

/**
 * The part of the proactive pop-up that runs on every page: it reads the cookie once, after the first tick, and then
 * compares one time with the clock each second. It stops at once if the visitor has already seen the pop-up.
 */
export function createCount(ports: CountPorts) {
  const life = ports.lifetime.child();
  const cookie = createProactiveCookie(ports.store);

  function tick(): void {
    if (life.ended) return;
    const mayWelcome = ports.mayWelcome();
    const firstType = mayWelcome ? 'botWelcomeMessage' : 'proactiveInvite';
    const next = nextProactiveStep(cookie.record, ports.clock.now(), ports.popUpTimeMs, firstType);
    if ('record' in next && next.record) void cookie.write(next.record);
    if (next.step === 'stop') life.end();
    else if (mayWelcome || next.step === 'prepare' || next.step === 'due') {
      life.end();
      ports.wake();
    }
  }

  async function begin(): Promise<void> {
    cookie.record = await cookie.read();
    tick();
    if (!life.ended) life.add(ports.clock.every(tickMs, tick));
  }

  return {
    start(): void {
      life.add(ports.clock.after(tickMs, () => void begin()));
    },
    /** The visitor has opened the pane: no pop-up is needed. */
    async cancel(): Promise<void> {
      if (life.ended) return;
      life.end();
      await cookie.markPaneOpened();
    },
  };
}
