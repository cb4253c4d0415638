import { describe, expect, it } from 'vitest';
import { createError } from '../../../frame/platform/errors.ts';
import type { Booking } from '../../../frame/scheduler/appointment.ts';
import { type RecordedCall, refuse } from '../../support/fakeBackend.ts';
import { bookedForm, loadedAppointment, offeredDays } from '../../support/schedulerFixtures.ts';
import { booked, ready } from '../../support/schedulerStore.ts';
import { unanswered } from './unanswered.ts';

type Ready = Awaited<ReturnType<typeof ready>>;

const timedOut = createError('CALL_TIMEOUT', 'late');
const keyed = { idempotencyHeader: 'Idempotency-Key' };
const keyIn = (call: RecordedCall | undefined): string | undefined => call?.headers?.['Idempotency-Key'];

/** A service that makes one booking per idempotency key. `lose` makes its answers get lost. */
function createService() {
  const bookings = new Map<string, unknown>();
  let loses: (() => never) | undefined;
  return {
    bookings,
    lose: (how: (() => never) | undefined) => {
      loses = how;
    },
    answer(call: RecordedCall): unknown {
      if (call.method === 'PUT') return refuse(404);
      bookings.set(keyIn(call) ?? '', call.body);
      if (loses) loses();
      return { confirmationNumber: `NW-${bookings.size}` };
    },
  };
}

/** Submits a booking whose answer waits. Returns how the service says that somebody else has the time. */
async function holdBooking({ store, backend, clock }: Pick<Ready, 'store' | 'backend' | 'clock'>) {
  let answer = (_error: unknown): void => {};
  backend.on(
    '/v2/appointments/',
    () =>
      new Promise((_, reject) => {
        answer = reject;
      }),
  );
  const sent = store.submit();
  await clock.advance(0);
  return async (): Promise<void> => {
    answer(createError('CALL_FAILED', 'taken', { status: 409 }));
    await sent;
  };
}

