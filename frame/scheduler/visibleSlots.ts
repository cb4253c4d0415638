import { firstVisibleHour, lastVisibleHour, nearestSlots } from './limits.ts';
import { byStart, type ReadSlot } from './readSlots.ts';
import type { TemporalApi } from './temporal.ts';
import { zoneOffsets } from './zoneOffset.ts';

/** One day of the calendar in the chosen zone. */
export interface Day {
  /** `2025-06-03`. */
  readonly date: string;
  readonly slots: readonly ReadSlot[];
}

/** SC-064: the slot starts between 9:00 and 17:59 in its own zone. */
function isVisible(T: TemporalApi, slot: ReadSlot): boolean {
  const wallMs = slot.startMs + zoneOffsets(T).offsetMs(slot.ownZone, slot.startMs);
  const hour = new Date(wallMs).getUTCHours();
  return hour >= firstVisibleHour && hour <= lastVisibleHour;
}

function isSameTime(one: ReadSlot, other: ReadSlot): boolean {
  return one.startMs === other.startMs && one.endMs === other.endMs;
}

/**
 * SC-064 to SC-068: groups the visible slots by their date in the chosen zone. Adds the booked slot of an edited
 * appointment, at any hour, if its zone is the chosen one. The booked slot replaces that of another expert at the same time.
 */
export function groupSlots(
  T: TemporalApi,
  slots: readonly ReadSlot[],
  zone: string,
  booked?: ReadSlot | undefined,
): readonly Day[] {
  let shown = slots.filter((slot) => isVisible(T, slot));
  if (booked) {
    const others = shown.filter((slot) => !isSameTime(slot, booked));
    if (booked.timezone === zone || others.length < shown.length) shown = [...others, booked];
  }
  shown.sort(byStart);
  const days = new Map<string, ReadSlot[]>();
  for (const slot of shown) {
    const date = dateIn(T, slot.startMs, zone);
    const day = days.get(date);
    if (day) day.push(slot);
    else days.set(date, [slot]);
  }
  return [...days].map(([date, list]) => ({ date, slots: list }));
}

/** The offered slots that are nearest to an instant, in order. */
export function slotsNear(days: readonly Day[], ms: number): readonly ReadSlot[] {
  return days
    .flatMap(({ slots }) => slots)
    .toSorted((one, other) => Math.abs(one.startMs - ms) - Math.abs(other.startMs - ms))
    .slice(0, nearestSlots)
    .sort((one, other) => one.startMs - other.startMs);
}

export function dateIn(T: TemporalApi, ms: number, zone: string): string {
  return new Date(ms + zoneOffsets(T).offsetMs(zone, ms)).toISOString().slice(0, 10);
}
