import type { Clock } from './clock.ts';
import type { Lifetime } from './lifetime.ts';

export type Timer = ReturnType<typeof createTimer>;

/** Runs one task after a delay. Starting it again replaces the task. */
export function createTimer(clock: Clock, lifetime: Lifetime) {
  let cancel: (() => void) | undefined;
  function stop(): void {
    cancel?.();
    cancel = undefined;
  }
  return {
    get isRunning() {
      return cancel !== undefined;
    },
    start(delayMs: number, task: () => void): void {
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
export function createTimers(clock: Clock, lifetime: Lifetime) {
  const running = new Map<string, Timer>();

  function cancel(key: string): void {
    running.get(key)?.stop();
    running.delete(key);
  }

  return {
    set(key: string, delayMs: number, task: () => void): void {
      const timer = running.get(key) ?? createTimer(clock, lifetime);
      running.set(key, timer);
      timer.start(delayMs, () => {
        running.delete(key);
        task();
      });
    },
    cancel,
  };
}