describe('one booking', () => {
  it.each(unanswered)(
    '[SC-107][REL-29] says after %s that the call may be booked, and repeats the same booking',
    async (_name, how) => {
      const service = createService();
      const { store, state, calls, clock } = await ready({
        deployment: keyed,
        routes: { '/v2/appointments/': service.answer },
      });
      service.lose(how);
      await store.submit();
      expect(state).toMatchObject({ problem: 'timedOut', errorCode: 'SCH02', isSubmitting: false });
      expect(state.form).toEqual(bookedForm);
      service.lose(undefined);
      await clock.advance(2_000);
      await store.submit();
      expect(state).toMatchObject({ displayedScreen: 'DETAILS', confirmationNumber: 'NW-1' });
      expect(service.bookings.size).toBe(1);
      expect(calls('/v2/appointments/', 'POST')).toHaveLength(2);
    },
  );

  it.each(['booking', 'edit'])(
    '[SC-071][SC-107][REL-29] keeps the time of a %s without an answer, which the service may list no longer',
    async (kind) => {
      const { store, state, backend, calls, clock } = await (kind === 'edit' ? booked : ready)({ deployment: keyed });
      if (kind === 'edit') store.edit();
      const other = state.days[1]?.slots[0];
      if (!other) throw new Error('the fixture has another day');
      store.chooseSlot(other);
      backend.on('/v2/appointments/', () => new Promise((_, lose) => clock.after(20_000, () => lose(timedOut))));
      backend.on('/v2/availability/lookup/', () => offeredDays.slice(0, 1));
      const sent = store.submit();
      const expected = { form: { selectedTime: other.startDateTime, selectedAgent: 'mara' }, isSlotGone: false };
      await Promise.all([store.times.lookup(), clock.advance(2_000)]);
      expect(state).toMatchObject({ ...expected, isSubmitting: true });
      await Promise.all([sent, clock.advance(20_000)]);
      const { problem } = state;
      store.hide();
      await clock.advance(6 * 60_000);
      store.show();
      await clock.advance(2_000);
      expect(state.days).toHaveLength(1);
      expect(state).toMatchObject({ ...expected, problem });
      backend.on('/v2/appointments/', () => ({ confirmationNumber: 'NW-1' }));
      await store.submit();
      const [first, second] = calls('/v2/appointments/').filter(({ method }) => method !== 'GET');
      expect(keyIn(second)).toBe(keyIn(first));
      expect(second?.body).toEqual(first?.body);
    },
  );

  it('[SC-104][REL-29] books once if the answer to the new booking after an edit is lost', async () => {
    const service = createService();
    const { store, state, backend, calls, clock } = await booked({ deployment: keyed });
    backend.on('/v2/appointments/', service.answer);
    service.lose(unanswered[0][1]);
    store.edit();
    await store.submit();
    expect(state).toMatchObject({ problem: 'changeTimedOut', confirmationNumber: 'NW-1' });
    service.lose(undefined);
    await clock.advance(2_000);
    await store.submit();
    expect(service.bookings.size).toBe(1);
    const [first, second] = calls('/v2/appointments/', 'POST').filter(({ path }) => path === '/v2/appointments/');
    expect(keyIn(first)).toBeDefined();
    expect(keyIn(second)).toBe(keyIn(first));
    // The edit before it has its own key.
    expect(keyIn(calls('/v2/appointments/NW-1', 'PUT')[0])).not.toBe(keyIn(first));
  });

  it('[REL-29] repeats a booking with the same body after the page’s address has changed', async () => {
    let url = 'https://p.example/one';
    const { store, calls, clock } = await ready({
      deployment: keyed,
      routes: { '/v2/appointments/': unanswered[0][1] },
      ports: { page: async () => ({ url, uniquePageId: '', bluemixAnonId: '', ibmId: '', productName: '' }) },
    });
    await store.submit();
    url = 'https://p.example/two';
    await clock.advance(2_000);
    await store.submit();
    const [first, second] = calls('/v2/appointments/', 'POST');
    expect(keyIn(second)).toBe(keyIn(first));
    expect(second?.body).toEqual(first?.body);
  });

  it.each(unanswered)(
    '[SC-104][REL-29] makes no new booking after %s of an edit, even with editFallback "always"',
    async (_name, how) => {
      const { store, state, backend, calls } = await booked({ deployment: { editFallback: 'always' } });
      backend.on('/v2/appointments/', how);
      store.edit();
      await store.submit();
      expect(calls('/v2/appointments/', 'PUT')).toHaveLength(1);
      expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
      expect(state).toMatchObject({ problem: 'changeTimedOut', confirmationNumber: 'NW-1' });
    },
  );

  it.each([
    ['always', 500, 'changeFailed'],
    ['not-found', 404, 'changeTimedOut'],
  ] as const)(
    '[SC-104][REL-29] makes no new booking after an edit that may have succeeded: editFallback %s, then %i',
    async (editFallback, status, problem) => {
      const { store, state, backend, calls, clock } = await booked({ deployment: { editFallback } });
      backend.on('/v2/appointments/', unanswered[0][1]);
      store.edit();
      await store.submit();
      backend.on('/v2/appointments/', (call) =>
        call.method === 'PUT' ? refuse(status) : { confirmationNumber: 'NW-2' },
      );
      await clock.advance(2_000);
      await store.submit();
      expect(calls('/v2/appointments/').map(({ method }) => method)).toEqual(['PUT', 'PUT']);
      expect(state).toMatchObject({ confirmationNumber: 'NW-1', errorCode: 'SCH02' });
      expect(state.problem).toBe(problem);
    },
  );

  it('[SC-103] sends the edit first, and the new booking only after the edit’s answer', async () => {
    const { store, backend, calls, clock } = await booked();
    let refuseEdit = (_error: unknown): void => {};
    backend.on('/v2/appointments/', (call) =>
      call.method === 'PUT'
        ? new Promise((_, reject) => {
            refuseEdit = reject;
          })
        : { confirmationNumber: 'NW-2' },
    );
    store.edit();
    const sent = store.submit();
    await clock.advance(2_000);
    expect(calls('/v2/appointments/').map(({ method }) => method)).toEqual(['PUT']);
    refuseEdit(createError('CALL_FAILED', 'gone', { status: 410 }));
    await sent;
    expect(calls('/v2/appointments/').map(({ method }) => method)).toEqual(['PUT', 'POST', 'GET']);
  });

  it('[SC-080][SC-082] sends the form as it was validated, even if the visitor types while the page’s values are read', async () => {
    let answer = (): void => {};
    const { store, calls, clock } = await ready({
      ports: {
        page: () =>
          new Promise((resolve) => {
            answer = () => resolve({ url: '', uniquePageId: '', bluemixAnonId: '', ibmId: '', productName: '' });
          }),
      },
    });
    const sent = store.submit();
    store.type('company', '');
    store.type('email', 'no address');
    answer();
    await clock.advance(0);
    await sent;
    expect(calls('/v2/appointments/', 'POST')[0]?.body).toMatchObject({
      clientCompany: 'Engines Ltd',
      clientEmail: 'ada@engines.com',
    } satisfies Partial<Booking>);
  });

  it('[SC-093][SC-105] keeps the form open while an edit is in progress, and shows the outcome there', async () => {
    const { store, state, backend, clock } = await booked();
    let answer = (_value: unknown): void => {};
    backend.on(
      '/v2/appointments/',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    store.edit();
    const sent = store.submit();
    await clock.advance(0);
    store.leaveEdit();
    expect(state).toMatchObject({ displayedScreen: 'FORM', isSubmitting: true });
    answer({ confirmationNumber: 'NW-1' });
    await sent;
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', isSubmitting: false });
  });

  it('[SC-100][SC-102] allows no edit while the details are fetched again, so that nothing typed is overwritten', async () => {
    const { store, state, backend, calls, clock } = await booked();
    let answer = (_value: unknown): void => {};
    backend.on(
      '/v2/appointments/lookup/',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    void store.retryFetch();
    void store.retryFetch();
    await clock.advance(0);
    store.edit();
    await store.chooseCancel();
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', isEditing: false, isSubmitting: true });
    answer(loadedAppointment);
    await clock.advance(0);
    expect(calls('/v2/appointments/lookup/')).toHaveLength(1);
    store.edit();
    expect(state.displayedScreen).toBe('FORM');
  });
});

describe('a taken time', () => {
  it('[SC-104][SC-106] leaves a call that is being moved unchanged, and still offers its own time', async () => {
    const { store, state, backend, calls, clock } = await booked({ deployment: { editFallback: 'not-found' } });
    backend.on('/v2/appointments/', () => refuse(409, { code: 'SCH06' }));
    store.edit();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    const other = state.days[1]?.slots[0];
    if (!other) throw new Error('the fixture has another day');
    store.chooseSlot(other);
    store.type('company', 'New Ltd');
    await store.submit();
    await clock.advance(2_000);
    expect(calls('/v2/appointments/').filter(({ method }) => method === 'POST')).toHaveLength(0);
    expect(state).toMatchObject({
      problem: 'taken',
      errorCode: 'SCH06',
      confirmationNumber: 'NW-1',
      displayedAccordian: 'CALENDAR',
      form: { selectedTime: '', company: 'New Ltd' },
    });
    const offered = state.days.flatMap(({ slots }) => slots.map(({ startDateTime }) => startDateTime));
    expect(offered).toContain(loadedAppointment.startDateTime);
    store.leaveEdit();
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', problem: undefined });
    expect(state.appointment?.startDateTime).toBe(loadedAppointment.startDateTime);
  });

  it('[SC-106][REL-29] is shown when the visitor returns, if the answer came while the scheduler was hidden', async () => {
    const { store, state, backend, clock } = await ready();
    const refuseAsTaken = await holdBooking({ store, backend, clock });
    store.hide();
    await refuseAsTaken();
    store.show();
    expect(state).toMatchObject({ problem: 'taken', displayedAccordian: 'CALENDAR', isSubmitting: false });
    expect(state.form).toMatchObject({ selectedTime: '', firstName: 'Ada' });
  });

  it.each(unanswered)(
    '[SC-106][SC-107][REL-29] may be the visitor’s own, if a booking of it ended with %s',
    async (_name, how) => {
      const { store, state, backend, clock } = await ready({ routes: { '/v2/appointments/': how } });
      store.openSection('CONTACT_INFO');
      await store.submit();
      await clock.advance(2_000);
      backend.on('/v2/appointments/', () => refuse(409));
      // The same call with another detail is still the visitor's own.
      for (const company of ['Engines Ltd', 'Engines Inc']) {
        store.type('company', company);
        await store.submit();
        await clock.advance(2_000);
        expect(state).toMatchObject({ problem: 'timedOut', takenMs: undefined, displayedAccordian: 'CONTACT_INFO' });
        expect(state.form.selectedTime).toBe(bookedForm.selectedTime);
      }
    },
  );

  it('[SC-106][REL-29] was taken by somebody else, if only the booking of another time had no answer', async () => {
    const { store, state, backend, clock } = await ready({ routes: { '/v2/appointments/': unanswered[0][1] } });
    await store.submit();
    await clock.advance(2_000);
    backend.on('/v2/appointments/', () => refuse(409));
    const other = state.days[1]?.slots[0];
    if (!other) throw new Error('the fixture has another day');
    store.chooseSlot(other);
    await store.submit();
    expect(state).toMatchObject({ problem: 'taken', takenMs: other.startMs });
  });

  it('[SC-106][REL-29] is the one that was sent, if the visitor has chosen another one since', async () => {
    const { store, state, backend, clock } = await ready();
    const other = state.days[1]?.slots[0];
    if (!other) throw new Error('the fixture has another day');
    const refuseAsTaken = await holdBooking({ store, backend, clock });
    store.chooseSlot(other);
    await refuseAsTaken();
    expect(state).toMatchObject({ problem: 'taken', displayedAccordian: 'CALENDAR' });
    expect(state.takenMs).not.toBe(other.startMs);
    expect(state.form.selectedTime).not.toBe('');
  });

  it('[SC-106][REL-29] was taken by somebody else, if the unanswered booking belonged to an earlier call', async () => {
    const { store, state, backend, clock } = await ready({ routes: { '/v2/appointments/': unanswered[0][1] } });
    await store.submit();
    await clock.advance(2_000);
    store.startOver();
    Object.assign(state.form, bookedForm);
    backend.on('/v2/appointments/', () => refuse(409));
    await store.submit();
    expect(state.problem).toBe('taken');
  });
});
