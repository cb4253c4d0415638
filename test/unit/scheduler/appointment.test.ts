import { describe, expect, it } from 'vitest';
import { createError } from '../../../frame/platform/errors.ts';
import { parseConfirmationNumber } from '../../../frame/scheduler/confirmationNumber.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { bookedForm, loadedAppointment } from '../../support/schedulerFixtures.ts';
import { booked, ready, setUp } from '../../support/schedulerStore.ts';
import { unanswered } from './unanswered.ts';

describe('editing', () => {
  it('[SC-095][SC-103][SC-105] opens the prefilled form and sends a PUT with the same members', async () => {
    const { store, state, calls } = await booked();
    store.edit();
    expect(state).toMatchObject({ displayedScreen: 'FORM', displayedAccordian: 'QUESTION', isEditing: true });
    expect(state.form).toEqual(bookedForm);
    store.type('company', 'New Ltd');
    await store.submit();
    const [put] = calls('/v2/appointments/NW-1', 'PUT');
    expect(put?.body).toMatchObject({ clientCompany: 'New Ltd', numberOfAttendees: 1 });
    expect(Object.keys(put?.body as object)).toHaveLength(25);
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
    expect(store.read('update')).toBe('Change this call');
  });

  it('[SC-105] returns to the unchanged details without a call', async () => {
    const { store, state, calls } = await booked();
    const before = state.appointment;
    store.edit();
    store.type('company', 'New Ltd');
    store.leaveEdit();
    expect(state.displayedScreen).toBe('DETAILS');
    expect(state.appointment).toEqual(before);
    expect(calls('/v2/appointments/NW-1', 'PUT')).toHaveLength(0);
  });

  /** An edit whose answer was lost, although the service has moved the call. */
  async function lostEdit() {
    const all = await booked();
    all.backend.on('/v2/appointments/', unanswered[0][1]);
    all.store.edit();
    await all.store.submit();
    await all.clock.advance(2_000);
    return all;
  }

  it('[SC-105][REL-29] that may have succeeded is left for the call as it is now', async () => {
    const { store, state, backend, calls } = await lostEdit();
    const moved = { ...loadedAppointment, startDateTime: '2026-11-24T09:00:00-05:00' };
    backend.on('/v2/appointments/lookup/', () => moved);
    await store.leaveEdit();
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', appointment: moved, problem: undefined });
    store.edit();
    await store.leaveEdit();
    expect(calls('/v2/appointments/lookup/'), 'the outcome is known now').toHaveLength(1);
  });

  it.each([
    [500, 'changeTimedOut'],
    [404, 'notFound'],
  ] as const)(
    '[SC-105][SC-115][REL-29] that may have succeeded is left with a message if the call cannot be loaded: %i',
    async (status, problem) => {
      const { store, state, backend } = await lostEdit();
      backend.on('/v2/appointments/lookup/', () => refuse(status));
      await store.leaveEdit();
      expect(state).toMatchObject({ displayedScreen: 'DETAILS', problem });
    },
  );

  it('[SC-115] that was moved to another number is looked for by it, without the details of before', async () => {
    const { store, state, backend, clock } = await lostEdit();
    backend.on('/v2/appointments/lookup/', () => refuse(404));
    await store.leaveEdit();
    await clock.advance(2_000);
    backend.on('/v2/appointments/lookup/', () => refuse(503));
    await store.find('NW-2');
    expect(state.problem).toBe('unreachable');
    backend.on('/v2/appointments/lookup/', () => refuse(404));
    await clock.advance(2_000);
    await store.retryFetch();
    store.hide();
    expect(state).toMatchObject({ displayedScreen: 'FORM', appointment: undefined, form: { selectedTime: '' } });
  });

  it('[SC-068] offers the booked time while the form has its zone', async () => {
    const early = {
      ...loadedAppointment,
      startDateTime: '2026-11-23T07:00:00-05:00',
      endDateTime: '2026-11-23T07:30:00-05:00',
    };
    const { store, state, clock } = await booked({ routes: { '/v2/appointments/lookup/': () => early } });
    store.edit();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(state.days[0]?.slots.map(({ startDateTime }) => startDateTime)[0]).toBe(early.startDateTime);
    expect(state.form.selectedTime).toBe(early.startDateTime);
    void store.times.chooseZone('Asia/Tokyo');
    await clock.advance(2_000);
    expect(
      state.days.flatMap(({ slots }) => slots).some(({ startDateTime }) => startDateTime === early.startDateTime),
    ).toBe(false);
    expect(state.isSlotGone).toBe(true);
  });

  it.each([
    ['not-found', 404, true],
    ['not-found', 410, true],
    ['not-found', 500, false],
    ['always', 404, true],
    ['always', 500, true],
    ['never', 404, false],
    ['never', 500, false],
  ] as const)(
    '[SC-104] with editFallback "%s" and status %i makes a new booking: %s',
    async (editFallback, status, isBooked) => {
      const { store, calls, backend } = await booked({ deployment: { editFallback } });
      backend.on('/v2/appointments/', (call) =>
        call.method === 'PUT' ? refuse(status) : { confirmationNumber: 'NW-2' },
      );
      store.edit();
      await store.submit();
      const order = [...calls('/v2/appointments/NW-1', 'PUT'), ...calls('/v2/appointments/', 'POST')];
      expect(order.map(({ method }) => method)).toEqual(isBooked ? ['PUT', 'POST'] : ['PUT']);
      expect(store.state.confirmationNumber).toBe(isBooked ? 'NW-2' : 'NW-1');
    },
  );

  it('[SC-104][REL-29] makes no new booking after an edit without an answer', async () => {
    const { store, calls, backend } = await booked();
    backend.on('/v2/appointments/', () => {
      throw createError('CALL_TIMEOUT', 'late');
    });
    store.edit();
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
    expect(store.state.problem).toBe('changeTimedOut');
  });
});

