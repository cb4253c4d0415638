import { describe, expect, it } from 'vitest';
import { deliveredIds, messagesOf, notDeliveredIds, textsOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench } from '../../../support/messagingBench.ts';

describe('delivery of messages under faults', () => {
  it.each(['cutBefore', 'cutAfter'] as const)(
    '[REL-02] delivers a message once when the connection breaks around its acknowledgement (%s)',
    async (fault) => {
      const bench = createMessagingBench();
      await bench.startConversation();
      let isFirst = true;
      bench.wire.faultUp = (text) => {
        if (!isFirst || !text.includes('important')) return 'pass';
        isFirst = false;
        return fault;
      };
      await bench.channel.send({ id: 'local', text: 'important' });
      await bench.clock.advance(10_000);
      expect(bench.desk.received()).toEqual(['important']);
      expect(deliveredIds(bench.fakes.events)).toEqual(['local']);
    },
  );

  it('[REL-04] keeps five messages in order while offline and across a reload, and sends them once', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.isRefusing = true;
    bench.wire.cut();
    for (const at of [1, 2, 3, 4, 5]) await bench.channel.send({ id: `local-${at}`, text: `text ${at}` });
    await bench.clock.advance(20_000);
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    const ready = next.channel.init();
    const resumed = next.channel.resume({ conversationId: id });
    await bench.clock.advance(30_000);
    await ready;
    expect(await resumed).toBe(true);
    const waiting = messagesOf(next.fakes.events).filter((one) => one.isPending);
    expect(waiting.map((one) => one.text)).toEqual(['text 1', 'text 2', 'text 3', 'text 4', 'text 5']);
    bench.wire.isRefusing = false;
    bench.page.online();
    await bench.clock.advance(5_000);
    expect(bench.desk.received()).toEqual(['text 1', 'text 2', 'text 3', 'text 4', 'text 5']);
    expect(deliveredIds(next.fakes.events)).toEqual(['local-1', 'local-2', 'local-3', 'local-4', 'local-5']);
  });

  it('[REL-05] keeps a message whose page unloaded before the acknowledgement, and delivers it once', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.stall('down');
    await bench.channel.send({ id: 'local', text: 'last words' });
    await bench.clock.advance(0);
    bench.fakes.lifetime.end();
    bench.wire.healStalls();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: id });
    await bench.clock.advance(10_000);
    expect(bench.desk.received()).toEqual(['last words']);
    expect(deliveredIds(next.fakes.events)).toEqual(['local']);
  });

  it.each([429, 503])('[REL-21] sends a message again later after %s', async (code) => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.desk.refuseNext(code);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.channel.send({ id: 'b', text: 'two' });
    await bench.clock.advance(500);
    expect(bench.desk.received()).toEqual([]);
    await bench.clock.advance(1_000);
    expect(bench.desk.received()).toEqual(['one', 'two']);
    expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
  });

  it.each([400, 413])('[REL-21] marks a message as not sent after %s, and sends the next', async (code) => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.desk.refuseNext(code);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.channel.send({ id: 'b', text: 'two' });
    await bench.clock.advance(0);
    expect(bench.desk.received()).toEqual(['two']);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(0);
    expect(bench.desk.received()).toEqual(['two', 'one']);
  });

  it('[REL-32] skips invalid frames, logs them once, and keeps working', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const broken = [
      '{"kind":"resp"',
      'null',
      '[]',
      '{"kind":"notification","type":"of.the.future","body":null}',
      '{"kind":"notification","type":"ms.MessagingEventNotification","body":{"changes":[null,{"sequence":"x"}]}}',
      '{"kind":"resp","reqId":"999","code":200}',
      JSON.stringify({ kind: 'notification', type: 'x', body: 'x'.repeat(1_000_000) }),
    ];
    for (const text of broken) bench.wire.inject(text);
    await bench.clock.advance(0);
    bench.desk.act(id, { action: 'say', text: 'alive' });
    await bench.clock.advance(0);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['alive']);
    expect(bench.fakes.log.warnings.filter((line) => line.includes('invalid frame'))).toHaveLength(1);
    expect(bench.wire.opened).toBe(1);
  });

  it('[REL-33] passes 20,000 characters and all kinds of Unicode unchanged in both directions', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const texts = ['x'.repeat(20_000), 'مرحبا', '👩‍👩‍👧‍👦 e\u0301', 'a\u0000b', 'lone \ud83d surrogate'];
    for (const [at, text] of texts.entries()) await bench.channel.send({ id: `local-${at}`, text });
    await bench.clock.advance(0);
    expect(bench.desk.received()).toEqual(texts);
    for (const text of texts) bench.desk.act(id, { action: 'say', text });
    await bench.clock.advance(3_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(texts);
  });
});
