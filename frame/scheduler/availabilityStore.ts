import { ref } from 'valtio/vanilla';
import type { AvailabilityQuery } from './api.ts';
import { expertOf } from './appointment.ts';
import { createAvailabilityCall } from './availabilityCall.ts';
import { createChosenTime } from './chosenTime.ts';
import { createDays } from './daysStore.ts';
import { defaultZone } from './limits.ts';
import { nextTask } from './nextTask.ts';
import type { InstancePorts } from './ports.ts';
import { type ReadSlot, toInstantMs } from './readSlots.ts';
import type { Availability } from './records.ts';
import type { SchedulerState } from './state.ts';
import type { TemporalApi } from './temporal.ts';
import { isKnownZone } from './timeZones.ts';

/** The calendar of one scheduler: asks for slots, shows them by day, and keeps track of the chosen one. */
export function createAvailability(
  ports: Pick<InstancePorts, 'api' | 'clock' | 'log' | 'lifetime'>,
  state: SchedulerState,
  resource: string,
) {
  const { api, clock } = ports;
  let temporal: TemporalApi | undefined;
  /** Zone and expert of the latest lookup; empty until the calendar is opened and makes the first one (SC-060). */
  let lookupKey = '';
  /** The expert the listed slots were requested for; empty when they are everybody's. */
  let listedExpert = '';
  /** The zone that was picked last. */
  let pickedZone = '';

  const getTemporal = (): TemporalApi | undefined => temporal;
  const expertId = (): string => expertOf(state.form.selectedAgent, state.appointmentDetails?.expertId ?? '', resource);
  /** The form's zone. An old appointment or an empty list can leave one that the browser does not know (SC-059). */
  const zone = (): string => (isKnownZone(state.form.timezone) ? state.form.timezone : defaultZone);
  const currentKey = (): string => `${zone()} ${expertId()}`;

  const chosen = createChosenTime(state, (text) =>
    temporal && text !== '' ? toInstantMs(temporal, text, zone()) : undefined,
  );
  const days = createDays(state, getTemporal, zone, chosen.startMs);
  const callAvailability = createAvailabilityCall(ports, state, (slots) => days.prepare(zone(), slots));

  function show(expert: string, availabilities: readonly Availability[], slots: readonly ReadSlot[]): void {
    state.availabilities = ref(availabilities);
    listedExpert = expert;
    days.replace(slots);
    chosen.keepIfOffered();
  }

  function query(): AvailabilityQuery {
    const { config } = state;
    return {
      regionCode: config?.regionCode ?? 'US',
      languageCode: config?.languageCode ?? 'en',
      focusArea: config?.variation || config?.focusArea || '',
      purpose: config?.purpose ?? '',
    };
  }

  async function lookup(): Promise<void> {
    lookupKey = currentKey();
    const body = { ...query(), clientTimezone: zone(), expertId: expertId() };
    await callAvailability(
      temporal,
      body.clientTimezone,
      (signal) => api.lookupAvailability(body, signal),
      (list, slots) => show(body.expertId, list, slots),
    );
  }

  /** SC-060: when the calendar is first opened, and after a change of zone or expert. */
  async function lookupIfChanged(): Promise<void> {
    if (lookupKey !== currentKey()) await lookup();
  }

  function changeZone(next: string): void {
    chosen.moveTo(next);
    days.regroup();
  }

  return {
    expertId,
    zone,
    regroup: days.regroup,
    clearChosen: chosen.clear,
    /** A loaded time that cannot be read is not sent back: the visitor chooses another one. */
    clearUnreadable(): void {
      if (temporal && !chosen.isReadable()) chosen.clear();
    },
    /** Undefined until Temporal is loaded. */
    temporal: getTemporal,
    timeReady(T: TemporalApi): void {
      temporal = T;
      state.isTimeReady = true;
    },
    /** SC-060: fills the calendar before it is opened. */
    prefill: () =>
      callAvailability(
        temporal,
        zone(),
        (signal) => api.availability(query(), signal),
        (list, slots) => show('', list, slots),
      ),
    lookup,
    lookupIfChanged,
    changeZone,
    /**
     * SC-069, SC-070: a slot without an expert belongs to the expert the list was requested for, not to the expert of
     * the slot chosen before. Choosing a slot does not narrow the list to its expert, so it starts no lookup.
     */
    choose(slot: ReadSlot): void {
      chosen.take(slot);
      const { form } = state;
      if (slot.expertId !== '' || form.selectedAgent !== listedExpert) form.selectedAgent = slot.expertId;
      if (lookupKey !== '') lookupKey = currentKey();
    },
    /**
     * SC-066, SC-071: shows the slots in the new zone at once, then looks up what is offered there. Closing the list,
     * grouping the slots, showing them and the lookup each run in a task of their own, so that none is long. The last
     * pick wins.
     */
    async chooseZone(next: string): Promise<void> {
      if (!isKnownZone(next)) return;
      pickedZone = next;
      await nextTask(clock);
      if (next !== pickedZone || next === state.form.timezone) return;
      days.prepare(next);
      await nextTask(clock);
      if (next !== pickedZone) return;
      state.isSlotGone = false;
      changeZone(next);
      await nextTask(clock);
      if (next === pickedZone) await lookupIfChanged();
    },
    /** Adds the form's zone to the list if it is missing, for example after an appointment was loaded. */
    offerZone(): void {
      if (state.form.timezone === '') return;
      state.form.timezone = zone();
      if (!state.zones.includes(state.form.timezone)) state.zones = ref([state.form.timezone, ...state.zones]);
    },
    /** Makes the next opening of the calendar look up again. */
    forget(): void {
      lookupKey = '';
    },
    /** Pass the rendered form, so that the view follows it. */
    chosenMs: chosen.startMs,
    chosen: chosen.slot,
  };
}

export type AvailabilityStore = ReturnType<typeof createAvailability>;
