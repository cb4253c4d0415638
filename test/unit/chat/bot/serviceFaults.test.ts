import { describe, expect, it } from 'vitest';
import { createBotChannel, ownBot } from '../../../../frame/chat/channels/bot/index.ts';
import { createCallBackend } from '../../../../frame/platform/backend/call.ts';
import { textOf } from '../../../contract/channelSuite.ts';
import { createChatBench } from '../../../support/chatBench.ts';
import { botDeployment } from '../../../support/fakeBotService.ts';
import { createFakeClock, settle } from '../../../support/fakeClock.ts';

type BotReply = { readonly status?: number; readonly body: unknown } | 'hang' | 'unreachable';

/** The chat store on the real bot channel and the real backend calls. The test decides what the service answers. */
async function chatWith(
  reply: (text: string, serial: number) => BotReply,
  history: () => readonly unknown[] = () => [],
) {
  const clock = createFakeClock();
  const sent: string[] = [];
  const fetchAnswer = (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const path = new URL(url).pathname;
      if (path === '/v2/status') resolve(Response.json({ status: 'Available' }));
      else if (path !== '/v2/message') resolve(Response.json(path === '/v2/message/history' ? history() : []));
      else {
        const { text } = (JSON.parse(String(init.body)) as { input: { text: string } }).input;
        if (text !== '') sent.push(text);
        const answer: BotReply = text === '' ? answerOf('Welcome', 'greeting') : reply(text, sent.length);
        if (answer === 'unreachable') reject(new TypeError('Failed to fetch'));
        else if (answer !== 'hang') {
          const { status = 200, body } = answer;
          resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
        }
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }
    });
  const bench = createChatBench({
    entries: [{ service: 'bot', skill: 'cloud' }],
    deployment: { channels: botDeployment },
    ports: {
      clock,
      call: createCallBackend({ fetch: fetchAnswer as typeof fetch, clock, authorize: () => undefined }),
      findLoader: () => async () => (ports) =>
        createBotChannel(ports, { ...ownBot, loadJsonp: () => Promise.reject(new Error('no employee')) }),
    },
  });
  const run = async (ms: number): Promise<void> => {
    // The runtime reads the bodies of answers outside of the microtasks that the fake clock runs.
    for (let turn = 0; turn < 10; turn += 1) {
      await clock.advance(ms / 10);
      await new Promise((done) => setImmediate(done));
      await settle();
    }
  };
  await run(0);
  await bench.store.begin();
  void bench.store.startChat('menu');
  await run(5_000);
  return {
    ...bench,
    run,
    sent,
    async send(text: string): Promise<void> {
      bench.store.send(text);
      await run(5_000);
    },
    bot: () =>
      bench
        .messages()
        .filter((one) => one.type === 'bot')
        .map((one) => textOf(one).trim()),
    mine: () =>
      bench
        .messages()
        .filter((one) => one.type === 'visitor')
        .map(({ text, isPending, isNotSent }) => ({ text, isPending, isNotSent })),
  };
}

function answerOf(text: string, id?: unknown): { body: unknown } {
  return {
    body: { _id: id, context: { conversation_id: 'conversation-1' }, output: { values: [{ items: [{ text }] }] } },
  };
}

const arrived = (text: string) => ({ text, isPending: false, isNotSent: false });
const notSent = (text: string) => ({ text, isPending: false, isNotSent: true });

