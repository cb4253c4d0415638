import type { Log } from '../platform/log.ts';
import { latestTimeMs, maxSlots } from './limits.ts';
import type { Availability, Slot } from './records.ts';
import type { TemporalApi } from './temporal.ts';
import { zoneOffsets } from './zoneOffset.ts';

/** A slot whose times were read as instants. */
export interface ReadSlot extends Slot {
  readonly startMs: number;
  readonly endMs: number;
  /** The slot's own zone or offset (SC-065). */
  readonly ownZone: string;
}

/** A numeric offset after the time. `Z` names an instant but no place (RFC 9557), so it is not treated as a zone. */
const offset = /[T ]\d[\d:.,]*([+-]\d{2}(?::?\d{2})?)/i;
/** `Z` or an offset of any length: `+09`, `+0900`, `+09:00`. */
const hasOffset = /[T ]\d[\d:.,]*(?:Z|[+-]\d)/i;
/** A zone name in brackets, as Temporal and Java write it: `[Asia/Tokyo]`. */
const hasZoneName = /\[!?[A-Za-z_]+[\]/]/;

/** The usual form: date, hours, minutes, seconds, fraction, `Z` or offset. */
const usualForm =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/** SC-065: the slot's timezone member, else the offset of its start, else the requested zone. */
export function ownZoneOf(T: TemporalApi, slot: Slot, requestedZone: string): string {
  if (slot.timezone && zoneOffsets(T).isZone(slot.timezone)) return slot.timezone;
  return offset.exec(slot.startDateTime.trim())?.[1] ?? requestedZone;
}

/** Reads a date and time as ms since the epoch. Without an offset, it is wall-clock time in `zone`. */
export function toInstantMs(T: TemporalApi, text: string, zone: string): number | undefined {
  const trimmed = text.trim();
  const ms = usualInstantMs(T, trimmed, zone) ?? anyInstantMs(T, trimmed, zone);
  return ms !== undefined && ms >= 0 && ms < latestTimeMs ? ms : undefined;
}

/** Reads the usual form without Temporal, which is slow. Undefined for another form or an invalid date. */
function usualInstantMs(T: TemporalApi, text: string, zone: string): number | undefined {
  const parts = usualForm.exec(text);
  if (!parts) return undefined;
  const [, date = '', hour, minute, second = '', fraction = '', offsetText] = parts;
  const dateMs = midnightMs(date);
  if (dateMs === undefined) return undefined;
  const ms =
    dateMs +
    Number(hour) * 3_600_000 +
    Number(minute) * 60_000 +
    Number(second) * 1_000 +
    Number(fraction.padEnd(3, '0'));
  if (offsetText === 'Z') return ms;
  if (offsetText) {
    const offsetMs = (Number(offsetText.slice(1, 3)) * 60 + Number(offsetText.slice(4))) * 60_000;
    return offsetText.startsWith('-') ? ms + offsetMs : ms - offsetMs;
  }
  const offsets = zoneOffsets(T);
  return offsets.isZone(zone) ? offsets.instantMs(zone, ms) : undefined;
}

const midnights = new Map<string, number | undefined>();
/** Several years of dates. */
const maxMidnights = 2_000;

/** Midnight UTC of a date; undefined if there is no such date. Cached, because many slots share a date. */
function midnightMs(date: string): number | undefined {
  if (midnights.has(date)) return midnights.get(date);
  if (midnights.size >= maxMidnights) midnights.clear();
  // Engines may read an invalid date, such as 30 February, as another one.
  const ms = Date.parse(`${date}T00:00:00Z`);
  const midnight = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date) ? ms : undefined;
  midnights.set(date, midnight);
  return midnight;
}

function anyInstantMs(T: TemporalApi, text: string, zone: string): number | undefined {
  try {
    if (hasOffset.test(text)) return T.Instant.from(text).epochMilliseconds;
    if (!/[T ]\d/i.test(text)) return undefined;
    if (hasZoneName.test(text)) return T.ZonedDateTime.from(text).epochMilliseconds;
    return T.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined; // Ignore the error: the caller logs skipped slots.
  }
}

/** Sorts slots by their start, then by their end. */
export const byStart = (one: ReadSlot, other: ReadSlot): number =>
  one.startMs - other.startMs || one.endMs - other.endMs;

/** Whether a listed time has neither passed nor been taken. */
export type IsOffered = (slot: ReadSlot) => boolean;

/** Reads the slots of an answer in parts, so that a long answer can be read in several tasks. */
export interface SlotReader {
  /** Leaves out those that are not offered any more. */
  take(slots: readonly Slot[]): void;
  /** The slots, sorted by start. Logs once how many were skipped. */
  done(log?: Log): readonly ReadSlot[];
}

/**
 * Skips slots that cannot be read or do not end after their start, and duplicates of the same time (SC-067): if several
 * experts have the same time, the preferred one keeps it.
 */
export function createSlotReader(
  T: TemporalApi,
  requestedZone: string,
  preferredExpert: string,
  isOffered: IsOffered,
): SlotReader {
  const byTime = new Map<string, ReadSlot>();
  let skipped = 0;
  return {
    take(slots) {
      for (const slot of slots) {
        const ownZone = ownZoneOf(T, slot, requestedZone);
        const startMs = toInstantMs(T, slot.startDateTime, ownZone);
        const endMs = toInstantMs(T, slot.endDateTime, ownZone);
        if (startMs === undefined || endMs === undefined || endMs <= startMs) {
          skipped += 1;
          continue;
        }
        const key = `${startMs}/${endMs}`;
        const isPreferred = slot.expertId !== '' && slot.expertId === preferredExpert;
        const read = { ...slot, startMs, endMs, ownZone };
        if (isOffered(read) && (isPreferred || !byTime.has(key))) byTime.set(key, read);
      }
    },
    done(log) {
      if (skipped > 0) log?.warn('Skipping slots without a valid start and end.', skipped);
      return [...byTime.values()].sort(byStart);
    },
  };
}

export function slotsOf(availabilities: readonly Availability[]): readonly Slot[] {
  return availabilities.flatMap(({ slots }) => slots).slice(0, maxSlots);
}
