import { describe, expect, it } from 'vitest';
import type { ChannelPorts } from '../../../../frame/chat/channel.ts';
import { parseQueryParameters } from '../../../../frame/host/queryParameters.ts';
import { messagesOf, notDeliveredIds, statesOf, textsOf } from '../../../contract/channelSuite.ts';
import { createChatRestBench, isPoll } from '../../../support/chatRestBench.ts';
import { fakePage, fakeVisitor } from '../../../support/fakeChannelPorts.ts';
import type { ServiceCall } from '../../../support/serviceBackend.ts';

type Bench = ReturnType<typeof createChatRestBench>;

const isPost = ({ method, path }: ServiceCall): boolean => method === 'POST' && path.endsWith('/events');

const storedChat = ({ fakes }: Pick<Bench, 'fakes'>) => fakes.storage.read('cm-chat-account', 'liveperson');
const address = 'https://services.example/api/account/1/chat/chat-1';

async function startChat(ports: Partial<ChannelPorts> = {}): Promise<Bench> {
  const bench = createChatRestBench({ ports });
  await bench.startChat();
  return bench;
}

/** Loads the page again, whose channel is ready then. */
async function loadAgain(bench: Bench) {
  bench.leave();
  const next = bench.load(bench.fakes);
  await next.channel.init();
  return next;
}

/** A visitor who signs in and out between two pages. */
function changingVisitor(userId?: string) {
  const visitor = { userId };
  const ports: Partial<ChannelPorts> = {
    visitorKey: () => visitor.userId ?? 'guest',
    visitor: () => ({ ...fakeVisitor, userId: visitor.userId, isSignedIn: visitor.userId !== undefined }),
  };
  return { visitor, ports };
}

describe('the saved live chat', () => {
  it('[CH-052][CH-131] of a later page of the tab stays when the chat of this page ends', async () => {
    const bench = await startChat();
    // The page returns from the back-forward cache. The visitor has started another chat in the meantime.
    const later = { account: '1', session: address.replace('chat-1', 'chat-2'), isGuest: true };
    bench.fakes.storage.write('cm-chat-account', later, 'liveperson');
    bench.desk.act(bench.chatId(), { action: 'end' });
    await bench.clock.advance(2_000);
    expect(statesOf(bench.fakes.events)).toContain('ended');
    expect(storedChat(bench)).toEqual(later);
    await bench.channel.end();
    expect(storedChat(bench)).toEqual(later);
  });

  it('[CH-131] has the account, the address, its visitor, the clock and the last event', async () => {
    const { ports } = changingVisitor('ann');
    const bench = createChatRestBench({ ports });
    bench.desk.skewMs = 60_000;
    await bench.startChat();
    expect(storedChat(bench)).toEqual({
      account: '1',
      session: address,
      visitorKey: 'ann',
      isGuest: false,
      aheadMs: 60_000,
      mark: { number: 3, sequence: 3, timeMs: bench.clock.now() - 2_000 + 60_000 },
    });
    expect(bench.channel.snapshot.isLoggedIn).toBe(true);
  });

  it('[CH-131] has the last event of each answer', async () => {
    const bench = await startChat();
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Hello' });
    await bench.clock.advance(2_000);
    expect(storedChat(bench)).toMatchObject({ visitorKey: 'guest-1', isGuest: true, mark: { number: 4 } });
  });

  it('[CH-131] is removed when the chat ends, and not written again', async () => {
    const bench = await startChat();
    bench.desk.act(bench.chatId(), { action: 'end' });
    await bench.clock.advance(2_000);
    expect(storedChat(bench)).toBeUndefined();
  });
});

