import { describe, expect, it } from 'vitest';
import type { PlacedChange } from '../../../../frame/chat/channels/async/inbound/stream.ts';
import { createStream } from '../../../../frame/chat/channels/async/inbound/stream.ts';
import type { MessagingChange } from '../../../../frame/chat/channels/async/wire.ts';
import { textsOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench } from '../../../support/messagingBench.ts';

const content = (sequence: number): MessagingChange => ({
  sequence,
  dialogId: 'd',
  event: { type: 'ContentEvent', contentType: 'text/plain', message: `m${sequence}` },
});
const sequences = (placed: readonly PlacedChange[]): (number | undefined)[] =>
  placed.map(({ change }) => change.sequence);

describe('the order of messaging events', () => {
  it('[REL-13] shows a repeated frame once', async () => {
    const stream = createStream();
    const batch = [content(0), content(0)];
    expect(sequences(stream.take(batch))).toEqual([0]);
    expect(stream.contradicts(batch)).toBe(false);
    expect(sequences(stream.take(batch))).toEqual([]);
  });

  it('[REL-14] puts 5, 3, 4 in order', () => {
    const stream = createStream();
    stream.take([content(0), content(1), content(2)]);
    expect(sequences(stream.take([content(5)]))).toEqual([]);
    expect(sequences(stream.take([content(3)]))).toEqual([3]);
    expect(sequences(stream.take([content(4)]))).toEqual([4, 5]);
    expect(stream.hasGap).toBe(false);
  });

  it('[REL-15] requests a replay after a gap, shows held events when the gap stays, and still accepts late ones', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.addPrivateEvent(id);
    bench.desk.act(id, { action: 'say', text: 'after a private note' });
    await bench.clock.advance(0);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual([]);
    await bench.clock.advance(200);
    expect(bench.wire.sent.filter((one) => one.type === 'ms.SubscribeMessagingEvents')).toHaveLength(2);
    await bench.clock.advance(2_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['after a private note']);

    const stream = createStream();
    stream.take([content(2)]);
    expect(sequences(stream.release())).toEqual([2]);
    expect(sequences(stream.take([content(1)]))).toEqual([1]);
    expect(sequences(stream.take([content(1), content(2)]))).toEqual([]);
  });

  it('[REL-14] keeps the order of the sequences over a gap, although one node has a slower clock', () => {
    const stream = createStream();
    const [first] = stream.take([{ ...content(0), serverTimestamp: 2_000 }]);
    stream.take([{ ...content(4), serverTimestamp: 1_000 }]);
    const [last] = stream.release();
    expect(last?.order.atMs).toBe(first?.order.atMs);
  });

  it('[REL-17] loads everything again when the service no longer has the last sequence', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    for (const text of ['one', 'two']) {
      bench.desk.act(id, { action: 'say', text });
      await bench.clock.advance(0);
    }
    bench.desk.trimBelow(1_000);
    bench.wire.cut();
    bench.desk.act(id, { action: 'say', text: 'three' });
    await bench.clock.advance(6_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['one', 'two', 'three']);
  });

  it('[REL-18] shows events that happen during the replay exactly once', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.cut();
    bench.desk.act(id, { action: 'say', text: 'missed' });
    let isFirst = true;
    bench.wire.faultUp = (text) => {
      if (isFirst && text.includes('SubscribeMessagingEvents')) {
        isFirst = false;
        bench.desk.act(id, { action: 'say', text: 'during the replay' });
      }
      return 'pass';
    };
    await bench.clock.advance(6_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['missed', 'during the replay']);
  });
});
