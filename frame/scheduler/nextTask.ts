import type { Clock } from '../platform/clock.ts';

/** Resolves in a new task, so that the browser can paint and handle input first. */
export function nextTask(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.after(0, resolve));
}
