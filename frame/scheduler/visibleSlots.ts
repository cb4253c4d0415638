import { firstVisibleHour, lastVisibleHour } from './limits.ts';
import type { ReadSlot } from './readSlots.ts';
import type { TemporalApi } from './temporal.ts';
import { zoneOffsets } from './zoneOffset.ts';

/** One day of the calendar, by its date in the chosen zone. */
export interface Day {
  /** `2025-06-03`. */
  readonly date: string;
  readonly slots: readonly ReadSlot[];
}

/** SC-064: starts in the hours 9 to 17 of its own zone. */
export function isVisible(T: TemporalApi, slot: ReadSlot): boolean {
  const wallMs = slot.startMs + zoneOffsets(T).offsetMs(slot.ownZone, slot.startMs);
  const hour = new Date(wallMs).getUTCHours();
  return hour >= firstVisibleHour && hour <= lastVisibleHour;
}

function isSameTime(one: ReadSlot, other: ReadSlot): boolean {
  return one.startMs === other.startMs && one.endMs === other.endMs;
}

export interface BookedSlot {
  readonly slot: ReadSlot;
  /** The appointment's clientTimezone. */
  readonly timezone: string;
}

/**
 * SC-064 to SC-068: visible slots by date in the chosen zone; days without one are not there. The booked slot of an
 * appointment that is edited joins where its zone is the form's, at any hour and once.
 */
export function groupSlots(
  T: TemporalApi,
  slots: readonly ReadSlot[],
  zone: string,
  booked?: BookedSlot | undefined,
): readonly Day[] {
  const shown = slots.filter((slot) => isVisible(T, slot));
  if (booked && booked.timezone === zone && !shown.some((slot) => isSameTime(slot, booked.slot))) {
    shown.push(booked.slot);
  }
  shown.sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
  const days = new Map<string, ReadSlot[]>();
  for (const slot of shown) {
    const date = dateIn(T, slot.startMs, zone);
    const day = days.get(date);
    if (day) day.push(slot);
    else days.set(date, [slot]);
  }
  return [...days].map(([date, list]) => ({ date, slots: list }));
}

export function dateIn(T: TemporalApi, ms: number, zone: string): string {
  return new Date(ms + zoneOffsets(T).offsetMs(zone, ms)).toISOString().slice(0, 10);
}
