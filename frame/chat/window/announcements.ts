import type { Clock } from '../../platform/clock.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import { announcementMs } from '../limits.ts';
import type { RoomState } from '../state.ts';
import { createTimer } from '../timer.ts';

/** Adds announcements to the live region, oldest first. */
export type Announce = (entries: readonly (readonly [sender: string, text: string])[]) => void;

const maxAnnouncements = 20;

export function createAnnouncer(state: RoomState, clock: Clock, lifetime: Lifetime): Announce {
  const removal = createTimer(clock, lifetime);
  let count = 0;
  return (entries) => {
    if (entries.length === 0) return;
    const added = entries.map(([sender, text]) => {
      count += 1;
      return { serial: count, sender, text };
    });
    state.announcements = [...state.announcements, ...added].slice(-maxAnnouncements);
    // Some screen readers repeat text that stays in a live region at its next change.
    removal.start(announcementMs, () => {
      state.announcements = [];
    });
  };
}
