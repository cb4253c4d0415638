import type { Clock } from '../platform/clock.ts';
import { rateSetting, rateWindowMs } from './limits.ts';

/** SC-128: at most three tasks start within a second; the others wait in order. */
export function createRateLimit(clock: Clock): <T>(task: () => Promise<T>) => Promise<T> {
  const starts: number[] = [];
  const waiting: (() => void)[] = [];

  function startDue(): void {
    const now = clock.now();
    // Drop starts in the future, too: after the clock was set back, they would block all calls.
    while (starts[0] !== undefined && (now - starts[0] >= rateWindowMs || starts[0] > now)) starts.shift();
    while (starts.length < rateSetting && waiting.length > 0) {
      starts.push(now);
      waiting.shift()?.();
    }
    if (waiting.length > 0) clock.after(rateWindowMs - (now - (starts[0] ?? now)), startDue);
  }

  return (task) =>
    new Promise((resolve, reject) => {
      waiting.push(() => void task().then(resolve, reject));
      // Otherwise a timer is set already.
      if (waiting.length === 1) startDue();
    });
}
