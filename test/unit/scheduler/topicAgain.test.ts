import { describe, expect, it } from 'vitest';
import { refuse } from '../../support/fakeBackend.ts';
import { loadedAppointment } from '../../support/schedulerFixtures.ts';
import { booked, ready } from '../../support/schedulerStore.ts';

/** The questions in the bodies of the calls. */
const textsIn = (calls: readonly { body?: unknown }[]) =>
  calls.map(({ body }) => (body as { input: { text: string } }).input.text);

describe('a suggested topic', () => {
  it('[SC-042] is not asked for where the deployment has no classifier', async () => {
    const { store, state, calls } = await ready({ deployment: { classifierHosts: [] } });
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(0);
    expect(state.displayedAccordian).toBe('CALENDAR');
  });

  it('[SC-043] is asked for without a product where neither the deployment nor the page names one', async () => {
    const { store, calls } = await ready({ config: { focusArea: '' } });
    await store.continueQuestion();
    expect(calls('/v2/message')[0]?.body).toMatchObject({ context: { product: '' } });
  });

  it('[SC-044] is shown again until it is answered', async () => {
    const { store, state, calls } = await ready();
    await store.continueQuestion();
    store.openSection('QUESTION');
    await store.continueQuestion();
    expect(state.displayedAccordian).toBe('COGNITIVE');
    store.topic.answer(true);
    store.openSection('QUESTION');
    await store.continueQuestion();
    expect(state.displayedAccordian).toBe('CALENDAR');
    expect(calls('/v2/message')).toHaveLength(1);
  });

  it('[SC-042][SC-044] is not shown again once the page has no topics', async () => {
    const { store, state } = await ready();
    await store.continueQuestion();
    if (state.config) state.config = { ...state.config, cognitiveRouting: 'No' };
    await store.continueQuestion();
    expect(state.displayedAccordian).toBe('CALENDAR');
  });

  it('[SC-047] that could not be asked for is a warning', async () => {
    const { store, log } = await ready({ routes: { '/v2/message': () => refuse(500) } });
    await store.continueQuestion();
    expect(log.warnings).toEqual(['The question could not be classified. (answered 500)']);
  });

  it.each(['skip', 'type', 'end'] as const)('[SC-049] is no longer asked for after %s', async (how) => {
    const { store, calls, clock, lifetime } = await ready({ routes: { '/v2/message': () => new Promise(() => {}) } });
    void store.continueQuestion();
    await clock.advance(0);
    const signal = calls('/v2/message')[0]?.signal;
    expect(signal?.aborted).toBe(false);
    if (how === 'skip') store.topic.skip();
    else if (how === 'type') store.type('question', 'Another question');
    else lifetime.end();
    expect(signal?.aborted).toBe(true);
  });

  it('[SC-049][SC-053] is asked for again for the question that skipped it', async () => {
    const { store, calls } = await ready();
    await store.continueQuestion();
    store.topic.skip();
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(2);
  });

  it.each(['answered', 'refused'])(
    '[SC-049][SC-053] is still asked for when an earlier question is %s late',
    async (how) => {
      const answers: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
      const { store, state, calls, clock } = await ready({
        routes: { '/v2/message': () => new Promise((resolve, reject) => answers.push({ resolve, reject })) },
      });
      void store.continueQuestion();
      await clock.advance(0);
      store.type('question', 'Another question');
      void store.continueQuestion();
      await clock.advance(0);
      if (how === 'answered') answers[0]?.resolve({ context: { label: 'Pricing' } });
      else answers[0]?.reject(new Error('late'));
      await clock.advance(0);
      expect(state).toMatchObject({ isClassifying: true, displayedAccordian: 'QUESTION' });
      expect(calls('/v2/message')[1]?.signal?.aborted).toBe(false);
    },
  );

  it('[SC-052][SC-110] is not that of the question before, after an appointment with another question is found', async () => {
    const { store, state, calls } = await ready({
      routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, clientQuestion: 'Who are you?' }) },
    });
    await store.continueQuestion();
    store.topic.answer(false);
    await store.find('NW-1');
    store.edit();
    expect(state).toMatchObject({
      ...{ cognitiveClassification: undefined, cognitiveFeedbackReceived: false, isChoosingTopic: false },
      form: { question: 'Who are you?', topic: loadedAppointment.topic },
    });
    store.topic.answer(true);
    expect(textsIn(calls('/v2/feedback'))).toEqual(['How do we move?']);
  });

  it('[SC-053][SC-098] stays with its question when the booked call is loaded', async () => {
    const { store, state, calls, clock } = await ready();
    await store.continueQuestion();
    store.topic.answer(true);
    await clock.advance(2_000);
    await store.submit();
    expect(state.cognitiveClassification).toMatchObject({ label: 'Pricing' });
    expect(calls('/v2/appointments/', 'POST')[0]?.body).toMatchObject({ cognitiveFilterIntent: 'Pricing' });
  });

  it('[SC-053] is not asked for with the question of a booked call until it changes', async () => {
    const { store, state, calls } = await booked();
    store.edit();
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(0);
    expect(state).toMatchObject({ displayedAccordian: 'CALENDAR', form: { topic: 'Pricing' } });
    store.type('question', 'Something else');
    expect(state.form.topic).toBe('');
    await store.continueQuestion();
    expect(textsIn(calls('/v2/message'))).toEqual(['Something else']);
  });
});

describe('the answer to a suggestion', () => {
  it('[SC-052] is sent once for each question', async () => {
    const { store, calls } = await ready();
    await store.continueQuestion();
    store.topic.answer(true);
    store.type('question', ' Another question ');
    await store.continueQuestion();
    store.topic.answer(false);
    expect(textsIn(calls('/v2/feedback'))).toEqual(['How do we move?', 'Another question']);
  });

  it('[SC-051] is not sent without a suggestion', async () => {
    const { store, state, calls } = await ready();
    store.topic.answer(false);
    store.topic.answer(true);
    expect(calls('/v2/feedback')).toHaveLength(0);
    expect(state.form.topic).toBe('');
  });

  it('[SC-049][SC-051] comes with the question in the form if the suggestion was skipped', async () => {
    const { store, calls } = await ready();
    await store.continueQuestion();
    store.topic.skip();
    store.type('question', ' How do we stay? ');
    store.topic.answer(true);
    expect(textsIn(calls('/v2/feedback'))).toEqual(['How do we stay?']);
  });

  it('[SC-050][SC-051] can be changed: No takes the topic back, and the section asks again when it is opened again', async () => {
    const { store, state } = await ready();
    await store.continueQuestion();
    store.topic.answer(true);
    store.openSection('COGNITIVE');
    store.topic.answer(false);
    expect(state).toMatchObject({ isChoosingTopic: true, form: { topic: '' } });
    store.openSection('COGNITIVE');
    expect(state.isChoosingTopic, 'it was open').toBe(true);
    store.openSection('QUESTION');
    expect(state.isChoosingTopic, 'another section').toBe(true);
    store.openSection('COGNITIVE');
    expect(state.isChoosingTopic).toBe(false);
  });

  it('[SC-051] with another topic closes the list', async () => {
    const { store, state } = await ready();
    await store.continueQuestion();
    store.topic.answer(false);
    store.topic.choose('Moving');
    expect(state.isChoosingTopic).toBe(false);
  });

  it('[SC-123] is forgotten for the next call', async () => {
    const { store, state } = await ready();
    await store.continueQuestion();
    store.topic.answer(false);
    store.startOver();
    expect(state).toMatchObject({
      cognitiveClassification: undefined,
      cognitiveFeedbackReceived: false,
      isChoosingTopic: false,
    });
  });
});
