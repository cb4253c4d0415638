import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Locks } from '../platform/tabs.ts';
import { turnWaitMs } from './limits.ts';

export interface TurnPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  /** Undefined if the browser has no Web Locks or refuses them. */
  readonly locks: Locks | undefined;
}

/** Runs a task while no other tab of the browser runs one. */
export type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Without locks, or if another tab takes too long, tasks may run concurrently. The caller must check afterwards whether
 * another tab has stored something.
 */
export function createInTurn({ clock, lifetime, locks }: TurnPorts): InTurn {
  return async <T>(task: () => Promise<T>): Promise<T> => {
    let running: Promise<T> | undefined;
    const run = (): Promise<T> => {
      running ??= task();
      return running;
    };
    const waiting = lifetime.child();
    const cancel = clock.after(turnWaitMs, () => waiting.end());
    try {
      await locks?.request('cm-guest', { signal: waiting.signal }, async () => {
        cancel();
        await run().catch(() => {}); // The caller gets the error below.
      });
    } catch {
      // The wait timed out, or the browser refuses locks.
    } finally {
      cancel();
      waiting.end();
    }
    return run();
  };
}
