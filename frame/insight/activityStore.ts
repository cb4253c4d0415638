import { proxy } from 'valtio/vanilla';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { idleMs } from './limits.ts';

export interface ActivityState {
  /** Whether the visitor is here: `isUserActive` of the lookups, the condition of polling (SH-109, SH-141). */
  active: boolean;
}

export interface ActivityPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
}

/** One flag for two windows: the page's activity comes over the bridge, the frame's own from listenActivity.ts. */
export function createActivityStore(ports: ActivityPorts) {
  const state = proxy<ActivityState>({ active: true });
  let lastSeenMs = ports.clock.now();
  let frameHasFocus = false;
  let cancelCheck = (): void => {};

  /** One timer, moved on only when it fires: activity comes hundreds of times a second and costs a comparison. */
  function checkLater(delayMs: number): void {
    cancelCheck = ports.clock.after(delayMs, () => {
      const leftMs = lastSeenMs + idleMs - ports.clock.now();
      if (leftMs > 0) checkLater(leftMs);
      else state.active = false;
    });
  }

  function seen(): void {
    if (ports.lifetime.ended) return;
    lastSeenMs = ports.clock.now();
    if (state.active) return;
    state.active = true;
    cancelCheck();
    checkLater(idleMs);
  }

  ports.lifetime.add(() => cancelCheck());

  return {
    state,
    /** From now on an idle visitor is noticed. */
    start: (): void => checkLater(idleMs),
    /** The visitor did something, in either window. */
    seen,
    /** From the bridge. A page that lost focus to the frame does not count as left (SH-109). */
    pageActivity(active: boolean): void {
      if (active) seen();
      else if (!frameHasFocus) state.active = false;
    },
    frameFocused(): void {
      frameHasFocus = true;
      seen();
    },
    /** The page's own activity turns the flag on again when the focus only went back to it. */
    frameBlurred(): void {
      frameHasFocus = false;
      state.active = false;
    },
  };
}

export type ActivityStore = ReturnType<typeof createActivityStore>;
