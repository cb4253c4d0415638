import { describe, expect, it } from 'vitest';
import { createError } from '../../../frame/platform/errors.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { bookedForm, loadedAppointment } from '../../support/schedulerFixtures.ts';
import { booked, ready } from '../../support/schedulerStore.ts';

describe('submitting', () => {
  it.each(['question', 'selectedTime', 'firstName', 'lastName', 'company', 'email', 'phoneNumber'] as const)(
    '[SC-080][SC-081][SC-089][SC-090] is refused without %s: opens its section, focuses the field, and sends nothing',
    async (field) => {
      const { store, state, calls } = await ready();
      store.openSection('CONTACT_INFO');
      state.form[field] = ' ';
      await store.submit();
      expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
      expect(state.pendingFocus).toBe(field);
      expect(state.touched[field]).toBe(true);
      expect(store.invalid()).toEqual([field]);
      state.form[field] = bookedForm[field];
      expect(store.invalid()).toEqual([]);
    },
  );

  it('[SC-082][SC-092] is refused until the privacy notice was viewed', async () => {
    const { store, state, calls } = await ready();
    state.form.privacyViewed = false;
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
    expect(state.pendingFocus).toBe('privacyViewed');
    store.privacySeen();
    expect([state.form.privacyViewed, state.privacyViewed]).toEqual([true, true]);
  });

  it('[SC-093][REL-29] is in progress until the answer is handled, and sends one request for a double click', async () => {
    const { store, state, calls, clock } = await ready();
    const first = store.submit();
    const second = store.submit();
    expect(state.isSubmitting).toBe(true);
    await Promise.all([first, second]);
    await clock.advance(0);
    expect(state.isSubmitting).toBe(false);
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
  });

  it('[SC-094][SC-099][SC-110] books by POST, fetches the appointment and shows DETAILS', async () => {
    const { store, state, calls } = await ready();
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')[0]?.path).toBe('/v2/appointments/');
    expect(calls('/v2/appointments/lookup/NW-1', 'GET')).toHaveLength(1);
    expect(state).toMatchObject({ confirmationNumber: 'NW-1', displayedScreen: 'DETAILS' });
    expect(state.appointmentDetails).toEqual({
      confirmationNumber: 'NW-1',
      startDateTime: '2026-11-23T10:00:00-05:00',
      endDateTime: '2026-11-23T10:30:00-05:00',
      clientTimezone: 'America/New_York',
      expertId: 'mara',
    });
    expect(state.form).toEqual(bookedForm);
  });

  it('[SC-100][SC-139] keeps the form after a failure and can be repeated', async () => {
    const { store, state, backend, calls, log, reported, clock } = await ready({
      routes: { '/v2/appointments/': () => refuse(500) },
    });
    await store.submit();
    expect(state).toMatchObject({ errorCode: 'SCH02', isSubmitting: false, displayedScreen: 'FORM' });
    expect(state.form).toEqual(bookedForm);
    expect(log.warnings).toHaveLength(1);
    expect(reported).toEqual([{ call: '/v2/appointments/', status: 500, code: 'SCH02' }]);
    backend.on('/v2/appointments/', () => ({ confirmationNumber: 'NW-1' }));
    await clock.advance(2_000);
    await store.submit();
    expect(state).toMatchObject({ errorCode: '', displayedScreen: 'DETAILS' });
    const [one, two] = calls('/v2/appointments/', 'POST');
    expect(two?.body).toEqual(one?.body);
  });

  it('[SC-140] shows the error code of the answer', async () => {
    const { store, state } = await ready({ routes: { '/v2/appointments/': () => refuse(400, { code: 'SCH07' }) } });
    await store.submit();
    expect(state.errorCode).toBe('SCH07');
  });

  it('[SC-101] treats a POST answer without a number as a failure, and keeps the number after a PUT', async () => {
    const post = await ready({ routes: { '/v2/appointments/': () => ({}) } });
    await post.store.submit();
    expect(post.state).toMatchObject({ errorCode: 'SCH02', confirmationNumber: '', displayedScreen: 'FORM' });
    const put = await booked();
    put.backend.on('/v2/appointments/', () => ({}));
    put.store.edit();
    await put.store.submit();
    expect(put.state).toMatchObject({ confirmationNumber: 'NW-1', displayedScreen: 'DETAILS', errorCode: '' });
  });

  it('[SC-101][SC-140] shows the error code of a POST answer without a number', async () => {
    const { store, state } = await ready({ routes: { '/v2/appointments/': () => ({ code: 'SCH07' }) } });
    await store.submit();
    expect(state).toMatchObject({ errorCode: 'SCH07', displayedScreen: 'FORM' });
  });

  it.each([404, 500])(
    '[SC-102] shows what was sent if the fetch of the appointment fails with %i, and repeats only the fetch',
    async (status) => {
      const { store, state, backend, calls, clock } = await ready({
        routes: { '/v2/appointments/lookup/': () => refuse(status) },
      });
      await store.submit();
      await clock.advance(2_000);
      // A service may find a new booking only after a while.
      await store.retryFetch();
      expect(state).toMatchObject({
        displayedScreen: 'DETAILS',
        problem: 'detailsIncomplete',
        confirmationNumber: 'NW-1',
      });
      expect(state.appointment?.clientFirstName).toBe('Ada');
      expect(store.read('detailsIncomplete')).toBe('Your call is booked. Some details could not be loaded.');
      backend.on('/v2/appointments/lookup/', () => loadedAppointment);
      await clock.advance(2_000);
      await store.retryFetch();
      expect(state.problem).toBeUndefined();
      expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
    },
  );

  it('[SC-106][REL-29] clears the time, opens the calendar and looks up again after a 409', async () => {
    const { store, state, calls, clock } = await ready({ routes: { '/v2/appointments/': () => refuse(409) } });
    await store.submit();
    await clock.advance(2_000);
    expect(state.form).toMatchObject({ selectedTime: '', selectedTimeEnd: '', firstName: 'Ada' });
    expect(state).toMatchObject({ displayedAccordian: 'CALENDAR', problem: 'taken', isSubmitting: false });
    expect(store.read('taken')).toBe('That time was just taken. Please choose another.');
    expect(calls('/v2/availability/lookup/')).toHaveLength(1);
  });

  it('[SC-107][REL-29] says that the call may be booked after a timeout, and repeats with the same key', async () => {
    const { store, state, backend, calls, clock } = await ready({
      deployment: { idempotencyHeader: 'Idempotency-Key' },
      routes: {
        '/v2/appointments/': () => {
          throw createError('CALL_TIMEOUT', 'late');
        },
      },
    });
    await store.submit();
    expect(state).toMatchObject({ problem: 'timedOut', errorCode: 'SCH02' });
    expect(store.read('timedOut', { code: 'SCH02' })).toBe(
      'We did not get an answer in time. Your call may already be booked; please check your email before you try again. (SCH02)',
    );
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
    backend.on('/v2/appointments/', () => ({ confirmationNumber: 'NW-1' }));
    await clock.advance(2_000);
    await store.submit();
    const keys = calls('/v2/appointments/', 'POST').map(({ headers }) => headers?.['Idempotency-Key']);
    expect(keys).toEqual(['id-1', 'id-1']);
  });

  it('[REL-29] uses another key for a different booking', async () => {
    const { store, state, calls } = await ready({
      deployment: { idempotencyHeader: 'Idempotency-Key' },
      routes: { '/v2/appointments/': () => refuse(500) },
    });
    await store.submit();
    state.form.company = 'Other Ltd';
    await store.submit();
    const keys = calls('/v2/appointments/', 'POST').map(({ headers }) => headers?.['Idempotency-Key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('[SC-097] cuts a name of 10 kB to the length of the field, whether typed or loaded', async () => {
    const { store, state, calls, clock } = await ready({
      routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, clientLastName: 'y'.repeat(10_000) }) },
    });
    store.type('firstName', 'x'.repeat(10_000));
    expect(state.form.firstName.length).toBe(200);
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')[0]?.body).toMatchObject({ clientFirstName: 'x'.repeat(200) });
    await clock.advance(2_000);
    store.edit();
    await store.submit();
    expect(calls('/v2/appointments/', 'PUT')[0]?.body).toMatchObject({ clientLastName: 'y'.repeat(200) });
  });

  it.each(['a/b', '../../v2', '<script>alert(1)</script>', 'x'.repeat(10_000), {}, ['NW-1']])(
    '[SC-101][SC-131] rejects the confirmation number %j of an answer, and makes no call with it',
    async (confirmationNumber) => {
      const { store, state, calls } = await ready({ routes: { '/v2/appointments/': () => ({ confirmationNumber }) } });
      await store.submit();
      expect(state).toMatchObject({ errorCode: 'SCH02', confirmationNumber: '', displayedScreen: 'FORM' });
      expect(calls('/v2/appointments/lookup/')).toHaveLength(0);
    },
  );
});
