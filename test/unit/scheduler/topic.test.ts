import { describe, expect, it } from 'vitest';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { createSchedulerApi } from '../../../frame/scheduler/api.ts';
import { type Answer, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { offeredDays } from '../../support/schedulerFixtures.ts';
import { booked, classifyingDeployment, ready } from '../../support/schedulerStore.ts';

/** A classifier whose answers the test controls. */
function controlledClassifier() {
  const answers: ((value: unknown) => void)[] = [];
  const answer: Answer = () =>
    new Promise((resolve, reject) => {
      answers.push((value) => (value instanceof Error ? reject(value) : resolve(value)));
    });
  return { answers, routes: { '/v2/message': answer } };
}

const unreachable = (): Error => {
  try {
    return refuse(503);
  } catch (error) {
    return error as Error;
  }
};

describe('topic suggestion', () => {
  it('[SC-041][SC-043][SC-044] classifies the question and moves to the suggestion', async () => {
    const { store, state, calls } = await ready();
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(1);
    expect(calls('/v2/message')[0]?.body).toEqual({
      context: { product: 'cloud' },
      input: { text: 'How do we move?' },
    });
    expect(state.cognitiveClassification).toEqual({ label: 'Pricing', text: 'Prices' });
    expect(state.displayedAccordian).toBe('COGNITIVE');
    const named = await ready({ deployment: { classifierProduct: 'northwind' }, config: { variation: 'hybrid' } });
    await named.store.continueQuestion();
    expect(named.calls('/v2/message')[0]?.body).toMatchObject({ context: { product: 'northwind' } });
  });

  it('[SC-041] does not classify a blank question and shows the field’s error', async () => {
    const { store, state, calls } = await ready();
    store.type('question', '  ');
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(0);
    expect(state.touched.question).toBe(true);
    expect(state.pendingFocus).toBe('question');
  });

  it('[SC-042] opens the calendar without a call if routing is off', async () => {
    const { store, state, calls } = await ready({ config: { cognitiveRouting: 'No' } });
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(0);
    expect(state.displayedAccordian).toBe('CALENDAR');
  });

  it.each([
    ['an unknown label', () => ({ context: { label: 'Weather' } })],
    ['no label', () => ({})],
    ['a failure', () => refuse(500)],
  ] as const)('[SC-047] opens the calendar after %s, without an error code', async (_name, answer) => {
    const { store, state } = await ready({ routes: { '/v2/message': answer } });
    await store.continueQuestion();
    expect(state).toMatchObject({ displayedAccordian: 'CALENDAR', errorCode: '', isClassifying: false });
  });

  describe('with a classifier that does not answer', () => {
    /** A scheduler that calls over the real backend. The service hangs where the path says so. */
    async function open(hangs: string) {
      const clock = createFakeClock();
      const call = createCallBackend({
        clock,
        authorize: () => undefined,
        fetch: (async (url: string, { signal }: RequestInit) => {
          if (url.includes(hangs))
            return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('late'))));
          return Response.json(url.includes('/availability') ? offeredDays : { context: { label: 'Pricing' } });
        }) as typeof fetch,
      });
      const api = createSchedulerApi({ call, clock, deployment: classifyingDeployment, report: () => {} });
      return { ...(await ready({ ports: { api, clock } })), clock };
    }

    it('[SC-048] waits 45 s for the topic, and then opens the calendar', async () => {
      const { store, state, clock } = await open('/v2/message');
      void store.continueQuestion();
      await clock.advance(44_999);
      expect(state).toMatchObject({ displayedAccordian: 'QUESTION', isClassifying: true });
      await clock.advance(1);
      expect(state).toMatchObject({ displayedAccordian: 'CALENDAR', isClassifying: false, errorCode: '' });
    });

    it('[SC-048] gives the feedback 45 s', async () => {
      const { store, clock, log } = await open('/v2/feedback');
      await store.continueQuestion();
      store.topic.answer(true);
      await clock.advance(44_999);
      expect(log.warnings).toEqual([]);
      await clock.advance(1);
      expect(log.warnings.join()).toContain('The feedback on the topic could not be sent.');
    });
  });

  it('[SC-049] can be skipped, and ignores the late answer', async () => {
    let answer = (_value: unknown): void => {};
    const { store, state, clock } = await ready({
      routes: {
        '/v2/message': () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
    });
    const asked = store.continueQuestion();
    await clock.advance(0);
    expect(state.isClassifying).toBe(true);
    store.topic.skip();
    answer({ context: { label: 'Pricing' } });
    await asked;
    expect(state).toMatchObject({ displayedAccordian: 'CALENDAR', isClassifying: false });
    expect(state.cognitiveClassification).toBeUndefined();
  });

  it('[SC-050][SC-051] accepts Yes, No with a topic, and None of these', async () => {
    const yes = await ready();
    await yes.store.continueQuestion();
    yes.store.topic.answer(true);
    expect(yes.state.form.topic).toBe('Prices');
    expect(yes.state.displayedAccordian).toBe('CALENDAR');
    expect(yes.calls('/v2/feedback')[0]?.body).toMatchObject({ context: { label: 'Pricing' }, isValid: true });

    const no = await ready();
    await no.store.continueQuestion();
    no.store.topic.answer(false);
    expect(no.state.isChoosingTopic).toBe(true);
    expect(no.calls('/v2/feedback')[0]?.body).toMatchObject({ isValid: false });
    no.store.topic.choose('Moving');
    expect([no.state.form.topic, no.state.displayedAccordian]).toEqual(['Moving', 'CALENDAR']);
    no.store.topic.choose('');
    expect(no.state.form.topic).toBe('');
  });

  it('[SC-052] sends feedback once per classification, and only logs its failure', async () => {
    const { store, state, calls, clock, log } = await ready({ routes: { '/v2/feedback': () => refuse(500) } });
    await store.continueQuestion();
    store.topic.answer(true);
    store.topic.answer(false);
    await clock.advance(0);
    expect(calls('/v2/feedback')).toHaveLength(1);
    expect(state).toMatchObject({ cognitiveFeedbackReceived: true, errorCode: '' });
    expect(log.warnings.join()).toContain('feedback');
  });

  it('[SC-053] clears the topic of a changed question, and classifies the same text once', async () => {
    const { store, state, calls } = await ready();
    await store.continueQuestion();
    store.topic.answer(true);
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(1);
    store.type('question', ` ${state.form.question} `);
    expect(state.form.topic).toBe('Prices');
    store.type('question', 'Something else');
    expect(state.cognitiveClassification).toBeUndefined();
    expect(state.cognitiveFeedbackReceived).toBe(false);
    expect(state.form.topic).toBe('');
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(2);
  });
});

