import { describe, expect, it } from 'vitest';
import { refuse } from '../../support/fakeBackend.ts';
import { loadedAppointment } from '../../support/schedulerFixtures.ts';
import { booked } from '../../support/schedulerStore.ts';
import { unanswered } from './unanswered.ts';

describe('cancelling', () => {
  it('[SC-116][SC-118] sends nothing before the survey is submitted by default, and Keep returns to the details', async () => {
    const { store, state, backend } = await booked();
    await store.chooseCancel();
    expect(state.displayedScreen).toBe('CANCELLATION_SURVEY');
    store.keepAppointment();
    expect(state.displayedScreen).toBe('DETAILS');
    expect(backend.calls).toHaveLength(0);
  });

  it('[SC-117] requires a reason', async () => {
    const { store, state, backend } = await booked();
    await store.chooseCancel();
    await store.submitSurvey();
    expect(state.survey.isReasonMissing).toBe(true);
    expect(backend.calls).toHaveLength(0);
    expect(
      ['reasonTime', 'reasonAnswered', 'reasonMistake', 'reasonOther'].map((key) => store.read(key as 'reasonTime')),
    ).toEqual(['The time no longer works', 'My question is answered', 'I booked by mistake', 'Other']);
  });

  it('[SC-118][SC-119][SC-120][SC-122] deletes the appointment, then sends the survey, then hides', async () => {
    const { store, state, backend } = await booked();
    await store.chooseCancel();
    store.setReason('Other');
    store.setComment(' bye ');
    await store.submitSurvey();
    expect(backend.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /v2/appointments/NW-1',
      'POST /v2/appointments/cancel/survey/',
    ]);
    expect(backend.calls[0]?.body).toBeUndefined();
    expect(backend.calls[1]?.body).toEqual({ confirmationNumber: 'NW-1', reason: 'Other', comment: 'bye' });
    expect(state).toMatchObject({ confirmationNumber: '', isDisplayed: false, displayedScreen: 'FORM' });
    expect(state.appointmentDetails).toBeUndefined();
  });

  it('[SC-118][SC-119] deletes at once with "on-choose", and keeps the number for the survey', async () => {
    const { store, state, backend } = await booked({ deployment: { cancelOrder: 'on-choose' } });
    await store.chooseCancel();
    expect(backend.calls.map(({ method }) => method)).toEqual(['DELETE']);
    expect(state).toMatchObject({ displayedScreen: 'CANCELLATION_SURVEY', confirmationNumber: 'NW-1' });
    expect(state.appointmentDetails).toBeUndefined();
    store.setReason('Other');
    await store.submitSurvey();
    expect(backend.calls.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
  });

  it('[SC-121][SC-123] confirms in landing mode, and starts over without time and topic', async () => {
    const { store, state } = await booked();
    store.setLanding(true);
    await store.chooseCancel();
    store.setReason('Other');
    await store.submitSurvey();
    expect(state.displayedScreen).toBe('CONFIRMATION_CANCEL');
    store.startOver();
    expect(state.displayedScreen).toBe('FORM');
    expect(state.form).toMatchObject({ selectedTime: '', topic: '', firstName: 'Ada' });
  });

  it('[SC-124][SC-125] keeps the appointment and sends no survey if the deletion fails', async () => {
    for (const answer of [() => ({ result: 'FAIL' }), () => refuse(500)]) {
      const { store, state, backend, calls } = await booked();
      backend.on('/v2/appointments/', answer);
      await store.chooseCancel();
      store.setReason('Other');
      await store.submitSurvey();
      expect(state).toMatchObject({ problem: 'cancelFailed', errorCode: 'SCH02' });
      expect(state.appointmentDetails).toBeDefined();
      expect(calls('/v2/appointments/cancel/survey/')).toHaveLength(0);
      expect(store.read('cancelFailed')).toBe('Your call was not cancelled. Please try again.');
    }
  });

  it('[SC-126] repeats only the survey if only the survey failed', async () => {
    const { store, state, backend, calls } = await booked({
      routes: { '/v2/appointments/cancel/survey/': () => ({ result: 'FAIL' }) },
    });
    await store.chooseCancel();
    store.setReason('Other');
    await store.submitSurvey();
    expect(state).toMatchObject({ problem: 'surveyFailed', confirmationNumber: 'NW-1' });
    backend.on('/v2/appointments/cancel/survey/', () => ({ result: 'SUCCESS' }));
    await store.submitSurvey();
    expect(calls('/v2/appointments/NW-1', 'DELETE')).toHaveLength(1);
    expect(state).toMatchObject({ confirmationNumber: '', isDisplayed: false });
  });

  it('[SC-126] closes after a failed survey as after a success', async () => {
    const { store, state } = await booked({ routes: { '/v2/appointments/cancel/survey/': () => refuse(500) } });
    await store.chooseCancel();
    store.setReason('Other');
    await store.submitSurvey();
    store.finishCancel();
    expect(state).toMatchObject({ confirmationNumber: '', isDisplayed: false, displayedScreen: 'FORM' });
  });
});

