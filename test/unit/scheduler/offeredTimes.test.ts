import { describe, expect, it } from 'vitest';
import { staleAfterMs } from '../../../frame/scheduler/limits.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { bookedForm, buildSlot, loadedAppointment, offeredDays } from '../../support/schedulerFixtures.ts';
import { booked, ready } from '../../support/schedulerStore.ts';

const lookup = '/v2/availability/lookup/';
const of = (expertId: string, start: string, end: string) => ({
  ...buildSlot(`2026-11-${start}:00-05:00`, `2026-11-${end}:00-05:00`),
  expertId,
});
const days = (...slots: object[]) => [{ date: '', slots }];
const starts = (state: { days: readonly { slots: readonly { startDateTime: string; expertId: string }[] }[] }) =>
  state.days.flatMap(({ slots }) =>
    slots.map(({ startDateTime, expertId }) => `${startDateTime.slice(8, 16)} ${expertId}`),
  );

describe('offered times', () => {
  it('[F-SC8] are never in the past, whatever order they come in', async () => {
    const slots = [
      of('mara', '24T09:00', '24T09:30'),
      buildSlot('2020-01-02T10:00:00-05:00', '2020-01-02T10:30:00-05:00'),
      of('mara', '23T10:00', '23T10:30'),
      of('mara', '23T10:00', '23T10:30'),
      buildSlot('2026-11-20T10:00:00-05:00', '2026-11-20T10:30:00-05:00'),
    ];
    const { store, state, clock } = await ready({ routes: { [lookup]: () => days(...slots) } });
    store.openSection('CALENDAR');
    await clock.advance(0);
    expect(starts(state)).toEqual(['23T10:00 mara', '24T09:00 mara']);
  });

  it('[F-SC8] go when they pass, and a chosen one that has passed is not booked', async () => {
    const { store, state, clock, calls } = await ready({ routes: { [lookup]: () => offeredDays } });
    store.openSection('CALENDAR');
    await clock.advance(0);
    // To 10:01 on 23 November in New York.
    clock.jump(Date.parse('2026-11-23T15:01:00Z') - clock.now());
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
    expect(state).toMatchObject({ isSlotPast: true, pendingFocus: 'selectedTime' });
    expect(state.form.selectedTime).toBe('');
    expect(starts(state)).toEqual(['23T14:00 mara', '24T09:00 mara']);
    expect(store.read('slotPast')).toBe('The time you chose has passed. Please choose another.');
    const [slot] = state.days[0]?.slots ?? [];
    if (slot) store.chooseSlot(slot);
    expect(state.isSlotPast).toBe(false);
  });

  it('[F-SC8][SC-060] are asked for again when the scheduler is opened again after five minutes, and not before', async () => {
    const { store, clock, calls } = await ready();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(calls(lookup)).toHaveLength(1);
    store.hide();
    store.show();
    await clock.advance(2_000);
    expect(calls(lookup)).toHaveLength(1);
    store.hide();
    await clock.advance(staleAfterMs);
    store.show();
    await clock.advance(2_000);
    expect(calls(lookup)).toHaveLength(2);
    await store.times.refresh();
    expect(calls(lookup)).toHaveLength(2);
  });

  it('[F-SC5] of one expert are never replaced by everybody’s when the lookup fails', async () => {
    const everybody = days(of('theo', '23T09:00', '23T09:30'), of('mara', '23T11:00', '23T11:30'));
    const { store, state, clock } = await ready({
      resource: 'mara',
      routes: {
        '/v2/scheduler/availability': () => ({ data: { availability: everybody } }),
        [lookup]: () => refuse(500),
      },
    });
    state.form.selectedAgent = '';
    expect(starts(state)).toEqual(['23T11:00 mara']);
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(state.hasAvailabilityFailed).toBe(true);
    expect(starts(state)).toEqual(['23T11:00 mara']);
  });

  it.each(['theo', 'mara'])(
    '[SC-067][F-SC5] of one expert are listed where %s is named first for the same time',
    async (first) => {
      const second = first === 'theo' ? 'mara' : 'theo';
      const everybody = days(of(first, '23T11:00', '23T11:30'), of(second, '23T11:00', '23T11:30'));
      const { store, state, clock } = await ready({
        resource: 'mara',
        routes: { '/v2/scheduler/availability': () => ({ data: { availability: everybody } }) },
      });
      expect(starts(state)).toEqual(['23T11:00 mara']);
      // An appointment with somebody else does not take the time from the list.
      await store.find('NW-1');
      state.appointmentDetails = { ...loadedAppointment, expertId: 'theo' };
      await store.times.prefill();
      await clock.advance(0);
      expect(starts(state)).toEqual(['23T11:00 mara']);
    },
  );

  it('[SC-067] that cross midnight are offered once, on the day on which they start', async () => {
    const night = { ...buildSlot('2026-11-23T12:45:00+14:00', '2026-11-23T13:15:00+14:00', ''), timezone: '' };
    const { store, state, clock } = await ready({ routes: { [lookup]: () => days(night, night) } });
    store.openSection('CALENDAR');
    await clock.advance(0);
    expect(state.days.map(({ date, slots }) => [date, slots.length])).toEqual([['2026-11-22', 1]]);
  });

  it.each([0, 1, 2_000])('[SC-061][SC-073] can be %i', async (count) => {
    const slots = Array.from({ length: count }, (_, index) => {
      const startMs =
        Date.parse('2026-11-23T14:00:00Z') + Math.floor(index / 20) * 86_400_000 + (index % 20) * 1_200_000;
      const text = (ms: number) => new Date(ms).toISOString();
      return { ...buildSlot(text(startMs), text(startMs + 1_200_000)), expertId: `ex-${index}` };
    });
    const { store, state, clock } = await ready({ routes: { [lookup]: () => days(...slots) } });
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(state.days.flatMap((day) => day.slots)).toHaveLength(count);
    expect(state).toMatchObject({ isAvailabilityPending: false, hasAvailabilityFailed: false });
  });

  it('[SC-072][SC-129] that are 30 s late count as failed, and can be asked for again', async () => {
    let delays = true;
    const { store, state, clock } = await ready({
      routes: {
        [lookup]: async () => {
          if (delays) await new Promise<void>((resolve) => clock.after(30_000, resolve));
          return delays ? refuse(504) : offeredDays;
        },
      },
    });
    store.openSection('CALENDAR');
    await clock.advance(31_000);
    expect(state.hasAvailabilityFailed).toBe(true);
    delays = false;
    void store.times.lookup();
    await clock.advance(2_000);
    expect(state).toMatchObject({ hasAvailabilityFailed: false, isAvailabilityPending: false });
  });
});

