import { ref } from 'valtio/vanilla';
import { toAppointmentSpan } from './appointmentSpan.ts';
import type { IsOffered, ReadSlot } from './readSlots.ts';
import type { SchedulerState } from './state.ts';
import type { TemporalApi } from './temporal.ts';
import { type Day, dateIn, groupSlots } from './visibleSlots.ts';

/** The offered slots, grouped into the days of the form's zone. */
export function createDays(
  state: SchedulerState,
  temporal: () => TemporalApi | undefined,
  zone: () => string,
  chosenMs: () => number | undefined,
  isOffered: IsOffered,
) {
  let slots: readonly ReadSlot[] = [];
  /** The latest grouping, so that `prepare` can do the work in an earlier task than the one that renders it. */
  let grouped:
    | { readonly slots: readonly ReadSlot[]; readonly zone: string; readonly days: readonly Day[] }
    | undefined;

  function daysOf(T: TemporalApi, list: readonly ReadSlot[], inZone: string): readonly Day[] {
    if (grouped?.slots !== list || grouped.zone !== inZone) {
      grouped = { slots: list, zone: inZone, days: groupSlots(T, list, inZone) };
    }
    return grouped.days;
  }

  /** Shows the day of the chosen time. `keepsDay`: only if the shown one is no longer offered. */
  function regroup(keepsDay = false): void {
    const T = temporal();
    if (!T) return;
    // The same list stays the same object, which is grouped once.
    if (!slots.every(isOffered)) slots = slots.filter(isOffered);
    const booked = state.isEditing ? bookedSlot(T, state.appointment) : undefined;
    const days = booked ? groupSlots(T, slots, zone(), booked) : daysOf(T, slots, zone());
    state.days = ref(days);
    const ms = chosenMs();
    const wanted = [ms === undefined ? '' : dateIn(T, ms, zone()), state.shownDate];
    if (keepsDay) wanted.reverse();
    const offered = days.map(({ date }) => date);
    state.shownDate = wanted.find((date) => offered.includes(date)) ?? offered[0] ?? '';
  }

  return {
    regroup,
    /** Groups slots ahead of time, so that showing them later takes no long task. */
    prepare(inZone: string, list: readonly ReadSlot[] = slots): void {
      const T = temporal();
      if (T) daysOf(T, list, inZone);
    },
    replace(list: readonly ReadSlot[]): void {
      slots = list;
      regroup(true);
    },
    /** Shows only the known times of one expert until that expert's times are loaded. */
    keepExpert(id: string): void {
      slots = slots.filter(({ expertId }) => expertId === id);
      regroup(true);
    },
  };
}

/** SC-068: the slot of the appointment that is edited, in its clientTimezone; undefined if its times cannot be read. */
function bookedSlot(T: TemporalApi, appointment: SchedulerState['appointment']): ReadSlot | undefined {
  const span = appointment && toAppointmentSpan(T, appointment);
  if (!span || span.endMs === span.startMs) return undefined;
  return { ...appointment, ...span, timezone: span.zone, ownZone: span.zone };
}
