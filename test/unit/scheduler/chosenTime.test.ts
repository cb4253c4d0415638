import { describe, expect, it } from 'vitest';
import { buildSlot, loadedAppointment, offeredDays } from '../../support/schedulerFixtures.ts';
import { booked, ready } from '../../support/schedulerStore.ts';

const utc = (text: string): number => Date.parse(text);

describe('a chosen time', () => {
  /** Slots without an offset, in another zone than the visitor's. */
  const away = [
    {
      date: '2026-11-23',
      slots: [
        buildSlot('2026-11-23T10:00:00', '2026-11-23T10:30:00'),
        buildSlot('2026-11-23T11:00:00', '2026-11-23T11:30:00'),
      ],
    },
  ];

  it('[SC-065][SC-069][SC-097] without an offset is booked as the same instant, even if it was shown in another zone', async () => {
    const { store, state, calls } = await ready({
      config: { appointmentTimeZonePreferred: 'Asia/Tokyo' },
      routes: { '/v2/scheduler/availability': () => away, '/v2/availability/lookup/': () => away },
    });
    state.form.timezone = 'Asia/Tokyo';
    store.times.regroup();
    const [first] = state.days[0]?.slots ?? [];
    if (!first) throw new Error('the fixture has two slots');
    store.chooseSlot(first);
    expect(store.times.chosen()).toBe(first);
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')[0]?.body).toMatchObject({
      clientTimezone: 'Asia/Tokyo',
      startDateTime: '2026-11-23T15:00:00.000Z',
      endDateTime: '2026-11-23T15:30:00.000Z',
    });
  });

  it('[SC-069][SC-071] is sent in the service’s own text if that means the same instant, and in UTC after a change of zone', async () => {
    const { store, state, clock } = await ready({
      routes: { '/v2/scheduler/availability': () => away, '/v2/availability/lookup/': () => away },
    });
    const [first] = state.days[0]?.slots ?? [];
    if (!first) throw new Error('the fixture has two slots');
    store.chooseSlot(first);
    expect(state.form.selectedTime).toBe('2026-11-23T10:00:00');
    await Promise.all([store.times.chooseZone('Asia/Tokyo'), clock.advance(0)]);
    expect(state.form).toMatchObject({
      selectedTime: '2026-11-23T15:00:00.000Z',
      selectedTimeEnd: '2026-11-23T15:30:00.000Z',
    });
    expect(state.isSlotGone).toBe(false);
    await Promise.all([store.times.chooseZone('America/New_York'), clock.advance(0)]);
    expect(store.times.chosen()?.startDateTime).toBe('2026-11-23T10:00:00');
  });

  it('[SC-067][SC-071] stays the slot with the same end if several start together', async () => {
    const together = [
      {
        date: '2026-11-23',
        slots: [
          buildSlot('2026-11-23T10:00:00-05:00', '2026-11-23T10:30:00-05:00'),
          buildSlot('2026-11-23T10:00:00-05:00', '2026-11-23T11:00:00-05:00'),
          buildSlot('2026-11-23T10:00:00-05:00', '2026-11-23T11:00:00-05:00'),
          buildSlot('2026-11-23T10:15:00-05:00', '2026-11-23T10:45:00-05:00'),
        ],
      },
    ];
    const { store, state, clock } = await ready({
      routes: { '/v2/scheduler/availability': () => together, '/v2/availability/lookup/': () => together },
    });
    const slots = state.days[0]?.slots ?? [];
    expect(slots.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [utc('2026-11-23T15:00Z'), utc('2026-11-23T15:30Z')],
      [utc('2026-11-23T15:00Z'), utc('2026-11-23T16:00Z')],
      [utc('2026-11-23T15:15Z'), utc('2026-11-23T15:45Z')],
    ]);
    const [, long] = slots;
    if (!long) throw new Error('the fixture has a long slot');
    store.chooseSlot(long);
    await Promise.all([store.times.chooseZone('America/Los_Angeles'), clock.advance(0)]);
    expect(state.form.selectedTimeEnd).toBe('2026-11-23T11:00:00-05:00');
    expect(store.times.chosen()?.endMs).toBe(long.endMs);
  });

  it('[SC-069][SC-070] without an expert does not keep the expert of the slot chosen before', async () => {
    const { store, state, calls, clock } = await ready({
      routes: {
        '/v2/scheduler/availability': () => [
          {
            date: '',
            slots: [
              ...(offeredDays[0]?.slots ?? []),
              { ...buildSlot('2026-11-23T16:00:00-05:00', '2026-11-23T16:30:00-05:00'), expertId: '' },
            ],
          },
        ],
      },
    });
    const slots = state.days[0]?.slots ?? [];
    const [first, , nobody] = slots;
    if (!first || !nobody) throw new Error('the fixture has three slots');
    store.chooseSlot(first);
    expect(state.form.selectedAgent).toBe('mara');
    store.chooseSlot(nobody);
    expect(state.form.selectedAgent).toBe('');
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')[0]?.body).toMatchObject({ expertId: '', selectedExpert: '' });
    await clock.advance(0);
  });

  it('[SC-070] without an expert belongs to the expert the list was requested for', async () => {
    const { store, state, clock } = await ready({
      routes: {
        '/v2/availability/lookup/': () => [
          {
            date: '',
            slots: [{ ...buildSlot('2026-11-23T16:00:00-05:00', '2026-11-23T16:30:00-05:00'), expertId: '' }],
          },
        ],
      },
    });
    state.form.selectedAgent = 'mara';
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    // The list lacks the time chosen before, but was requested for its expert.
    state.form.selectedAgent = 'mara';
    const [slot] = state.days[0]?.slots ?? [];
    if (!slot) throw new Error('the fixture has a slot');
    store.chooseSlot(slot);
    expect(state.form.selectedAgent).toBe('mara');
  });

  it('[SC-003][SC-070] is looked up and booked with the expert of the link, until a slot names another', async () => {
    const unnamed = [
      { date: '', slots: [{ ...buildSlot('2026-11-23T16:00:00-05:00', '2026-11-23T16:30:00-05:00'), expertId: '' }] },
    ];
    const { store, state, calls, clock } = await ready({
      resource: 'ex-9',
      routes: { '/v2/availability/lookup/': () => unnamed },
    });
    state.form.selectedAgent = '';
    store.openSection('CALENDAR');
    await clock.advance(0);
    expect(calls('/v2/availability/lookup/')[0]?.body).toMatchObject({ expertId: 'ex-9' });
    const [slot] = state.days[0]?.slots ?? [];
    if (!slot) throw new Error('the fixture has a slot');
    store.chooseSlot(slot);
    const sent = store.submit();
    await clock.advance(2_000);
    await sent;
    expect(calls('/v2/appointments/', 'POST')[0]?.body).toMatchObject({ expertId: 'ex-9', selectedExpert: '' });
  });

  it('[SC-070][SC-071] of a moved call is sent with the expert who is shown, also if a new list has another one', async () => {
    const { store, state, clock, calls, backend } = await booked();
    store.edit();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    const other = state.days.at(-1)?.slots[0];
    if (other) store.chooseSlot(other);
    expect(state.form.selectedAgent).toBe('mara');
    const slots = offeredDays[1]?.slots.map((slot) => ({ ...slot, expertId: 'theo' }));
    backend.on('/v2/availability/lookup/', () => [{ date: '', slots }]);
    await Promise.all([store.times.lookup(), clock.advance(2_000)]);
    expect(store.times.chosen()?.expertId).toBe('theo');
    await store.submit();
    expect(calls('/v2/appointments/', 'PUT')[0]?.body).toMatchObject({ expertId: 'theo', selectedExpert: 'theo' });
  });

  it('[SC-105] has to be chosen again if the appointment’s start or end cannot be read', async () => {
    for (const bad of [{ endDateTime: '' }, { endDateTime: 'later' }, { startDateTime: 'soon' }]) {
      const { store, state, calls } = await booked({
        routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, ...bad }) },
      });
      store.edit();
      store.type('question', 'Something else');
      await store.submit();
      expect(calls('/v2/appointments/', 'PUT')).toHaveLength(0);
      expect(state.pendingFocus).toBe('selectedTime');
      expect(state.displayedAccordian).toBe('CALENDAR');
    }
  });

  it('[SC-068][SC-071] that is no longer offered is restored when the appointment is opened again', async () => {
    const { store, state, clock } = await booked({ routes: { '/v2/availability/lookup/': () => [] } });
    store.edit();
    void store.times.chooseZone('Asia/Tokyo');
    await clock.advance(2_000);
    expect(state.isSlotGone).toBe(true);
    store.leaveEdit();
    store.edit();
    expect(state.isSlotGone).toBe(false);
    expect(state.form.selectedTime).toBe(loadedAppointment.startDateTime);
  });
});
