import { describe, expect, it } from 'vitest';
import { retryAfterMs, toMessage } from '../../../../frame/chat/channels/sync/toEvents.ts';
import { parseChat } from '../../../../frame/chat/channels/sync/wire.ts';
import { deliveredIds, messagesOf, notDeliveredIds } from '../../../contract/channelSuite.ts';
import { createChatRestBench } from '../../../support/chatRestBench.ts';

describe('lines of live chat', () => {
  it('[CH-122][CH-125] shows queued messages while waiting and sends them when chatting, each once', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.channel.send({ id: 'b', text: 'two' });
    expect(bench.unconfirmed()).toEqual(['one', 'two']);
    await bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(4_000);
    const shown = messagesOf(bench.fakes.events).filter((one) => one.isPending);
    expect(shown.map((one) => one.id)).toEqual(['a', 'b']);
    expect(bench.desk.received()).toEqual([]);
    expect(bench.fakes.storage.read('cm-chat-account', 'liveperson')).toMatchObject({ account: '1' });
    bench.desk.act(bench.chatId(), { action: 'join' });
    await bench.clock.advance(5_000);
    expect(bench.desk.received()).toEqual(['one', 'two']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a', 'b']);
    expect(bench.unconfirmed()).toEqual([]);
  });

  it('[CH-127] reads one or many lines, and treats lines from before the page load as history', () => {
    const line = { '@id': 1, '@type': 'line', time: '2026-11-21T09:00:00.000Z', text: 'Hi', source: 'agent', by: 'N' };
    const one = parseChat({ chat: { events: { event: line }, link: { rel: 'next', href: '/n' } } });
    expect(one.links.next).toBe('/n');
    expect(parseChat({ chat: { events: { event: [line, line] } } }).lines).toHaveLength(2);
    const parsed = one.lines[0];
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
    const isPoll = ({ method, path }: { method: string; path: string }): boolean =>
      method === 'GET' && path.endsWith(bench.chatId());
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
});
