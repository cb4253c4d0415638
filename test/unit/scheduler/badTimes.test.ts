import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { toBooking } from '../../../frame/scheduler/appointment.ts';
import { fitText } from '../../../frame/scheduler/fitText.ts';
import { joinPhone, splitPhone } from '../../../frame/scheduler/phone.ts';
import { ownZoneOf, readSlots, toInstantMs } from '../../../frame/scheduler/readSlots.ts';
import { groupSlots } from '../../../frame/scheduler/visibleSlots.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import {
  bookedForm,
  buildSlot,
  loadedAppointment,
  offeredDays,
  schedulerConfig,
} from '../../support/schedulerFixtures.ts';
import { booked, ready, setUp } from '../../support/schedulerStore.ts';

const T = Temporal;
const utc = (text: string): number => Date.parse(text);

describe('times as services write them', () => {
  it.each([
    ['2026-11-23T10:00:00+09', '2026-11-23T01:00:00Z'],
    ['2026-11-23T10:00+0900', '2026-11-23T01:00:00Z'],
    ['2026-11-23 10:00:00.000-05', '2026-11-23T15:00:00Z'],
    ['2026-11-23T10:00:00+09:00[Asia/Tokyo]', '2026-11-23T01:00:00Z'],
    ['2026-11-23T10:00:00[Asia/Tokyo]', '2026-11-23T01:00:00Z'],
    ['2026-11-23t10:00:00z', '2026-11-23T10:00:00Z'],
    // Without any place it is wall-clock time of the zone that was asked for.
    ['2026-11-23T10:00:00', '2026-11-23T15:00:00Z'],
  ])('[SC-065][SC-067] reads %s as the instant %s', (text, instant) => {
    expect(toInstantMs(T, text, 'America/New_York')).toBe(utc(instant));
  });

  it('[SC-065] takes an offset of hours alone for the slot’s own zone', () => {
    expect(ownZoneOf(T, buildSlot('2026-11-23T10:00:00+09', '', ''), 'UTC')).toBe('+09');
    expect(ownZoneOf(T, buildSlot('2026-11-23T10:00:00', '', ''), 'UTC')).toBe('UTC');
    const slot = buildSlot('2026-11-23T10:00:00+09', '2026-11-23T10:30:00+09', '');
    // 10 o'clock there is 1 o'clock in London: its own hours count.
    expect(groupSlots(T, readSlots(T, [{ date: '', slots: [slot] }], 'Europe/London'), 'Europe/London')).toHaveLength(
      1,
    );
  });

  it.each([
    ['+275760-09-13T00:00:00Z', '+275760-09-13T00:00:00Z'],
    ['-271821-04-20T00:00:00Z', '2026-11-23T10:00:00Z'],
    ['1969-12-31T23:00:00Z', '2026-11-23T10:00:00Z'],
    ['2026-11-23T10:00:00Z', '+010000-01-01T00:00:00Z'],
  ])('[SC-061] leaves out a slot from %s to %s, which no calendar shows', (start, end) => {
    const log = createFakeLog();
    expect(readSlots(T, [{ date: '', slots: [buildSlot(start, end, 'UTC')] }], 'UTC', log)).toEqual([]);
    expect(log.warnings).toHaveLength(1);
  });
});

