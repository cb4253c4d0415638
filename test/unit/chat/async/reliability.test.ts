// Long because each fault has its case.
import { describe, expect, it } from 'vitest';
import { createDialogOrder } from '../../../../frame/chat/channels/async/dialogOrder.ts';
import type { MessagingChange } from '../../../../frame/chat/channels/async/wire.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, createToken, messagingIdentity } from '../../../support/messagingBench.ts';

const agentTexts = (bench: { fakes: { events: Parameters<typeof messagesOf>[0] } }): (string | undefined)[] =>
  messagesOf(bench.fakes.events).flatMap((one) => (one.type === 'agent' ? [one.text] : []));
const settled = (bench: { fakes: { events: Parameters<typeof messagesOf>[0] } }): string[] =>
  bench.fakes.events.flatMap((event) => (event.type === 'delivered' ? [event.id] : []));
const failed = (bench: { fakes: { events: Parameters<typeof messagesOf>[0] } }): string[] =>
  bench.fakes.events.flatMap((event) => (event.type === 'notDelivered' ? [event.id] : []));

const content = (sequence: number): MessagingChange => ({
  sequence,
  dialogId: 'd',
  event: { type: 'ContentEvent', contentType: 'text/plain', message: `m${sequence}` },
});
const sequences = (changes: readonly MessagingChange[]): (number | undefined)[] => changes.map((one) => one.sequence);

