import { tickMs } from './limits.ts';
import type { OutreachPorts } from './ports.ts';
import { type CookieStore, createProactiveCookie } from './proactiveCookie.ts';
import { nextProactiveStep, type ProactiveStep, type ProactiveType } from './proactiveRecord.ts';

export interface CountPorts extends Pick<OutreachPorts, 'clock' | 'lifetime'> {
  readonly store: CookieStore;
  readonly popUpTimeMs: number;
  /** The type of pop-up that a count starting now will probably show. */
  readonly firstType: () => ProactiveType;
  /** Whether to wake early, because the bot's welcome may be shown. */
  readonly isEarly: () => boolean;
  /** Called once when the pop-up must be prepared or the bot's trigger watched. Downloads the rest, which follows the count. */
  readonly wake: () => void;
}

/**
 * The part of the proactive pop-up that runs on every page: it reads the cookie once, after the first tick, and then
 * compares one time with the clock each second. It stops if the visitor has already seen the pop-up.
 */
export function createCount(ports: CountPorts) {
  const life = ports.lifetime.child();
  const cookie = createProactiveCookie(ports.store);
  let follower: ((step: ProactiveStep['step']) => void) | undefined;
  let isAwake = false;

  /** Calls `wake` once, and then the code that follows the count. */
  function tick(): void {
    if (life.ended) return;
    const next = nextProactiveStep(cookie.record, ports.clock.now(), ports.popUpTimeMs, ports.firstType());
    if ('record' in next && next.record) void cookie.write(next.record);
    if (next.step === 'stop') life.end();
    else if (follower) follower(next.step);
    else if (!isAwake && (ports.isEarly() || next.step === 'prepare' || next.step === 'due')) {
      isAwake = true;
      ports.wake();
    }
  }

  async function begin(): Promise<void> {
    cookie.record = await cookie.read();
    tick();
    if (!life.ended) life.add(ports.clock.every(tickMs, tick));
  }

  return {
    cookie,
    /** Ends when there is nothing left to count: a marker in the cookie, or a pop-up that is due. */
    life,
    /** Calls `step` at once and at each tick, until the count ends. */
    follow(step: NonNullable<typeof follower>): void {
      follower = step;
      tick();
    },
    start(): void {
      life.add(ports.clock.after(tickMs, () => void begin()));
    },
    /**
     * Called when the visitor has opened the pane, so that no pop-up is needed. It works while the rest is downloaded, too.
     */
    async cancel(): Promise<void> {
      if (ports.lifetime.ended) return;
      life.end();
      await cookie.markPaneOpened();
    },
  };
}

export type Count = ReturnType<typeof createCount>;
