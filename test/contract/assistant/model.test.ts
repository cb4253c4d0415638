import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type AssistantBench, startAssistant, wordsOf } from '../../support/assistantBench.ts';
import { type FakeModel, modelEnd, modelEvent, modelStream, startFakeModel } from '../../support/fakeModel.ts';

let model: FakeModel;
let assistant: AssistantBench;
const start = async (limits: Readonly<Record<string, number>> = {}) => {
  assistant = await startAssistant({ model: { url: model.url, name: 'small', key: 'secret-key' }, limits });
};
beforeEach(async () => {
  model = await startFakeModel();
});
afterEach(async () => {
  await assistant.close();
  await model.close();
});

const broken = 'The answer breaks off here. Ask again, or ask a person.';
const opened = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const hasButton = ({ output }: Answer): boolean =>
  output.values.some(({ items = [] }) => items.some(({ type }) => type === 'chat'));

describe('a language model', () => {
  it('gets the question, the sections that were found, and the last turns', async () => {
    await start();
    model.answer = modelStream('With a snippet.');
    const { context } = await assistant.ask('How do I add the widget to Shopify?');
    const { output } = await assistant.ask('And WordPress?', { conversationId: context.conversation_id });
    const [first, second] = model.requests;
    expect(first).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer secret-key' });
    expect(first?.body).toMatchObject({ model: 'small', stream: true });
    expect(first?.body.messages[0]?.content).toContain('# Sites: Shopify\n');
    expect(second?.body.messages.slice(1)).toEqual([
      { role: 'user', content: 'How do I add the widget to Shopify?' },
      { role: 'assistant', content: 'With a snippet.' },
      { role: 'user', content: 'And WordPress?' },
    ]);
    expect(output.values[1]).toMatchObject({ type: 'group', title: 'Sources' });
  });

  it('hands over by one word, in whatever pieces it comes', async () => {
    await start();
    model.answer = modelStream('\n', '[PER', 'SON]', ' Bye.');
    const answer = await assistant.ask('Ich möchte mit jemandem sprechen');
    expect(answer.context.action).toBe('chat');
    expect(wordsOf(answer)).toBe('One moment, a person takes over.');
  });

  it('offers a person by another word, if the pages do not answer', async () => {
    await start();
    model.answer = modelStream('[UNKNOWN]');
    const answer = await assistant.ask('Shopify');
    expect(wordsOf(answer)).toContain('I have found nothing');
    expect(hasButton(answer)).toBe(true);
  });

  it('may begin with a bracket', async () => {
    await start();
    model.answer = modelStream('[P', 'rices](https://www.example.com)');
    expect(wordsOf(await assistant.ask('Shopify'))).toBe('[Prices](https://www.example.com)');
  });

  it('may cut a character in two, and end lines in any way', async () => {
    await start();
    const bytes = Buffer.from(`data:${modelEvent('Größe: 5 €').slice(6).trim()}\r\n\r\n${modelEnd}`);
    model.answer = async (response) => {
      opened(response);
      for (const byte of bytes) {
        response.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    };
    expect(wordsOf(await assistant.ask('Shopify'))).toBe('Größe: 5 €');
  });

  it('may take long, as long as it is not silent', async () => {
    await start({ silenceMs: 1_000 });
    model.answer = async (response) => {
      opened(response);
      for (const piece of ['one ', 'two ', 'three ', 'four']) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        response.write(modelEvent(piece));
      }
      response.end(modelEnd);
    };
    expect(wordsOf(await assistant.ask('Shopify'))).toBe('one two three four');
  });

  it('may send events that say nothing', async () => {
    await start();
    model.answer = (response) => {
      opened(response).write(`: hello\n\nevent: ping\ndata: {"choices":[]}\n\ndata: {"choices":[{"delta":{}}]}\n\n`);
      response.end(modelEvent('Hello.') + modelEnd);
    };
    expect(wordsOf(await assistant.ask('Shopify'))).toBe('Hello.');
  });
});

describe('a language model that fails', () => {
  const failures: readonly { name: string; line: string; answer: (response: ServerResponse) => unknown }[] = [
    {
      ...{ name: 'refuses the key', line: 'The language model answers 401.' },
      answer: (response) => response.writeHead(401).end('{"error":"secret-key is wrong"}'),
    },
    { name: 'is away', line: 'other side closed', answer: (response) => response.destroy() },
    {
      ...{ name: 'answers no event', line: 'The language model says nothing.' },
      answer: (response) => opened(response).end('<html>Busy</html>'),
    },
    {
      ...{ name: 'answers what is no JSON', line: 'An event of the language model is not JSON.' },
      answer: (response) => opened(response).end('data: {"secret-key":[\n\n'),
    },
    {
      ...{ name: 'sends to another place', line: 'unexpected redirect' },
      answer: (response) => response.writeHead(302, { location: '/' }).end(),
    },
  ];
  it.each(failures)('is replaced by the pages when it $name, and no word of it is logged', async ({ line, answer }) => {
    await start();
    model.answer = (response) => void answer(response);
    expect(wordsOf(await assistant.ask('Shopify'))).toContain('theme.liquid');
    expect(assistant.lines).toEqual([line]);
  });

  it('leaves what it said, with a sentence and the way to a person, when it breaks', async () => {
    await start();
    model.answer = (response) => {
      opened(response).write(modelEvent('Half'));
      setTimeout(() => response.destroy(), 20);
    };
    const answer = await assistant.ask('Shopify');
    expect(wordsOf(answer)).toBe(`Half\n\n${broken}`);
    expect(hasButton(answer)).toBe(true);
  });

  it('is given up when it is silent, before its first word and after', async () => {
    await start({ silenceMs: 100 });
    model.answer = () => {};
    expect(wordsOf(await assistant.ask('Shopify'))).toContain('theme.liquid');
    model.answer = (response) => void opened(response).write(modelEvent('Half'));
    expect(wordsOf(await assistant.ask('Shopify'))).toBe(`Half\n\n${broken}`);
    expect(assistant.lines).toEqual(['The language model is silent.', 'The language model is silent.']);
    await expect.poll(() => model.cut()).toBe(2);
  });

  it('is given up when it takes too long, even if it always says something', async () => {
    await start({ wholeMs: 300, streamMs: 300 });
    model.answer = (response) => {
      opened(response);
      const timer = setInterval(() => response.write(modelEvent('so ')), 20);
      response.on('close', () => clearInterval(timer));
    };
    const [whole, events] = await Promise.all([assistant.ask('Shopify'), assistant.stream('Shopify')]);
    expect(wordsOf(whole)).toMatch(/^(so )+\n\nThe answer breaks off here/);
    expect(events.at(-1)?.event).toBe('answer');
    await expect.poll(() => model.cut()).toBe(2);
  });

  it('is stopped when it does not end', async () => {
    await start();
    model.answer = (response) => {
      opened(response);
      const write = (): void => {
        while (!response.destroyed && response.write(modelEvent('so '.repeat(100))));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    };
    const text = wordsOf(await assistant.ask('Shopify'));
    expect(text.length).toBeLessThan(8_500);
    expect(text).toContain(broken);
    await expect.poll(() => model.cut()).toBe(1);
  });

  it('is refused when one event has 10 MB', async () => {
    await start();
    model.answer = (response) => void opened(response).end(modelEvent('x'.repeat(10_000_000)) + modelEnd);
    expect(wordsOf(await assistant.ask('Shopify'))).toContain('theme.liquid');
    expect(assistant.lines).toEqual(['An event of the language model is too long.']);
  });
});
