import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { tickMs } from './limits.ts';

/**
 * Runs `task` once the clock has reached `dueMs`. The returned function cancels it. Compares the clock every second instead
 * of setting one long timer, because timers stop while a laptop sleeps and are throttled in background tabs.
 */
export function atTime(clock: Clock, lifetime: Lifetime, dueMs: number, task: () => void): () => void {
  const cancel = lifetime.add(
    clock.every(tickMs, () => {
      if (clock.now() < dueMs) return;
      cancel();
      task();
    }),
  );
  return cancel;
}
