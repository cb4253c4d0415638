import type { Attempt } from './plan.ts';

/** Tries the next host only after a failure (CH-191), and only if `shouldTryNext` returns true for it. */
export async function series<T>(
  hosts: readonly string[],
  attempt: Attempt<T>,
  signal: AbortSignal,
  errors: unknown[],
  shouldTryNext: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (const host of hosts) {
    try {
      return await attempt(host, signal);
    } catch (error) {
      errors.push(error);
      if (signal.aborted || !shouldTryNext(error)) break;
    }
  }
  throw errors.at(-1);
}
