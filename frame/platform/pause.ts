import type { Clock } from './clock.ts';
import type { Lifetime } from './lifetime.ts';

/** Resolves after the delay, or when the lifetime ends. Check `lifetime.ended` afterwards. */
export function pause(
  { clock, lifetime }: { readonly clock: Clock; readonly lifetime: Lifetime },
  delayMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = clock.after(delayMs, () => done());
    const done = lifetime.add(() => {
      stop();
      resolve();
    });
  });
}
