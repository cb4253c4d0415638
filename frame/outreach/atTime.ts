import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { tickMs } from './limits.ts';

/**
 * Runs `task` once the clock has passed `dueMs`. Looks at the clock every second instead of setting one long timer:
 * timers stand still while a laptop sleeps and are late in tabs behind, the clock is right at the next look.
 */
export function atTime(clock: Clock, lifetime: Lifetime, dueMs: number, task: () => void): () => void {
  const end = (): void => forget();
  const cancel = clock.every(tickMs, () => {
    if (clock.now() < dueMs) return;
    end();
    task();
  });
  const forget = lifetime.add(cancel);
  return end;
}
