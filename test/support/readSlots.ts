import type { Log } from '../../frame/platform/log.ts';
import { createSlotReader, type ReadSlot, slotsOf } from '../../frame/scheduler/readSlots.ts';
import type { Availability } from '../../frame/scheduler/records.ts';
import type { TemporalApi } from '../../frame/scheduler/temporal.ts';

/** Reads all slots of an answer in one task. */
export function readSlots(
  T: TemporalApi,
  availabilities: readonly Availability[],
  requestedZone: string,
  log?: Log,
): readonly ReadSlot[] {
  const reader = createSlotReader(T, requestedZone, '', () => true);
  reader.take(slotsOf(availabilities));
  return reader.done(log);
}
