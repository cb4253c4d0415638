import { describe, expect, it } from 'vitest';
import { createDialogOrder } from '../../../../frame/chat/channels/async/dialogOrder.ts';
import type { MessagingChange } from '../../../../frame/chat/channels/async/wire.ts';
import { textsOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench } from '../../../support/messagingBench.ts';

const content = (sequence: number): MessagingChange => ({
  sequence,
  dialogId: 'd',
  event: { type: 'ContentEvent', contentType: 'text/plain', message: `m${sequence}` },
});
const sequences = (changes: readonly MessagingChange[]): (number | undefined)[] => changes.map((one) => one.sequence);

describe('the order of messaging events', () => {
  it('[REL-13] shows a repeated frame once', async () => {
    const order = createDialogOrder();
    const batch = { changes: [content(0), content(0)], unknown: [] };
    expect(sequences(order.take(batch))).toEqual([0]);
    expect(sequences(order.take(batch))).toEqual([]);
  });

  it('[REL-14] puts 5, 3, 4 in order', () => {
    const order = createDialogOrder();
    order.take({ changes: [content(0), content(1), content(2)], unknown: [] });
    expect(sequences(order.take({ changes: [content(5)], unknown: [] }))).toEqual([]);
    expect(sequences(order.take({ changes: [content(3)], unknown: [] }))).toEqual([3]);
    expect(sequences(order.take({ changes: [content(4)], unknown: [] }))).toEqual([4, 5]);
    expect(order.next).toBe(6);
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

    const order = createDialogOrder();
    order.take({ changes: [content(2)], unknown: [] });
    expect(sequences(order.release())).toEqual([2]);
    expect(sequences(order.take({ changes: [content(1)], unknown: [] }))).toEqual([1]);
    expect(sequences(order.take({ changes: [content(1), content(2)], unknown: [] }))).toEqual([]);
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
    await bench.clock.advance(1_000);
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
    await bench.clock.advance(3_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['missed', 'during the replay']);
  });
});