describe('a live chat after a reload', () => {
  it('[CH-131] is resumed without a new request, and polled', async () => {
    const bench = await startChat();
    const next = await loadAgain(bench);
    expect(await next.channel.resume({ conversationId: undefined })).toBe(true);
    expect(statesOf(next.fakes.events)).toEqual(['available', 'chatting']);
    expect(bench.desk.list()).toHaveLength(1);
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Still there?' });
    await bench.clock.advance(2_000);
    expect(textsOf(next.fakes.events, 'agent')).toHaveLength(1);
    expect(next.fakes.log.warnings).toEqual([]);
  });

  it('[CH-131] is nothing without a saved chat', async () => {
    const bench = createChatRestBench();
    expect(await bench.channel.resume({ conversationId: 'c' })).toBe(false);
    expect(bench.backend.calls.filter(isPoll)).toEqual([]);
  });

  it('[CH-112][CH-131] is not resumed for another account', async () => {
    const page = { url: 'https://www.northwind.example/' };
    const bench = await startChat({
      get query() {
        return parseQueryParameters(page.url);
      },
    });
    page.url += '?cm-chat-account=2';
    const next = await loadAgain(bench);
    expect(next.channel.snapshot.config.account).toBe('2');
    const before = bench.backend.calls.filter(isPoll).length;
    expect(await next.channel.resume({ conversationId: undefined })).toBe(false);
    expect(bench.backend.calls.filter(isPoll)).toHaveLength(before);
  });

  it('[CH-131] is over if the agent has ended it in the meantime, and leaves no trace', async () => {
    const bench = await startChat();
    bench.leave();
    bench.desk.act(bench.chatId(), { action: 'end' });
    const next = bench.load(bench.fakes);
    await next.channel.init();
    expect(await next.channel.resume({ conversationId: undefined })).toBe(false);
    expect(storedChat(next)).toBeUndefined();
    const before = bench.backend.calls.filter(isPoll).length;
    await bench.clock.advance(30_000);
    expect(bench.backend.calls.filter(isPoll)).toHaveLength(before);
    expect(bench.backend.to('/exitSurvey')).toEqual([]);
    expect(next.fakes.log.warnings).toEqual([]);
  });

  it('[CH-120][CH-131] is over if the service does not find it', async () => {
    const bench = await startChat();
    bench.describeAs((chat) => ({ ...chat, events: {}, info: { state: 'notfound' } }));
    const next = await loadAgain(bench);
    expect(await next.channel.resume({ conversationId: undefined })).toBe(false);
    expect(storedChat(next)).toBeUndefined();
    const before = bench.backend.calls.filter(isPoll).length;
    await bench.clock.advance(30_000);
    expect(bench.backend.calls.filter(isPoll)).toHaveLength(before);
    expect(next.channel.snapshot.state).toBe('available');
  });

  it('[CH-131] is over if the service refuses it, which is logged', async () => {
    const bench = await startChat();
    bench.backend.state.fault = (call) => (isPoll(call) ? { status: 404 } : undefined);
    const next = await loadAgain(bench);
    expect(await next.channel.resume({ conversationId: undefined })).toBe(false);
    expect(next.fakes.log.warnings).toEqual(['A live chat could not be resumed. (answered 404)']);
    expect(storedChat(next)).toBeUndefined();
  });

  it('[CH-131] waits for a service that cannot be reached, and says that the connection is lost', async () => {
    const bench = await startChat();
    bench.backend.state.fault = (call) => (isPoll(call) || isPost(call) ? { status: 500 } : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(0);
    const next = await loadAgain(bench);
    expect(await next.channel.resume({ conversationId: '4294967001' })).toBe(true);
    expect(next.channel.snapshot).toMatchObject({ state: 'resume', conversationId: '4294967001' });
    expect(next.fakes.events).toContainEqual({ type: 'connection', isLost: true });
    expect(await next.channel.resume({ conversationId: '4294967001' })).toBe(true);
    bench.backend.state.fault = undefined;
    await bench.clock.advance(6_000);
    expect(next.channel.snapshot.state).toBe('chatting');
    expect(next.fakes.events.filter(({ type }) => type === 'connection')).toEqual([
      { type: 'connection', isLost: true },
      { type: 'connection', isLost: false },
    ]);
    expect(bench.desk.received()).toEqual(['one']);
  });

  it('[CH-131] is ended by a visitor while its service cannot be reached', async () => {
    const bench = await startChat();
    bench.backend.state.fault = (call) => (isPoll(call) ? { status: 500 } : undefined);
    const next = await loadAgain(bench);
    await next.channel.resume({ conversationId: '4294967001' });
    await next.channel.end();
    expect(bench.desk.endings).toBe(1);
    expect(next.channel.snapshot.conversationId).toBeUndefined();
    expect(statesOf(next.fakes.events)).toContain('ended');
  });

  it('[CH-218] gives up a service that stays silent, 40 s after the reload', async () => {
    const bench = await startChat();
    bench.backend.state.fault = (call) => (isPoll(call) ? { status: 500 } : undefined);
    const next = await loadAgain(bench);
    await next.channel.resume({ conversationId: undefined });
    await bench.clock.advance(39_000);
    expect(next.channel.snapshot.state).toBe('resume');
    await bench.clock.advance(1_000);
    expect(statesOf(next.fakes.events)).toContain('fatal_error');
  });

  it('[CH-016] is not ended by another reload while it is being resumed', async () => {
    const bench = await startChat();
    const next = await loadAgain(bench);
    bench.backend.state.slow = (call) =>
      isPoll(call) ? new Promise((resolve) => bench.clock.after(900, () => resolve())) : undefined;
    const resumed = next.channel.resume({ conversationId: undefined });
    await bench.clock.advance(100);
    next.leave();
    await bench.clock.advance(5_000);
    expect(await resumed).toBe(false);
    expect(bench.desk.endings).toBe(0);
    expect(storedChat(next)).toMatchObject({ session: address });
    expect(next.fakes.log.warnings).toEqual([]);
  });

  it('[CH-131] is kept for a visitor who has been signed out', async () => {
    const { visitor, ports } = changingVisitor('ann');
    const bench = await startChat(ports);
    visitor.userId = undefined;
    const next = await loadAgain(bench);
    expect(await next.channel.resume({ conversationId: undefined })).toBe(true);
    expect(storedChat(next)).toMatchObject({ visitorKey: 'ann', isGuest: false });
  });

  it('[CH-131] is kept for the same visitor, and still theirs after the next reload', async () => {
    const { visitor, ports } = changingVisitor();
    const bench = await startChat(ports);
    visitor.userId = 'ann';
    const next = await loadAgain(bench);
    expect(await next.channel.resume({ conversationId: undefined })).toBe(true);
    expect(storedChat(next)).toMatchObject({ visitorKey: 'guest', isGuest: true });
    next.leave();
    const third = bench.load(bench.fakes);
    await third.channel.init();
    expect(await third.channel.resume({ conversationId: undefined })).toBe(true);
  });

  it('[CH-131] is kept for the visitor who is still signed in', async () => {
    const bench = await startChat(changingVisitor('ann').ports);
    const next = await loadAgain(bench);
    expect(await next.channel.resume({ conversationId: undefined })).toBe(true);
  });

  it('[CH-127][CH-131] has lines from before the page load as history, even if no page has shown them', async () => {
    const page = { ...fakePage };
    const bench = await startChat({ page: () => page });
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Before' });
    await bench.clock.advance(1_000);
    page.timeOrigin = bench.clock.now();
    await bench.clock.advance(500);
    bench.desk.act(bench.chatId(), { action: 'say', text: 'After' });
    const next = await loadAgain(bench);
    await next.channel.resume({ conversationId: undefined });
    const agent = messagesOf(next.fakes.events).filter((one) => one.type === 'agent');
    expect(agent.map(({ isHistory }) => isHistory)).toEqual([true, false]);
  });

  it('[F-DL1] is removed for another visitor', async () => {
    const { visitor, ports } = changingVisitor('ann');
    const bench = await startChat(ports);
    bench.leave();
    visitor.userId = 'bob';
    const next = bench.load(bench.fakes);
    expect(storedChat(next)).toBeUndefined();
    await next.channel.init();
    expect(await next.channel.resume({ conversationId: undefined })).toBe(false);
  });

  it('[F-DL1] does not give the texts of a chat that is over to its visitor’s next one', async () => {
    const { visitor, ports } = changingVisitor('ann');
    const bench = await startChat(ports);
    await bench.channel.end();
    visitor.userId = 'bob';
    await bench.channel.send({ id: 'a', text: 'I am Bob' });
    expect(bench.unconfirmed()).toEqual(['I am Bob']);
    const [suffix = ''] = bench.fakes.storage.suffixes('cm-outbox');
    expect(bench.fakes.storage.read('cm-outbox', suffix)).toMatchObject({ owner: '1:bob' });
    expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
  });

  it('[F-DL1] keeps the owner of the texts of a running chat', async () => {
    const { visitor, ports } = changingVisitor();
    const bench = await startChat(ports);
    visitor.userId = 'ann';
    bench.backend.state.fault = (call) => (isPost(call) ? { status: 500 } : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    const [suffix = ''] = bench.fakes.storage.suffixes('cm-outbox');
    expect(bench.fakes.storage.read('cm-outbox', suffix)).toMatchObject({ owner: '1:guest' });
  });
});
