import { describe, expect, it } from 'vitest';
import { lateArrivalEndMs } from '../../../../frame/chat/channels/xmpp/limits.ts';
import { createReading } from '../../../../frame/chat/channels/xmpp/reading.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { textsOf } from '../../../support/channelEvents.ts';
import { createFakeClock, settle } from '../../../support/fakeClock.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';

describe('the reading of a conversation', () => {
  it('[F-AD2] has no gap after the conversation, and is not continued', async () => {
    const clock = createFakeClock();
    const lifetime = createLifetime();
    const gaps: boolean[] = [];
    let readings = 0;
    const reading = createReading({
      ...{ clock, lifetime, desk: 'sales@desk.example', after: undefined, hasHistory: false },
      archive: {
        isKept: true,
        newest: async () => undefined,
        async read() {
          readings += 1;
        },
        receive: () => false,
      },
      isUp: () => true,
      show: () => false,
      onGap: (hasGap) => void gaps.push(hasGap),
      onRead: () => {},
      onComplete: () => {},
    });
    reading.sessionLost(clock.now());
    reading.connected();
    lifetime.end();
    await clock.advance(60_000);
    await settle();
    expect(gaps).toEqual([true, false]);
    expect(readings).toBe(0);
  });
});

describe('a reading that is repeated', () => {
  it('[F-AD2] changes nothing if its conversation has ended meanwhile', async () => {
    const clock = createFakeClock();
    const lifetime = createLifetime();
    const changes: string[] = [];
    const answers: (() => void)[] = [];
    const reading = createReading({
      ...{ clock, lifetime, desk: 'sales@desk.example', after: undefined, hasHistory: false },
      archive: {
        isKept: true,
        newest: async () => undefined,
        read: () => new Promise((resolve) => void answers.push(resolve)),
        receive: () => false,
      },
      isUp: () => true,
      show: () => false,
      onGap: (hasGap) => void changes.push(`gap ${hasGap}`),
      onRead: () => void changes.push('read'),
      onComplete: () => void changes.push('complete'),
    });
    void reading.readOn();
    reading.connected();
    lifetime.end();
    changes.splice(0);
    for (const answer of answers) answer();
    await settle();
    expect(answers).toHaveLength(2);
    expect(changes).toEqual([]);
  });
});

describe('the page after one whose session is blocked', () => {
  /** A text and an answer are in the blocked session when the page is loaded again, `afterMs` later. */
  async function reloadAfter(afterMs: number) {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    const started = bench.channel.start({ startType: 'menu' });
    await fakes.clock.advance(100);
    await started;
    const session = server.block();
    server.faults.faultUp = (text) => (text.includes('<body>') ? 'cutAfter' : 'pass');
    void bench.channel.send({ id: 'hello', text: 'hello' });
    await fakes.clock.advance(10);
    let readings = 0;
    server.faults.faultUp = (text) => {
      if (text.includes('urn:xmpp:mam:2')) readings += 1;
      return 'pass';
    };
    server.toVisitor(server.visitor, { body: 'in the blocked session' });
    bench.online();
    await fakes.clock.advance(afterMs);
    const { conversationId } = bench.channel.snapshot;
    async function load(previous: typeof fakes) {
      previous.lifetime.end();
      const next = bench.load();
      void next.channel.resume({ conversationId });
      await fakes.clock.advance(100);
      return next;
    }
    const next = await load(fakes);
    return { server, session, next, load, clock: fakes.clock, readings: () => readings };
  }

  it.each([
    [1_000, 'while the session is tried again'],
    [17_000, 'when another session has begun'],
  ])('[F-AD2] reads the archive until nothing is late, after %i ms, %s', async (afterMs) => {
    const { server, session, next, clock } = await reloadAfter(afterMs);
    await clock.advance(14_000);
    session.release();
    await clock.advance(30_000);
    expect(textsOf(next.fakes.events, 'agent')).toEqual(['in the blocked session']);
    expect(server.received()).toEqual(['hello']);
  });

  it('[F-AD2] is the last one to do so once nothing has come for half an hour', async () => {
    const { session, next, load, clock, readings } = await reloadAfter(1_000);
    session.release();
    await clock.advance(2 * lateArrivalEndMs);
    const last = await load(next.fakes);
    const before = readings();
    await clock.advance(2 * lateArrivalEndMs);
    expect(readings()).toBe(before);
    expect(textsOf(last.fakes.events, 'agent')).toEqual(['in the blocked session']);
  });

  it('[F-AD2] reads on also if another tab has resumed its own session meanwhile', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    const tab = bench.load();
    for (const { channel } of [bench, tab]) {
      const started = channel.start({ startType: 'menu' });
      await fakes.clock.advance(100);
      await started;
    }
    const { conversationId } = tab.channel.snapshot;
    server.cut();
    await settle();
    tab.fakes.lifetime.end();
    await fakes.clock.advance(10_000);
    expect(fakes.storage.read('cm-xmpp')).toMatchObject({ conversationId, lostSessions: [expect.any(String)] });
    void bench.load().channel.resume({ conversationId });
    await fakes.clock.advance(1_000);
    let readings = 0;
    server.faults.faultUp = (text) => {
      if (text.includes('urn:xmpp:mam:2')) readings += 1;
      return 'pass';
    };
    await fakes.clock.advance(60_000);
    expect(readings).toBe(2);
    expect(fakes.storage.read('cm-xmpp')).toMatchObject({ lostSessions: [expect.any(String)] });
    await fakes.clock.advance(2 * lateArrivalEndMs);
    expect(fakes.storage.read('cm-xmpp')).toMatchObject({ lostSessions: [] });
  });

  it('[F-AD2] waits also if the server still answered, but not for the text', async () => {
    const bench = createXmppBench();
    const started = bench.channel.start({ startType: 'menu' });
    await bench.fakes.clock.advance(100);
    await started;
    bench.server.block();
    void bench.channel.send({ id: 'hello', text: 'hello' });
    await bench.fakes.clock.advance(10);
    bench.hide();
    expect(bench.fakes.storage.read('cm-xmpp')).toMatchObject({ lostSessions: [expect.any(String)] });
  });

  it('[F-AD2] has nothing to wait for after a session that was resumed', async () => {
    const bench = createXmppBench();
    const started = bench.channel.start({ startType: 'menu' });
    await bench.fakes.clock.advance(100);
    await started;
    bench.server.cut();
    await bench.fakes.clock.advance(10_000);
    expect(bench.fakes.storage.read('cm-xmpp')).toMatchObject({ lostSessions: [] });
  });
});

it('[F-AD2] shows what arrives while a new session reads the archive after what is older', async () => {
  const bench = createXmppBench();
  const { server, fakes } = bench;
  const started = bench.channel.start({ startType: 'menu' });
  await fakes.clock.advance(100);
  await started;
  server.faults.resumption = 'fails';
  server.faults.faultUp = (text) => {
    if (text.startsWith('<presence')) server.toVisitor(server.visitor, { body: 'older' });
    return 'pass';
  };
  let hasOlder = false;
  server.faults.faultDown = (text) => {
    if (!text.includes('older') || hasOlder) return 'pass';
    hasOlder = true;
    server.toVisitor(server.visitor, { body: 'newer' });
    return 'pass';
  };
  server.cut();
  await fakes.clock.advance(10_000);
  expect(textsOf(fakes.events, 'agent')).toEqual(['older', 'newer']);
});