describe('messaging connection', () => {
  it.each([1000, 1001, 1006, 1011, 1012, 1013])(
    '[REL-01] reconnects after close code %s, fetches what it missed, and shows nothing twice',
    async (code) => {
      const bench = createMessagingBench();
      const id = await bench.talk();
      bench.desk.act(id, { action: 'say', text: 'before' });
      await bench.clock.advance(0);
      bench.wire.cut(code);
      bench.desk.act(id, { action: 'say', text: 'meanwhile' });
      await bench.clock.advance(1_000);
      bench.desk.act(id, { action: 'say', text: 'after' });
      await bench.clock.advance(0);
      expect(agentTexts(bench)).toEqual(['before', 'meanwhile', 'after']);
      expect(bench.desk.connections).toBe(1);
      const resubscription = bench.wire.sent.findLast((one) => one.type === 'ms.SubscribeMessagingEvents');
      expect(resubscription?.body).toMatchObject({ fromSeq: 3 });
    },
  );

  it.each(['cutBefore', 'cutAfter'] as const)(
    '[REL-02] delivers a text once when the connection breaks around its answer (%s)',
    async (fault) => {
      const bench = createMessagingBench();
      await bench.talk();
      let isFirst = true;
      bench.wire.faultUp = (text) => {
        if (!isFirst || !text.includes('important')) return 'pass';
        isFirst = false;
        return fault;
      };
      await bench.channel.send({ id: 'local', text: 'important' });
      await bench.clock.advance(10_000);
      expect(bench.desk.received()).toEqual(['important']);
      expect(settled(bench)).toEqual(['local']);
    },
  );

  it('[REL-04] keeps five texts in order while offline, over a reload, and sends them once', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
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
    expect(settled(next)).toEqual(['local-1', 'local-2', 'local-3', 'local-4', 'local-5']);
  });

  it('[REL-05] keeps a text whose page went before the answer, and delivers it once', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
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
    expect(settled(next)).toEqual(['local']);
  });

  it('[REL-06] notices a half-open connection by its silence, and catches up', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.wire.stall('down');
    bench.desk.act(id, { action: 'say', text: 'unheard' });
    await bench.clock.advance(30_000 + 15_000 + 5_000);
    bench.wire.healStalls();
    await bench.clock.advance(2_000);
    expect(bench.wire.opened).toBeGreaterThan(1);
    expect(agentTexts(bench)).toEqual(['unheard']);
  });

  it('[REL-08] gives up a socket that never opens, and tries the next', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.wire.isHanging = true;
    bench.wire.cut();
    await bench.clock.advance(10_200);
    expect(bench.wire.opened).toBe(2);
    bench.wire.isHanging = false;
    bench.desk.act(id, { action: 'say', text: 'there you are' });
    await bench.clock.advance(1_000);
    expect(agentTexts(bench)).toEqual(['there you are']);
    expect(bench.desk.connections).toBe(1);
  });

  it('[REL-10] asks after a sleep whether the other side still answers, and connects anew when not', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.wire.stall('down');
    bench.desk.act(id, { action: 'say', text: 'while asleep' });
    bench.clock.jump(3_600_000);
    await bench.clock.advance(10_000);
    bench.wire.healStalls();
    await bench.clock.advance(5_000);
    expect(bench.wire.sent.filter((one) => one.type === 'GetClock').length).toBeGreaterThan(0);
    expect(agentTexts(bench)).toEqual(['while asleep']);
  });

  it('[REL-11] closes for the back-forward cache and comes back complete with one connection', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.page.hide();
    await bench.clock.advance(0);
    expect(bench.desk.connections).toBe(0);
    bench.desk.act(id, { action: 'say', text: 'while away' });
    await bench.clock.advance(60_000);
    expect(bench.desk.connections).toBe(0);
    bench.page.show();
    await bench.clock.advance(0);
    expect(bench.desk.connections).toBe(1);
    expect(agentTexts(bench)).toEqual(['while away']);
    bench.page.show();
    await bench.clock.advance(0);
    expect(bench.wire.opened).toBe(2);
  });

  it('[REL-13] shows one bubble for a frame that comes three times', async () => {
    const order = createDialogOrder();
    const told = { changes: [content(0), content(0)], unknown: [] };
    expect(sequences(order.take(told))).toEqual([0]);
    expect(sequences(order.take(told))).toEqual([]);
  });

  it('[REL-14] brings 5, 3, 4 into order', () => {
    const order = createDialogOrder();
    order.take({ changes: [content(0), content(1), content(2)], unknown: [] });
    expect(sequences(order.take({ changes: [content(5)], unknown: [] }))).toEqual([]);
    expect(sequences(order.take({ changes: [content(3)], unknown: [] }))).toEqual([3]);
    expect(sequences(order.take({ changes: [content(4)], unknown: [] }))).toEqual([4, 5]);
    expect(order.next).toBe(6);
  });

  it('[REL-15] asks for history after a gap, shows the held events when nobody fills it, and the late ones after all', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.desk.addPrivateEvent(id);
    bench.desk.act(id, { action: 'say', text: 'after a private note' });
    await bench.clock.advance(0);
    expect(agentTexts(bench)).toEqual([]);
    await bench.clock.advance(200);
    expect(bench.wire.sent.filter((one) => one.type === 'ms.SubscribeMessagingEvents')).toHaveLength(2);
    await bench.clock.advance(2_000);
    expect(agentTexts(bench)).toEqual(['after a private note']);

    const order = createDialogOrder();
    order.take({ changes: [content(2)], unknown: [] });
    expect(sequences(order.release())).toEqual([2]);
    expect(sequences(order.take({ changes: [content(1)], unknown: [] }))).toEqual([1]);
    expect(sequences(order.take({ changes: [content(1), content(2)], unknown: [] }))).toEqual([]);
  });

  it('[REL-17] loads everything again when the service does not remember the last sequence', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    for (const text of ['one', 'two']) {
      bench.desk.act(id, { action: 'say', text });
      await bench.clock.advance(0);
    }
    bench.desk.trimBelow(1_000);
    bench.wire.cut();
    bench.desk.act(id, { action: 'say', text: 'three' });
    await bench.clock.advance(1_000);
    expect(agentTexts(bench)).toEqual(['one', 'two', 'three']);
  });

  it('[REL-18] merges what happens during the replay exactly once', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
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
    expect(agentTexts(bench)).toEqual(['missed', 'during the replay']);
  });

  it.each([4401, 4407])(
    '[REL-19] refreshes the identity first after close code %s, and keeps the outbox',
    async (code) => {
      const bench = createMessagingBench({
        refresh: async () => ({ ...messagingIdentity, token: createToken('visitor-1', 2) }),
      });
      await bench.talk();
      bench.wire.cut(code);
      await bench.channel.send({ id: 'local', text: 'still here' });
      await bench.clock.advance(3_000);
      expect(bench.refreshes).toBe(1);
      const greeting = bench.wire.sent.findLast((one) => one.type === 'InitConnection') as {
        headers: { jwt?: string }[];
      };
      expect(greeting.headers[1]?.jwt).toBe(createToken('visitor-1', 2));
      expect(bench.desk.received()).toEqual(['still here']);
    },
  );

  it('[REL-01][REL-19] tries a new token after close code 1011, once, and the one at hand when there is none', async () => {
    const token = createToken('visitor-1', 2);
    const bench = createMessagingBench({ refresh: async () => ({ ...messagingIdentity, token }) });
    await bench.talk();
    const greeted = () => {
      const greeting = bench.wire.sent.findLast((one) => one.type === 'InitConnection') as {
        headers: { jwt?: string }[];
      };
      return greeting.headers[1]?.jwt;
    };
    bench.wire.cut(1011);
    await bench.clock.advance(1_000);
    expect(greeted()).toBe(token);
    bench.wire.cut(1011);
    await bench.clock.advance(3_000);
    expect(bench.refreshes).toBe(1);
    expect(bench.channel.snapshot.state).toBe('chatting');

    const alone = createMessagingBench({ refresh: () => Promise.reject(new Error('broker is down')) });
    await alone.talk();
    alone.wire.cut(1011);
    await alone.clock.advance(1_000);
    alone.desk.act(alone.channel.snapshot.conversationId ?? '', { action: 'say', text: 'still here' });
    await alone.clock.advance(0);
    expect(agentTexts(alone)).toEqual(['still here']);
    expect(alone.fakes.events.filter((event) => event.type === 'trouble')).toEqual([]);
  });

  it('[REL-01][REL-19] tries a new token after every 1011 that follows a good connection', async () => {
    const bench = createMessagingBench({ refresh: async () => messagingIdentity });
    await bench.talk();
    for (const refreshes of [1, 2]) {
      await bench.clock.advance(3_600_000);
      bench.wire.cut(1011);
      await bench.clock.advance(1_000);
      expect(bench.refreshes).toBe(refreshes);
    }
  });

  it('[REL-19] says once that sign-in failed when no token can be had, and does not hammer', async () => {
    const bench = createMessagingBench({
      refresh: async () => {
        throw new Error('broker is down');
      },
    });
    await bench.talk();
    bench.wire.cut(4401);
    await bench.clock.advance(600_000);
    expect(bench.refreshes).toBe(1);
    expect(bench.fakes.events.filter((event) => event.type === 'trouble')).toEqual([
      { type: 'trouble', key: 'signInFailed' },
    ]);
    expect(bench.channel.snapshot.state).toBe('unavailable');
  });

  it('[REL-19] gives up when the service refuses new tokens too', async () => {
    const bench = createMessagingBench({
      isTokenValid: (token) => token !== createToken('visitor-1', 2),
      refresh: async () => ({ ...messagingIdentity, token: createToken('visitor-1', 2) }),
    });
    await bench.talk();
    bench.wire.cut(4401);
    await bench.clock.advance(600_000);
    expect(bench.refreshes).toBe(2);
    expect(bench.channel.snapshot.state).toBe('unavailable');
  });

  it.each([429, 503])('[REL-21] tries a text again later after %s', async (code) => {
    const bench = createMessagingBench();
    await bench.talk();
    bench.desk.refuseNext(code);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.channel.send({ id: 'b', text: 'two' });
    await bench.clock.advance(500);
    expect(bench.desk.received()).toEqual([]);
    await bench.clock.advance(1_000);
    expect(bench.desk.received()).toEqual(['one', 'two']);
    expect(failed(bench)).toEqual([]);
  });

  it.each([400, 413])('[REL-21] marks a text failed after %s and goes on with the next', async (code) => {
    const bench = createMessagingBench();
    await bench.talk();
    bench.desk.refuseNext(code);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.channel.send({ id: 'b', text: 'two' });
    await bench.clock.advance(0);
    expect(bench.desk.received()).toEqual(['two']);
    expect(failed(bench)).toEqual(['a']);
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(0);
    expect(bench.desk.received()).toEqual(['two', 'one']);
  });

  it('[REL-23] takes the online event for a hint: nothing breaks when it lies, a wait ends when it is true', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
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
    expect(agentTexts(bench)).toEqual(['back']);
  });

  it('[REL-24] has no socket left after an end in the middle of connecting, ended twice', async () => {
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

  it('[REL-24] has one socket after putting away, showing and coming online in one tick', async () => {
    const bench = createMessagingBench();
    await bench.talk();
    bench.page.hide();
    bench.page.show();
    bench.page.online();
    bench.page.hide();
    bench.page.show();
    await bench.clock.advance(60_000);
    expect(bench.desk.connections).toBe(1);
  });

  it('[REL-32] skips what is no frame, logs it once, and lives on', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
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
    expect(agentTexts(bench)).toEqual(['alive']);
    expect(bench.fakes.log.warnings.filter((line) => line.includes('invalid frame'))).toHaveLength(1);
    expect(bench.wire.opened).toBe(1);
  });

  it('[REL-33] carries 20,000 characters and every kind of letter unchanged in both directions', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    const texts = ['x'.repeat(20_000), 'مرحبا', '👩‍👩‍👧‍👦 e\u0301', 'a\u0000b', 'lone \ud83d surrogate'];
    for (const [at, text] of texts.entries()) await bench.channel.send({ id: `local-${at}`, text });
    await bench.clock.advance(0);
    expect(bench.desk.received()).toEqual(texts);
    for (const text of texts) bench.desk.act(id, { action: 'say', text });
    await bench.clock.advance(3_000);
    expect(agentTexts(bench)).toEqual(texts);
  });

  it('[CH-146] rejects a request that stays unanswered for 15 s', async () => {
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

  it('[CH-148] repeats a failed greeting once, with a line in the log', async () => {
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

  it('[CH-148] names the reason after the second failed greeting', async () => {
    const bench = createMessagingBench();
    bench.wire.faultUp = (text) => (text.includes('InitConnection') ? 'cutBefore' : 'pass');
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe('unavailable');
    expect(bench.fakes.log.warnings.join('\n')).toContain(
      'Error initializing connection: the connection was closed with 1006',
    );
  });

  it('[CH-149] waits 100, 200, 400 ms and no longer than 30 s, subscribes again, and skips the wait when online', async () => {
    const bench = createMessagingBench();
    await bench.talk();
    bench.wire.isRefusing = true;
    bench.wire.cut();
    await bench.clock.advance(99);
    expect(bench.wire.opened).toBe(1);
    await bench.clock.advance(1);
    expect(bench.wire.opened).toBe(2);
    await bench.clock.advance(200);
    expect(bench.wire.opened).toBe(3);
    await bench.clock.advance(400);
    expect(bench.wire.opened).toBe(4);
    await bench.clock.advance(300_000);
    const opened = bench.wire.opened;
    await bench.clock.advance(30_000);
    expect(bench.wire.opened).toBe(opened + 1);
    bench.wire.isRefusing = false;
    bench.page.online();
    await bench.clock.advance(0);
    expect(bench.desk.connections).toBe(1);
    const greeting = bench.wire.sent.findLastIndex((one) => one.type === 'InitConnection');
    expect(bench.wire.sent.slice(greeting, greeting + 3).map((one) => one.type)).toEqual([
      'InitConnection',
      'cqm.SubscribeExConversations',
      'ms.SubscribeMessagingEvents',
    ]);
  });
});