describe('unusual answers of the bot service', () => {
  it('[CH-215] shows a message whose answer was lost as delivered, once, with the answer', async () => {
    const turns: unknown[] = [];
    const chat = await chatWith(
      (text) => {
        turns.push({ _id: 'kept', data: { input: { text }, output: { values: [{ items: [{ text: 'I heard' }] }] } } });
        return 'hang';
      },
      () => turns,
    );
    await chat.send('important');
    await chat.run(20_000);
    expect(chat.mine()).toEqual([arrived('important')]);
    expect(chat.bot()).toEqual(['Welcome', 'I heard']);
    expect(chat.sent).toEqual(['important']);
  });

  it('[CH-086] shows the text of unknown types and skips lines without text', async () => {
    const items = [
      { type: 'hologram', text: 'A hologram' },
      { type: 'hologram' },
      5,
      null,
      [],
      { type: {}, text: 'odd' },
    ];
    const chat = await chatWith(() => ({ body: { _id: 1, output: { values: [{ type: 'orbit', items }, 7, null] } } }));
    await chat.send('hello');
    expect(chat.bot()).toEqual(['Welcome', 'A hologram\nodd']);
    expect(chat.mine()).toEqual([arrived('hello')]);
  });

  it.each([
    ['an empty object', {}],
    ['no values', { _id: 'x', output: { values: [] } }],
    ['values of nothing', { _id: 'x', output: { values: [{ items: [] }, { items: [{ text: ' ' }] }, ''] } }],
    ['fields of other kinds', { _id: {}, context: 'none', output: 5, timestamp: [], source: 7 }],
    ['null in every field', { _id: null, text: null, context: null, output: null, timestamp: null, source: null }],
  ])(
    '[CH-084] treats %s as an empty answer: the message counts as delivered and the conversation continues',
    async (_, body) => {
      const chat = await chatWith((_text, serial) => (serial === 1 ? { body } : answerOf('Still here', 'y')));
      await chat.send('hello');
      await chat.send('anybody?');
      expect(chat.mine()).toEqual([arrived('hello'), arrived('anybody?')]);
      expect(chat.bot()).toEqual(['Welcome', 'Still here']);
    },
  );

  it('[CH-042] shows every answer of a service that gives all answers the same id', async () => {
    const chat = await chatWith((text) => answerOf(`You said ${text}`, 'greeting'));
    await chat.send('one');
    await chat.send('two');
    expect(chat.bot()).toEqual(['Welcome', 'You said one', 'You said two']);
    expect(chat.mine()).toEqual([arrived('one'), arrived('two')]);
  });

  it('[CH-054][F-SE9] shows markup, script, right-to-left text and emoji unchanged, and of a megabyte the first 100,000 characters', async () => {
    const text = `<script>alert(1)</script> مرحبا 👩‍👩‍👧‍👦 e\u0301 \ud83d ${'x'.repeat(1_000_000)}`;
    const chat = await chatWith(() => answerOf(text, 'big'));
    await chat.send('show me');
    expect(chat.bot().map((one) => one === text.slice(0, 100_000))).toEqual([false, true]);
  });

  it('[CH-085] drops lines that are nested too deeply', async () => {
    let deep: unknown = { type: 'choice', text: 'bottom' };
    for (let level = 0; level < 500; level += 1) deep = { type: 'group', text: `level ${level}`, items: [deep] };
    const chat = await chatWith(() => ({ body: { _id: 'deep', output: { values: [{ items: [deep] }] } } }));
    await chat.send('deep');
    expect(chat.bot().at(-1)).toContain('level 499');
    expect(JSON.stringify(chat.messages())).not.toContain('bottom');
  });

  it('[CH-101] treats a 500 with output as an answer', async () => {
    const chat = await chatWith(() => ({ ...answerOf('Please ask me once more.', 'e'), status: 500 }));
    await chat.send('hello');
    expect(chat.bot()).toEqual(['Welcome', 'Please ask me once more.']);
    expect(chat.mine()).toEqual([arrived('hello')]);
  });

  it.each<[string, BotReply]>([
    ['a 500 without output', { status: 500, body: { message: 'crashed' } }],
    ['a page of a gateway', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['a page of a gateway with status 200', { body: '<html>Sign in to the Wi-Fi</html>' }],
    ['a list', { body: [] }],
    ['nothing', { body: '' }],
    ['half an answer', { body: '{"output":{"val' }],
    ['no connection', 'unreachable'],
    ['silence for 15 s', 'hang'],
  ])('[CH-214][CH-215] marks a message as not sent after %s, and sends it again on retry', async (_, answer) => {
    const chat = await chatWith((_text, serial) => (serial === 1 ? answer : answerOf('There I am', 'again')));
    await chat.send('important');
    await chat.run(20_000);
    expect(chat.mine()).toEqual([notSent('important')]);
    const failed = chat.messages().find((one) => one.isNotSent);
    chat.store.retry(failed?.id ?? '');
    await chat.run(5_000);
    expect(chat.sent).toEqual(['important', 'important']);
    expect(chat.mine()).toEqual([arrived('important')]);
    expect(chat.bot()).toEqual(['Welcome', 'There I am']);
  });
});
