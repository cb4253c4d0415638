import { within } from '../within.ts';
import { allHostsFailed } from './combineErrors.ts';
import type { Strategy } from './plan.ts';

/** Delay before the next host is also tried (CH-190). */
const cascadeStepMs = 1_500;

/**
 * Starts the next host every 1.5 s, or as soon as all started ones have failed. The first success wins and aborts the
 * others.
 */
export const cascade: Strategy = async (hosts, attempt, signal, clock) => {
  const attempts = new AbortController();
  const stop = (): void => attempts.abort();
  signal.addEventListener('abort', stop);
  const started: ReturnType<typeof attempt>[] = [];
  try {
    for (;;) {
      started.push(attempt(hosts[started.length] as string, attempts.signal));
      const first = Promise.any(started);
      const isLast = started.length === hosts.length;
      const hasWon = first.then(
        () => true,
        () => signal.aborted,
      );
      if (isLast || (await within(clock, cascadeStepMs, hasWon, false))) return await first;
    }
  } catch (error) {
    throw allHostsFailed((error as AggregateError).errors);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
};
