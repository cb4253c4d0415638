import type { Clock } from '../clock.ts';

export interface TimeLimit {
  /** Aborts when the time limit is reached or the outer signal aborts. */
  readonly signal: AbortSignal;
  /** Whether the time ran out. */
  isLate(): boolean;
  /** Stops the timer and removes the listener from the outer signal. */
  end(): void;
}

/** Limits a request to `limitMs`, with the port's clock, because tests cannot control `AbortSignal.timeout`. */
export function startTimeLimit(clock: Clock, limitMs: number, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let late = false;
  const cancel = clock.after(limitMs, () => {
    late = true;
    abort();
  });
  outer?.addEventListener('abort', abort);
  if (outer?.aborted) abort();
  return {
    signal: controller.signal,
    isLate: () => late,
    end() {
      cancel();
      outer?.removeEventListener('abort', abort);
    },
  };
}
