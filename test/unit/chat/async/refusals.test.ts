import { describe, expect, it } from 'vitest';
import { deliveredIds, messagesOf, notDeliveredIds } from '../../../contract/channelSuite.ts';
import { createMessagingBench, pressLine, publishedEventsOf } from '../../../support/messagingBench.ts';

describe('what the messaging service does not take', () => {
  async function pressed(cut: 'cutBefore' | 'cutAfter') {
    const bench = createMessagingBench({ ports: { random: () => 0 } });
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'quickReplies', text: 'Well?', replies: ['Yes', 'No'] });
    await bench.clock.advance(0);
    let isFirst = true;
    bench.wire.faultUp = (text) => {
      if (!isFirst || !text.includes('"message":"Yes"')) return 'pass';
      isFirst = false;
      return cut;
    };
    const asked = messagesOf(bench.fakes.events).find((one) => one.type === 'agent');
    await pressLine(bench, asked, 0);
    await bench.clock.advance(10_000);
    const actions = publishedEventsOf(bench.wire.sent).filter((one) => one.status === 'ACTION');
    return { bench, actions };
  }

  it.each(['cutBefore', 'cutAfter'] as const)(
    '[CH-141][REL-02] is sent again, but not the press of a reply (%s)',
    async (cut) => {
      const { bench, actions } = await pressed(cut);
      expect(bench.desk.received()).toEqual(['Yes']);
      expect(actions).toEqual([{ type: 'AcceptStatusEvent', status: 'ACTION', sequenceList: [0] }]);
      const shown = messagesOf(bench.fakes.events).filter((one) => one.type === 'visitor');
      expect(shown).toMatchObject([{ text: 'Yes', isPending: true }]);
      expect(deliveredIds(bench.fakes.events)).toEqual([shown[0]?.id]);
    },
  );

  it('[CH-141] does not hold the text of a reply if it is the press', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'quickReplies', text: 'Well?', replies: ['Yes', 'No'] });
    await bench.clock.advance(0);
    bench.desk.refuseNext(400);
    const asked = messagesOf(bench.fakes.events).find((one) => one.type === 'agent');
    await pressLine(bench, asked, 0);
    await bench.clock.advance(0);
    expect([bench.desk.received(), notDeliveredIds(bench.fakes.events)]).toEqual([['Yes'], []]);
    expect(bench.fakes.log.infos.join()).toContain('The messaging service did not answer a request.');
  });

  it('[REL-21][REL-40] is left to the visitor when each attempt ends the connection, and does not hold back later texts', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.wire.faultUp = (text) => (text.includes('"message":"too big"') ? 'cutBefore' : 'pass');
    await bench.channel.send({ id: 'big', text: 'too big' });
    await bench.channel.send({ id: 'small', text: 'did you get it?' });
    await bench.clock.advance(60_000);
    expect(bench.desk.received()).toEqual(['did you get it?']);
    expect([deliveredIds(bench.fakes.events), notDeliveredIds(bench.fakes.events)]).toEqual([['small'], ['big']]);
    await bench.clock.advance(1_800_000);
    expect(bench.wire.opened).toBeLessThan(10);
    bench.wire.faultUp = () => 'pass';
    await bench.channel.send({ id: 'big', text: 'too big' });
    await bench.clock.advance(1_000);
    expect(bench.desk.received()).toEqual(['did you get it?', 'too big']);
  });

  it('[CH-144][REL-04] is shown as pending after a reload, or as not sent', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.refuseNext(400);
    await bench.channel.send({ id: 'refused', text: 'no' });
    await bench.clock.advance(0);
    bench.wire.isRefusing = true;
    bench.wire.cut();
    await bench.channel.send({ id: 'waiting', text: 'yes' });
    const writtenAt = bench.clock.now();
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: id });
    await bench.clock.advance(0);
    const own = messagesOf(next.fakes.events).filter((one) => one.type === 'visitor');
    expect(own).toMatchObject([
      { id: 'refused', text: 'no', isPending: false, isNotSent: true },
      { id: 'waiting', text: 'yes', isPending: true, isNotSent: false, timestamp: expect.any(Number) },
    ]);
    expect(Math.abs((own[1]?.timestamp ?? 0) - writtenAt)).toBeLessThan(10);
  });
});