describe('asking again', () => {
  const prefill = '/v2/scheduler/availability';

  it('[F-SC8] asks for everybody’s times again until the calendar was opened', async () => {
    const { store, clock, calls } = await ready();
    expect(calls(prefill)).toHaveLength(1);
    clock.jump(staleAfterMs - 1);
    await store.times.refresh();
    expect(calls(prefill)).toHaveLength(1);
    clock.jump(1);
    await store.times.refresh();
    expect([calls(prefill).length, calls(lookup).length]).toEqual([2, 0]);
  });

  it.each([
    ['before the scheduler is loaded', { info: 'loading' }],
    ['while the details are shown', { displayedScreen: 'DETAILS' }],
    ['during another call', { isAvailabilityPending: true }],
  ])('[F-SC8] asks for nothing %s', async (_, change) => {
    const { store, state, clock, calls } = await ready();
    clock.jump(staleAfterMs);
    Object.assign(state, change);
    await store.times.refresh();
    expect(calls(prefill)).toHaveLength(1);
  });

  it('[SC-060] asks for the place and purpose of the page, and for the variation in place of the focus area', async () => {
    const { calls } = await ready({ config: { variation: 'hybrid', purpose: 'demo' } });
    expect(JSON.stringify(calls(prefill)[0])).toMatch(/hybrid.*demo|demo.*hybrid/);
    const plain = await ready();
    expect(JSON.stringify(plain.calls(prefill)[0])).toContain('cloud');
  });

  it('[SC-003][SC-070] shows only the times of the link’s expert while that expert’s own are asked for', async () => {
    const everybody = days(of('theo', '23T09:00', '23T09:30'), of('mara', '23T11:00', '23T11:30'));
    const { store, state, clock } = await ready({
      routes: {
        [prefill]: () => ({ data: { availability: everybody } }),
        [lookup]: () => new Promise(() => {}),
      },
    });
    expect(starts(state)).toEqual(['23T09:00 theo', '23T11:00 mara']);
    store.openSection('CALENDAR');
    await clock.advance(0);
    expect(starts(state)).toEqual(['23T11:00 mara']);
  });

  it('[SC-070] does not ask again after a slot is chosen, and asks again after the list is forgotten', async () => {
    const { store, state, clock, calls } = await ready();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    const [slot] = state.days[0]?.slots ?? [];
    if (!slot) throw new Error('no slot');
    store.chooseSlot({ ...slot, expertId: 'theo' });
    expect(state.form.selectedAgent).toBe('theo');
    await store.times.lookupIfChanged();
    expect(calls(lookup)).toHaveLength(1);
    store.times.forget();
    const again = store.times.lookupIfChanged();
    await clock.advance(2_000);
    await again;
    expect(calls(lookup)).toHaveLength(2);
  });

  it('[SC-073][F-SC8] keep the shown day when the visitor comes back to the tab or the scheduler', async () => {
    const { store, state, clock } = await ready();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    store.chooseDay('2026-11-24');
    for (const minutes of [1, 6]) {
      await clock.advance(minutes * 60_000);
      await Promise.all([store.times.refresh(), clock.advance(2_000)]);
      expect(state.shownDate).toBe('2026-11-24');
    }
    store.hide();
    store.show();
    expect(state.shownDate).toBe('2026-11-24');
    expect(state.form.selectedTime).toBe(bookedForm.selectedTime);
  });

  it('[F-SC8] drops a chosen time at the moment when it starts', async () => {
    const { store, state, clock } = await ready();
    const startMs = Date.parse(state.form.selectedTime);
    clock.jump(startMs - 1 - clock.now());
    store.times.dropPastChoice();
    expect(state.isSlotPast).toBe(false);
    clock.jump(1);
    store.times.dropPastChoice();
    expect([state.isSlotPast, state.form.selectedTime]).toEqual([true, '']);
    state.isSlotPast = false;
    store.times.dropPastChoice();
    expect(state.isSlotPast).toBe(false);
  });

  it.each([
    ['', ['Asia/Tokyo'], ''],
    ['Asia/Tokyo', ['Asia/Tokyo'], 'Asia/Tokyo'],
    ['Europe/Berlin', ['Europe/Berlin', 'Asia/Tokyo'], 'Europe/Berlin'],
    ['Mars/Base', ['America/New_York', 'Asia/Tokyo'], 'America/New_York'],
  ])('[SC-059] offers the zone "%s" of an appointment beside the others: %j', async (zone, zones, expected) => {
    const { store, state } = await ready();
    state.zones = ['Asia/Tokyo'];
    state.form.timezone = zone;
    store.times.offerZone();
    expect([[...state.zones], state.form.timezone]).toEqual([zones, expected]);
  });
});

