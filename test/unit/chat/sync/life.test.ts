import { describe, expect, it } from 'vitest';
import { nextSyncState } from '../../../../frame/chat/channels/sync/chatLife.ts';
import { deliveredIds, messagesOf, notDeliveredIds, statesOf, textsOf } from '../../../contract/channelSuite.ts';
import { createChatRestBench, isPoll } from '../../../support/chatRestBench.ts';
import type { ServiceCall } from '../../../support/serviceBackend.ts';

type Bench = ReturnType<typeof createChatRestBench>;

const isEngagement = ({ path }: ServiceCall): boolean => path.includes('/app/engagement/');

const withInfo = (chat: Record<string, unknown>, info: Record<string, unknown>): Record<string, unknown> => ({
  ...chat,
  info: { ...(chat.info as object), ...info },
});
const withoutEvents = (chat: Record<string, unknown>): Record<string, unknown> => ({ ...chat, events: {} });

async function startChat(): Promise<Bench> {
  const bench = createChatRestBench();
  await bench.startChat();
  return bench;
}

describe('the states of a live chat', () => {
  it.each([
    ['waiting', 'CHATTING', 'chatting', false],
    ['waiting', 'unavailable', undefined, false],
    ['waiting', 'odd', undefined, true],
    ['chatting', 'available', undefined, false],
    ['chatting', ' ended\n', 'ended', false],
    ['chatting', 'toString', 'ended', true],
    ['resume', 'available', 'available', false],
    ['ended', 'unavailable', 'unavailable', false],
    ['ended', 'ended', undefined, false],
  ] as const)('[CH-120][CH-121] after %s, the word %j: %s', (current, word, next, isUnknown) => {
    expect(nextSyncState(current, word)).toEqual({ next, isUnknown });
  });

  it('[CH-121] are logged if they are unknown', async () => {
    const bench = await startChat();
    bench.describeAs((chat) => withInfo(chat, { state: 'puzzled' }));
    await bench.clock.advance(2_000);
    expect(statesOf(bench.fakes.events)).toContain('ended');
    expect(bench.fakes.log.warnings).toEqual(['Live chat reported an unknown state. ("puzzled")']);
  });

  it('[CH-120] are logged only if they are unknown', async () => {
    const bench = await startChat();
    await bench.channel.end();
    await bench.clock.advance(0);
    expect(statesOf(bench.fakes.events)).toEqual(['available', 'waiting', 'chatting', 'ended', 'available']);
    expect(bench.fakes.log.warnings).toEqual([]);
  });

  it('[CH-120] follow a chat that is transferred, and send its texts to the next agent', async () => {
    const bench = await startChat();
    bench.desk.act(bench.chatId(), { action: 'transfer', skill: 'billing' });
    await bench.clock.advance(2_000);
    await bench.channel.send({ id: 'a', text: 'Hello?' });
    await bench.clock.advance(6_000);
    expect(bench.channel.snapshot.state).toBe('waiting');
    expect(bench.desk.received()).toEqual([]);
    bench.desk.act(bench.chatId(), { action: 'join' });
    await bench.clock.advance(4_000);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
  });
});

