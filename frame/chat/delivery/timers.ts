import type { Clock } from '../../platform/clock.ts';
import type { Lifetime } from '../../platform/lifetime.ts';

/** One timer per key. Setting it again replaces it. */
export interface Timers {
  set(key: string, delayMs: number, task: () => void): void;
  cancel(key: string): void;
  cancelAll(): void;
}

export function createTimers(clock: Clock, lifetime: Lifetime): Timers {
  const running = new Map<string, () => void>();

  function cancel(key: string): void {
    running.get(key)?.();
    running.delete(key);
  }

  return {
    set(key, delayMs, task) {
      cancel(key);
      const stop = lifetime.add(
        clock.after(delayMs, () => {
          cancel(key);
          task();
        }),
      );
      running.set(key, stop);
    },
    cancel,
    cancelAll() {
      for (const key of [...running.keys()]) cancel(key);
    },
  };
}
