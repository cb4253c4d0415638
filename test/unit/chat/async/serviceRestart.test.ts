import { describe, expect, it } from 'vitest';
import { createDialog } from '../../../../frame/chat/channels/async/inbound/dialogs.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { deliveredIds, messagesOf, notDeliveredIds } from '../../../contract/channelSuite.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { createMessagingBench, type MessagingBench } from '../../../support/messagingBench.ts';
import { readWindow } from '../../../support/readWindow.ts';

const agentTexts = ({ fakes }: Pick<MessagingBench, 'fakes'>): (string | undefined)[] =>
  readWindow(fakes.events).flatMap((one) => (one.type === 'agent' ? [one.text] : []));
const subscriptions = ({ wire }: MessagingBench): number =>
  wire.sent.filter((one) => one.type === 'ms.SubscribeMessagingEvents').length;

async function talk(bench: MessagingBench, id: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    bench.desk.act(id, { action: 'say', text });
    await bench.clock.advance(1_000);
  }
}

describe('a messaging service that restarts and counts from 0 again', () => {
  it.each([
    { keepsHistory: false, returnsReceipts: true },
    { keepsHistory: true, returnsReceipts: true },
    { keepsHistory: false, returnsReceipts: false },
    { keepsHistory: true, returnsReceipts: false },
  ])('[CH-140][F-DL8] shows every message once and in order ($keepsHistory, $returnsReceipts)', async (options) => {
    const bench = createMessagingBench({ faults: { returnsReceipts: options.returnsReceipts } });
    const id = await bench.startConversation();
    await talk(bench, id, ['one', 'two', 'two']);
    bench.desk.restart(options);
    await bench.clock.advance(10_000);
    await talk(bench, id, ['three', 'four', 'four', 'five', 'six', 'seven', 'eight']);
    await bench.clock.advance(60_000);
    expect(agentTexts(bench)).toEqual(['one', 'two', 'two', 'three', 'four', 'four', 'five', 'six', 'seven', 'eight']);
    const ids = messagesOf(bench.fakes.events).map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([false, true])(
    '[CH-140][F-DL8] misses nothing of what was said while it was away, even beyond the old sequence (keeps history: %s)',
    async (keepsHistory) => {
      const bench = createMessagingBench({ ports: { random: () => 1 } });
      const id = await bench.startConversation();
      await talk(bench, id, ['one', 'two']);
      bench.desk.restart({ keepsHistory });
      for (let at = 3; at <= 20; at += 1) bench.desk.act(id, { action: 'say', text: `text ${at}` });
      await bench.clock.advance(60_000);
      expect(agentTexts(bench)).toEqual(['one', 'two', ...Array.from({ length: 18 }, (_, at) => `text ${at + 3}`)]);
    },
  );

  it.each([
    { keepsHistory: true, returnsIds: true },
    { keepsHistory: true, returnsIds: false },
    { keepsHistory: false, returnsIds: true },
  ])(
    '[REL-02][F-DL8] delivers a text once whose answer was lost in the restart ($keepsHistory, $returnsIds)',
    async ({ keepsHistory, returnsIds }) => {
      const bench = createMessagingBench({ faults: { returnsIds } });
      const id = await bench.startConversation();
      await talk(bench, id, ['one', 'two']);
      bench.wire.faultUp = (text) => {
        if (!text.includes('in between')) return 'pass';
        bench.wire.faultUp = () => 'pass';
        void Promise.resolve().then(() => bench.desk.restart({ keepsHistory }));
        return keepsHistory ? 'cutAfter' : 'cutBefore';
      };
      await bench.channel.send({ id: 'a', text: 'in between' });
      await bench.clock.advance(20_000);
      await bench.channel.send({ id: 'b', text: 'afterwards' });
      await talk(bench, id, ['three']);
      await bench.clock.advance(20_000);
      expect(bench.desk.received()).toEqual(['in between', 'afterwards']);
      expect(deliveredIds(bench.fakes.events)).toEqual(['a', 'b']);
      expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
      expect(agentTexts(bench)).toEqual(['one', 'two', 'three']);
    },
  );

  it('[REL-02][F-DL8] does not send a text of an earlier page again whose position the new count has reached', async () => {
    const bench = createMessagingBench({ faults: { returnsIds: false } });
    const id = await bench.startConversation();
    await talk(bench, id, ['one', 'two']);
    bench.wire.faultUp = (text) => {
      if (!text.includes('hello')) return 'pass';
      // The page is left before it hears from the service that has forgotten everything.
      void Promise.resolve().then(() => bench.fakes.lifetime.end());
      return 'cutAfter';
    };
    bench.desk.restart({ keepsHistory: false });
    await bench.clock.advance(0);
    await bench.channel.send({ id: 'a', text: 'hello' });
    await bench.clock.advance(10_000);
    expect(bench.desk.received()).toEqual(['hello']);
    await talk(bench, id, ['three', 'four', 'five', 'six', 'seven', 'eight']);
    const again = bench.load(bench.fakes);
    await again.channel.init();
    await again.channel.resume({ conversationId: id });
    await bench.clock.advance(90_000);
    expect(bench.desk.received()).toEqual(['hello']);
    expect(notDeliveredIds(again.fakes.events)).toEqual(['a']);
  });

  it('[F-DL8] asks twice for the events of a service that has none, and not twice for each later replay', async () => {
    const clock = createFakeClock();
    let asked = 0;
    const dialog = createDialog({
      ...{ clock, lifetime: createLifetime(() => {}), conversationId: 'c', dialogId: 'd', startsEmpty: false },
      async request({ type }) {
        if (type === 'ms.SubscribeMessagingEvents') asked += 1;
      },
      ...{ show() {}, seen() {}, onGapChange() {}, onRestart() {}, logUnanswered() {} },
    });
    // One of our own events was acknowledged, and the service has forgotten it since.
    dialog.expectOwn(0);
    dialog.replay().complete.catch(() => {});
    await clock.advance(10_000);
    expect(asked).toBe(2);
    let isComplete = false;
    dialog.replay().complete.then(() => {
      isComplete = true;
    });
    await clock.advance(10_000);
    expect({ isComplete, asked, hasGap: dialog.hasGap }).toEqual({ isComplete: true, asked: 3, hasGap: false });
  });

  it('[CH-140][F-DL8] gives the messages of the new count other ids, and confirms them to the agent', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    await talk(bench, id, ['one']);
    bench.desk.restart();
    await bench.clock.advance(10_000);
    await talk(bench, id, ['two']);
    const ids = messagesOf(bench.fakes.events).flatMap((one) => (one.type === 'agent' ? [one.id] : []));
    expect(ids).toEqual([`${id}__${id}__0`, `${id}__${id}__restart1__0`]);
    const receipts = bench.desk.receipts().map(({ status, sequences }) => [status, sequences]);
    expect(receipts.slice(-2)).toEqual([
      ['ACCEPT', [0]],
      ['READ', [0]],
    ]);
  });

  it('[F-DL8] asks for few replays when it restarts over and over', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    await talk(bench, id, ['start']);
    for (let round = 0; round < 20; round += 1) {
      bench.desk.restart();
      bench.desk.act(id, { action: 'say', text: `round ${round}` });
      bench.page.online();
      await bench.clock.advance(500);
      bench.page.online();
      await bench.clock.advance(500);
    }
    await bench.clock.advance(120_000);
    expect(agentTexts(bench).at(-1)).toBe('round 19');
    expect(subscriptions(bench)).toBeLessThan(80);
    const before = subscriptions(bench);
    await bench.clock.advance(600_000);
    expect(subscriptions(bench)).toBe(before);
  });
});