describe('a time that was taken', () => {
  it.each([
    ['is listed again', () => days(of('mara', '23T10:00', '23T10:30'), of('mara', '23T14:00', '23T14:30')), []],
    ['cannot be looked up', () => refuse(503), []],
    [
      'has another expert',
      () => days(of('mara', '23T10:00', '23T10:30'), of('theo', '23T10:00', '23T10:30')),
      ['theo'],
    ],
  ])('[SC-106][F-SC29] is not offered by the same expert again if it %s', async (_, answer, experts) => {
    const { store, state, clock } = await ready({
      routes: { '/v2/appointments/': () => refuse(409), [lookup]: answer },
    });
    await store.submit();
    await clock.advance(2_000);
    const takenMs = state.takenMs ?? 0;
    const all = state.days.flatMap(({ slots }) => slots).filter(({ startMs }) => startMs === takenMs);
    expect(all.map(({ expertId }) => expertId)).toEqual(experts);
    expect(store.times.nearestTo(takenMs).filter(({ startMs }) => startMs === takenMs)).toHaveLength(experts.length);
  });

  it('[SC-106][F-SC29] is answered with the free times next to it, and one press returns to the button that books', async () => {
    const free = days(
      of('mara', '23T09:00', '23T09:30'),
      of('mara', '23T10:30', '23T11:00'),
      of('mara', '23T11:00', '23T11:30'),
      of('mara', '23T14:00', '23T14:30'),
      of('mara', '24T10:00', '24T10:30'),
    );
    const { store, state, clock, backend } = await ready({
      routes: { '/v2/appointments/': () => refuse(409), [lookup]: () => free },
    });
    await store.submit();
    await clock.advance(2_000);
    expect(state).toMatchObject({ problem: 'taken', displayedAccordian: 'CALENDAR' });
    expect(state.touched.selectedTime).toBe(false);
    const near = store.times.nearestTo(state.takenMs ?? 0);
    expect(near.map(({ startDateTime }) => startDateTime.slice(8, 16))).toEqual([
      '23T09:00',
      '23T10:30',
      '23T11:00',
      '23T14:00',
    ]);
    const [, next] = near;
    if (next) store.chooseNearest(next);
    expect(state).toMatchObject({ problem: undefined, displayedAccordian: 'CONTACT_INFO', takenMs: undefined });
    backend.on('/v2/appointments/', () => ({ confirmationNumber: 'NW-2' }));
    await store.submit();
    expect(state.confirmationNumber).toBe('NW-2');
  });
});