describe('a live chat that is running', () => {
  it('[CH-111] is not requested again', async () => {
    const bench = await startChat();
    await bench.channel.start({ startType: 'link' });
    expect(bench.desk.list()).toHaveLength(1);
    expect(await bench.channel.resume({ conversationId: undefined })).toBe(true);
  });

  it('[CH-023][CH-111] is requested once for two starts, after one that the visitor has ended', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.slow = ({ path }) =>
      path.endsWith('/chat/request') ? new Promise((resolve) => bench.clock.after(900, () => resolve())) : undefined;
    const refused = expect(bench.channel.start({ startType: 'menu' })).rejects.toThrow();
    await bench.clock.advance(500);
    await bench.channel.end();
    const second = bench.channel.start({ startType: 'restart' });
    await bench.clock.advance(500);
    await refused;
    const third = bench.channel.start({ startType: 'link' });
    await bench.clock.advance(1_000);
    await Promise.all([second, third]);
    expect(bench.backend.to('/chat/request')).toHaveLength(2);
  });

  it('[CH-182] does not ask for agents, and does so again when it is over', async () => {
    const bench = await startChat();
    const asked = () => bench.backend.calls.filter(isEngagement).length;
    expect(asked()).toBe(1);
    await bench.clock.advance(300_000);
    expect(asked()).toBe(1);
    await bench.channel.end();
    await bench.clock.advance(0);
    expect(asked()).toBe(2);
  });

  it('[CH-182] does not ask for agents while it is being requested', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.slow = ({ path }) =>
      path.endsWith('/chat/request')
        ? new Promise((resolve) => bench.clock.after(130_000, () => resolve()))
        : undefined;
    const started = bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(125_000);
    expect(bench.backend.calls.filter(isEngagement)).toHaveLength(1);
    await bench.clock.advance(10_000);
    await started;
    // The service has ended the chat, because nobody called for 40 s after it was opened.
    expect(statesOf(bench.fakes.events)).toEqual(['available', 'ended', 'available']);
  });

  it('[CH-123] asks for the survey of its session, and reports its end to its own events', async () => {
    const bench = createChatRestBench();
    bench.describeAs((chat) => ({
      ...chat,
      link: (chat.link as { '@rel': string; '@href': string }[]).map((one) =>
        one['@rel'] === 'events' ? { ...one, '@href': `${one['@href']}?node=3` } : one,
      ),
    }));
    await bench.startChat();
    await bench.channel.send({ id: 'a', text: 'Hi' });
    await bench.clock.advance(2_000);
    await bench.channel.end();
    expect(bench.backend.to('/events').map(({ query, body }) => [query.node, body])).toEqual([
      ['3', { event: { '@type': 'line', text: 'Hi' } }],
      ['3', { event: { '@type': 'state', state: 'ended' } }],
    ]);
  });

  it('[CH-110] has its events at its own address if the service names none', async () => {
    const bench = createChatRestBench();
    bench.describeAs((chat) => ({ ...chat, link: [] }));
    await bench.startChat();
    await bench.channel.send({ id: 'a', text: 'Hi' });
    await bench.clock.advance(2_000);
    expect(bench.desk.received()).toEqual(['Hi']);
  });

  it('[CH-110] has its events at its own address even if that has a query', async () => {
    const bench = createChatRestBench();
    const location = 'https://services.example/api/account/1/chat/chat-9?node=3';
    bench.backend.state.fault = ({ path }) => {
      if (path.endsWith('/chat/request')) return { status: 201, headers: { location } };
      if (path.endsWith('/chat-9')) return { body: { chat: { info: { state: 'waiting' } } } };
      return path.endsWith('/events') ? { status: 201 } : undefined;
    };
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    await bench.channel.end();
    expect(bench.backend.to('/events').map(({ path, query }) => [path, query])).toEqual([
      ['/api/account/1/chat/chat-9/events', { node: '3', v: '1', NC: 'true' }],
    ]);
  });

  it('[CH-110] reports the visitor’s typing to the link of the chat if its info has none', async () => {
    const bench = createChatRestBench();
    bench.describeAs((chat) => {
      const { link, ...info } = chat.info as { link: unknown[] };
      return { ...chat, info, link: [...(chat.link as unknown[]), ...link] };
    });
    await bench.startChat();
    bench.channel.typing(true);
    await bench.clock.advance(0);
    expect(bench.backend.to('/visitorTyping')).toHaveLength(1);
  });

  it('[CH-110] does not report the visitor’s typing without a link for it', async () => {
    const bench = createChatRestBench();
    bench.describeAs((chat) => withInfo(chat, { link: [] }));
    await bench.startChat();
    const before = bench.backend.calls.length;
    bench.channel.typing(true);
    await bench.clock.advance(0);
    expect(bench.backend.calls).toHaveLength(before);
  });
});

