import { describe, expect, it } from 'vitest';
import { type RecordedCall, refuse } from '../../support/fakeBackend.ts';
import { bookedForm, buildSource, loadedAppointment } from '../../support/schedulerFixtures.ts';
import { booked, ready, setUp } from '../../support/schedulerStore.ts';

const deployment = { idempotencyHeader: 'Idempotency-Key' };
const keysOf = (calls: readonly RecordedCall[]) => calls.map(({ headers }) => headers?.['Idempotency-Key']);

describe('a booking with the values of an earlier one', () => {
  it('[REL-29] is a new one after that one has succeeded', async () => {
    const { store, state, calls, clock } = await ready({ deployment });
    await store.submit();
    await clock.advance(2_000);
    store.startOver();
    Object.assign(state.form, bookedForm);
    await store.submit();
    expect(new Set(keysOf(calls('/v2/appointments/', 'POST'))).size).toBe(2);
  });

  it('[SC-103][REL-29] is a new edit after the same edit has succeeded', async () => {
    const { store, calls, clock } = await booked({ deployment });
    for (const _ of ['first', 'second']) {
      store.edit();
      store.type('company', 'New Ltd');
      await store.submit();
      await clock.advance(2_000);
    }
    const puts = calls('/v2/appointments/NW-1', 'PUT');
    expect(puts[1]?.body).toEqual(puts[0]?.body);
    expect(new Set(keysOf(puts)).size).toBe(2);
  });

  it('[SC-106][REL-29] is a new one after its time was taken', async () => {
    const { store, state, backend, calls, clock } = await ready({
      deployment,
      routes: { '/v2/appointments/': () => refuse(409) },
    });
    await store.submit();
    await clock.advance(2_000);
    store.times.forget();
    await Promise.all([store.times.lookup(), clock.advance(2_000)]);
    const [slot] = state.days[0]?.slots ?? [];
    if (!slot) throw new Error('the fixture has that slot');
    store.chooseSlot(slot);
    backend.on('/v2/appointments/', () => ({ confirmationNumber: 'NW-1' }));
    await store.submit();
    const [first, second] = calls('/v2/appointments/', 'POST');
    expect(second?.body).toEqual(first?.body);
    expect(new Set(keysOf(calls('/v2/appointments/', 'POST'))).size).toBe(2);
  });

  it('[SC-104][SC-123][REL-29] is a new one after the visitor has started over', async () => {
    const { store, state, backend, calls, clock } = await booked({ deployment });
    backend.on('/v2/appointments/', (call) => refuse(call.method === 'PUT' ? 404 : 500));
    store.edit();
    await store.submit();
    await clock.advance(2_000);
    store.startOver();
    Object.assign(state.form, bookedForm);
    await store.submit();
    const posts = calls('/v2/appointments/', 'POST').filter(({ path }) => path === '/v2/appointments/');
    expect(posts).toHaveLength(2);
    expect(new Set(keysOf(posts)).size).toBe(2);
  });
});

describe('a form that is opened again', () => {
  it.each([
    ['for another call', 'startOver'],
    ['to change the call', 'edit'],
  ] as const)('[SC-090] %s lists no errors of an earlier press', async (_, open) => {
    const { store, state } = await ready();
    store.type('email', '');
    await store.submit();
    expect(state.isRefused).toBe(true);
    await store.find('NW-1');
    store[open]();
    expect(state.isRefused).toBe(false);
  });
});

describe('another call while one is in progress', () => {
  it('[SC-123][SC-102] waits for the details, which would otherwise replace the next question', async () => {
    const { store, state, backend, clock } = await booked();
    let answer = (_value: unknown): void => {};
    backend.on('/v2/appointments/lookup/', () => new Promise((resolve) => (answer = resolve)));
    const fetched = store.retryFetch();
    await clock.advance(0);
    store.startOver();
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', confirmationNumber: 'NW-1', isSubmitting: true });
    answer(loadedAppointment);
    await fetched;
    store.startOver();
    expect(state).toMatchObject({ displayedScreen: 'FORM', confirmationNumber: '', appointment: undefined });
  });

  it('[SC-123][SC-118] waits for the deletion, whose survey needs the confirmation number', async () => {
    const { store, state, backend, clock } = await booked({ deployment: { cancelOrder: 'on-choose' } });
    let answer = (_value: unknown): void => {};
    backend.on('/v2/appointments/', () => new Promise((resolve) => (answer = resolve)));
    const chosen = store.chooseCancel();
    await clock.advance(0);
    store.startOver();
    answer({ result: 'SUCCESS' });
    await chosen;
    expect(state).toMatchObject({ displayedScreen: 'CANCELLATION_SURVEY', confirmationNumber: 'NW-1' });
  });

  it('[SC-123][SC-126] waits for the survey, whose answer would otherwise close the next call', async () => {
    const { store, state, backend, clock } = await booked();
    let answer = (_value: unknown): void => {};
    backend.on('/v2/appointments/cancel/survey/', () => new Promise((resolve) => (answer = resolve)));
    await store.chooseCancel();
    store.setReason('Other');
    const sent = store.submitSurvey();
    await clock.advance(2_000);
    store.finishCancel();
    expect(state.displayedScreen).toBe('CANCELLATION_SURVEY');
    answer({ result: 'SUCCESS' });
    await sent;
    expect(state).toMatchObject({ displayedScreen: 'FORM', isDisplayed: false });
  });
});

