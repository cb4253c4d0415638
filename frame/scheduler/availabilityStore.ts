import { ref } from 'valtio/vanilla';
import { expertOf } from './appointment.ts';
import { defaultZone, slotsPerTask } from './limits.ts';
import type { InstancePorts } from './ports.ts';
import { createSlotReader, type ReadSlot, slotsOf, toInstantMs } from './readSlots.ts';
import type { Availability, SchedulerForm } from './records.ts';
import type { SchedulerState } from './state.ts';
import type { TemporalApi } from './temporal.ts';
import { isKnownZone } from './timeZones.ts';
import { type BookedSlot, type Day, dateIn, groupSlots } from './visibleSlots.ts';

type ChosenTime = Readonly<Pick<SchedulerForm, 'selectedTime' | 'selectedTimeEnd'>>;

/** The calendar's part of an instance: asks for times, keeps them by day, minds the chosen one. */
export function createAvailability(
  ports: Pick<InstancePorts, 'api' | 'clock' | 'log' | 'lifetime'>,
  state: SchedulerState,
  resource: string,
) {
  let temporal: TemporalApi | undefined;
  let slots: readonly ReadSlot[] = [];
  let running: AbortController | undefined;
  let newest = 0;
  /** Zone and expert of the last lookup that was begun; the calendar's first opening begins one (SC-060). */
  let asked = '';
  /** The expert whose times the list holds; empty when it holds everybody's. */
  let listedExpert = '';
  /** The zone that was pressed last. */
  let wantedZone = '';

  const expertId = (): string => expertOf(state.form.selectedAgent, state.appointmentDetails?.expertId ?? '', resource);
  /** A zone that the browser knows, whatever an old appointment or an empty list left in the form (SC-059). */
  const zone = (): string => (isKnownZone(state.form.timezone) ? state.form.timezone : defaultZone);

  function bookedSlot(T: TemporalApi): BookedSlot | undefined {
    const booked = state.appointmentDetails;
    if (!state.isEditing || !booked) return undefined;
    const startMs = toInstantMs(T, booked.startDateTime, booked.clientTimezone);
    const endMs = toInstantMs(T, booked.endDateTime, booked.clientTimezone);
    if (startMs === undefined || endMs === undefined) return undefined;
    const { startDateTime, endDateTime, clientTimezone: timezone } = booked;
    const slot = { startDateTime, endDateTime, timezone, expertId: booked.expertId, startMs, endMs, ownZone: timezone };
    return { slot, timezone };
  }

  /** What was sorted into days last: of many slots that takes a task of its own, before the one that shows them. */
  let sorted: { readonly slots: readonly ReadSlot[]; readonly zone: string; readonly days: readonly Day[] } | undefined;

  function daysOf(T: TemporalApi, list: readonly ReadSlot[], inZone: string): readonly Day[] {
    if (sorted?.slots !== list || sorted.zone !== inZone) {
      sorted = { slots: list, zone: inZone, days: groupSlots(T, list, inZone) };
    }
    return sorted.days;
  }

  /** Sorts the slots into the days of the form's zone. */
  function regroup(): void {
    if (!temporal) return;
    const booked = bookedSlot(temporal);
    const days = booked ? groupSlots(temporal, slots, zone(), booked) : daysOf(temporal, slots, zone());
    state.days = ref(days);
    const chosenMs = selectedMs();
    const chosenDate = chosenMs === undefined ? undefined : dateIn(temporal, chosenMs, zone());
    if (chosenDate && days.some(({ date }) => date === chosenDate)) state.shownDate = chosenDate;
    else if (!days.some(({ date }) => date === state.shownDate)) state.shownDate = days[0]?.date ?? '';
  }

  const instantOf = (text: string): number | undefined =>
    temporal && text !== '' ? toInstantMs(temporal, text, zone()) : undefined;
  const selectedMs = (form: ChosenTime = state.form): number | undefined => instantOf(form.selectedTime);

  /** The chosen slot, where it is among those offered; of several that start then, the one that ends as it does. */
  function chosen(form: ChosenTime = state.form): ReadSlot | undefined {
    const startMs = selectedMs(form);
    if (startMs === undefined) return undefined;
    const endMs = instantOf(form.selectedTimeEnd);
    const starting = state.days.flatMap((day) => day.slots).filter((slot) => slot.startMs === startMs);
    return starting.find((slot) => slot.endMs === endMs) ?? starting[0];
  }

  /**
   * A time as the booking says it: in the service's words where they mean that instant in the form's zone, which is
   * sent with it; a time without an offset, of a slot in another zone, would be booked hours away.
   */
  function wordsOf(text: string, ms: number | undefined): string {
    return ms === undefined || instantOf(text) === ms ? text : new Date(ms).toISOString();
  }

  function take(slot: Pick<ReadSlot, 'startDateTime' | 'endDateTime' | 'startMs' | 'endMs'>): void {
    state.form.selectedTime = wordsOf(slot.startDateTime, slot.startMs);
    state.form.selectedTimeEnd = wordsOf(slot.endDateTime, slot.endMs);
  }

  /** SC-071: the chosen time stays while its instant is offered. */
  function keepChosen(): void {
    if (state.form.selectedTime === '') return;
    const offered = chosen();
    if (offered) {
      take(offered);
      return;
    }
    clearChosen();
    state.isSlotGone = true;
  }

  /** The time and the expert who offered it. */
  function clearChosen(): void {
    state.form.selectedAgent = '';
    state.form.selectedTime = '';
    state.form.selectedTimeEnd = '';
  }

  /** A long answer takes several tasks; undefined when a newer one came between two of them. */
  async function readInTasks(
    T: TemporalApi,
    list: readonly Availability[],
    requestedZone: string,
    isNewest: () => boolean,
  ): Promise<readonly ReadSlot[] | undefined> {
    const wire = slotsOf(list);
    const reader = createSlotReader(T, requestedZone);
    for (let from = 0; from < wire.length; from += slotsPerTask) {
      if (wire.length > slotsPerTask) await nextTask();
      if (!isNewest()) return undefined;
      reader.take(wire.slice(from, from + slotsPerTask));
    }
    return reader.done(ports.log);
  }

  function nextTask(): Promise<void> {
    return new Promise((resolve) => ports.clock.after(0, resolve));
  }

  /** SC-062, SC-063, SC-072: one call at a time counts, the newest. */
  async function request(
    expert: string,
    call: (signal: AbortSignal) => Promise<readonly Availability[]>,
  ): Promise<void> {
    const T = temporal;
    newest += 1;
    const mine = newest;
    const requestedZone = zone();
    running?.abort();
    const controller = new AbortController();
    running = controller;
    const forget = ports.lifetime.add(() => controller.abort());
    state.isAvailabilityPending = true;
    state.hasAvailabilityFailed = false;
    try {
      const availabilities = await call(controller.signal);
      const isNewest = (): boolean => mine === newest && !controller.signal.aborted;
      const read = T && isNewest() ? await readInTasks(T, availabilities, requestedZone, isNewest) : undefined;
      if (!T || !read) return;
      if (read.length > slotsPerTask) {
        daysOf(T, read, zone());
        await nextTask();
        if (!isNewest()) return;
      }
      state.availabilities = ref(availabilities);
      slots = read;
      listedExpert = expert;
      regroup();
      keepChosen();
    } catch (error) {
      if (mine !== newest) return;
      ports.log.warn('The available times could not be loaded.', error);
      state.hasAvailabilityFailed = true;
    } finally {
      forget();
      if (mine === newest) state.isAvailabilityPending = false;
    }
  }

  function place(): { regionCode: string; languageCode: string; focusArea: string; purpose: string } {
    const { config } = state;
    return {
      regionCode: config?.regionCode ?? 'US',
      languageCode: config?.languageCode ?? 'en',
      focusArea: config?.variation || config?.focusArea || '',
      purpose: config?.purpose ?? '',
    };
  }

  async function lookup(): Promise<void> {
    asked = `${zone()} ${expertId()}`;
    const { focusArea, languageCode, regionCode, purpose } = place();
    const body = { clientTimezone: zone(), focusArea, languageCode, regionCode, purpose, expertId: expertId() };
    await request(body.expertId, (signal) => ports.api.lookupAvailability(body, signal));
  }

  /** SC-060: on the calendar's first opening, and after a change of zone or expert. */
  async function lookupIfChanged(): Promise<void> {
    if (asked !== `${zone()} ${expertId()}`) await lookup();
  }

  /** SC-066: the chosen time is kept as the instant it is. */
  function changeZone(next: string): void {
    const { form } = state;
    const startMs = selectedMs();
    const endMs = instantOf(form.selectedTimeEnd);
    form.timezone = next;
    form.selectedTime = wordsOf(form.selectedTime, startMs);
    form.selectedTimeEnd = wordsOf(form.selectedTimeEnd, endMs);
    regroup();
  }

  return {
    expertId,
    zone,
    regroup,
    clearChosen,
    /** The namespace that the calendar's own rules need; undefined until the scheduler's information is there. */
    temporal: () => temporal,
    timeReady(T: TemporalApi): void {
      temporal = T;
      state.isTimeReady = true;
    },
    /** SC-060: the early fill. */
    prefill: () => request('', (signal) => ports.api.availability(place(), signal)),
    lookup,
    lookupIfChanged,
    changeZone,
    /**
     * SC-069, SC-070: a slot that names nobody is the expert's whose times the list holds, not that of the slot before.
     * A picked slot's expert alone is no reason to narrow the list to that expert's times.
     */
    choose(slot: ReadSlot): void {
      take(slot);
      const { form } = state;
      if (slot.expertId !== '' || form.selectedAgent !== listedExpert) form.selectedAgent = slot.expertId;
      if (asked !== '') asked = `${zone()} ${expertId()}`;
    },
    /** SC-066, SC-071: shows the times in the new zone at once, then asks for those offered there. */
    async chooseZone(next: string): Promise<void> {
      if (!isKnownZone(next)) return;
      wantedZone = next;
      // Each in a task of its own, so that none is long: the list that was pressed closes, the times are sorted into their
      // new days, shown, and looked up again. Of two presses the later one counts.
      await nextTask();
      if (next !== wantedZone || next === state.form.timezone) return;
      if (temporal) daysOf(temporal, slots, next);
      await nextTask();
      if (next !== wantedZone) return;
      state.isSlotGone = false;
      changeZone(next);
      await nextTask();
      if (next === wantedZone) await lookupIfChanged();
    },
    /** A zone that the form came by, an appointment's, is among those to choose from. */
    offerZone(): void {
      if (state.form.timezone === '') return;
      state.form.timezone = zone();
      if (!state.zones.includes(state.form.timezone)) state.zones = ref([state.form.timezone, ...state.zones]);
    },
    /** A new load begins anew. */
    forget(): void {
      asked = '';
    },
    /** Of a form that is drawn, so that what draws it follows it. */
    chosenMs: selectedMs,
    chosenEndMs: (): number | undefined => instantOf(state.form.selectedTimeEnd),
    chosen,
  };
}

export type AvailabilityStore = ReturnType<typeof createAvailability>;