describe('moving a call', () => {
  it('[SC-070][F-SC25] offers the times of all experts, and keeps the booked one where several have the same time', async () => {
    const all = await booked();
    const { store, state, clock, calls, backend } = all;
    backend.on(lookup, () =>
      days(of('theo', '24T09:00', '24T09:30'), of('mara', '24T09:00', '24T09:30'), of('theo', '24T11:00', '24T11:30')),
    );
    store.edit();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(calls(lookup).map(({ body }) => (body as { expertId: string }).expertId)).toEqual(['']);
    expect(starts(state)).toEqual(['23T10:00 mara', '24T09:00 mara', '24T11:00 theo']);
  });

  it.each(['America/New_York', 'Asia/Tokyo'])(
    '[SC-068][SC-070] keeps the booked expert at the booked time, which another expert offers as well, in %s',
    async (zone) => {
      const expert = { expertName: 'Mara Lindqvist', expertRole: 'Architect' };
      const { store, state, clock } = await booked({
        routes: {
          '/v2/appointments/lookup/': () => ({ ...loadedAppointment, ...expert }),
          [lookup]: () => days({ ...of('theo', '23T10:00', '23T10:30'), expertName: 'Theo' }),
        },
      });
      store.edit();
      store.openSection('CALENDAR');
      await clock.advance(2_000);
      await Promise.all([store.times.chooseZone(zone), clock.advance(2_000)]);
      expect(state.days.flatMap(({ slots }) => slots)).toMatchObject([{ expertId: 'mara', ...expert }]);
      expect(store.times.chosen(state.form)).toMatchObject({ expertId: 'mara', ...expert });
    },
  );

  it('[SC-070] keeps the chosen expert when the times are looked up again', async () => {
    const { store, state, clock, backend } = await booked();
    backend.on(lookup, () => days(of('theo', '24T09:00', '24T09:30')));
    store.edit();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    const other = state.days.at(-1)?.slots[0];
    if (!other) throw new Error('no other slot');
    store.chooseSlot(other);
    backend.on(lookup, () => days(of('mara', '24T09:00', '24T09:30'), of('theo', '24T09:00', '24T09:30')));
    await Promise.all([store.times.lookup(), clock.advance(2_000)]);
    expect(store.times.chosen(state.form)?.expertId).toBe(state.form.selectedAgent);
  });

  it('[F-SC8][F-SC25] does not send a new time that has passed', async () => {
    const { store, state, clock, calls } = await booked();
    store.edit();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    const other = state.days.at(-1)?.slots[0];
    if (!other) throw new Error('no other slot');
    store.chooseSlot(other);
    clock.jump(other.startMs + 1 - clock.now());
    await store.submit();
    expect(calls('/v2/appointments/', 'PUT')).toHaveLength(0);
    expect(state).toMatchObject({ isSlotPast: true, pendingFocus: 'selectedTime' });
  });

  it('[F-SC25][SC-095] says that the call is moved, and from when', async () => {
    const { store, state, clock, backend } = await booked();
    store.edit();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    const other = state.days.at(-1)?.slots[0];
    if (!other) throw new Error('no other slot');
    store.chooseSlot(other);
    backend.on('/v2/appointments/lookup/', () => ({
      ...loadedAppointment,
      startDateTime: other.startDateTime,
      endDateTime: other.endDateTime,
    }));
    await store.submit();
    expect(state.outcome).toBe('moved');
    expect(state.movedFrom?.startMs).toBe(Date.parse(loadedAppointment.startDateTime));
  });

  it('[F-SC25] says that the call is updated if only other details have changed', async () => {
    const { store, state, clock } = await booked();
    store.edit();
    state.form.company = 'Other Ltd';
    await store.submit();
    await clock.advance(2_000);
    expect(state).toMatchObject({ outcome: 'changed', movedFrom: undefined, displayedScreen: 'DETAILS' });
  });
});
