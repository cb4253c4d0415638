import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';

/** Runs one task after a delay. Starting it again replaces the task. */
export interface Timer {
  readonly isRunning: boolean;
  start(delayMs: number, task: () => void): void;
  stop(): void;
}

export function createTimer(clock: Clock, lifetime: Lifetime): Timer {
  let cancel: (() => void) | undefined;
  function stop(): void {
    cancel?.();
    cancel = undefined;
  }
  return {
    get isRunning() {
      return cancel !== undefined;
    },
    start(delayMs, task) {
      stop();
      const stopClock = clock.after(delayMs, () => {
        stop();
        task();
      });
      cancel = lifetime.add(stopClock);
    },
    stop,
  };
}

/** One timer per key. Setting it again replaces it. */
interface Timers {
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
