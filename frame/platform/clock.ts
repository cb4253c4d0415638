/** Time and timers behind one port, so that rules stay pure and tests use a fake clock. All times are milliseconds. */
export interface Clock {
  /**
   * Wall-clock time, ms since the Unix epoch. It may jump, also back: never count ticks, and take the absolute value of the time since an
   * event. Otherwise, after the clock was set back, no time would seem to pass until it caught up.
   */
  now(): number;
  /** Runs `task` once after `delayMs`. The returned function cancels it and may be called at any time. */
  after(delayMs: number, task: () => void): () => void;
  /** Runs `task` every `intervalMs` until the returned function is called. */
  every(intervalMs: number, task: () => void): () => void;
}

/** Runs `task` when the browser is idle, after two seconds at the latest. */
export function whenIdle(task: () => void): void {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 2_000 });
  else setTimeout(task, 200);
}

/** The only place in the frame that reads the browser's clock and sets its timers. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, task) {
    const timer = setInterval(task, intervalMs);
    return () => clearInterval(timer);
  },
};
