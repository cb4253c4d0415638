import type { Clock } from '../../../platform/clock.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import { bindIntervalMs, bindRepeats } from './limits.ts';

/** Binds once right away and then 45 more times, every 2 s (CH-158). */
export function bindLinks(clock: Clock, lifetime: Lifetime, bind: () => void): void {
  let repeats = 0;
  const stop = clock.every(bindIntervalMs, () => {
    repeats += 1;
    if (repeats === bindRepeats) release();
    bind();
  });
  const release = lifetime.add(stop);
  bind();
}
