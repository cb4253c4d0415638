import { afterEach, describe, expect, it } from 'vitest';
import { type AssistantBench, type AssistantOptions, startAssistant, wordsOf } from '../../support/assistantBench.ts';

type AnswerFunction = NonNullable<AssistantOptions['answer']>;

let assistant: AssistantBench;
const start = async (answer: AnswerFunction, limits: Readonly<Record<string, number>> = {}) => {
  assistant = await startAssistant({ answer, limits });
};
afterEach(() => assistant.close());

const personButton = { items: [{ type: 'chat', text: 'Chat with a person' }] };

describe('an answering function of your own', () => {
  it('shows each kind of part, in the order in which it is yielded', async () => {
    await start(async function* () {
      yield { text: 'One ' };
      yield { text: 'and two.', choices: ['Prices', 'Hours'] };
      yield { sources: [{ title: 'Help', url: 'https://www.example.com/help' }] };
      yield { person: 'offer' };
    });
    const events = await assistant.stream('Hello?');
    expect(events.map(({ event }) => event)).toEqual(['start', 'text', 'text', 'part', 'part', 'part', 'answer']);
    expect(events.at(-1)?.data).toMatchObject({
      context: { displayFeedback: true },
      output: {
        values: [
          { type: 'markdown', text: 'One and two.' },
          {
            items: [
              { type: 'choice', text: 'Prices' },
              { type: 'choice', text: 'Hours' },
            ],
          },
          {
            ...{ type: 'group', title: 'Sources' },
            items: [{ type: 'link', text: 'Help', href: 'https://www.example.com/help' }],
          },
          personButton,
        ],
      },
    });
  });

  it('hands over at once', async () => {
    await start(async function* () {
      yield { person: 'now' };
    });
    expect((await assistant.ask('Hello?')).context.action).toBe('chat');
  });

  it('gets the question and the turns before it', async () => {
    const asked: unknown[] = [];
    await start(async function* (question, { earlier }) {
      asked.push({ question, earlier });
      yield { text: `About ${question}` };
    });
    const { context } = await assistant.ask('prices');
    await assistant.ask(' hours ', { conversationId: context.conversation_id });
    expect(asked).toEqual([
      { question: 'prices', earlier: [] },
      { question: 'hours', earlier: [{ question: 'prices', answer: 'About prices' }] },
    ]);
  });

  it('is not asked for the greeting, after a thumb down, and when the visitor asks for a person', async () => {
    const asked: string[] = [];
    await start(async function* (question) {
      asked.push(question);
      yield { text: 'Yes.' };
    });
    for (const text of ['', 'Unhappy customer', 'agent', 'prices']) await assistant.ask(text);
    expect(asked).toEqual(['prices']);
  });

  it('that yields nothing says that nothing was found, and offers a person', async () => {
    await start(async function* () {});
    const { output } = await assistant.ask('Hello?');
    expect(output.values).toEqual([
      { type: 'markdown', text: 'I have found nothing about this on our pages. A person can help you.' },
      personButton,
    ]);
  });

  it.each([
    ['before its first word', '', 'The answer breaks off here. Ask again, or ask a person.'],
    ['after it', 'Half', 'Half\n\nThe answer breaks off here. Ask again, or ask a person.'],
  ])('that throws %s says that the answer breaks off, offers a person, and is logged', async (_, said, shown) => {
    await start(async function* () {
      yield { text: said };
      throw new Error('The search is down.');
    });
    const answer = await assistant.ask('Hello?');
    expect(wordsOf(answer)).toBe(shown);
    expect(answer.output.values.at(-1)).toEqual(personButton);
    expect(assistant.lines).toEqual(['The search is down.']);
  });

  it.each([undefined, null, 'down'])(
    'that throws %j, which is no error, says that the answer breaks off',
    async (thrown) => {
      await start(async function* () {
        yield { text: 'Half' };
        throw thrown;
      });
      expect(wordsOf(await assistant.ask('Hello?'))).toContain('The answer breaks off here.');
      expect(assistant.lines).toEqual([String(thrown)]);
    },
  );

  it('is told when the visitor presses Stop, and what it yields then is not shown', async () => {
    let wasStopped = false;
    await start(async function* (_, { signal }) {
      yield { text: 'Half' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      wasStopped = true;
      yield { text: ' and half.' };
    });
    const id = crypto.randomUUID();
    const whole = assistant.ask('Hello?', { id });
    await expect.poll(async () => (await assistant.respond('Hello?', { id, stop: true })).status).toBe(200);
    expect(wordsOf(await whole)).toBe('Half');
    expect(wasStopped).toBe(true);
    expect(assistant.lines).toEqual([]);
  });
});
