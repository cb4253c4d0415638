import type { Clock } from '../../frame/platform/clock.ts';

interface Timer {
  dueMs: number;
  intervalMs: number | undefined;
  order: number;
  task: () => void;
}

export interface FakeClock extends Clock {
  /** Advances the time. Runs due timers in order, and lets promises settle after each. */
  advance(ms: number): Promise<void>;
  /** Changes the time without running timers, like a laptop that wakes from sleep, or like a clock that is set back. */
  jump(ms: number): void;
  /** The number of active timers. */
  readonly pending: number;
}

export function createFakeClock(startMs = Date.UTC(2026, 10, 21, 9)): FakeClock {
  let nowMs = startMs;
  let order = 0;
  const timers = new Set<Timer>();

  function add(delayMs: number, task: () => void, intervalMs?: number): () => void {
    order += 1;
    const timer: Timer = { dueMs: nowMs + delayMs, intervalMs, order, task };
    timers.add(timer);
    return () => timers.delete(timer);
  }

  return {
    now: () => nowMs,
    after: (delayMs, task) => add(delayMs, task),
    every: (intervalMs, task) => add(intervalMs, task, intervalMs),
    get pending() {
      return timers.size;
    },
    jump(ms) {
      nowMs += ms;
      // A browser does not count its timers by the wall clock.
      if (ms < 0) for (const timer of timers) timer.dueMs += ms;
    },
    async advance(ms) {
      const endMs = nowMs + ms;
      await settle();
      for (;;) {
        const next = [...timers].sort((a, b) => a.dueMs - b.dueMs || a.order - b.order)[0];
        if (!next || next.dueMs > endMs) break;
        nowMs = Math.max(nowMs, next.dueMs);
        if (next.intervalMs === undefined) timers.delete(next);
        else next.dueMs += next.intervalMs;
        next.task();
        await settle();
      }
      nowMs = endMs;
      await settle();
    },
  };
}

/** Lets pending promise chains settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