describe('submitting', () => {
  it('[SC-020] sends nothing before the configuration is loaded', async () => {
    const { store, state, calls } = setUp();
    Object.assign(state.form, bookedForm);
    state.dialingRegion = 'US';
    store.privacySeen();
    await store.submit();
    expect(calls('/v2/')).toHaveLength(0);
    expect(state).toMatchObject({ isSubmitting: false, isRefused: false, displayedScreen: 'FORM', problem: undefined });
  });

  it('[SC-081][SC-082] refuses an address whose domain the registry does not know', async () => {
    const { store, state, calls } = await ready();
    store.type('email', 'ada@engines.notadomain');
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
    expect(state).toMatchObject({ pendingFocus: 'email', isSubmitting: false });
    store.type('email', 'ada@engines.museum');
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
  });

  it('[F-SC8][SC-095] keeps the time of a call that has begun while its other details are edited', async () => {
    const { store, calls, clock } = await booked();
    store.edit();
    clock.jump(Date.parse('2026-11-23T15:01:00Z') - clock.now());
    store.type('company', 'New Ltd');
    await store.submit();
    expect(calls('/v2/appointments/', 'PUT')[0]?.body).toMatchObject({
      startDateTime: loadedAppointment.startDateTime,
      clientCompany: 'New Ltd',
    });
  });

  it('[SC-144] takes the error of the last attempt away', async () => {
    const { store, state } = await ready();
    store.dispatch({ type: 'ERROR', payload: 'SCH11' });
    void store.submit();
    expect(state.errorCode).toBe('');
  });

  it('[SC-106] says nothing of a zone when the time was taken', async () => {
    const { store, state } = await ready({ routes: { '/v2/appointments/': () => refuse(409) } });
    state.isSlotGone = true;
    await store.submit();
    expect([state.problem, state.isSlotGone]).toEqual(['taken', false]);
  });

  it.each<[string, (store: Awaited<ReturnType<typeof booked>>['store']) => void]>([
    ['an edit starts', (store) => store.edit()],
    ['an edit is left', (store) => store.leaveEdit()],
    ['the next call starts', (store) => store.startOver()],
  ])('[SC-071][SC-106] says nothing of an earlier choice of a time once %s', async (_, step) => {
    const { store, state } = await booked();
    Object.assign(state, { isSlotGone: true, isSlotPast: true, takenMs: 5 });
    step(store);
    expect(state).toMatchObject({ isSlotGone: false, isSlotPast: false, takenMs: undefined });
  });

  it.each([
    [409, 'The chosen time was just taken. (answered 409)'],
    [500, 'The call could not be booked. (answered 500)'],
  ])('[SC-139] tells the operator after %i', async (status, sentence) => {
    const { store, log } = await ready({ routes: { '/v2/appointments/': () => refuse(status) } });
    await store.submit();
    expect(log.warnings).toEqual([sentence]);
  });

  it('[SC-102][SC-104][SC-139] tells the operator of a new booking in place of an edit, and of missing details', async () => {
    const { store, backend, log } = await booked();
    backend.on('/v2/appointments/lookup/', () => refuse(500));
    backend.on('/v2/appointments/', (call) => (call.method === 'PUT' ? refuse(404) : { confirmationNumber: 'NW-2' }));
    store.edit();
    await store.submit();
    expect(log.warnings).toEqual([
      'The appointment could not be changed; making a new booking. (answered 404)',
      'The booked appointment could not be fetched. (answered 500)',
    ]);
  });
});

