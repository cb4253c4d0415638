import type { Log } from '../platform/log.ts';
import { latestTimeMs, slotsMax } from './limits.ts';
import type { Availability, Slot } from './records.ts';
import type { TemporalApi } from './temporal.ts';
import { zoneOffsets } from './zoneOffset.ts';

/** A slot on the time line; what could not be read is not among them. */
export interface ReadSlot extends Slot {
  readonly startMs: number;
  readonly endMs: number;
  /** The slot's own zone or offset (SC-065). */
  readonly ownZone: string;
}

/** A numeric offset after the time. `Z` tells the instant and no place (RFC 9557), so it names no zone of its own. */
const offset = /[T ]\d[\d:.,]*([+-]\d{2}(?::?\d{2})?)/i;
/** `Z` or an offset in any of its lengths: `+09`, `+0900`, `+09:00`. */
const hasOffset = /[T ]\d[\d:.,]*(?:Z|[+-]\d)/i;
/** A place in brackets, as Temporal and Java write it: `[Asia/Tokyo]`. */
const hasPlace = /\[!?[A-Za-z_]+[\]/]/;

/** The form that services write, with its parts: date, hours, minutes, seconds, fraction, `Z` or offset. */
const plainForm =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/** SC-065: its timezone member, else the offset in its start, else the zone that was asked for. */
export function ownZoneOf(T: TemporalApi, slot: Slot, requestedZone: string): string {
  if (slot.timezone && zoneOffsets(T).isZone(slot.timezone)) return slot.timezone;
  return offset.exec(slot.startDateTime.trim())?.[1] ?? requestedZone;
}

/** Milliseconds since the epoch of a date and time, which without an offset is wall-clock time of `zone`. */
export function toInstantMs(T: TemporalApi, text: string, zone: string): number | undefined {
  const trimmed = text.trim();
  const ms = plainInstantMs(T, trimmed, zone) ?? anyInstantMs(T, trimmed, zone);
  return ms !== undefined && ms >= 0 && ms < latestTimeMs ? ms : undefined;
}

/** By arithmetic, for the form that services write; undefined for any other and for dates that are none. */
function plainInstantMs(T: TemporalApi, text: string, zone: string): number | undefined {
  const parts = plainForm.exec(text);
  if (!parts) return undefined;
  const [, date = '', hour, minute, second = '0', fraction = '', place] = parts;
  const dateMs = midnightMs(date);
  if (dateMs === undefined) return undefined;
  const ms =
    dateMs +
    Number(hour) * 3_600_000 +
    Number(minute) * 60_000 +
    Number(second) * 1_000 +
    Number(fraction.padEnd(3, '0'));
  if (place === 'Z') return ms;
  if (place) {
    const awayMs = (Number(place.slice(1, 3)) * 60 + Number(place.slice(4))) * 60_000;
    return place.startsWith('-') ? ms + awayMs : ms - awayMs;
  }
  const offsets = zoneOffsets(T);
  return offsets.isZone(zone) ? offsets.instantMs(zone, ms) : undefined;
}

const midnights = new Map<string, number | undefined>();
/** Ours: some years of days. */
const midnightsMax = 2_000;

/** Midnight of a calendar date as if it were UTC; undefined where there is no such date. Many slots share a date. */
function midnightMs(date: string): number | undefined {
  if (midnights.has(date)) return midnights.get(date);
  if (midnights.size >= midnightsMax) midnights.clear();
  // What is no date comes back as another one.
  const ms = Date.parse(`${date}T00:00:00Z`);
  const known = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date) ? ms : undefined;
  midnights.set(date, known);
  return known;
}

function anyInstantMs(T: TemporalApi, text: string, zone: string): number | undefined {
  try {
    if (hasOffset.test(text)) return T.Instant.from(text).epochMilliseconds;
    if (!/[T ]\d/i.test(text)) return undefined;
    if (hasPlace.test(text)) return T.ZonedDateTime.from(text).epochMilliseconds;
    return T.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined; // Silent: the caller logs what it drops.
  }
}

/** Reads the slots of an answer piece by piece, so that a long one can be read in several tasks. */
export interface SlotReader {
  take(slots: readonly Slot[]): void;
  /** In order of their start. What was dropped is logged once. */
  done(log?: Log): readonly ReadSlot[];
}

/**
 * Unreadable slots, ones without an end and ones that end before they begin are dropped, and the same time is offered
 * once (SC-067).
 */
export function createSlotReader(T: TemporalApi, requestedZone: string): SlotReader {
  const byTime = new Map<string, ReadSlot>();
  let dropped = 0;
  return {
    take(slots) {
      for (const slot of slots) {
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
    },
    done(log) {
      if (dropped > 0) log?.warn('Times without a usable start and end were left out of the calendar.', dropped);
      return [...byTime.values()].sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
    },
  };
}

export function slotsOf(availabilities: readonly Availability[]): readonly Slot[] {
  return availabilities.flatMap(({ slots }) => slots).slice(0, slotsMax);
}

/** All at once. */
export function readSlots(
  T: TemporalApi,
  availabilities: readonly Availability[],
  requestedZone: string,
  log?: Log,
): readonly ReadSlot[] {
  const reader = createSlotReader(T, requestedZone);
  reader.take(slotsOf(availabilities));
  return reader.done(log);
}
