import type { Clock } from '../../frame/platform/clock.ts';

interface Timer {
  readonly dueMs: number;
  readonly task: () => void;
  isCancelled: boolean;
}

/** A clock for thousands of runs: it sorts timers as they are added, and lets promises settle once after each. */
export interface ModelClock extends Clock {
  advance(ms: number): Promise<void>;
}

/** Lets all promise chains settle: Node runs a next tick after every microtask, and long before a macrotask. */
const settleAll = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

export function createModelClock(startMs = Date.UTC(2026, 10, 21, 9)): ModelClock {
  let nowMs = startMs;
  const timers: Timer[] = [];

  function after(delayMs: number, task: () => void): () => void {
    const timer: Timer = { dueMs: nowMs + Math.max(0, delayMs), task, isCancelled: false };
    let at = timers.length;
    while (at > 0 && (timers[at - 1] as Timer).dueMs > timer.dueMs) at -= 1;
    timers.splice(at, 0, timer);
    return () => {
      timer.isCancelled = true;
    };
  }

  return {
    now: () => nowMs,
    after,
    every(intervalMs, task) {
      let cancel = (): void => {};
      const next = (): void => {
        cancel = after(intervalMs, () => {
          next();
          task();
        });
      };
      next();
      return () => cancel();
    },
    async advance(ms) {
      const endMs = nowMs + ms;
      await settleAll();
      for (;;) {
        const next = timers[0];
        if (!next || next.dueMs > endMs) break;
        timers.shift();
        if (next.isCancelled) continue;
        nowMs = Math.max(nowMs, next.dueMs);
        next.task();
        await settleAll();
      }
      nowMs = endMs;
    },
  };
}
