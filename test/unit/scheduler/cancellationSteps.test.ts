import { describe, expect, it } from 'vitest';
import { refuse } from '../../support/fakeBackend.ts';
import { bookedForm } from '../../support/schedulerFixtures.ts';
import { booked } from '../../support/schedulerStore.ts';
import { unanswered } from './unanswered.ts';

describe('the survey of a cancellation', () => {
  it('[SC-117] takes its error away with a reason, and cuts a comment at 1,000 characters', async () => {
    const { store, state } = await booked();
    await store.chooseCancel();
    await store.submitSurvey();
    store.setReason('Other');
    store.setComment('x'.repeat(1_001));
    expect(state.survey).toEqual({ reason: 'Other', comment: 'x'.repeat(1_000), isReasonMissing: false });
  });

  it('[SC-123] is empty for the next call, which can be booked', async () => {
    const { store, state, clock } = await booked();
    await store.chooseCancel();
    store.setReason('Other');
    store.setComment('bye');
    await store.submitSurvey();
    expect(state.survey).toEqual({ reason: '', comment: '', isReasonMissing: false });
    Object.assign(state.form, bookedForm);
    void store.submit();
    await clock.advance(2_000);
    expect(state.displayedScreen).toBe('DETAILS');
  });
});

describe('the error of an earlier step', () => {
  it('[SC-144] goes with each step of a cancellation', async () => {
    const { store, state, backend } = await booked();
    const fails = (): void => store.dispatch({ type: 'ERROR', payload: 'SCH11' });
    fails();
    await store.chooseCancel();
    expect(state.errorCode).toBe('');
    fails();
    store.keepAppointment();
    expect(state.errorCode).toBe('');
    await store.chooseCancel();
    fails();
    let codeWhileDeleting: string | undefined;
    backend.on('/v2/appointments/', () => {
      codeWhileDeleting = state.errorCode;
      return { result: 'SUCCESS' };
    });
    store.setReason('Other');
    await store.submitSurvey();
    expect(codeWhileDeleting).toBe('');
  });
});

describe('a deletion', () => {
  it('[SC-119][SC-125] of a call that was loaded after a lost answer is a new one', async () => {
    const { store, state, backend, clock } = await booked();
    await store.chooseCancel();
    store.setReason('Other');
    backend.on('/v2/appointments/', unanswered[0][1]);
    await store.submitSurvey();
    await clock.advance(2_000);
    await store.find('NW-1');
    await store.chooseCancel();
    backend.on('/v2/appointments/', () => refuse(404));
    await store.submitSurvey();
    expect(state).toMatchObject({ problem: 'cancelFailed', displayedScreen: 'CANCELLATION_SURVEY' });
  });

  it('[SC-119][SC-125] that was refused after a lost answer may still turn out to have succeeded', async () => {
    const { store, state, backend, clock } = await booked();
    await store.chooseCancel();
    store.setReason('Other');
    for (const answer of [unanswered[0][1], () => refuse(500), () => refuse(404)]) {
      backend.on('/v2/appointments/', answer);
      await store.submitSurvey();
      // Also after the refusal, nobody knows.
      if (state.problem) expect(state.problem).toBe('cancelUnanswered');
      await clock.advance(2_000);
    }
    expect(state).toMatchObject({ displayedScreen: 'FORM', confirmationNumber: '' });
  });

  it('[SC-119][SC-139] tells the operator what failed', async () => {
    const { store, backend, clock, log } = await booked({
      routes: { '/v2/appointments/cancel/survey/': () => refuse(500) },
    });
    await store.chooseCancel();
    store.setReason('Other');
    for (const answer of [unanswered[0][1], () => refuse(404)]) {
      backend.on('/v2/appointments/', answer);
      await store.submitSurvey();
      await clock.advance(2_000);
    }
    expect(log.warnings).toEqual([
      'The appointment could not be cancelled. (could not be reached)',
      'An earlier deletion had succeeded. (answered 404)',
      'The cancellation survey could not be sent. (answered 500)',
    ]);
  });
});
