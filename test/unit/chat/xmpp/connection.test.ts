import { describe, expect, it } from 'vitest';
import { lateArrivalEndMs } from '../../../../frame/chat/channels/xmpp/limits.ts';
import { deliveredIds, messagesOf, notDeliveredIds, textsOf } from '../../../support/channelEvents.ts';
import { settle } from '../../../support/fakeClock.ts';
import { createXmppBench, type XmppBench, type XmppBenchOptions } from '../../../support/xmppBench.ts';

async function begin(
  options: XmppBenchOptions = {},
  prepare: (bench: XmppBench) => void = () => {},
): Promise<XmppBench> {
  const bench = createXmppBench(options);
  prepare(bench);
  void bench.channel.init();
  await bench.fakes.clock.advance(100);
  const started = bench.channel.start({ startType: 'menu' });
  await bench.fakes.clock.advance(100);
  await started;
  return bench;
}

const agentTexts = (bench: XmppBench) => textsOf(bench.fakes.events, 'agent');
const send = (bench: XmppBench, text: string): void => void bench.channel.send({ id: text, text });

describe('login', () => {
  it('registers one account for each visitor, and keeps it', async () => {
    const bench = await begin();
    const [visitor] = bench.server.accounts.keys();
    await bench.channel.end();
    const next = bench.load();
    void next.channel.init();
    await bench.fakes.clock.advance(100);
    const started = next.channel.start({ startType: 'menu' });
    await bench.fakes.clock.advance(100);
    await started;
    expect([...bench.server.accounts.keys()]).toEqual([visitor]);
  });

  it('[CH-052] gives the next visitor of the browser another account', async () => {
    const bench = await begin();
    const next = bench.load({ visitorKey: () => 'guest-2' });
    const started = next.channel.start({ startType: 'menu' });
    await bench.fakes.clock.advance(100);
    await started;
    expect(bench.server.accounts.size).toBe(2);
  });

  it('does not touch the server beyond a look at its features before the visitor starts', async () => {
    const { server, channel, fakes } = createXmppBench();
    void channel.init();
    await fakes.clock.advance(100);
    expect(channel.snapshot.state).toBe('available');
    expect(server.accounts.size).toBe(0);
  });

  it.each([
    ['closed', 'unavailable'],
    ['throttled', 'available'],
  ] as const)('does not start while registration is %s, and keeps the text', async (registration, state) => {
    const bench = createXmppBench();
    bench.server.faults.registration = registration;
    void bench.channel.init();
    await bench.fakes.clock.advance(100);
    expect(bench.channel.snapshot.state).toBe(state);
    send(bench, 'hello');
    const started = bench.channel.start({ startType: 'menu' });
    const refused = expect(started).rejects.toMatchObject({ code: 'CHANNEL_UNAVAILABLE' });
    await bench.fakes.clock.advance(100);
    await refused;
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['hello']);
  });

  it('registers again when the server has removed the account', async () => {
    const bench = await begin();
    await bench.channel.end();
    bench.server.accounts.clear();
    const started = bench.channel.start({ startType: 'menu' });
    await bench.fakes.clock.advance(100);
    await started;
    expect(bench.server.accounts.size).toBe(1);
    expect(bench.channel.snapshot.state).toBe('waiting');
  });

  it('logs in without an account where the operator prefers it', async () => {
    const bench = await begin({ section: { login: 'anonymous' } });
    send(bench, 'hello');
    await bench.fakes.clock.advance(100);
    expect(bench.server.received()).toEqual(['hello']);
    expect(bench.fakes.storage.read('cm-xmpp')).toBeUndefined();
  });

  it.each([
    ['no section', undefined],
    ['an address without encryption', { address: 'ws://xmpp.example/' }],
    ['no desk for the routing code', { desks: { support: { address: 'support@desk.example' } } }],
    ['a desk that is no address', { desks: { sales: { address: 'sales' } } }],
  ])('is unavailable and says why with %s', async (_, section) => {
    const bench = createXmppBench(section === undefined ? { ports: { deployment: {} } } : { section });
    await bench.channel.init();
    expect(bench.channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    expect(bench.server.opened).toBe(0);
  });
});

