import type { Clock } from './clock.ts';

/** Resolves to the promise's value, or to `fallback` if the promise takes longer than `limitMs`. */
export function within<T>(clock: Clock, limitMs: number, promise: Promise<T>, fallback: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => resolve(fallback));
    promise.then(resolve, reject).finally(cancel);
  });
}
