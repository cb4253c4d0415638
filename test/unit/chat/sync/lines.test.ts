import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../../frame/chat/channels/sync/chatRest.ts';
import { toMessage } from '../../../../frame/chat/channels/sync/lines.ts';
import { parseChat } from '../../../../frame/chat/channels/sync/wire.ts';
import { deliveredIds, messagesOf, notDeliveredIds } from '../../../contract/channelSuite.ts';
import { createChatRestBench, isPoll } from '../../../support/chatRestBench.ts';
import { createLiveChatTabs } from '../../../support/liveChatTabs.ts';

async function startChat() {
  const bench = createChatRestBench();
  await bench.startChat();
  return bench;
}

describe('lines of live chat', () => {
  it('[CH-122][CH-125] shows queued messages while waiting and sends them when chatting, each once', async () => {
    const { clock, desk, load } = createLiveChatTabs();
    const { store, messages } = await load();
    const texts = () =>
      messages().flatMap(({ type, text, isPending }) => (type === 'visitor' ? [[text, isPending]] : []));
    await store.startChat('menu');
    store.send('one');
    store.send('two');
    await clock.advance(4_000);
    expect([texts(), desk.received()]).toEqual([
      [
        ['one', true],
        ['two', true],
      ],
      [],
    ]);
    desk.act(desk.list()[0]?.id ?? '', { action: 'join' });
    await clock.advance(5_000);
    expect([texts(), desk.received()]).toEqual([
      [
        ['one', false],
        ['two', false],
      ],
      ['one', 'two'],
    ]);
  });

  it('[CH-127] reads one or many lines, and treats lines from before the page load as history', () => {
    const line = { '@id': 1, '@type': 'line', time: '2026-11-21T09:00:00.000Z', text: 'Hi', source: 'agent', by: 'N' };
    const one = parseChat({ chat: { events: { event: line }, link: { rel: 'next', href: '/n' } } });
    expect(one.links.next).toBe('/n');
    expect(parseChat({ chat: { events: { event: [line, line] } } }).events).toHaveLength(2);
    const parsed = one.events[0]?.line;
    const timeMs = Date.UTC(2026, 10, 21, 9);
    const facts = { id: 'c__1', timeMs, order: { atMs: timeMs, sequence: 1 } };
    expect(parsed && toMessage(parsed, { ...facts, historyBeforeMs: timeMs + 1 })).toMatchObject({
      id: 'c__1',
      type: 'agent',
      by: 'N',
      isHistory: true,
    });
    expect(parsed && toMessage(parsed, { ...facts, historyBeforeMs: timeMs })).toMatchObject({ isHistory: false });
  });

  it('uses the declared text type of a line, and removes the vendor’s wrapper', () => {
    const line = { '@id': '1', '@type': 'line' as const, time: '', source: 'agent', by: 'N' };
    const facts = { id: 'c__1', timeMs: undefined, order: { atMs: 1, sequence: 1 }, historyBeforeMs: 0 };
    const html = toMessage({ ...line, textType: 'html', text: '<div dir="ltr">a &lt; b</div>' }, facts);
    expect(html).toMatchObject({ text: 'a &lt; b', format: 'html', timestamp: 1 });
    const plain = toMessage({ ...line, textType: 'plain', text: '<div>x</div>' }, facts);
    expect(plain).toMatchObject({ text: '<div>x</div>' });
    expect(plain?.format).toBeUndefined();
  });

  it('[CH-127] shows no empty line, and the name of an agent only', () => {
    const facts = { id: 'c__1', timeMs: undefined, order: { atMs: 1, sequence: 1 }, historyBeforeMs: 0 };
    const line = (text: string, more: object = {}) =>
      toMessage(
        { '@id': '1', '@type': 'line', time: '', source: 'agent', by: 'N', textType: 'html', text, ...more },
        facts,
      );
    expect([line(''), line(' \n'), line('<div> </div>')]).toEqual([undefined, undefined, undefined]);
    expect(line('Hi')).toMatchObject({ by: 'N', isPending: false, isNotSent: false });
    for (const more of [{ source: 'visitor' }, { source: 'system' }, { by: '' }, { by: undefined }]) {
      expect(line('Hi', more)).not.toHaveProperty('by');
    }
    const texts = [' <div>a</div>\n', 'b<div>c</div>', '<div>d</div>e', '<DIV\n>f</DIV>'].map(
      (text) => line(text)?.text,
    );
    expect(texts).toEqual(['a', 'b<div>c</div>', '<div>d</div>e', 'f']);
  });

  it('[CH-130] sends a failed line again once after 500 ms', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    let failures = 1;
    bench.backend.state.fault = ({ path, method }) =>
      path.endsWith('/events') && method === 'POST' && failures-- > 0 ? { status: 500 } : undefined;
    const attempts = (text: string) =>
      bench.backend.to('/events').filter(({ body }) => JSON.stringify(body).includes(text)).length;
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(499);
    expect(attempts('one')).toBe(1);
    await bench.clock.advance(1);
    expect(attempts('one')).toBe(2);
    await bench.clock.advance(4_000);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
    expect(bench.desk.received()).toEqual(['one']);
    failures = 2;
    await bench.channel.send({ id: 'b', text: 'two' });
    await bench.clock.advance(120_000);
    expect(attempts('two')).toBe(2);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['b']);
    expect(bench.desk.received()).toEqual(['one']);
  });

  it('[REL-02] does not send a line again that arrived although its answer was lost', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    let isFirst = true;
    bench.backend.state.fault = ({ path, method }) => {
      if (!path.endsWith('/events') || method !== 'POST' || !isFirst) return undefined;
      isFirst = false;
      return 'lost';
    };
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(4_000);
    expect(bench.desk.received()).toEqual(['one']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
  });

  it('[REL-02] ignores a poll that started before the line was sent', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    let polls = 0;
    bench.backend.state.slow = (call) => {
      if (!isPoll(call)) return undefined;
      polls += 1;
      return polls === 1 ? new Promise((resolve) => bench.clock.after(1_500, () => resolve())) : undefined;
    };
    await bench.clock.advance(2_000);
    expect(polls).toBe(1);
    bench.backend.state.fault = ({ path, method }) =>
      path.endsWith('/events') && method === 'POST' ? 'lost' : undefined;
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(4_000);
    expect(bench.desk.received()).toEqual(['one']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
  });

  it('[REL-21] obeys Retry-After, in seconds or as a date', async () => {
    expect(retryAfterMs('7', 0)).toBe(7_000);
    expect(retryAfterMs('Sat, 21 Nov 2026 09:00:10 GMT', Date.UTC(2026, 10, 21, 9))).toBe(10_000);
    expect([undefined, '', 'soon'].map((header) => retryAfterMs(header, 0))).toEqual([undefined, undefined, undefined]);
    const bench = createChatRestBench();
    await bench.startChat();
    let isBusy = true;
    bench.backend.state.fault = ({ path, method }) =>
      isBusy && method === 'GET' && path.endsWith(bench.chatId())
        ? { status: 503, headers: { 'Retry-After': '20' } }
        : undefined;
    const polls = () =>
      bench.backend.calls.filter((one) => one.method === 'GET' && one.path.endsWith(bench.chatId())).length;
    await bench.clock.advance(2_000);
    const before = polls();
    await bench.clock.advance(19_000);
    expect(polls()).toBe(before);
    isBusy = false;
    bench.desk.act(bench.chatId(), { action: 'say', text: 'back' });
    await bench.clock.advance(1_000);
    expect(messagesOf(bench.fakes.events).map((one) => one.text)).toContain('back');
  });

  it('[REL-14] confirms a text under the id, time and place of its line, between the lines around it', async () => {
    const bench = await startChat();
    bench.backend.state.fault = ({ method, path }) =>
      method === 'GET' && path.endsWith(bench.chatId()) ? { status: 500 } : undefined;
    bench.desk.act(bench.chatId(), { action: 'say', text: 'before' });
    await bench.channel.send({ id: 'a', text: 'mine' });
    await bench.clock.advance(0);
    const saidMs = bench.clock.now();
    bench.desk.act(bench.chatId(), { action: 'say', text: 'after' });
    bench.fakes.events.length = 0;
    bench.backend.state.fault = undefined;
    await bench.clock.advance(2_000);
    const shown = bench.fakes.events.flatMap((event): unknown[] =>
      event.type === 'messages' ? [event.messages.map(({ id }) => id)] : event.type === 'delivered' ? [event] : [],
    );
    const as = { id: 'chat-1__5', timestamp: saidMs, order: { sequence: 5, atMs: saidMs } };
    expect(shown).toEqual([['chat-1__4'], { type: 'delivered', id: 'a', as }, ['chat-1__6']]);
  });

  it('[REL-13] does not take the same words of the agent for the visitor’s line', async () => {
    const bench = await startChat();
    bench.describeAs((chat) => {
      const event = [(chat.events as { event?: { source?: string } | { source?: string }[] }).event ?? []].flat();
      const plain = event.map((one) => (one.source === 'agent' ? { ...one, textType: 'plain', text: 'Yes' } : one));
      return { ...chat, events: { event: plain } };
    });
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Yes' });
    await bench.channel.send({ id: 'a', text: 'Yes' });
    await bench.clock.advance(2_000);
    expect(messagesOf(bench.fakes.events).filter((one) => one.type === 'agent')).toHaveLength(1);
    const delivered = bench.fakes.events.filter(({ type }) => type === 'delivered');
    expect(delivered).toEqual([expect.objectContaining({ id: 'a', as: expect.objectContaining({ id: 'chat-1__5' }) })]);
  });

  it('[REL-05] shows a text again after a reload, at its time by the service’s clock', async () => {
    const bench = createChatRestBench();
    bench.desk.skewMs = 60_000;
    await bench.startChat();
    bench.backend.state.fault = ({ path }) => (path.endsWith('/events') ? { status: 500 } : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(0);
    const writtenMs = bench.clock.now();
    bench.leave();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: undefined });
    expect(messagesOf(next.fakes.events).find((one) => one.id === 'a')).toEqual({
      id: 'a',
      type: 'visitor',
      text: 'one',
      timestamp: writtenMs + 60_000,
      isPending: true,
      isNotSent: false,
    });
  });

  it('[REL-02] resolves the fate of a line in the next chat, although the last one ended before its own was known', async () => {
    const bench = await startChat();
    const isPost = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && path.endsWith('/events');
    bench.backend.state.fault = (call) => (isPost(call) || call.path.endsWith('chat-1') ? { status: 500 } : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(3_000);
    await bench.channel.end();
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
    bench.backend.state.fault = undefined;
    await bench.channel.start({ startType: 'restart' });
    bench.desk.act('chat-2', { action: 'join' });
    await bench.clock.advance(30_000);
    bench.backend.state.fault = (call) => (isPost(call) ? 'lost' : undefined);
    await bench.channel.send({ id: 'b', text: 'two' });
    await bench.clock.advance(4_000);
    expect(deliveredIds(bench.fakes.events)).toEqual(['b']);
    expect(bench.desk.received()).toEqual(['two']);
  });

  it('[REL-02] waits for the poll after the failed one to resolve the fate of a line', async () => {
    const bench = await startChat();
    bench.backend.state.fault = ({ path }) => (path.includes('/chat/') ? { status: 500 } : undefined);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(1_000);
    bench.backend.state.fault = undefined;
    await bench.clock.advance(4_000);
    expect(bench.desk.received()).toEqual(['one']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
  });

  it('[CH-125] sends nothing while the connection is lost', async () => {
    const bench = await startChat();
    bench.backend.state.fault = ({ method, path }) =>
      method === 'GET' && path.includes('/chat/') ? { status: 500 } : undefined;
    await bench.clock.advance(4_000);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(4_000);
    expect(bench.desk.received()).toEqual([]);
    bench.backend.state.fault = undefined;
    await bench.clock.advance(2_000);
    expect(bench.desk.received()).toEqual(['one']);
  });

  it('[CH-125] shows a text as not sent that waits too long while the agent is there', async () => {
    const bench = await startChat();
    bench.backend.state.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('/events') ? { status: 429 } : undefined;
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(120_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
  });

  it('[CH-111] shows a text as not sent that waits too long for a chat that nobody has started', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(120_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
  });
});
