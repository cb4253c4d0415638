import type { Clock } from '../platform/clock.ts';
import { nextTask } from './nextTask.ts';
import type { SchedulerState } from './state.ts';
import { isKnownZone } from './timeZones.ts';

interface ZoneChoiceParts {
  /** Groups the slots for a zone ahead of time. */
  readonly prepare: (zone: string) => void;
  readonly changeZone: (zone: string) => void;
  readonly lookupIfChanged: () => Promise<void>;
}

/**
 * SC-066, SC-071: shows the slots in the new zone at once, then looks up the offered slots there. Closing the list, grouping
 * the slots, showing them and the lookup each run in a separate task, so that none is long. The last choice wins.
 */
export function createZoneChoice(
  clock: Clock,
  state: SchedulerState,
  { prepare, changeZone, lookupIfChanged }: ZoneChoiceParts,
) {
  let pickedZone = '';

  return async (next: string): Promise<void> => {
    if (!isKnownZone(next)) return;
    pickedZone = next;
    await nextTask(clock);
    if (next !== pickedZone || next === state.form.timezone) return;
    prepare(next);
    await nextTask(clock);
    if (next !== pickedZone) return;
    state.isSlotGone = false;
    changeZone(next);
    await nextTask(clock);
    if (next === pickedZone) await lookupIfChanged();
  };
}
