import { ref } from 'valtio/vanilla';
import type { AvailabilityQuery } from './api.ts';
import { createAvailabilityCall } from './availabilityCall.ts';
import { createChosenTime } from './chosenTime.ts';
import { createDays } from './daysStore.ts';
import { expertOf } from './expertOf.ts';
import { defaultZone, staleAfterMs } from './limits.ts';
import type { InstancePorts } from './ports.ts';
import { type IsOffered, type ReadSlot, toInstantMs } from './readSlots.ts';
import type { Availability, SchedulerConfig } from './records.ts';
import { clearTimeMessages, type SchedulerState } from './state.ts';
import type { TemporalApi } from './temporal.ts';
import { isKnownZone } from './timeZones.ts';
import { slotsNear } from './visibleSlots.ts';
import { createZoneChoice } from './zoneChoice.ts';

/** The calendar of one scheduler: looks up slots, groups them by day, and keeps track of the chosen one. */
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
  /** When the listed times were requested. */
  let askedAtMs = clock.now();

  /** The times that were taken, by start and expert. A service may still list them. */
  const taken = new Set<string>();
  const isOffered: IsOffered = ({ startMs, expertId }) => startMs > clock.now() && !taken.has(`${startMs} ${expertId}`);

  const getTemporal = (): TemporalApi | undefined => temporal;
  const expertId = (): string => expertOf(state.form.selectedAgent, state.appointmentDetails?.expertId ?? '', resource);
  /** The form's zone. An old appointment or an empty list can leave one that the browser does not know (SC-059). */
  const zone = (): string => (isKnownZone(state.form.timezone) ? state.form.timezone : defaultZone);
  /** The expert whose times are listed. When a call is moved, those of all experts are offered again. */
  const listExpert = (): string => (state.isEditing ? expertOf('', '', resource) : expertId());
  const currentKey = (): string => `${zone()} ${listExpert()}`;

  const chosen = createChosenTime(state, (text) =>
    temporal && text !== '' ? toInstantMs(temporal, text, zone()) : undefined,
  );
  const days = createDays(state, getTemporal, zone, chosen.startMs, isOffered);
  const callAvailability = createAvailabilityCall(
    ports,
    state,
    (slots) => days.prepare(zone(), slots),
    () => listExpert() || expertId(),
    isOffered,
  );

  function show(expert: string, availabilities: readonly Availability[], slots: readonly ReadSlot[]): void {
    state.availabilities = ref(availabilities);
    listedExpert = expert;
    days.replace(slots);
    chosen.keepIfOffered();
  }

  /** Fills the calendar with the times of all experts. A scheduler for one expert shows only that expert's. */
  async function prefill(): Promise<void> {
    askedAtMs = clock.now();
    const expert = listExpert();
    await callAvailability(
      temporal,
      zone(),
      (signal) => api.availability(query(), signal),
      (list, slots) => show(expert, list, expert === '' ? slots : slots.filter(({ expertId: id }) => id === expert)),
    );
  }

  /** Nothing is looked up before the configuration is loaded. */
  function query(): AvailabilityQuery {
    const { regionCode, languageCode, variation, focusArea, purpose } = state.config as SchedulerConfig;
    return { regionCode, languageCode, purpose, focusArea: variation || focusArea };
  }

  async function lookup(): Promise<void> {
    lookupKey = currentKey();
    askedAtMs = clock.now();
    const body = { ...query(), clientTimezone: zone(), expertId: listExpert() };
    if (body.expertId !== '' && body.expertId !== listedExpert) days.keepExpert(body.expertId);
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
    regroup: (): void => days.regroup(),
    clearChosen: chosen.clear,
    uncertain: chosen.uncertain,
    /** Stops offering this expert's time, and the same time listed without an expert. */
    drop(startMs: number | undefined, expert: string): void {
      taken.add(`${startMs} ${expert}`).add(`${startMs} `);
      if (chosen.startMs() === startMs) chosen.clear();
      days.regroup(true);
    },
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
    prefill,
    /** Drops times that have passed. Looks up again if the times may be outdated (F-SC8). */
    async refresh(): Promise<void> {
      if (state.info !== 'ready' || state.displayedScreen !== 'FORM') return;
      days.regroup(true);
      if (Math.abs(clock.now() - askedAtMs) < staleAfterMs || state.isAvailabilityPending) return;
      await (lookupKey === '' ? prefill() : lookup());
    },
    /** Clears a chosen time that has passed, and shows a message. */
    dropPastChoice(): void {
      const ms = chosen.startMs();
      if (ms === undefined || ms > clock.now()) return;
      chosen.clear();
      days.regroup();
      state.isSlotPast = true;
    },
    nearestTo: (ms: number): readonly ReadSlot[] => slotsNear(state.days, ms),
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
      clearTimeMessages(state);
    },
    chooseZone: createZoneChoice(clock, state, { prepare: days.prepare, changeZone, lookupIfChanged }),
    /** Adds the form's zone to the list if it is missing, for example after an appointment was loaded. */
    offerZone(): void {
      if (state.form.timezone === '') return;
      state.form.timezone = zone();
      if (!state.zones.includes(state.form.timezone)) state.zones = ref([state.form.timezone, ...state.zones]);
    },
    /** Makes the next opening of the calendar look up again. */
    forget(): void {
      taken.clear();
      lookupKey = '';
    },
    /** Pass the rendered form, so that the view follows it. */
    chosenMs: chosen.startMs,
    chosenSpan: chosen.span,
    chosen: chosen.slot,
  };
}

export type AvailabilityStore = ReturnType<typeof createAvailability>;
