import { allHostsFailed } from './combineErrors.ts';
import type { Strategy } from './plan.ts';

/** Tries the next host only after a failure (CH-191), and only if `shouldTryNext` returns true for it. */
export const seriesWhile =
  (shouldTryNext: (error: unknown) => boolean): Strategy =>
  async (hosts, attempt, signal) => {
    const errors: unknown[] = [];
    for (const host of hosts) {
      try {
        return await attempt(host, signal);
      } catch (error) {
        errors.push(error);
        if (signal.aborted || !shouldTryNext(error)) break;
      }
    }
    throw allHostsFailed(errors);
  };

/** Tries the next host only after a failure (CH-191). */
export const series: Strategy = seriesWhile(() => true);
