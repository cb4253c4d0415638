import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  type AssistantBench,
  startAssistant,
  widgetOrigin,
  wordsOf,
} from '../../support/assistantBench.ts';
import { type FakeModel, startFakeModel } from '../../support/fakeModel.ts';

let assistant: AssistantBench;
let model: FakeModel | undefined;
const start = async (...args: Parameters<typeof startAssistant>) => {
  assistant = await startAssistant(...args);
};
afterEach(async () => {
  await assistant.close();
  await model?.close();
  model = undefined;
});

/** What the widget shows of a refusal. */
async function shown(response: Response): Promise<readonly [status: number, text: string | undefined]> {
  const { message, output } = (await response.json()) as Answer;
  expect(output.values).toEqual([{ items: [{ type: 'text', text: message }] }]);
  return [response.status, message];
}

describe('another origin', () => {
  it.each([
    ['another host', 'https://evil.example'],
    ['a host that begins with it', 'https://widget.example.evil.example'],
    ['another port', 'https://widget.example:8443'],
    ['another scheme', 'http://widget.example'],
    ['a sandboxed frame', 'null'],
    ['upper case', 'https://WIDGET.example'],
  ])('is refused: %s', async (_, origin) => {
    await start();
    const response = await assistant.respond('Shopify', { origin });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await fetch(`${assistant.url}/v2/message`, { method: 'OPTIONS', headers: { origin } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('is refused when it is missing', async () => {
    await start();
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${assistant.url}/v2/status`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(403);
  });

  it('is allowed when it is the widget’s (control), in failures too', async () => {
    await start();
    const preflight = await fetch(`${assistant.url}/v2/message`, {
      ...{ method: 'OPTIONS', headers: { origin: widgetOrigin, 'access-control-request-method': 'POST' } },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
    for (const response of [preflight, await assistant.respond('Shopify'), await assistant.respond(7)]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(widgetOrigin);
      expect(response.headers.get('vary')).toBe('origin');
    }
  });
});

describe('bad input', () => {
  it.each([
    ['no JSON', '{"input":'],
    ['half of a character', '{"input":{"text":"\ud800'],
    ['another type', '[]'],
    ['nothing', ''],
    ['null', 'null'],
    ['a text that is a number', '{"input":{"text":7}}'],
    ['fields that are texts', '{"input":"x","context":"y"}'],
  ])('is refused with a sentence: %s', async (_, body) => {
    await start();
    const [status, text] = await shown(await assistant.post('/v2/message', body));
    expect(status).toBe(400);
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(assistant.lines).toEqual([]);
  });

  it('is refused with a sentence: a body that is no JSON by its type', async () => {
    await start();
    const response = await assistant.post('/v2/message', '{}', { 'content-type': 'text/plain' });
    expect(await shown(response)).toEqual([415, 'The request is not JSON.']);
  });

  it('is refused with a sentence: a text of 2,001 characters, and a body of 1 MB', async () => {
    await start();
    const long = 'This text is too long. Please shorten it.';
    expect(await shown(await assistant.respond('x'.repeat(2_001)))).toEqual([413, long]);
    expect(await shown(await assistant.respond('x'.repeat(1_000_000)))).toEqual([413, long]);
    expect((await assistant.respond('x'.repeat(2_000))).status).toBe(200);
  });

  it('ends a body without a length that does not end', async () => {
    await start();
    const headers = { origin: widgetOrigin, 'content-type': 'application/json' };
    const call = request(`${assistant.url}/v2/message`, { method: 'POST', headers });
    const closed = new Promise((resolve) => call.on('close', resolve));
    call.on('error', () => {});
    const timer = setInterval(() => call.write('x'.repeat(50_000)), 1);
    await closed;
    clearInterval(timer);
    expect((await assistant.respond('Shopify')).status).toBe(200);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('takes %s as any id', async (name) => {
    await start();
    expect(await assistant.history(name)).toEqual([]);
    const first = await assistant.ask('Shopify', { id: name, conversationId: name });
    const again = await assistant.ask('Shopify', { id: name, conversationId: name });
    expect(again).toEqual(first);
    expect(first.context.conversation_id).not.toBe(name);
    expect((await assistant.post(`/${name}`, {})).status).toBe(404);
    expect(assistant.lines).toEqual([]);
  });

  it.each([{}, [], 7, true, null, 'x'.repeat(101)])('takes the id %j as none', async (id) => {
    await start();
    expect((await assistant.respond('Shopify', { id, conversationId: id })).status).toBe(200);
  });

  it('shows markup as the visitor has written it to nobody', async () => {
    await start();
    const answer = await assistant.ask('<script>alert(1)</script>');
    expect(JSON.stringify(answer)).not.toContain('<script>');
  });

  it('answers a long text of hard words in a second', async () => {
    await start();
    const startedAt = performance.now();
    await assistant.ask('talk talk chat '.repeat(130));
    await assistant.ask('a'.repeat(2_000));
    await assistant.ask(
      Array.from({ length: 400 }, (_, at) => `wi${at}`)
        .join(' ')
        .slice(0, 2_000),
    );
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

describe('limits', () => {
  const often = 'These are too many messages at once. Please wait a minute.';

  it('counts the messages of each visitor, and not those that are sent again', async () => {
    await start({ isBehindProxy: true, limits: { messagesPerMinute: 2 } });
    const [one, other] = ['192.0.2.1', '192.0.2.2'];
    const id = crypto.randomUUID();
    await assistant.ask('Shopify', { id, visitor: one });
    await assistant.ask('Shopify', { id, visitor: one });
    await assistant.ask('Shopify', { visitor: one });
    expect(await shown(await assistant.respond('Shopify', { visitor: one }))).toEqual([429, often]);
    expect((await assistant.respond('Shopify', { visitor: other })).status).toBe(200);
  });

  it('counts the addresses of one IPv6 network together, and believes only the proxy', async () => {
    await start({ isBehindProxy: true, limits: { messagesPerMinute: 1 } });
    const statusOf = async (visitor: string) => (await assistant.respond('Shopify', { visitor })).status;
    expect(await statusOf('2001:db8:0:1::1')).toBe(200);
    expect(await statusOf('2001:db8:0:1:ffff::2')).toBe(429);
    expect(await statusOf('2001:db8:0:2::1')).toBe(200);
    expect(await statusOf('192.0.2.1')).toBe(200);
    expect(await statusOf('198.51.100.7, 192.0.2.1')).toBe(429);
  });

  it('ignores the header of a proxy that is not there', async () => {
    await start({ limits: { messagesPerMinute: 1 } });
    await assistant.ask('Shopify', { visitor: '192.0.2.1' });
    expect((await assistant.respond('Shopify', { visitor: '192.0.2.2' })).status).toBe(429);
  });

  it('counts all calls of a visitor', async () => {
    await start({ limits: { callsPerMinute: 3 } });
    for (let call = 0; call < 3; call += 1) await assistant.history('c-1');
    expect((await assistant.post('/v2/message/history', {})).status).toBe(429);
  });

  it('refuses more answers at once, of a visitor and of all, and takes the next when they are over', async () => {
    model = await startFakeModel();
    model.answer = () => {};
    await start({
      model: { url: model.url, name: 'small' },
      limits: { atOnce: 4, answersAtOnce: 3 },
      isBehindProxy: true,
    });
    const lost = new AbortController();
    const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const ask = (at: number, visitor: string) =>
      assistant.openStream('Shopify', { id: ids[at], visitor, signal: lost.signal });
    await ask(0, '192.0.2.1');
    await ask(1, '192.0.2.1');
    expect(await shown(await ask(2, '192.0.2.1'))).toEqual([429, often]);
    await ask(2, '192.0.2.2');
    expect(await shown(await assistant.respond('Shopify', { visitor: '192.0.2.3' }))).toEqual([
      ...[503, 'Too many visitors ask at this moment. Please try again in a minute.'],
    ]);
    lost.abort();
    await expect
      .poll(async () => (await assistant.respond('Shopify', { id: ids[0], stop: true, visitor: '192.0.2.1' })).status)
      .toBe(200);
    expect((await assistant.respond('', { visitor: '192.0.2.3' })).status).toBe(200);
  });

  it('forgets the least recently used conversations, with the ids of their messages', async () => {
    await start({ limits: { stored: 3_000, messagesPerMinute: 1_000 } });
    const id = crypto.randomUUID();
    const first = await assistant.ask('Shopify', { id });
    const { conversation_id: conversationId } = first.context;
    for (let at = 0; at < 5; at += 1) await assistant.ask('Shopify');
    expect(await assistant.history(conversationId)).toEqual([]);
    expect((await assistant.ask('Shopify', { id }))._id).not.toBe(first._id);
  });

  it('forgets conversations after a day', async () => {
    await start({ limits: { storedMs: 50 } });
    const { context } = await assistant.ask('Shopify');
    await new Promise((resolve) => setTimeout(resolve, 60));
    await assistant.ask('Shopify');
    expect(await assistant.history(context.conversation_id)).toEqual([]);
  });

  it('goes on in a new conversation after 200 turns', async () => {
    await start({ limits: { turns: 2 } });
    const { context } = await assistant.ask('Shopify');
    const conversationId = context.conversation_id;
    expect((await assistant.ask('Shopify', { conversationId })).context.conversation_id).toBe(conversationId);
    expect((await assistant.ask('Shopify', { conversationId })).context.conversation_id).not.toBe(conversationId);
    expect(wordsOf(await assistant.ask('Shopify', { conversationId }))).toContain('theme.liquid');
  });

  it('remembers no more visitors than its limit', async () => {
    await start({ isBehindProxy: true, limits: { visitors: 2 } });
    const statusOf = async (visitor: string) => (await assistant.respond('Shopify', { visitor })).status;
    expect([await statusOf('192.0.2.1'), await statusOf('192.0.2.2')]).toEqual([200, 200]);
    expect([await statusOf('192.0.2.3'), await statusOf('192.0.2.1')]).toEqual([429, 200]);
  });
});