describe('details', () => {
  it('[SC-109][SC-108] loads an appointment by GET without a body', async () => {
    const { store, state, calls } = setUp();
    await store.load();
    await store.find(' NW-1 ');
    const [call] = calls('/v2/appointments/lookup/');
    expect(call).toMatchObject({ path: '/v2/appointments/lookup/NW-1', method: 'GET' });
    expect(call?.body).toBeUndefined();
    expect(state.displayedScreen).toBe('DETAILS');
    expect(store.appointmentSpan()).toEqual({
      startMs: Date.parse('2026-11-23T15:00:00Z'),
      endMs: Date.parse('2026-11-23T15:30:00Z'),
      zone: 'America/New_York',
    });
    expect(store.calendarEvent()).toMatchObject({ title: 'Call with an expert', uid: 'NW-1@contact-widget' });
  });

  it.each([
    'a/b',
    '../NW-1',
    'NW-1?x=1',
    '<script>',
    '<script>alert(1)</script>',
    'NW 1',
    'NW-1\n2',
    'ＮＷ-1',
    '',
    'x'.repeat(70),
  ])('[SC-131] makes no call for the confirmation number "%s"', async (number) => {
    const { store, state, calls } = setUp();
    await store.find(number);
    expect(calls('/v2/')).toHaveLength(0);
    expect(state).toMatchObject({ problem: 'notFound', displayedScreen: 'DETAILS' });
    expect(store.read('notFound')).toBe('We could not find this call. Check the confirmation number.');
  });

  it('[SC-115] shows that the appointment was not found, and can try again', async () => {
    const { store, state, backend } = setUp({ routes: { '/v2/appointments/lookup/': () => refuse(404) } });
    await store.find('NW-9');
    expect(state).toMatchObject({ problem: 'notFound', errorCode: 'SCH02' });
    backend.on('/v2/appointments/lookup/', () => loadedAppointment);
    await store.retryFetch();
    expect(state.problem).toBeUndefined();
  });

  it('[SC-115] shows that an invalid appointment was not found', async () => {
    const { store, state } = setUp({ routes: { '/v2/appointments/lookup/': () => ({ startDateTime: 5 }) } });
    await store.find('NW-1');
    expect(state.problem).toBe('notFound');
  });
});

describe('the entry for the visitor’s calendar', () => {
  it.each<[string, object, string, string]>([
    ['a call by phone', {}, 'We will call you at +1 415 555 2671.', 'How do we move?'],
    ['a meeting', { meetingUrl: 'https://meet.example/1' }, 'https://meet.example/1', 'How do we move?'],
    ['a call without a number and a question', { clientPhone: '', clientQuestion: '' }, '', ''],
  ])(
    '[SC-114] of %s says where, the number and the question, each in a line, and has a line with the address',
    async (_, change, where, question) => {
      const { store, state, clock } = await booked({
        routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, ...change }) },
      });
      const event = store.calendarEvent();
      expect(state.manageUrl).toBe('https://p.example/?cm-scheduler-confirmation=NW-1');
      const lines = [where, 'Confirmation number: NW-1', question];
      expect(event?.description.split('\n')).toEqual(lines.filter((line) => line !== ''));
      expect(event).toMatchObject({
        uid: 'NW-1@contact-widget',
        stampMs: clock.now(),
        url: state.manageUrl,
        urlLine: `Change or cancel: ${state.manageUrl}`,
        location: where,
        isCancelled: false,
      });
      expect(store.calendarEvent({ isCancelled: true })?.isCancelled).toBe(true);
    },
  );

  it('[SC-114] is missing without an appointment', async () => {
    const { store } = await ready();
    expect(store.calendarEvent()).toBeUndefined();
  });
});

it.each([
  ['NW-1', true],
  [' NW-1 ', true],
  ['a/b', false],
  ['', false],
])('[SC-131] "%s" can be a confirmation number: %s', (text, expected) => {
  expect(parseConfirmationNumber(text) !== undefined).toBe(expected);
});

it('[SC-115] shows an invalid number without its blanks and at most 200 characters', async () => {
  const { store, state, log } = await ready();
  await store.find(`  ${'a/b'.repeat(100)} `);
  expect(state.confirmationNumber).toHaveLength(200);
  expect(state.confirmationNumber).toMatch(/^a\/b/);
  expect(log.warnings).toContain('The confirmation number is invalid.');
});
