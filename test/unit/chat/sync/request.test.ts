import { describe, expect, it } from 'vitest';
import { notDeliveredIds, statesOf } from '../../../contract/channelSuite.ts';
import { createChatRestBench, isPoll } from '../../../support/chatRestBench.ts';
import type { ServiceCall } from '../../../support/serviceBackend.ts';

const isEngagement = ({ path }: ServiceCall): boolean => path.includes('/app/engagement/');

const withInfo = (chat: Record<string, unknown>, info: Record<string, unknown>): Record<string, unknown> => ({
  ...chat,
  info: { ...(chat.info as object), ...info },
});

describe('a live chat that is requested', () => {
  it('[F-DL7] assumes that the service has created it halfway through the call', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.slow = ({ path }) =>
      path.endsWith('/chat/request') ? new Promise((resolve) => bench.clock.after(3_000, () => resolve())) : undefined;
    const started = bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(3_000);
    await started;
    expect(bench.fakes.events.filter(({ type }) => type === 'clock')).toEqual([{ type: 'clock', aheadMs: -1_500 }]);
  });

  it('[F-DL7] takes the time of its first event if the service does not say when it was created', async () => {
    const bench = createChatRestBench();
    bench.desk.skewMs = 60_000;
    bench.describeAs((chat) => withInfo(chat, { startTime: undefined }));
    await bench.startChat();
    expect(bench.fakes.events.filter(({ type }) => type === 'clock')).toEqual([{ type: 'clock', aheadMs: 60_000 }]);
  });

  it('[CH-129] is of the account, whatever its characters', async () => {
    const bench = createChatRestBench({
      ports: { account: (service) => ({ service, account: 'a/b', baseURI: 'https://gateway.example' }) },
      deployment: { domainHosts: [] },
    });
    await bench.channel.init();
    const started = bench.channel.start({ startType: 'menu' }).catch(() => undefined);
    await bench.clock.advance(1_000);
    await started;
    expect(bench.backend.calls.map(({ path }) => path)).toContain('/api/account/a%2Fb.json');
    expect(bench.backend.calls[0]?.path).toBe('/api/account/a%2Fb/app/engagement/visitors');
  });

  it('[CH-129] fails with a reason if the answer names no chat', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.fault = ({ path }) => (path.endsWith('/chat/request') ? { status: 201 } : undefined);
    const refused = expect(bench.channel.start({ startType: 'menu' })).rejects.toMatchObject({
      code: 'ANSWER_INVALID',
      message: 'The chat request was answered without a location.',
    });
    await bench.clock.advance(1_000);
    await refused;
    expect(statesOf(bench.fakes.events)).toContain('error');
  });

  it.each([
    [404, 2],
    [429, 1],
    [502, 1],
  ])('[CH-129] is requested again if the service answers %i for it: %i', async (status, requests) => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.fault = (call) => (isPoll(call) ? { status } : undefined);
    const started = bench.channel.start({ startType: 'menu' }).catch(() => undefined);
    await bench.clock.advance(1_000);
    await started;
    expect(bench.backend.to('/chat/request')).toHaveLength(requests);
    expect(statesOf(bench.fakes.events)[1]).toBe(requests === 1 ? 'waiting' : 'error');
  });

  it('[CH-023][CH-129] leaves no second chat at the desk when the first answer about it is refused', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.fault = (call) => (isPoll(call) && call.path.endsWith('/chat-1') ? { status: 404 } : undefined);
    const started = bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(1_000);
    await started;
    expect(bench.desk.list().map(({ id, state }) => [id, state])).toEqual([
      ['chat-1', 'ended'],
      ['chat-2', 'waiting'],
    ]);
    expect(bench.channel.snapshot.state).toBe('waiting');
  });

  it('[CH-129] asks for agents at once when it has failed, so that another one can start', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.fault = ({ path }) => (path.endsWith('/chat/request') ? { status: 502 } : undefined);
    const refused = expect(bench.channel.start({ startType: 'menu' })).rejects.toThrow();
    await bench.clock.advance(500);
    await refused;
    expect(statesOf(bench.fakes.events)).toEqual(['available', 'error', 'available']);
    expect(bench.backend.calls.filter(isEngagement)).toHaveLength(2);
  });

  it.each([
    ['seconds', 7_000, () => '7'],
    ['a date by the service’s clock', 7_000, (now: number) => new Date(now + 7_000).toUTCString()],
    ['longer than a visitor waits', 20_000, () => '120'],
    ['no wait', 500, () => ''],
  ])('[CH-129][REL-21] is requested again when a busy service asks for it: %s', async (_, waitMs, header) => {
    const bench = createChatRestBench();
    await bench.channel.init();
    let isBusy = true;
    const busy = { status: 503, headers: { 'Retry-After': header(bench.clock.now()) } };
    bench.backend.state.fault = ({ path }) => (isBusy && path.endsWith('/chat/request') ? busy : undefined);
    const started = bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(0);
    isBusy = false;
    await bench.clock.advance(waitMs - 1);
    expect(bench.backend.to('/chat/request')).toHaveLength(1);
    await bench.clock.advance(1);
    await started;
    expect(bench.backend.to('/chat/request')).toHaveLength(2);
    expect(bench.channel.snapshot.state).toBe('waiting');
  });

  it('[CH-131] is saved before its first answer', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.fault = (call) => (isPoll(call) ? { status: 502 } : undefined);
    await bench.channel.start({ startType: 'menu' });
    expect(bench.fakes.storage.read('cm-chat-account', 'liveperson')).toMatchObject({
      session: 'https://services.example/api/account/1/chat/chat-1',
    });
    await bench.channel.send({ id: 'a', text: 'one' });
    bench.leave();
    bench.backend.state.fault = undefined;
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: undefined });
    bench.desk.act(bench.chatId(), { action: 'join' });
    await bench.clock.advance(6_000);
    expect(bench.desk.received()).toEqual(['one']);
  });

  it('[CH-016] is not ended by a reload in the meantime', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.slow = (call) =>
      isPoll(call) ? new Promise((resolve) => bench.clock.after(900, () => resolve())) : undefined;
    const refused = expect(bench.channel.start({ startType: 'menu' })).rejects.toMatchObject({
      code: 'CALL_ABORTED',
      message: 'The visitor has left the chat, or another one has started.',
    });
    await bench.clock.advance(100);
    bench.leave();
    await bench.clock.advance(5_000);
    await refused;
    expect(bench.desk.endings).toBe(0);
    expect(bench.fakes.events.filter(({ type }) => type === 'problem')).toEqual([]);
  });

  it('[CH-023] is over for its texts when it fails, and the next one has its own', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.fault = ({ path }) => (path.endsWith('/chat/request') ? { status: 502 } : undefined);
    const refused = expect(bench.channel.start({ startType: 'menu' })).rejects.toThrow();
    await bench.channel.send({ id: 'a', text: 'first' });
    await bench.clock.advance(1_000);
    await refused;
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
    bench.backend.state.fault = undefined;
    await bench.startChat();
    await bench.channel.send({ id: 'b', text: 'second' });
    await bench.clock.advance(4_000);
    expect(bench.desk.received()).toEqual(['second']);
  });
});
