import { describe, expect, it } from 'vitest';
import { createError } from '../../../frame/platform/errors.ts';
import type { Booking } from '../../../frame/scheduler/appointment.ts';
import type { RecordedCall } from '../../support/fakeBackend.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { bookedForm, loadedAppointment } from '../../support/schedulerFixtures.ts';
import { booked, ready } from '../../support/schedulerStore.ts';

/** No answer came: the connection broke, or nobody spoke in time. */
const lost = [
  [
    'a broken connection',
    (): never => {
      throw createError('CALL_FAILED', 'could not be reached');
    },
  ],
  [
    'silence',
    (): never => {
      throw createError('CALL_TIMEOUT', 'late');
    },
  ],
] as const;

const keyed = { idempotencyHeader: 'Idempotency-Key' };
const keyIn = (call: RecordedCall | undefined): string | undefined => call?.headers?.['Idempotency-Key'];

/** A service that books, and makes one booking of a key; what it answers can be lost on the way. */
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

describe('one booking', () => {
  it.each(lost)(
    '[SC-107][REL-29] after %s says that the call may be booked, and repeats the same one',
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

  it('[SC-104][REL-29] of an edit that books anew is one too, when the answer to the new booking is lost', async () => {
    const service = createService();
    const { store, state, backend, calls, clock } = await booked({ deployment: keyed });
    backend.on('/v2/appointments/', service.answer);
    service.lose(lost[0][1]);
    store.edit();
    await store.submit();
    expect(state).toMatchObject({ problem: 'timedOut', confirmationNumber: 'NW-1' });
    service.lose(undefined);
    await clock.advance(2_000);
    await store.submit();
    expect(service.bookings.size).toBe(1);
    const [first, second] = calls('/v2/appointments/', 'POST').filter(({ path }) => path === '/v2/appointments/');
    expect(keyIn(first)).toBeDefined();
    expect(keyIn(second)).toBe(keyIn(first));
    // The edit that went before has a key of its own.
    expect(keyIn(calls('/v2/appointments/NW-1', 'PUT')[0])).not.toBe(keyIn(first));
  });

  it('[REL-29] is asked for with the same words, though the page is at another address by now', async () => {
    let url = 'https://p.example/one';
    const { store, calls, clock } = await ready({
      deployment: keyed,
      routes: { '/v2/appointments/': lost[0][1] },
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

  it.each(lost)('[SC-104][REL-29] is not made anew after %s of an edit, whatever the rule', async (_name, how) => {
    const { store, state, backend, calls } = await booked({ deployment: { editFallback: 'always' } });
    backend.on('/v2/appointments/', how);
    store.edit();
    await store.submit();
    expect(calls('/v2/appointments/', 'PUT')).toHaveLength(1);
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
    expect(state).toMatchObject({ problem: 'timedOut', confirmationNumber: 'NW-1' });
  });

  it('[SC-103] sends the edit first, and the new booking only when the edit has its answer', async () => {
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

  it('[SC-080][SC-082] is of the form as it was checked, whatever is typed while the page is asked', async () => {
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

  it('[SC-093][SC-105] keeps its form while an edit is under way, and tells its outcome there', async () => {
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

  it('[SC-100][SC-102] whose details are fetched again is not edited meanwhile, so that nothing typed is overwritten', async () => {
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

describe('a time that is taken meanwhile', () => {
  it('[SC-104][SC-106] of a moved call leaves that where it is: its own time is among those to choose from', async () => {
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

  it('[SC-106][REL-29] is told while the visitor is elsewhere, and stands there on the way back', async () => {
    const { store, state, backend, clock } = await ready();
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
    store.hide();
    answer(createError('CALL_FAILED', 'taken', { status: 409 }));
    await sent;
    store.show();
    expect(state).toMatchObject({ problem: 'taken', displayedAccordian: 'CALENDAR', isSubmitting: false });
    expect(state.form).toMatchObject({ selectedTime: '', firstName: 'Ada' });
  });
});

describe('one cancellation', () => {
  async function cancelling() {
    const all = await booked();
    await all.store.chooseCancel();
    all.store.setReason('Other');
    return all;
  }

  it.each(lost)(
    '[SC-119][SC-125] whose answer was lost by %s is told when the appointment is found gone',
    async (_name, how) => {
      const { store, state, backend, calls, clock } = await cancelling();
      backend.on('/v2/appointments/', how);
      await store.submitSurvey();
      expect(state).toMatchObject({ problem: 'cancelFailed', errorCode: 'SCH02' });
      expect(state.appointmentDetails).toBeDefined();
      backend.on('/v2/appointments/', () => refuse(404));
      await clock.advance(2_000);
      await store.submitSurvey();
      expect(calls('/v2/appointments/cancel/survey/', 'POST')).toHaveLength(1);
      expect(state).toMatchObject({ confirmationNumber: '', displayedScreen: 'FORM', errorCode: '' });
    },
  );

  it('[SC-125] of a number that the service does not know is a failure when nothing was sent before', async () => {
    const { store, state, backend, calls } = await cancelling();
    backend.on('/v2/appointments/', () => refuse(404));
    await store.submitSurvey();
    expect(state.problem).toBe('cancelFailed');
    expect(calls('/v2/appointments/cancel/survey/')).toHaveLength(0);
  });

  it('[SC-118][REL-29] of a double click is one deletion and one survey, in either order', async () => {
    const { store, calls } = await cancelling();
    await Promise.all([store.submitSurvey(), store.submitSurvey()]);
    expect(calls('/v2/appointments/NW-1', 'DELETE')).toHaveLength(1);
    expect(calls('/v2/appointments/cancel/survey/')).toHaveLength(1);
    const atOnce = await booked({ deployment: { cancelOrder: 'on-choose' } });
    await Promise.all([atOnce.store.chooseCancel(), atOnce.store.chooseCancel()]);
    expect(atOnce.calls('/v2/appointments/NW-1', 'DELETE')).toHaveLength(1);
    expect(atOnce.state.displayedScreen).toBe('CANCELLATION_SURVEY');
  });

  it('[SC-118][SC-125] as soon as it is chosen stays on the details when it fails', async () => {
    const { store, state, backend, calls } = await booked({ deployment: { cancelOrder: 'on-choose' } });
    backend.on('/v2/appointments/', () => refuse(500));
    await store.chooseCancel();
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', problem: 'cancelFailed', isSubmitting: false });
    expect(state.appointmentDetails).toBeDefined();
    expect(calls('/v2/appointments/cancel/survey/')).toHaveLength(0);
  });

  it('[SC-118] is not taken back while it is under way', async () => {
    const { store, state, backend, clock } = await cancelling();
    let answer = (_value: unknown): void => {};
    backend.on(
      '/v2/appointments/',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const sent = store.submitSurvey();
    await clock.advance(0);
    store.keepAppointment();
    expect(state.displayedScreen).toBe('CANCELLATION_SURVEY');
    answer({ result: 'SUCCESS' });
    await sent;
    expect(state).toMatchObject({ displayedScreen: 'FORM', isDisplayed: false });
  });

  it('[SC-124] is a failure with the service’s own code where that sends one, for the deletion and for the survey', async () => {
    const deletion = await cancelling();
    deletion.backend.on('/v2/appointments/', () => ({ result: 'FAIL', code: 'SCH08' }));
    await deletion.store.submitSurvey();
    expect(deletion.state).toMatchObject({ problem: 'cancelFailed', errorCode: 'SCH08' });
    const survey = await cancelling();
    survey.backend.on('/v2/appointments/cancel/survey/', () => ({ result: 'FAIL' }));
    await survey.store.submitSurvey();
    expect(survey.state).toMatchObject({ problem: 'surveyFailed', errorCode: 'SCH02' });
    expect(survey.store.read('surveyFailed')).toBe(
      'Your appointment is cancelled, but we could not save your feedback.',
    );
    expect(survey.state.appointmentDetails).toBeUndefined();
  });
});
