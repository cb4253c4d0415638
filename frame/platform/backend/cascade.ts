import { allHostsFailed } from './combineErrors.ts';
import type { Strategy } from './plan.ts';

/** Delay before the next host is tried as well (CH-190). */
const cascadeStepMs = 1_500;

/**
 * Starts the next host every 1.5 s, or as soon as all started ones have failed. The first success wins and aborts the
 * others.
 */
export const cascade: Strategy = (hosts, attempt, signal, clock) =>
  new Promise((resolve, reject) => {
    const errors: unknown[] = [];
    const attempts = new AbortController();
    const stop = (): void => attempts.abort();
    signal.addEventListener('abort', stop);
    let started = 0;
    let failed = 0;
    let cancelNext = (): void => {};

    function settle(finish: () => void): void {
      cancelNext();
      signal.removeEventListener('abort', stop);
      stop();
      finish();
    }

    function startNext(): void {
      cancelNext();
      const index = started;
      const host = hosts[index];
      if (host === undefined) return;
      started += 1;
      if (started < hosts.length) cancelNext = clock.after(cascadeStepMs, startNext);
      attempt(host, attempts.signal).then(
        (value) => settle(() => resolve(value)),
        (error) => {
          if (attempts.signal.aborted && !signal.aborted) return;
          errors[index] = error;
          failed += 1;
          if (failed === hosts.length || signal.aborted) settle(() => reject(allHostsFailed(errors)));
          else if (failed === started) startNext();
        },
      );
    }
    startNext();
  });