describe('a lost connection', () => {
  it('resumes the session with what came meanwhile', async () => {
    const bench = await begin();
    bench.server.cut();
    bench.server.toVisitor(bench.server.visitor, { body: 'meanwhile' });
    await bench.fakes.clock.advance(7_000);
    expect(agentTexts(bench)).toEqual(['meanwhile']);
  });

  it.each(['cutBefore', 'cutAfter'] as const)('sends a text once whose frame is %s', async (fault) => {
    for (const resumption of ['works', 'fails', 'hangs'] as const) {
      const bench = await begin();
      bench.server.faults.faultUp = (text) => {
        if (!text.includes('<body>')) return 'pass';
        bench.server.faults.faultUp = () => 'pass';
        return fault;
      };
      bench.server.faults.resumption = resumption;
      for (const text of ['one', 'two', 'three']) send(bench, text);
      await bench.fakes.clock.advance(50_000);
      expect(bench.server.received()).toEqual(['one', 'two', 'three']);
      expect(deliveredIds(bench.fakes.events)).toEqual(['one', 'two', 'three']);
    }
  });

  it('[F-AD2] answers what comes with the resumption once, so that both sides count the same', async () => {
    const bench = await begin();
    const { server, fakes } = bench;
    send(bench, 'before');
    await fakes.clock.advance(100);
    server.cut();
    server.toVisitor(server.visitor, { body: 'meanwhile', extra: '<request xmlns="urn:xmpp:receipts"/>' });
    server.toVisitor(server.visitor, { body: 'and this', extra: '<request xmlns="urn:xmpp:receipts"/>' });
    bench.online();
    await fakes.clock.advance(100);
    expect(agentTexts(bench)).toEqual(['meanwhile', 'and this']);
    const receipts = server.signs.filter(({ children }) => children.some(({ name }) => name === 'received'));
    expect(receipts).toHaveLength(2);
    send(bench, 'after');
    await fakes.clock.advance(100);
    expect(deliveredIds(fakes.events)).toEqual(['before', 'after']);
  });

  it('begins a new session when the server does not answer a resumption', async () => {
    const bench = await begin();
    bench.server.faults.resumption = 'hangs';
    bench.server.cut();
    bench.server.toVisitor(bench.server.visitor, { body: 'meanwhile' });
    await bench.fakes.clock.advance(23_000);
    expect(agentTexts(bench)).toEqual(['meanwhile']);
    send(bench, 'still there');
    await bench.fakes.clock.advance(100);
    expect(bench.server.received()).toEqual(['still there']);
  });

  it('[F-AD2] waits for a session that the server blocks for 15 s, and loses and duplicates nothing', async () => {
    const bench = await begin();
    const { server, fakes } = bench;
    server.faults.faultUp = (text) => (text.includes('<body>') ? 'cutAfter' : 'pass');
    const session = server.block();
    send(bench, 'hello');
    await fakes.clock.advance(10);
    server.faults.faultUp = () => 'pass';
    server.toVisitor(server.visitor, { body: 'meanwhile' });
    bench.online();
    await fakes.clock.advance(15_000);
    session.release();
    await fakes.clock.advance(10_000);
    expect(agentTexts(bench)).toEqual(['meanwhile']);
    expect(server.received()).toEqual(['hello']);
    expect(deliveredIds(fakes.events)).toEqual(['hello']);
  });

  describe('after which a session blocks for longer than its resumption is tried', () => {
    /** A text and an answer are in the blocked session. The next sessions have begun, with a newer answer in the archive. */
    async function beginAgain() {
      const bench = await begin();
      const { server, fakes } = bench;
      server.faults.faultUp = (text) => (text.includes('<body>') ? 'cutAfter' : 'pass');
      const session = server.block();
      send(bench, 'hello');
      await fakes.clock.advance(10);
      server.faults.faultUp = () => 'pass';
      server.toVisitor(server.visitor, { body: 'in the blocked session' });
      bench.online();
      await fakes.clock.advance(17_000);
      server.toVisitor(server.visitor, { body: 'in the next session' });
      server.faults.resumption = 'fails';
      server.cut();
      bench.online();
      await fakes.clock.advance(100);
      return { ...bench, session };
    }

    it('[F-AD2] reads the archive again, also before what it has read there, and sends the text only once', async () => {
      const bench = await beginAgain();
      expect(agentTexts(bench)).toEqual(['in the next session']);
      await bench.fakes.clock.advance(15_000);
      bench.session.release();
      await bench.fakes.clock.advance(10_000);
      expect(agentTexts(bench)).toEqual(['in the next session', 'in the blocked session']);
      expect(bench.server.received()).toEqual(['hello']);
      expect(deliveredIds(bench.fakes.events)).toEqual(['hello']);
      send(bench, 'next');
      await bench.fakes.clock.advance(100);
      expect(bench.server.received()).toEqual(['hello', 'next']);
    });

    it('[F-AD2] sends the text again, in order, if the archive does not have it by then', async () => {
      const bench = await beginAgain();
      send(bench, 'next');
      await bench.fakes.clock.advance(19_000);
      expect(bench.server.received()).toEqual([]);
      await bench.fakes.clock.advance(2_000);
      expect(bench.server.received()).toEqual(['hello', 'next']);
      expect(deliveredIds(bench.fakes.events)).toEqual(['hello', 'next']);
    });

    it('[F-AD2] waits again after each lost connection, and after a reading that failed', async () => {
      const bench = await beginAgain();
      const { server, fakes } = bench;
      await fakes.clock.advance(15_000);
      server.faults.resumption = 'works';
      server.cut();
      bench.online();
      await fakes.clock.advance(15_000);
      expect(server.received()).toEqual([]);
      server.faults.faultDown = (text) => (text.includes('<fin') ? 'drop' : 'pass');
      await fakes.clock.advance(10_000);
      server.faults.faultDown = () => 'pass';
      await fakes.clock.advance(10_000);
      expect(server.received()).toEqual([]);
      bench.session.release();
      await fakes.clock.advance(20_000);
      expect(agentTexts(bench)).toEqual(['in the next session', 'in the blocked session']);
      expect(server.received()).toEqual(['hello']);
    });

    it('[F-AD2] reads the archive until nothing is late any more', async () => {
      const bench = await begin();
      const { server, fakes } = bench;
      const session = server.block();
      server.toVisitor(server.visitor, { body: 'one' });
      server.faults.faultUp = (text) => (text.includes('<body>') ? 'cutAfter' : 'pass');
      send(bench, 'hello');
      await fakes.clock.advance(10);
      for (const body of ['two', 'three']) server.toVisitor(server.visitor, { body });
      let readings = 0;
      server.faults.faultUp = (text) => {
        if (text.includes('urn:xmpp:mam:2')) readings += 1;
        return 'pass';
      };
      bench.online();
      await fakes.clock.advance(16_100);
      for (const waitMs of [15_000, 15_000, 15_000, 40_000]) {
        await fakes.clock.advance(waitMs);
        session.handleNext();
      }
      await fakes.clock.advance(60_000);
      expect(agentTexts(bench)).toEqual(['one', 'two', 'three']);
      expect(server.received()).toEqual(['hello']);
      await fakes.clock.advance(2 * lateArrivalEndMs);
      readings = 0;
      await fakes.clock.advance(2 * lateArrivalEndMs);
      expect(readings).toBe(0);
    });

    it('[F-AD2] does not take the time without a connection for waiting', async () => {
      const bench = await beginAgain();
      const { server, fakes } = bench;
      await fakes.clock.advance(15_000);
      server.faults.resumption = 'works';
      bench.hide();
      await fakes.clock.advance(10_000);
      bench.show();
      await fakes.clock.advance(1_000);
      expect(server.received()).toEqual([]);
    });
  });

  it('is noticed when the network swallows everything', async () => {
    const bench = await begin();
    bench.server.faults.faultUp = () => 'drop';
    send(bench, 'hello');
    await bench.fakes.clock.advance(5_000);
    bench.server.faults.faultUp = () => 'pass';
    await bench.fakes.clock.advance(10_000);
    expect(bench.server.received()).toEqual(['hello']);
  });

  it('is over at once when the network is back', async () => {
    const bench = await begin({ ports: { random: () => 1 } });
    bench.server.faults.isRefusing = true;
    bench.server.cut();
    await bench.fakes.clock.advance(60_000);
    bench.server.faults.isRefusing = false;
    bench.server.toVisitor(bench.server.visitor, { body: 'meanwhile' });
    bench.online();
    await bench.fakes.clock.advance(100);
    expect(agentTexts(bench)).toEqual(['meanwhile']);
  });

  it('[F-AD2] sends a text again at once when the server no longer knows the session', async () => {
    const bench = await begin();
    bench.server.faults.faultUp = (text) => (text.includes('<body>') ? 'cutBefore' : 'pass');
    send(bench, 'hello');
    await bench.fakes.clock.advance(10);
    bench.server.faults.faultUp = () => 'pass';
    bench.server.faults.resumption = 'fails';
    bench.online();
    await bench.fakes.clock.advance(1_000);
    await bench.fakes.clock.advance(1_000);
    expect(bench.server.received()).toEqual(['hello']);
  });

  it('reads the archive when the server has restarted', async () => {
    const bench = await begin();
    bench.server.restart();
    bench.server.toVisitor(bench.server.visitor, { body: 'meanwhile' });
    await bench.fakes.clock.advance(7_000);
    expect(agentTexts(bench)).toEqual(['meanwhile']);
    expect(messagesOf(bench.fakes.events).find(({ text }) => text === 'meanwhile')?.isHistory).toBe(false);
  });

  it('[F-AD2] goes on with a start that the back-forward cache has interrupted', async () => {
    const bench = createXmppBench();
    const started = bench.channel.start({ startType: 'menu' });
    void bench.channel.send({ id: 'hello', text: 'hello' });
    await bench.fakes.clock.advance(0);
    bench.hide();
    await bench.fakes.clock.advance(10_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
    bench.show();
    await bench.fakes.clock.advance(1_000);
    await started;
    expect(bench.server.received()).toEqual(['hello']);
  });

  it('closes the socket of a page in the back-forward cache, and resumes when it is shown', async () => {
    const bench = await begin();
    bench.hide();
    bench.server.toVisitor(bench.server.visitor, { body: 'meanwhile' });
    await bench.fakes.clock.advance(60_000);
    const { opened } = bench.server;
    bench.show();
    await bench.fakes.clock.advance(100);
    expect(bench.server.opened).toBe(opened + 1);
    expect(agentTexts(bench)).toEqual(['meanwhile']);
  });
});

describe('a server that lacks something', () => {
  it('delivers texts without stream management', async () => {
    const bench = await begin({}, ({ server }) => {
      server.faults.hasManagement = false;
    });
    for (const text of ['one', 'two']) send(bench, text);
    await bench.fakes.clock.advance(100);
    expect(bench.server.received()).toEqual(['one', 'two']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['one', 'two']);
    bench.server.cut();
    bench.server.toVisitor(bench.server.visitor, { body: 'meanwhile' });
    await bench.fakes.clock.advance(7_000);
    expect(agentTexts(bench)).toEqual(['meanwhile']);
  });

  it('leaves a text whose answer was lost to the visitor where there is no archive', async () => {
    const bench = await begin({}, ({ server }) => {
      server.faults.hasArchive = false;
    });
    bench.server.faults.resumption = 'fails';
    bench.server.faults.faultUp = (text) => (text.includes('<body>') ? 'cutAfter' : 'pass');
    send(bench, 'perhaps');
    await bench.fakes.clock.advance(10_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['perhaps']);
    expect(bench.server.received()).toEqual(['perhaps']);
  });
});

describe('the clock of the server', () => {
  it.each([3_600_000, -3_600_000])('may be wrong by %i ms: messages stay in order', async (clockAheadMs) => {
    const bench = await begin({}, ({ server }) => {
      server.faults.clockAheadMs = clockAheadMs;
    });
    expect(bench.fakes.events).toContainEqual({ type: 'clock', aheadMs: clockAheadMs });
    bench.server.toVisitor(bench.server.visitor, { body: 'question' });
    await settle();
    send(bench, 'answer');
    await bench.fakes.clock.advance(100);
    const question = messagesOf(bench.fakes.events).find(({ text }) => text === 'question')?.order;
    const answer = bench.fakes.events.find((event) => event.type === 'delivered');
    const order = answer?.type === 'delivered' ? answer.as?.order : undefined;
    expect(order?.sequence).toBeGreaterThan(question?.sequence ?? Number.NaN);
    expect(order?.atMs).toBeGreaterThanOrEqual(question?.atMs ?? Number.NaN);
  });
});
