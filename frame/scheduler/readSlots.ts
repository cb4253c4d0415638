import type { Log } from '../platform/log.ts';
import { slotsMax } from './limits.ts';
import type { Availability, Slot } from './records.ts';
import type { TemporalApi } from './temporal.ts';

/** A slot on the time line; what could not be read is not among them. */
export interface ReadSlot extends Slot {
  readonly startMs: number;
  readonly endMs: number;
  /** The slot's own zone or offset (SC-065). */
  readonly ownZone: string;
}

/** A numeric offset at the end. `Z` tells the instant and no place (RFC 9557), so it names no zone of its own. */
const offset = /([+-]\d{2}:?\d{2})(?:\[|$)/;
const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})(?:\[[^\]]*\])?$/i;

/** SC-065: its timezone member, else the offset in its start, else the zone that was asked for. */
export function ownZoneOf(T: TemporalApi, slot: Slot, requestedZone: string): string {
  if (slot.timezone && isZone(T, slot.timezone)) return slot.timezone;
  return offset.exec(slot.startDateTime.trim())?.[1] ?? requestedZone;
}

export function isZone(T: TemporalApi, zone: string): boolean {
  if (zone === '') return false;
  try {
    T.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false; // Silent: the answer is the refusal.
  }
}

/** Milliseconds since the epoch of a date and time, which without an offset is wall-clock time of `zone`. */
export function toInstantMs(T: TemporalApi, text: string, zone: string): number | undefined {
  const trimmed = text.trim();
  try {
    if (hasOffset.test(trimmed)) return T.Instant.from(trimmed).epochMilliseconds;
    if (!/[T ]\d/.test(trimmed)) return undefined;
    return T.PlainDateTime.from(trimmed).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined; // Silent: the caller logs what it drops.
  }
}

/**
 * The slots of an answer in order of their start: unreadable ones, ones without an end and ones that end before they
 * begin are dropped with one log line, and the same time is offered once (SC-067).
 */
export function readSlots(
  T: TemporalApi,
  availabilities: readonly Availability[],
  requestedZone: string,
  log?: Log,
): readonly ReadSlot[] {
  const byTime = new Map<string, ReadSlot>();
  let dropped = 0;
  for (const slot of availabilities.flatMap(({ slots }) => slots).slice(0, slotsMax)) {
    const ownZone = ownZoneOf(T, slot, requestedZone);
    const startMs = toInstantMs(T, slot.startDateTime, ownZone);
    const endMs = toInstantMs(T, slot.endDateTime, ownZone);
    if (startMs === undefined || endMs === undefined || endMs <= startMs) {
      dropped += 1;
      continue;
    }
    const time = `${startMs}/${endMs}`;
    if (!byTime.has(time)) byTime.set(time, { ...slot, startMs, endMs, ownZone });
  }
  if (dropped > 0) log?.warn('Times without a usable start and end were left out of the calendar.', dropped);
  return [...byTime.values()].sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
}
