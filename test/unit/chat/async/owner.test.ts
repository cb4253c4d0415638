import { describe, expect, it } from 'vitest';
import { deliveredIds, messagesOf, notDeliveredIds, statesOf } from '../../../contract/channelSuite.ts';
import {
  createMessagingBench,
  createToken,
  type MessagingBench,
  messagingIdentity,
} from '../../../support/messagingBench.ts';

function signInAs(bench: MessagingBench, subject: string): void {
  bench.state.identity = { ...messagingIdentity, consumerId: subject, token: createToken(subject) };
  bench.identityChanged();
}

describe('whose texts messaging sends', () => {
  it('[CH-147][F-DL1] sends no text in another visitor’s name, and shows it as not sent', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.wire.isRefusing = true;
    bench.wire.cut();
    await bench.channel.send({ id: 'anns', text: 'from Ann' });
    signInAs(bench, 'bob');
    await bench.clock.advance(0);
    await bench.channel.send({ id: 'bobs', text: 'from Bob' });
    bench.wire.isRefusing = false;
    bench.page.online();
    await bench.clock.advance(60_000);
    expect(notDeliveredIds(bench.fakes.events)).toContain('anns');
    expect(bench.channel.snapshot.state).toBe('available');
    await bench.channel.start({ startType: 'restart' });
    await bench.clock.advance(10_000);
    const [anns, bobs] = bench.desk.list();
    expect([anns?.visitor, bobs?.visitor]).toEqual(['visitor-1', 'bob']);
    expect(bench.desk.received(anns?.id)).toEqual([]);
    expect(bench.desk.received(bobs?.id)).toEqual(['from Bob']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['bobs']);
  });

  it('[CH-138][F-DL1] ends the conversation of the previous visitor at once', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    signInAs(bench, 'bob');
    await bench.clock.advance(0);
    expect(statesOf(bench.fakes.events).slice(-2)).toEqual(['ended', 'available']);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    const shown = messagesOf(bench.fakes.events).length;
    bench.desk.act(id, { action: 'say', text: 'for Ann only' });
    await bench.clock.advance(10_000);
    expect(messagesOf(bench.fakes.events)).toHaveLength(shown);
  });

  it('[CH-144] marks the texts of a start that fails as not sent, and sends them with no later conversation', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    // Neither the answer nor the notification about the new conversation arrives.
    bench.wire.faultDown = (text) => (/RequestConversationResp|ExConversationChange/.test(text) ? 'drop' : 'pass');
    const started = bench.channel.start({ startType: 'menu' }).catch(() => 'failed');
    await bench.channel.send({ id: 'early', text: 'Hello?' });
    await bench.clock.advance(0);
    bench.desk.closeAll(1012);
    bench.wire.isRefusing = true;
    expect(await started).toBe('failed');
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['early']);
  });

  it('[REL-25][F-DL2] sends the texts of a closed tab once, from a tab that stays', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const other = bench.load('otherTab');
    await other.channel.init();
    await bench.clock.advance(0);
    bench.wire.isRefusing = true;
    bench.wire.cut();
    await bench.channel.send({ id: 'a', text: 'written in the first tab' });
    await other.channel.send({ id: 'b', text: 'written in the second tab' });
    bench.fakes.lifetime.end();
    bench.wire.isRefusing = false;
    bench.page.online();
    await bench.clock.advance(20_000);
    expect(bench.desk.received(id).toSorted()).toEqual(['written in the first tab', 'written in the second tab']);
    expect(deliveredIds(other.fakes.events).toSorted()).toEqual(['a', 'b']);
  });

  it('[REL-06][REL-25][F-DL2] sends a text once whose tab is closed before its answer, also from a tab that had reconnected', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const other = bench.load('otherTab');
    await other.channel.init();
    await other.channel.resume({ conversationId: id });
    bench.wire.cut();
    await bench.clock.advance(10_000);
    bench.wire.stall('down');
    await other.channel.send({ id: 'a', text: 'please cancel my order' });
    await bench.clock.advance(500);
    other.fakes.lifetime.end();
    await bench.clock.advance(8_000);
    bench.wire.healStalls();
    await bench.clock.advance(60_000);
    expect(bench.desk.received(id)).toEqual(['please cancel my order']);
  });

  it('[REL-25][F-DL3] sends a waiting text once although another tab opens and connects first', async () => {
    const bench = createMessagingBench({ ports: { random: () => 1 } });
    const id = await bench.startConversation();
    bench.wire.isRefusing = true;
    bench.wire.cut();
    await bench.channel.send({ id: 'a', text: 'waiting' });
    await bench.clock.advance(10_000);
    bench.wire.isRefusing = false;
    const other = bench.load('otherTab');
    await other.channel.init();
    await bench.clock.advance(1_000);
    expect(bench.desk.received(id)).toEqual([]);
    await bench.clock.advance(60_000);
    expect(bench.desk.received(id)).toEqual(['waiting']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
    expect(deliveredIds(other.fakes.events)).toEqual([]);
    expect(messagesOf(other.fakes.events).flatMap((one) => (one.type === 'visitor' ? [one.text] : []))).toEqual([
      'waiting',
    ]);
  });

  it('[CH-144] gives texts from before a reload back when their conversation is over', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.isRefusing = true;
    bench.wire.cut();
    await bench.channel.send({ id: 'a', text: 'too late' });
    bench.fakes.lifetime.end();
    bench.desk.act(id, { action: 'end' });
    bench.wire.isRefusing = false;
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await bench.clock.advance(10_000);
    expect(next.fakes.events.filter((event) => event.type === 'returned')).toEqual([
      { type: 'returned', texts: ['too late'] },
    ]);
    expect(bench.desk.received()).toEqual([]);
  });

  it('[CH-138][F-DL1] ends the conversation of the previous visitor, and its connection, before the next one is there', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.wire.isHanging = true;
    signInAs(bench, 'bob');
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    expect(bench.wire.opened).toBe(2);
  });

  it('[CH-147] knows when the visitor has logged in, and reports it once', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    const reported = () =>
      bench.fakes.events.flatMap((event) =>
        event.type === 'changed' && 'isLoggedIn' in event.changes ? [event.changes.isLoggedIn] : [],
      );
    expect(reported()).toEqual([false]);
    bench.state.identity = { ...messagingIdentity, isLoggedIn: true };
    for (const _ of [1, 2]) {
      bench.identityChanged();
      await bench.clock.advance(0);
    }
    expect([bench.channel.snapshot.isLoggedIn, reported()]).toEqual([true, [false, true]]);
  });
});
