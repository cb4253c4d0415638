import { describe, expect, it } from 'vitest';
import { deliveredIds, messagesOf, notDeliveredIds, textsOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, type MessagingBench } from '../../../support/messagingBench.ts';
import { readWindow } from '../../../support/readWindow.ts';

const subscriptions = ({ wire }: MessagingBench): number =>
  wire.sent.filter((one) => one.type === 'ms.SubscribeMessagingEvents').length;

describe('gaps in the sequence of messaging events', () => {
  it('[CH-140][F-DL6] shows each message of an agent within 100 ms when the service does not send our receipts back', async () => {
    const bench = createMessagingBench({ faults: { returnsReceipts: false } });
    const id = await bench.startConversation();
    for (const text of ['one', 'two', 'three']) {
      bench.desk.act(id, { action: 'say', text });
      await bench.clock.advance(100);
      expect(textsOf(bench.fakes.events, 'agent').at(-1)).toBe(text);
    }
    expect(bench.desk.receipts()).toHaveLength(6);
    await bench.clock.advance(10_000);
    expect(subscriptions(bench)).toBe(1);
  });

  it('[CH-140] loses nothing when the answers name a sequence that belongs to the next event', async () => {
    const bench = createMessagingBench({ faults: { answeredSequenceOffset: 1, returnsIds: false } });
    const id = await bench.startConversation();
    for (const at of [1, 2, 3]) {
      await bench.channel.send({ id: `local-${at}`, text: 'same words' });
      bench.desk.act(id, { action: 'say', text: `answer ${at}` });
      await bench.clock.advance(1_000);
    }
    bench.wire.cut();
    bench.desk.act(id, { action: 'say', text: 'missed' });
    await bench.clock.advance(10_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['answer 1', 'answer 2', 'answer 3', 'missed']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['local-1', 'local-2', 'local-3']);
    expect(bench.desk.received()).toEqual(['same words', 'same words', 'same words']);
  });

  it('[REL-02][CH-149] does not take a new event for the replay of a conversation that it has seen nothing of', async () => {
    const bench = createMessagingBench({ ports: { random: () => 0 } });
    const id = await bench.startConversation();
    bench.wire.faultUp = () => {
      bench.wire.faultUp = () => 'pass';
      return 'cutAfter';
    };
    bench.wire.faultDown = (text) => (text.includes('"message":"Hello?"') ? 'drop' : 'pass');
    await bench.channel.send({ id: 'a', text: 'Hello?' });
    await bench.clock.advance(500);
    bench.wire.faultDown = () => 'pass';
    bench.desk.act(id, { action: 'say', text: 'How can I help?' });
    await bench.clock.advance(20_000);
    expect(bench.desk.received()).toEqual(['Hello?']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
  });

  it('[REL-14][CH-140] holds reordered frames for a moment, so that messages are announced in order', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.fakes.setAttention({ isFocused: false });
    let isFirst = true;
    bench.wire.faultDown = (text) => {
      if (!isFirst || !text.includes('"message":"one"')) return 'pass';
      isFirst = false;
      return 'swap';
    };
    bench.desk.act(id, { action: 'say', text: 'one' });
    await bench.clock.advance(40);
    bench.desk.act(id, { action: 'say', text: 'two' });
    await bench.clock.advance(0);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['one', 'two']);
    await bench.clock.advance(1_000);
    expect(subscriptions(bench)).toBe(1);
  });

  it('[REL-15][F-DL6] shows held messages after 150 ms at most, and inserts the missing one when it comes', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.fakes.setAttention({ isFocused: false });
    // The network swallows one message, and the answers to the first requests for a replay.
    bench.wire.faultDown = (text) => (text.includes('"message":"lost"') ? 'drop' : 'pass');
    bench.desk.act(id, { action: 'say', text: 'lost' });
    bench.desk.act(id, { action: 'say', text: 'came' });
    await bench.clock.advance(149);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual([]);
    await bench.clock.advance(1);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['came']);
    bench.wire.cut();
    bench.wire.faultDown = () => 'pass';
    await bench.clock.advance(10_000);
    expect(readWindow(bench.fakes.events).flatMap((one) => (one.type === 'agent' ? [one.text] : []))).toEqual([
      'lost',
      'came',
    ]);
    expect(new Set(messagesOf(bench.fakes.events).map((one) => one.id)).size).toBe(
      messagesOf(bench.fakes.events).length,
    );
  });

  it.each([true, false])(
    '[REL-02][F-DL4] sends a text once whose answer was lost while a sequence is hidden (ids come back: %s)',
    async (returnsIds) => {
      const bench = createMessagingBench({ faults: { returnsIds } });
      const id = await bench.startConversation();
      let isFirst = true;
      bench.wire.faultUp = (text) => {
        if (!isFirst || !text.includes('only once')) return 'pass';
        isFirst = false;
        bench.desk.addPrivateEvent(id);
        return 'cutAfter';
      };
      // The events follow the answer to the subscription a moment later.
      bench.wire.faultDown = (text) => {
        if (isFirst || !text.includes('MessagingEventNotification')) return 'pass';
        bench.clock.after(50, () => bench.wire.inject(text));
        return 'drop';
      };
      await bench.channel.send({ id: 'local', text: 'only once' });
      await bench.channel.send({ id: 'next', text: 'and then' });
      await bench.clock.advance(60_000);
      expect(bench.desk.received()).toEqual(['only once', 'and then']);
      expect(deliveredIds(bench.fakes.events)).toEqual(['local', 'next']);
      expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
    },
  );

  it('[REL-02][F-DL4] does not send a text again while its echo may be among missing events', async () => {
    const bench = createMessagingBench({ faults: { returnsIds: false } });
    const id = await bench.startConversation();
    bench.fakes.setAttention({ isFocused: false });
    bench.wire.faultDown = (text) =>
      text.includes('MessagingEvent') || text.includes('PublishEventResp') ? 'drop' : 'pass';
    await bench.channel.send({ id: 'local', text: 'only once' });
    await bench.clock.advance(1_000);
    let drops = 2;
    bench.wire.faultDown = (text) => {
      if (!text.includes('only once') || drops === 0) return 'pass';
      drops -= 1;
      return 'drop';
    };
    bench.desk.act(id, { action: 'say', text: 'an answer' });
    await bench.clock.advance(3_000);
    expect(bench.desk.received()).toEqual(['only once']);
    await bench.clock.advance(60_000);
    expect(bench.desk.received()).toEqual(['only once']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['local']);
  });

  it('[REL-02] does not take a stalled connection for an empty replay', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    let isStalling = false;
    bench.wire.faultUp = (text) => {
      if (text.includes('only once') && !isStalling) {
        isStalling = true;
        return 'cutAfter';
      }
      return 'pass';
    };
    // The subscription is answered, and its events are stuck behind it.
    bench.wire.faultDown = (text) => {
      if (isStalling && text.includes('GenericSubscribeResponse')) bench.wire.stall('down');
      return 'pass';
    };
    await bench.channel.send({ id: 'local', text: 'only once' });
    await bench.clock.advance(10_000);
    expect(bench.desk.received()).toEqual(['only once']);
    bench.wire.faultDown = () => 'pass';
    bench.wire.healStalls();
    await bench.clock.advance(60_000);
    expect(bench.desk.received()).toEqual(['only once']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['local']);
  });
});
