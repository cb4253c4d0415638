import type { Clock } from '../../platform/clock.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import { maxOverlayMs } from '../limits.ts';
import type { RoomState } from '../state.ts';
import { createTimer } from '../timer.ts';

export type Overlay = ReturnType<typeof createOverlay>;

/** The loading overlay: from the request for a chat until the first change of its state, for at most 20 s (CH-026). */
export function createOverlay(state: RoomState, clock: Clock, lifetime: Lifetime) {
  const limit = createTimer(clock, lifetime);
  function hide(): void {
    limit.stop();
    state.isStarting = false;
  }
  return {
    show(): void {
      state.isStarting = true;
      limit.start(maxOverlayMs, hide);
    },
    hide,
  };
}