describe('the end of a live chat', () => {
  it('[CH-123] is followed by the survey, also while the visitor was still waiting', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    expect(bench.backend.to('/exitSurvey')).toHaveLength(1);
  });

  it('[CH-023] may come before the request, which is not made then', async () => {
    const bench = createChatRestBench();
    const refused = expect(bench.channel.start({ startType: 'menu' })).rejects.toMatchObject({
      code: 'CALL_ABORTED',
      message: 'The chat was ended before it was requested.',
    });
    await bench.channel.end();
    await refused;
    expect(bench.backend.to('/chat')).toEqual([]);
    expect(bench.fakes.events.filter(({ type }) => type === 'problem')).toEqual([]);
  });

  it('[CH-124] is reported once for two calls', async () => {
    const bench = await startChat();
    await Promise.all([bench.channel.end(), bench.channel.end()]);
    expect(bench.backend.to('/events')).toHaveLength(1);
    expect(bench.backend.to('/exitSurvey')).toHaveLength(1);
    await bench.channel.start({ startType: 'restart' });
    await bench.channel.end();
    expect(bench.backend.to('/events')).toHaveLength(2);
  });

  it('[CH-023][CH-124] is reported for the next chat too, while the end of the last one is on its way', async () => {
    const bench = await startChat();
    bench.backend.state.slow = ({ path }) =>
      path.endsWith('/chat-1/events') ? new Promise((resolve) => bench.clock.after(5_000, resolve)) : undefined;
    const first = bench.channel.end();
    await bench.channel.start({ startType: 'restart' });
    const second = bench.channel.end();
    await bench.clock.advance(100);
    expect(bench.channel.snapshot.state).toBe('available');
    expect(bench.backend.to('/chat-2/events').map(({ body }) => body)).toEqual([
      { event: { '@type': 'state', state: 'ended' } },
    ]);
    // The end of the first chat does not hide that of the second one, which is on its way.
    await bench.clock.advance(10_000);
    await Promise.all([first, second]);
    expect(bench.backend.to('/events')).toHaveLength(2);
  });

  it('[CH-123] leaves the survey of the next chat alone, even if it is confirmed late', async () => {
    const bench = await startChat();
    bench.backend.state.slow = ({ path }) =>
      path.endsWith('/chat-1/events') ? new Promise((resolve) => bench.clock.after(5_000, resolve)) : undefined;
    const first = bench.channel.end();
    await bench.channel.start({ startType: 'restart' });
    await bench.clock.advance(6_000);
    await first;
    expect(bench.backend.to('/exitSurvey')).toEqual([]);
    bench.desk.act('chat-2', { action: 'join' });
    bench.desk.act('chat-2', { action: 'survey' });
    await bench.clock.advance(4_000);
    expect(bench.backend.to('/chat-2/exitSurvey').map(({ method }) => method)).toEqual(['GET']);
  });

  it('[CH-023] is logged if the service does not confirm it', async () => {
    const bench = await startChat();
    bench.backend.state.fault = ({ path }) => (path.endsWith('/events') ? { status: 500 } : undefined);
    await bench.channel.end();
    expect(bench.fakes.log.warnings).toEqual(['The service did not confirm the end of a chat. (answered 500)']);
  });

  it('[CH-016] is neither logged nor followed by a survey once the widget is removed', async () => {
    const bench = await startChat();
    bench.backend.state.slow = ({ path }) =>
      path.endsWith('/events') ? new Promise((resolve) => bench.clock.after(500, () => resolve())) : undefined;
    bench.backend.state.fault = ({ path }) => (path.endsWith('/events') ? 'lost' : undefined);
    const ended = bench.channel.end();
    await bench.clock.advance(100);
    bench.fakes.lifetime.end();
    await bench.clock.advance(1_000);
    await ended;
    expect(bench.fakes.log.warnings).toEqual([]);
    expect(bench.backend.to('/exitSurvey')).toEqual([]);
  });

  it('[CH-124] forgets its texts, so that the next chat does not show them as waiting', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(2_000);
    await bench.channel.end();
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
    bench.fakes.events.length = 0;
    await bench.channel.start({ startType: 'restart' });
    await bench.clock.advance(4_000);
    expect(messagesOf(bench.fakes.events).filter((one) => one.id === 'a')).toEqual([]);
  });

  it('[CH-120] says that the connection is there again, once', async () => {
    const bench = await startChat();
    bench.backend.state.fault = (call) => (isPoll(call) ? { status: 500 } : undefined);
    await bench.clock.advance(4_000);
    await bench.channel.end();
    await bench.channel.end();
    const connections = bench.fakes.events.flatMap((event) => (event.type === 'connection' ? [event.isLost] : []));
    expect(connections).toEqual([true, false]);
    bench.backend.state.fault = undefined;
    await bench.channel.start({ startType: 'restart' });
    bench.desk.act('chat-2', { action: 'join' });
    await bench.clock.advance(2_000);
    await bench.channel.send({ id: 'b', text: 'two' });
    await bench.clock.advance(2_000);
    expect(bench.desk.received()).toEqual(['two']);
  });

  it.each([
    [40_000, 'chatting'],
    [40_001, 'ended'],
  ])('[CH-120] comes from the service after 40 s without a call: after %i ms it is %s', async (awayMs, state) => {
    const bench = await startChat();
    bench.leave();
    await bench.clock.advance(awayMs);
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: undefined });
    expect(bench.desk.list()[0]?.state).toBe(state);
    expect(statesOf(next.fakes.events).includes('ended')).toBe(state === 'ended');
  });

  it('[CH-124] removes the stored data of a chat that is not running any more', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.fakes.storage.write('cm-chat-account', { account: '1' }, 'liveperson');
    await bench.channel.end();
    expect(bench.fakes.storage.read('cm-chat-account', 'liveperson')).toBeUndefined();
    expect(statesOf(bench.fakes.events)).toEqual(['available']);
  });

  it('[CH-127] numbers the lines of the next chat anew', async () => {
    const bench = await startChat();
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Hello' });
    await bench.clock.advance(2_000);
    await bench.channel.end();
    await bench.channel.start({ startType: 'restart' });
    bench.desk.act('chat-2', { action: 'join' });
    bench.desk.act('chat-2', { action: 'say', text: 'Hello' });
    await bench.clock.advance(2_000);
    expect(textsOf(bench.fakes.events, 'agent')).toHaveLength(2);
    const agent = messagesOf(bench.fakes.events).filter((one) => one.type === 'agent');
    expect(agent.map(({ id, isHistory }) => [id, isHistory])).toEqual([
      ['chat-1__4', false],
      ['chat-2__4', false],
    ]);
    expect(bench.fakes.events.filter(({ type }) => type === 'clock')).toHaveLength(1);
  });

  it('[CH-120] follows from an info without events', async () => {
    const bench = await startChat();
    bench.describeAs((chat) => withInfo(withoutEvents(chat), { state: 'ended' }));
    await bench.clock.advance(2_000);
    expect(statesOf(bench.fakes.events)).toContain('ended');
    expect(bench.backend.to('/exitSurvey')).toHaveLength(1);
  });
});