describe('the appointment', () => {
  it.each([
    ['theo', 'theo'],
    ['', 'any'],
  ])('[SC-102][SC-110] that could not be fetched is one of the scheduler "%s": %s', async (resource, expected) => {
    const { store, state } = await ready({ resource, routes: { '/v2/appointments/lookup/': () => refuse(500) } });
    await store.submit();
    expect(state.appointment).toMatchObject({ resource: expected, confirmationNumber: 'NW-1' });
  });

  it('[SC-102] stays when it cannot be fetched again, and its details are incomplete', async () => {
    const { store, state, backend, log } = await booked();
    backend.on('/v2/appointments/lookup/', () => refuse(500));
    await store.retryFetch();
    expect(state).toMatchObject({ problem: 'detailsIncomplete', isSubmitting: false });
    expect(state.appointment?.clientFirstName).toBe('Ada');
    expect(log.warnings).toEqual(['The appointment could not be loaded. (answered 500)']);
  });

  it.each([404, 410])('[SC-102][SC-115] that is gone when it is fetched again is not found: %i', async (status) => {
    const { store, state, backend } = await booked();
    backend.on('/v2/appointments/lookup/', () => refuse(status));
    await store.retryFetch();
    expect(state.problem).toBe('notFound');
  });

  it('[SC-144] takes an error away when it is looked for, edited or left', async () => {
    const { store, state } = await booked();
    const fails = (): void => {
      store.dispatch({ type: 'ERROR', payload: 'SCH11' });
      state.problem = 'timedOut';
    };
    for (const step of [() => store.edit(), () => store.leaveEdit(), () => void store.find('NW-1')]) {
      fails();
      step();
      expect([state.errorCode, state.problem]).toEqual(['', undefined]);
    }
  });

  it('[SC-095] that does not exist cannot be edited', async () => {
    const { store, state } = await ready();
    store.edit();
    expect([state.isEditing, state.displayedAccordian]).toEqual([false, 'QUESTION']);
    store.openSection('CONTACT_INFO');
    store.leaveEdit();
    expect([state.displayedScreen, state.displayedAccordian]).toEqual(['FORM', 'CONTACT_INFO']);
  });

  it('[SC-105][F-SC25] is edited without the errors and the outcome of before, and is left unedited', async () => {
    const { store, state, clock, calls } = await booked();
    Object.assign(state, { outcome: 'moved', movedFrom: { startMs: 1, endMs: 2, zone: 'UTC' }, isSlotGone: true });
    store.blur('email');
    store.edit();
    expect(state).toMatchObject({ outcome: 'found', movedFrom: undefined, isSlotGone: false, touched: {} });
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    store.leaveEdit();
    expect(state.isEditing).toBe(false);
    store.edit();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(calls('/v2/availability/lookup/'), 'each edit asks for the times').toHaveLength(2);
  });

  it('[SC-113] names the region of its dialing code, and none for an unknown code', async () => {
    const regionOf = async (clientDialingCountryCode: string, clientPhone: string) => {
      const appointment = { ...loadedAppointment, clientDialingCountryCode, clientPhone };
      const { state } = await booked({ routes: { '/v2/appointments/lookup/': () => appointment } });
      return state.dialingRegion;
    };
    expect(await regionOf('+44', '+44 20 7946 0018')).toBe('GB');
    expect(await regionOf('+999', '+999 1')).toBe('');
  });

  it('[SC-087][SC-103][SC-113] can be changed when the list lacks the code of its number', async () => {
    const appointment = { ...loadedAppointment, clientDialingCountryCode: '+49', clientPhone: '+49 171 2345678' };
    const { store, calls } = await booked({ routes: { '/v2/appointments/lookup/': () => appointment } });
    store.edit();
    await store.submit();
    expect(calls('/v2/appointments/NW-1', 'PUT')[0]?.body).toMatchObject({ clientPhone: '+49 171 2345678' });
  });

  it('[SC-113] has a number of its own country, also when it is edited before the information is loaded', async () => {
    let answer = (_source: ReturnType<typeof buildSource>): void => {};
    const appointment = { ...loadedAppointment, clientDialingCountryCode: '+44', clientPhone: '+44 20 7946 0018' };
    const { store, state } = setUp({
      routes: { '/v2/appointments/lookup/': () => appointment },
      ports: { find: () => new Promise((resolve) => (answer = resolve)) },
    });
    const loaded = store.load();
    await store.find('NW-1');
    store.edit();
    answer(buildSource());
    await loaded;
    expect([state.dialingRegion, state.form.dialingCode]).toEqual(['GB', '+44']);
    expect(store.invalid()).not.toContain('phoneNumber');
  });

  it('[SC-150] has no address once the visitor has turned to another call', async () => {
    let answer = (_url: string): void => {};
    const page = () =>
      new Promise<{ url: string; uniquePageId: string; bluemixAnonId: string; ibmId: string; productName: string }>(
        (resolve) => {
          answer = (url) => resolve({ url, uniquePageId: '', bluemixAnonId: '', ibmId: '', productName: '' });
        },
      );
    const { store, state, clock } = setUp({ ports: { page } });
    await store.load();
    await store.find('NW-1');
    store.startOver();
    answer('https://p.example/');
    await clock.advance(0);
    expect(state.manageUrl).toBe('');
  });
});