describe('a chosen time', () => {
  /** Times without an offset, of a zone that is not the visitor's. */
  const away = [
    {
      date: '2026-11-23',
      slots: [
        buildSlot('2026-11-23T10:00:00', '2026-11-23T10:30:00'),
        buildSlot('2026-11-23T11:00:00', '2026-11-23T11:30:00'),
      ],
    },
  ];

  it('[SC-065][SC-069][SC-097] without an offset is booked as the instant it is, in whatever zone it was shown', async () => {
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

  it('[SC-069][SC-071] is said in the service’s words where they mean that instant, also after a change of zone', async () => {
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

  it('[SC-067][SC-071] among several that start together stays the one that ends as it does', async () => {
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
    if (!long) throw new Error('the fixture has a long one');
    store.chooseSlot(long);
    await Promise.all([store.times.chooseZone('America/Los_Angeles'), clock.advance(0)]);
    expect(state.form.selectedTimeEnd).toBe('2026-11-23T11:00:00-05:00');
    expect(store.times.chosen()?.endMs).toBe(long.endMs);
  });

  it('[SC-069][SC-070] of nobody in particular is not the expert’s whose time was chosen before', async () => {
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

  it('[SC-070] of a list that was asked for by an expert is that expert’s, though the slot does not say so', async () => {
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
    // The time chosen before is not in the list; its expert is still the one who was asked for.
    state.form.selectedAgent = 'mara';
    const [slot] = state.days[0]?.slots ?? [];
    if (!slot) throw new Error('the fixture has a slot');
    store.chooseSlot(slot);
    expect(state.form.selectedAgent).toBe('mara');
  });

  it('[SC-003][SC-070] is asked for and booked with the expert that a link named, until a time names another', async () => {
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

  it('[SC-105] of an appointment without a readable start or end is chosen anew, and not sent back', async () => {
    for (const bad of [{ endDateTime: '' }, { startDateTime: 'soon' }]) {
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

  it('[SC-068][SC-071] that is not offered any more is announced once: an appointment that is opened again has its own', async () => {
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

describe('zones', () => {
  it.each(['Mars/Base', ''])(
    '[SC-114] shows an appointment of the zone "%s" in New York’s, and says so',
    async (clientTimezone) => {
      const { store, state, calls } = await booked({
        routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, clientTimezone }) },
      });
      expect(store.appointmentSpan()?.zone).toBe('America/New_York');
      store.edit();
      await store.submit();
      expect(calls('/v2/appointments/', 'PUT')[0]?.body).toMatchObject({ clientTimezone: 'America/New_York' });
      expect(state.zones).toContain(store.times.zone());
    },
  );

  it('[SC-054][SC-123] offers the zone of the appointment before it for the next call', async () => {
    const { store, state } = await booked({
      routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, clientTimezone: 'Europe/Berlin' }) },
    });
    store.startOver();
    expect(state.form.timezone).toBe('Europe/Berlin');
    expect(state.zones).toContain('Europe/Berlin');
  });

  it('[SC-055][SC-059] asks in New York’s zone while none is listed, and says no error', async () => {
    const { store, state, calls, clock } = setUp({
      config: { appointmentTimeZones: 'Mars/Base, ,Bad/Zone', appointmentTimeZonePreferred: 'Mars/Base' },
    });
    await store.load();
    expect(state).toMatchObject({ zones: [], errorCode: '' });
    expect(state.form.timezone).toBe('');
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(calls('/v2/availability/lookup/')[0]?.body).toMatchObject({ clientTimezone: 'America/New_York' });
    expect(state.days.length).toBeGreaterThan(0);
  });
});

describe('what is sent', () => {
  const page = { url: '', uniquePageId: '', bluemixAnonId: '', ibmId: '', productName: '' };

  it.each([
    ['+1 415 555 2671', '+1 415 555 2671'],
    ['1-415-555-2671', '+1 415-555-2671'],
    ['+14155552671', '+1 4155552671'],
    ['(415) 555-2671', '+1 (415) 555-2671'],
  ])('[SC-086][SC-097] has one +1, typed with the number or not: %s', (phoneNumber, clientPhone) => {
    const booking = toBooking({
      form: { ...bookedForm, phoneNumber },
      config: schedulerConfig,
      page,
      expertId: '',
      cognitiveFilterIntent: '',
    });
    expect(booking.clientPhone).toBe(clientPhone);
    expect(splitPhone(clientPhone, '+1', ['+1']).dialingCode).toBe('+1');
  });

  it('[SC-097] keeps a number of another country as it was typed', () => {
    expect(joinPhone('+44', '1 415 555 2671')).toBe('+44 1 415 555 2671');
    expect(joinPhone('+1', '115 555 2671')).toBe('+1 115 555 2671');
  });

  it('[SC-097] is cut between characters, never through one', async () => {
    const { store, state } = await ready();
    store.type('firstName', `${'x'.repeat(199)}🙂🙂`);
    expect(state.form.firstName).toBe('x'.repeat(199));
    expect(fitText('🙂🙂', 4)).toBe('🙂🙂');
    expect(fitText('🙂🙂', 3)).toBe('🙂');
  });
});
