import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';

export interface Fade {
  start(): void;
  /** Pauses the timer: a card must not disappear while the pointer or the focus is on it (A11Y-24). */
  hold(isHeld: boolean): void;
}

/** Runs `task` after `fadeMs`, not counting the time in which the card is held. */
export function createFade(clock: Clock, lifetime: Lifetime, fadeMs: number, task: () => void): Fade {
  let leftMs = fadeMs;
  let startedMs: number | undefined;
  let cancel = (): void => {};
  let isStarted = false;
  let isHeld = false;
  lifetime.add(() => cancel());

  function run(): void {
    startedMs = clock.now();
    cancel = clock.after(leftMs, task);
  }

  return {
    start() {
      if (isStarted || lifetime.ended) return;
      isStarted = true;
      if (!isHeld) run();
    },
    hold(next) {
      if (next === isHeld || lifetime.ended) return;
      isHeld = next;
      if (!isStarted) return;
      if (!next) {
        run();
        return;
      }
      cancel();
      if (startedMs !== undefined) leftMs = Math.max(0, leftMs - Math.max(0, clock.now() - startedMs));
    },
  };
}
