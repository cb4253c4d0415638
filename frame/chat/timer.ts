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