describe('a cancellation that is repeated or fails', () => {
  async function cancelling() {
    const all = await booked();
    await all.store.chooseCancel();
    all.store.setReason('Other');
    return all;
  }

  it.each(unanswered)(
    '[SC-119][SC-125] succeeds if the appointment is gone when a deletion is repeated after %s',
    async (_name, how) => {
      const { store, state, backend, calls, clock } = await cancelling();
      backend.on('/v2/appointments/', how);
      await store.submitSurvey();
      expect(state).toMatchObject({ problem: 'cancelUnanswered', errorCode: 'SCH02' });
      expect(store.read('cancelUnanswered')).toBe(
        'We did not get an answer in time. Your call may already be cancelled. Please try again.',
      );
      expect(state.appointmentDetails).toBeDefined();
      backend.on('/v2/appointments/', () => refuse(404));
      await clock.advance(2_000);
      await store.submitSurvey();
      expect(calls('/v2/appointments/cancel/survey/', 'POST')).toHaveLength(1);
      expect(state).toMatchObject({ confirmationNumber: '', displayedScreen: 'FORM', errorCode: '' });
    },
  );

  it('[SC-119] succeeds if the appointment is gone, also when the visitor looked at the form in between', async () => {
    const { store, state, backend, calls, clock } = await cancelling();
    backend.on('/v2/appointments/', unanswered[0][1]);
    await store.submitSurvey();
    backend.on('/v2/appointments/lookup/', () => refuse(500));
    await clock.advance(2_000);
    await store.keepAppointment();
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', problem: 'cancelUnanswered' });
    store.edit();
    await store.leaveEdit();
    backend.on('/v2/appointments/', () => refuse(404));
    await clock.advance(2_000);
    await store.chooseCancel();
    await store.submitSurvey();
    expect(calls('/v2/appointments/cancel/survey/', 'POST')).toHaveLength(1);
    expect(state).toMatchObject({ confirmationNumber: '', displayedScreen: 'FORM', errorCode: '' });
  });

  it.each([
    ['is still booked', () => loadedAppointment, { displayedScreen: 'DETAILS', cancelled: undefined }],
    ['is gone, and says that it is cancelled', () => refuse(404), { displayedScreen: 'FORM', appointment: undefined }],
  ])('[SC-118][SC-119] given up after a lost answer shows whether the call %s', async (_name, answer, expected) => {
    const { store, state, backend, clock } = await cancelling();
    backend.on('/v2/appointments/', unanswered[0][1]);
    await store.submitSurvey();
    backend.on('/v2/appointments/lookup/', answer);
    await clock.advance(2_000);
    await store.keepAppointment();
    expect(state).toMatchObject({ ...expected, problem: undefined });
    expect(state.cancelled !== undefined).toBe(expected.displayedScreen === 'FORM');
  });

  it('[SC-125] fails for a number the service does not know if no deletion was sent before', async () => {
    const { store, state, backend, calls } = await cancelling();
    backend.on('/v2/appointments/', () => refuse(404));
    await store.submitSurvey();
    expect(state.problem).toBe('cancelFailed');
    expect(calls('/v2/appointments/cancel/survey/')).toHaveLength(0);
  });

  it('[SC-118][REL-29] sends one deletion and one survey for a double click, in either cancel order', async () => {
    const { store, calls } = await cancelling();
    await Promise.all([store.submitSurvey(), store.submitSurvey()]);
    expect(calls('/v2/appointments/NW-1', 'DELETE')).toHaveLength(1);
    expect(calls('/v2/appointments/cancel/survey/')).toHaveLength(1);
    const atOnce = await booked({ deployment: { cancelOrder: 'on-choose' } });
    await Promise.all([atOnce.store.chooseCancel(), atOnce.store.chooseCancel()]);
    expect(atOnce.calls('/v2/appointments/NW-1', 'DELETE')).toHaveLength(1);
    expect(atOnce.state.displayedScreen).toBe('CANCELLATION_SURVEY');
  });

  it('[SC-118][SC-125] stays on the details if an immediate deletion fails', async () => {
    const { store, state, backend, calls } = await booked({ deployment: { cancelOrder: 'on-choose' } });
    backend.on('/v2/appointments/', () => refuse(500));
    await store.chooseCancel();
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', problem: 'cancelFailed', isSubmitting: false });
    expect(state.appointmentDetails).toBeDefined();
    expect(calls('/v2/appointments/cancel/survey/')).toHaveLength(0);
  });

  it('[SC-118] cannot be taken back while it is in progress', async () => {
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

  it('[SC-124] fails with the service’s error code, if it sends one, for the deletion and the survey', async () => {
    const deletion = await cancelling();
    deletion.backend.on('/v2/appointments/', () => ({ result: 'FAIL', code: 'SCH08' }));
    await deletion.store.submitSurvey();
    expect(deletion.state).toMatchObject({ problem: 'cancelFailed', errorCode: 'SCH08' });
    const survey = await cancelling();
    survey.backend.on('/v2/appointments/cancel/survey/', () => ({ result: 'FAIL' }));
    await survey.store.submitSurvey();
    expect(survey.state).toMatchObject({ problem: 'surveyFailed', errorCode: 'SCH02' });
    expect(survey.store.read('surveyFailed')).toBe('Your call is cancelled, but we could not save your feedback.');
    expect(survey.state.appointmentDetails).toBeUndefined();
  });
});
