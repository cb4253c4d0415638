import { describe, expect, it } from 'vitest';
import { type Answer, refuse } from '../../support/fakeBackend.ts';
import { booked, ready } from '../../support/schedulerStore.ts';

/** A classifier that answers when the test says so. */
function holding() {
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

describe('a question that is looked at', () => {
  it.each([
    ['a suggestion', () => ({ context: { label: 'Pricing' } })],
    ['no match', () => ({ context: { label: 'Weather' } })],
    ['a failure', unreachable],
  ] as const)(
    '[SC-037][SC-044] does not take a visitor out of the section that was opened meanwhile: %s',
    async (_name, value) => {
      const { answers, routes } = holding();
      const { store, state, clock } = await ready({ routes });
      const asked = store.continueQuestion();
      await clock.advance(0);
      store.openSection('CONTACT_INFO');
      answers[0]?.(value());
      await asked;
      expect(state).toMatchObject({ displayedAccordian: 'CONTACT_INFO', isClassifying: false });
    },
  );

  it('[SC-044] has its suggestion in the topic section all the same', async () => {
    const { answers, routes } = holding();
    const { store, state, clock } = await ready({ routes });
    const asked = store.continueQuestion();
    await clock.advance(0);
    store.openSection('CONTACT_INFO');
    answers[0]?.({ context: { label: 'Pricing' } });
    await asked;
    store.openSection('COGNITIVE');
    expect(state).toMatchObject({ displayedAccordian: 'COGNITIVE', cognitiveClassification: { label: 'Pricing' } });
  });

  it('[SC-049][SC-053] is asked about anew when it was changed meanwhile; the first answer is ignored', async () => {
    const { answers, routes } = holding();
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

  it('[SC-047] is looked at again after a failure, with the same words', async () => {
    const { store, state, backend, calls } = await ready({ routes: { '/v2/message': () => refuse(500) } });
    await store.continueQuestion();
    backend.on('/v2/message', () => ({ context: { label: 'Pricing' } }));
    store.openSection('QUESTION');
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(2);
    expect(state.displayedAccordian).toBe('COGNITIVE');
  });

  it.each(['Anything Else-', ' anything else- ', '', 17, null])(
    '[SC-046][SC-047] leads to the calendar by the label %j',
    async (label) => {
      const { store, state } = await ready({ routes: { '/v2/message': () => ({ context: { label } }) } });
      await store.continueQuestion();
      expect(state.displayedAccordian).toBe('CALENDAR');
      expect(state.cognitiveClassification).toBeUndefined();
    },
  );

  it('[SC-051] tells the service the product, the label and the question with the answer, and nothing else', async () => {
    const { store, calls } = await ready({ config: { variation: 'hybrid' } });
    await store.continueQuestion();
    store.topic.answer(false);
    expect(calls('/v2/feedback').map(({ body }) => body)).toEqual([
      { context: { product: 'hybrid', label: 'Pricing' }, input: { text: 'How do we move?' }, isValid: false },
    ]);
  });

  it('[SC-098] is booked with the label that was confirmed, and with none where another topic was chosen', async () => {
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

  it('[SC-053][SC-123] is looked at for the next call, be it the same question', async () => {
    const { store, state, calls, clock } = await booked();
    store.startOver();
    expect(state.form).toMatchObject({ topic: '', selectedTime: '', question: 'How do we move?' });
    await store.continueQuestion();
    await clock.advance(0);
    expect(calls('/v2/message')).toHaveLength(1);
    expect(state.displayedAccordian).toBe('COGNITIVE');
  });
});
