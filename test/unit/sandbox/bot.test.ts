import { describe, expect, it } from 'vitest';
import { toBlocks as toAssistantBlocks } from '../../../frame/chat/channels/assistant/toBlocks.ts';
import { toBlocks } from '../../../frame/chat/channels/bot/toBlocks.ts';
import { parseBotAnswer, parseHistory } from '../../../frame/chat/channels/bot/wire.ts';
import type { SandboxAnswer } from '../../sandbox/service.ts';
import { createBotService } from '../../sandbox/services/bot.ts';

function createBench() {
  const service = createBotService({
    hostUrl: 'http://localhost:4600',
    servicesUrl: 'http://localhost:4602',
    now: () => Date.UTC(2026, 10, 21),
  });
  async function post(path: string, body: unknown): Promise<SandboxAnswer> {
    const route = service.routes.find((one) => one.path === path);
    if (!route) throw new Error(`no route ${path}`);
    return route.answer({ method: 'POST', path, query: new URLSearchParams(), headers: {}, body, params: {} });
  }
  const ask = (text: string, context: object = {}) =>
    post('/bot/v2/message', { context: { locale: 'en-US', ...context }, input: { text } });
  return { service, post, ask };
}

describe('the sandbox bot', () => {
  it('[CH-017] answers about products, a product family, prices, a meeting and an agent', async () => {
    const { ask } = createBench();
    const seen: string[] = [];
    for (const text of [
      '',
      'What do you sell?',
      'Northwind Data',
      'prices please',
      'book a meeting',
      'a human',
      'thanks',
    ]) {
      const blocks = toBlocks(parseBotAnswer((await ask(text)).body));
      expect(blocks.length).toBeGreaterThan(0);
      seen.push(...blocks.flatMap((block) => block.lines.map((line) => line.type)));
    }
    for (const type of ['text', 'choice', 'tile', 'group', 'readmore', 'link', 'trial', 'scheduler', 'chat'])
      expect(seen).toContain(type);
  });

  it('[CH-017] shows every line type and reply kind at once', async () => {
    const { ask } = createBench();
    const blocks = toBlocks(parseBotAnswer((await ask('show everything')).body));
    const types = blocks.flatMap((block) => block.lines.map((line) => line.type));
    for (const type of [
      'text',
      'readmore',
      'choice',
      'chat',
      'scheduler',
      'link',
      'checkout',
      'email',
      'phone',
      'support',
      'trial',
      'group',
      'tile',
    ]) {
      expect(types).toContain(type);
    }
    expect(blocks.some((block) => block.review)).toBe(true);
  });

  it('[CH-017] stores a conversation until a reset', async () => {
    const { service, post, ask } = createBench();
    const id = parseBotAnswer((await ask('')).body).context.conversation_id;
    await ask('pricing', { conversation_id: id });
    const history = async () => parseHistory((await post('/bot/v2/message/history', { conversation_id: id })).body);
    expect((await history()).map((turn) => turn.visitorText)).toEqual(['', 'pricing']);
    service.reset();
    expect(await history()).toEqual([]);
  });

  it('[CH-017] refuses a message with and without output on request', async () => {
    const { ask } = createBench();
    expect(await ask('say sorry')).toMatchObject({ status: 500, body: { output: {} } });
    expect((await ask('crash')).body).not.toHaveProperty('output');
  });

  it('[CH-017] can go offline, and can make visitors employees', async () => {
    const { service, post } = createBench();
    service.control?.('bot', { status: 'Offline', employee: true });
    expect((await post('/bot/v2/status', {})).body).toEqual({ status: 'Offline' });
    const employee = service.routes.find((route) => route.path === '/bot/employee');
    const answer = await employee?.answer({
      method: 'GET',
      path: '/bot/employee',
      query: new URLSearchParams('callback=cb1'),
      headers: {},
      body: undefined,
      params: {},
    });
    expect(answer?.body).toBe('cb1({"employee":true})');
  });

  it('[CH-017] answers in the hosted assistant’s response types', async () => {
    const { ask } = createBench();
    const blocks = toAssistantBlocks(parseBotAnswer((await ask('', { product: 'assistant-api' })).body));
    expect(blocks.at(-1)?.lines[0]).toMatchObject({
      type: 'group',
      items: [{ type: 'choice', text: 'Products' }, {}, {}, {}],
    });
  });

  it('greets in the language of the page', async () => {
    const { ask } = createBench();
    const answer = parseBotAnswer((await ask('', { locale: 'ar-SA' })).body);
    expect(toBlocks(answer)[0]?.lines[0]?.text).toContain('نورثويند');
  });
});
