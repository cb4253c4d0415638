import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench } from '../../../support/messagingBench.ts';

describe('the messaging connection', () => {
  it.each([1000, 1001, 1006, 1011, 1012, 1013])(
    '[REL-01] reconnects after close code %s, fetches missed messages, and shows none twice',
    async (code) => {
      const bench = createMessagingBench();
      const id = await bench.startConversation();
      bench.desk.act(id, { action: 'say', text: 'before' });
      await bench.clock.advance(0);
      bench.wire.cut(code);
      bench.desk.act(id, { action: 'say', text: 'meanwhile' });
      await bench.clock.advance(6_000);
      bench.desk.act(id, { action: 'say', text: 'after' });
      await bench.clock.advance(0);
      expect(textsOf(bench.fakes.events, 'agent')).toEqual(['before', 'meanwhile', 'after']);
      expect(bench.desk.connections).toBe(1);
      // The last message that is known comes again: it shows that the service still counts on.
      const resubscription = bench.wire.sent.findLast((one) => one.type === 'ms.SubscribeMessagingEvents');
      expect(resubscription?.body).toMatchObject({ fromSeq: 0 });
    },
  );

  it('[REL-06] detects a half-open connection by an unanswered ping, and catches up', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.stall('down');
    bench.desk.act(id, { action: 'say', text: 'unheard' });
    await bench.clock.advance(30_000 + 15_000 + 5_000);
    bench.wire.healStalls();
    await bench.clock.advance(2_000);
    expect(bench.wire.opened).toBeGreaterThan(1);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['unheard']);
  });

  it('[REL-08] gives up a socket that never opens, and tries another', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.isHanging = true;
    bench.wire.cut();
    await bench.clock.advance(3_000 + 10_000);
    expect(bench.wire.opened).toBe(2);
    bench.wire.isHanging = false;
    bench.desk.act(id, { action: 'say', text: 'there you are' });
    await bench.clock.advance(1_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['there you are']);
    expect(bench.desk.connections).toBe(1);
  });

  it('[REL-10] probes the connection after a sleep, and reconnects when it is dead', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.stall('down');
    bench.desk.act(id, { action: 'say', text: 'while asleep' });
    bench.clock.jump(3_600_000);
    await bench.clock.advance(10_000);
    bench.wire.healStalls();
    await bench.clock.advance(5_000);
    expect(bench.wire.sent.filter((one) => one.type === 'GetClock').length).toBeGreaterThan(0);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['while asleep']);
  });

  it('[REL-11] closes for the back-forward cache, and catches up with one connection on return', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.page.hide();
    await bench.clock.advance(0);
    expect(bench.desk.connections).toBe(0);
    bench.desk.act(id, { action: 'say', text: 'while away' });
    await bench.clock.advance(60_000);
    expect(bench.desk.connections).toBe(0);
    bench.page.show();
    await bench.clock.advance(0);
    expect(bench.desk.connections).toBe(1);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['while away']);
    bench.page.show();
    await bench.clock.advance(0);
    expect(bench.wire.opened).toBe(2);
  });

  it('[REL-23] treats the online event as a hint: a false one breaks nothing, a true one ends the wait', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.page.online();
    await bench.clock.advance(0);
    expect(bench.wire.opened).toBe(1);
    bench.wire.isRefusing = true;
    bench.wire.cut();
    await bench.clock.advance(120_000);
    const opened = bench.wire.opened;
    bench.page.online();
    await bench.clock.advance(0);
    expect(bench.wire.opened).toBe(opened + 1);
    bench.wire.isRefusing = false;
    bench.page.online();
    await bench.clock.advance(0);
    bench.desk.act(id, { action: 'say', text: 'back' });
    await bench.clock.advance(0);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['back']);
  });

  it('[REL-24] leaves no socket when its lifetime ends while connecting, even twice', async () => {
    const bench = createMessagingBench();
    bench.wire.isHanging = true;
    void bench.channel.init();
    await bench.clock.advance(0);
    expect(bench.desk.connections).toBe(1);
    bench.fakes.lifetime.end();
    bench.fakes.lifetime.end();
    await bench.clock.advance(60_000);
    expect(bench.desk.connections).toBe(0);
    expect(bench.clock.pending).toBe(0);
  });

  it('[REL-24] has one socket after hide, show and online events in one tick', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.page.hide();
    bench.page.show();
    bench.page.online();
    bench.page.hide();
    bench.page.show();
    await bench.clock.advance(60_000);
    expect(bench.desk.connections).toBe(1);
  });

  it('[CH-146] rejects a request that is not answered within 15 s', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.wire.faultDown = (text) => (text.includes('RequestConversationResponse') ? 'drop' : 'pass');
    let outcome = 'pending';
    bench.channel.start({ startType: 'menu' }).catch(() => {
      outcome = 'rejected';
    });
    await bench.clock.advance(14_999);
    expect(outcome).toBe('pending');
    await bench.clock.advance(1);
    expect(outcome).toBe('rejected');
  });

  it('[CH-148] repeats a failed greeting once, and logs it', async () => {
    let tries = 0;
    const bench = createMessagingBench({
      isTokenValid: () => {
        tries += 1;
        return tries > 1;
      },
    });
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe('available');
    expect(bench.fakes.log.warnings[0]).toBe('Failed to connect with JWT; retrying...');
  });

  it('[CH-148] gives the reason after the second failed greeting', async () => {
    const bench = createMessagingBench();
    bench.wire.faultUp = (text) => (text.includes('InitConnection') ? 'cutBefore' : 'pass');
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe('unavailable');
    expect(bench.fakes.log.warnings.join('\n')).toContain(
      'Error initializing connection: the connection was closed with 1006',
    );
  });

  it('[CH-149] waits up to 100, 200, 400 ms and so on up to 30 s, subscribes again, and skips the wait on the online event', async () => {
    const bench = createMessagingBench({ ports: { random: () => 1 } });
    await bench.startConversation();
    bench.wire.isRefusing = true;
    bench.wire.cut();
    await bench.clock.advance(0);
    bench.page.online();
    await bench.clock.advance(99);
    expect(bench.wire.opened).toBe(2);
    await bench.clock.advance(1);
    expect(bench.wire.opened).toBe(3);
    await bench.clock.advance(200);
    expect(bench.wire.opened).toBe(4);
    await bench.clock.advance(400);
    expect(bench.wire.opened).toBe(5);
    await bench.clock.advance(300_000);
    const opened = bench.wire.opened;
    await bench.clock.advance(30_000);
    expect(bench.wire.opened).toBe(opened + 1);
    bench.wire.isRefusing = false;
    bench.page.online();
    await bench.clock.advance(0);
    expect(bench.desk.connections).toBe(1);
    const greeting = bench.wire.sent.findLastIndex((one) => one.type === 'InitConnection');
    expect(bench.wire.sent.slice(greeting, greeting + 4).map((one) => one.type)).toEqual([
      'InitConnection',
      'GetClock',
      'cqm.SubscribeExConversations',
      'ms.SubscribeMessagingEvents',
    ]);
  });
});