describe('classification', () => {
  it.each([
    ['a suggestion', () => ({ context: { label: 'Pricing' } })],
    ['no match', () => ({ context: { label: 'Weather' } })],
    ['a failure', unreachable],
  ] as const)(
    '[SC-037][SC-044] leaves the visitor in a section that was opened during the call: %s',
    async (_name, value) => {
      const { answers, routes } = controlledClassifier();
      const { store, state, clock } = await ready({ routes });
      const asked = store.continueQuestion();
      await clock.advance(0);
      store.openSection('CONTACT_INFO');
      answers[0]?.(value());
      await asked;
      expect(state).toMatchObject({ displayedAccordian: 'CONTACT_INFO', isClassifying: false });
    },
  );

  it('[SC-044] keeps the suggestion for the topic section if another section was opened during the call', async () => {
    const { answers, routes } = controlledClassifier();
    const { store, state, clock } = await ready({ routes });
    const asked = store.continueQuestion();
    await clock.advance(0);
    store.openSection('CONTACT_INFO');
    answers[0]?.({ context: { label: 'Pricing' } });
    await asked;
    store.openSection('COGNITIVE');
    expect(state).toMatchObject({ displayedAccordian: 'COGNITIVE', cognitiveClassification: { label: 'Pricing' } });
  });

  it('[SC-049][SC-053] classifies a changed question again and ignores the first answer', async () => {
    const { answers, routes } = controlledClassifier();
    const { store, state, calls, clock } = await ready({ routes });
    const first = store.continueQuestion();
    await clock.advance(0);
    store.type('question', 'Another question');
    expect(state.isClassifying).toBe(false);
    answers[0]?.({ context: { label: 'Pricing' } });
    await first;
    expect(state.cognitiveClassification).toBeUndefined();
    const second = store.continueQuestion();
    await clock.advance(0);
    answers[1]?.({ context: { label: 'Migration' } });
    await second;
    expect(state.cognitiveClassification).toEqual({ label: 'Migration', text: 'Moving' });
    expect(calls('/v2/message').map(({ body }) => (body as { input: { text: string } }).input.text)).toEqual([
      'How do we move?',
      'Another question',
    ]);
  });

  it('[SC-047] classifies the same question again after a failure', async () => {
    const { store, state, backend, calls } = await ready({ routes: { '/v2/message': () => refuse(500) } });
    await store.continueQuestion();
    backend.on('/v2/message', () => ({ context: { label: 'Pricing' } }));
    store.openSection('QUESTION');
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(2);
    expect(state.displayedAccordian).toBe('COGNITIVE');
  });

  it.each(['Anything Else-', ' anything else- ', '', 17, null])(
    '[SC-046][SC-047] opens the calendar for the label %j',
    async (label) => {
      const { store, state } = await ready({ routes: { '/v2/message': () => ({ context: { label } }) } });
      await store.continueQuestion();
      expect(state.displayedAccordian).toBe('CALENDAR');
      expect(state.cognitiveClassification).toBeUndefined();
    },
  );

  it('[SC-051] sends product, label, question and answer as feedback, and nothing else', async () => {
    const { store, calls } = await ready({ config: { variation: 'hybrid' } });
    await store.continueQuestion();
    store.topic.answer(false);
    expect(calls('/v2/feedback').map(({ body }) => body)).toEqual([
      { context: { product: 'hybrid', label: 'Pricing' }, input: { text: 'How do we move?' }, isValid: false },
    ]);
  });

  it('[SC-098] sends a confirmed label with the booking, and none if another topic was chosen', async () => {
    const yes = await ready();
    await yes.store.continueQuestion();
    yes.store.topic.answer(true);
    void yes.store.submit();
    await yes.clock.advance(2_000);
    expect(yes.calls('/v2/appointments/', 'POST')[0]?.body).toMatchObject({
      cognitiveFilterIntent: 'Pricing',
      topic: 'Prices',
    });
    const no = await ready();
    await no.store.continueQuestion();
    no.store.topic.answer(false);
    no.store.topic.choose('Moving');
    void no.store.submit();
    await no.clock.advance(2_000);
    expect(no.calls('/v2/appointments/', 'POST')[0]?.body).toMatchObject({
      cognitiveFilterIntent: '',
      topic: 'Moving',
    });
  });

  it('[SC-053][SC-123] runs again for the next call, even with the same question', async () => {
    const { store, state, calls, clock } = await booked();
    store.startOver();
    expect(state.form).toMatchObject({ topic: '', selectedTime: '', question: 'How do we move?' });
    await store.continueQuestion();
    await clock.advance(0);
    expect(calls('/v2/message')).toHaveLength(1);
    expect(state.displayedAccordian).toBe('COGNITIVE');
  });
});
