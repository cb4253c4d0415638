import { describe, expect, it } from 'vitest';
import { firstHost } from '../../../../frame/platform/backend/firstHost.ts';
import type { BackendCall, CallBackend } from '../../../../frame/platform/backend/plan.ts';
import { statesOf } from '../../../contract/channelSuite.ts';
import { type ChatRestBenchOptions, createChatRestBench } from '../../../support/chatRestBench.ts';

const engagementHost = 'https://services.example';

type Bench = ReturnType<typeof createChatRestBench>;

const request = { method: 'POST', path: '', headers: {}, body: { appType: 'EXTERNAL' } };
const asked = ({ backend }: Bench) => backend.to('/app/engagement/visitors');
const storedVisit = ({ fakes }: Bench) => fakes.storage.read('cm-chat-session', 'liveperson');

async function checkedChannel(options?: ChatRestBenchOptions): Promise<Bench> {
  const bench = createChatRestBench(options);
  await bench.channel.init();
  return bench;
}

/** The values that the channel has reported for a key of its snapshot. */
const changesOf = ({ fakes }: Bench, key: 'agentStatus' | 'routedSkill' | 'isReady') =>
  fakes.events.flatMap((event) => (event.type === 'changed' && key in event.changes ? [event.changes[key]] : []));

describe('the check for agents of live chat', () => {
  it('[CH-119] keeps the last answer when a later check fails', async () => {
    const bench = await checkedChannel();
    bench.backend.state.fault = () => ({ status: 500 });
    await bench.clock.advance(120_000);
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', agentStatus: 'available' });
    expect(bench.fakes.log.warnings).toEqual(['The live chat engagement could not be checked. (answered 500)']);
  });

  it('[CH-119] reports a change once', async () => {
    const bench = await checkedChannel();
    const answer = { status: 'Available', sessionId: 's', visitorId: 'v', engagementDetails: { skillName: 'billing' } };
    await bench.clock.advance(240_000);
    bench.backend.state.fault = () => ({ body: answer });
    await bench.clock.advance(240_000);
    expect(changesOf(bench, 'agentStatus')).toEqual(['available']);
    expect(changesOf(bench, 'routedSkill')).toEqual(['billing']);
    bench.backend.state.fault = () => ({ body: { ...answer, status: 'NotAvailable', engagementDetails: {} } });
    await bench.clock.advance(120_000);
    expect(changesOf(bench, 'agentStatus')).toEqual(['available', 'unavailable']);
    expect(bench.channel.snapshot.routedSkill).toBe('billing');
    expect(statesOf(bench.fakes.events)).toEqual(['available', 'unavailable']);
  });

  it('[CH-114] is a call to the vendor, which gets no second host and no key', async () => {
    const calls: BackendCall<unknown>[] = [];
    const { backend } = createChatRestBench();
    const call: CallBackend = (request) => {
      calls.push(request);
      return backend(request);
    };
    const { fakes } = await checkedChannel({ ports: { call } });
    expect(calls).toEqual([
      expect.objectContaining({
        hosts: ['https://services.example'],
        isForeign: true,
        strategy: firstHost,
        attemptTimeoutMs: 5_000,
        signal: fakes.lifetime.signal,
      }),
    ]);
  });

  it('[CH-115] sends an address that was looked up, and looks up none that is known', async () => {
    let lookups = 0;
    const findIpAddress = async () => {
      lookups += 1;
      return '192.0.2.9';
    };
    const unknown = await checkedChannel({ ports: { findIpAddress } });
    expect(asked(unknown)[0]?.body).toMatchObject({ appDetails: { ipAddress: '192.0.2.9' } });
    const known = await checkedChannel({ ports: { findIpAddress }, visitor: { ipAddress: '192.0.2.7' } });
    expect(asked(known)[0]?.body).toMatchObject({ appDetails: { ipAddress: '192.0.2.7' } });
    expect(lookups).toBe(1);
  });

  it('[CH-114] names a stored visitor with any characters, and none if the storage has something else', async () => {
    const bench = createChatRestBench();
    bench.fakes.storage.write('cm-chat-session', { visitorId: 'a/b', sessionId: 's' }, 'liveperson');
    bench.backend.state.fault = () => ({ body: { status: 'NotAvailable', visitorId: 'a/b', sessionId: 's' } });
    await bench.channel.init();
    expect(asked(bench).map(({ path, query }) => [path.split('/visitors')[1], query.sid])).toEqual([['/a%2Fb', 's']]);
    const other = createChatRestBench();
    other.fakes.storage.write('cm-chat-session', { visitorId: 7, sessionId: 's' }, 'liveperson');
    await other.channel.init();
    expect(asked(other).map(({ path, query }) => [path.split('/visitors')[1], query.sid])).toEqual([['', undefined]]);
  });

  it('[CH-184] keeps the session when a loading account names another visitor', async () => {
    const bench = await checkedChannel();
    bench.backend.state.fault = ({ path }) =>
      path.endsWith('/abc')
        ? { body: { status: 'NotAvailable', visitorId: 'abc', sessionId: 'session-1' } }
        : { status: 500, body: { message: 'Loading account: 1, vid: abc', internalCode: 20 } };
    await bench.clock.advance(122_000);
    expect(asked(bench).map(({ path, query }) => [path.split('/visitors')[1], query.sid])).toEqual([
      ['', undefined],
      ['/visitor-1', 'session-1'],
      ['/abc', 'session-1'],
    ]);
  });

  it.each([
    [{ visitorId: 'of yesterday', sessionId: 'session-1' }, '/of%20yesterday', 37],
    [{ visitorId: 'visitor-1', sessionId: 'of yesterday' }, '/visitor-1', 39],
  ])('[CH-184] asks as a new visitor if the service does not know %j', async (visit, suffix, code) => {
    const bench = await checkedChannel();
    bench.fakes.storage.write('cm-chat-session', visit, 'liveperson');
    await bench.clock.advance(122_000);
    expect(asked(bench).map(({ path, query }) => [path.split('/visitors')[1], query.sid])).toEqual([
      ['', undefined],
      [suffix, visit.sessionId],
      ['', undefined],
    ]);
    const refused = await bench.service.routes
      .find(({ path }) => path.endsWith('/visitors/:visitor'))
      ?.answer({
        ...request,
        query: new URLSearchParams({ v: '1.0', sid: visit.sessionId }),
        params: { visitor: visit.visitorId },
      });
    expect(refused).toMatchObject({ status: 404, body: { internalCode: code } });
    expect(storedVisit(bench)).toEqual({ visitorId: 'visitor-2', sessionId: 'session-2' });
  });

  it('[CH-184] takes an answer with a code and no status for a failure', async () => {
    const bench = createChatRestBench();
    bench.backend.state.fault = ({ path }) =>
      path.includes('/app/engagement/') ? { body: { internalCode: 39 } } : undefined;
    await bench.channel.init();
    expect(asked(bench)).toHaveLength(4);
    expect(bench.channel.snapshot).toMatchObject({ state: 'unavailable', agentStatus: 'unknown' });
  });

  it.each([
    ['an answer', {}],
    ['a failure', { status: 500 }],
  ] as const)('[CH-016] has no effect once the widget is removed before %s', async (_, answer) => {
    const bench = createChatRestBench();
    bench.backend.state.fault = ({ path }) => {
      if (!path.includes('/app/engagement/')) return undefined;
      bench.fakes.lifetime.end();
      return 'status' in answer ? answer : undefined;
    };
    await bench.channel.init();
    expect(storedVisit(bench)).toBeUndefined();
    expect(bench.fakes.log.warnings).toEqual([]);
    expect(bench.channel.snapshot).toMatchObject({ state: 'initialised', isReady: false });
    expect(bench.clock.pending).toBe(0);
  });
});

describe('live chat, when it is initialised', () => {
  it('looks up the service once for two calls', async () => {
    const bench = createChatRestBench();
    await Promise.all([bench.channel.init(), bench.channel.init()]);
    await bench.channel.init();
    expect(bench.lookups).toHaveLength(1);
    expect(changesOf(bench, 'isReady')).toEqual([true]);
  });

  it('[CH-113] has the service of the account without a section in the deployment', async () => {
    const hosts: unknown[] = [];
    const { backend } = createChatRestBench();
    const call: CallBackend = (request) => {
      hosts.push(...request.hosts);
      return backend(request);
    };
    const bench = await checkedChannel({ ports: { call, deployment: {} } });
    expect(bench.channel.snapshot.state).toBe('available');
    expect(hosts).toEqual(['https://gateway.example']);
    expect(bench.lookups).toEqual([]);
  });

  it('[CH-112] tells its account, which it may know only then', async () => {
    const accounts: { service: string; account: string; baseURI: string }[] = [];
    const bench = createChatRestBench({ ports: { account: () => accounts[0] } });
    expect(bench.channel.snapshot.config.account).toBeUndefined();
    accounts.push({ service: 'liveperson', account: '7', baseURI: 'https://gateway.example' });
    await bench.channel.init();
    expect(bench.channel.snapshot.config).toEqual({
      service: 'liveperson',
      skill: 'cloud-sales',
      account: '7',
      queueType: 'sync',
    });
    expect(asked(bench)[0]?.path).toBe('/api/account/7/app/engagement/visitors');
  });

  it('[CH-112][CH-125] delivers a text that was written before the account was known', async () => {
    const accounts: { service: string; account: string; baseURI: string }[] = [];
    const bench = createChatRestBench({ ports: { account: () => accounts[0] } });
    await bench.channel.send({ id: 'a', text: 'one' });
    accounts.push({ service: 'liveperson', account: '7', baseURI: 'https://gateway.example' });
    await bench.startChat();
    await bench.clock.advance(2_000);
    expect(bench.desk.received()).toEqual(['one']);
  });

  it('[CH-113] is unavailable without a service, and does not become ready once the widget is removed', async () => {
    const failing = createChatRestBench();
    failing.state.failingLookups = 3;
    await failing.channel.init();
    expect(failing.fakes.log.warnings).toEqual(['Live chat cannot be used. (no answer)']);
    expect(failing.channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    const removed = createChatRestBench();
    removed.state.failingLookups = 3;
    const ready = removed.channel.init();
    removed.fakes.lifetime.end();
    await ready;
    expect(removed.fakes.log.warnings).toEqual([]);
    expect(removed.channel.snapshot).toMatchObject({ state: 'initialised', isReady: false });
  });

  it.each([
    ['the service itself', {}],
    ['another service', { engagementHosts: [engagementHost] }],
  ])(
    '[CH-113] stays unavailable after a start without a service, where %s knows about agents',
    async (_, deployment) => {
      const bench = createChatRestBench({ deployment });
      bench.state.failingLookups = 3;
      await expect(bench.channel.start({ startType: 'menu' })).rejects.toMatchObject({ code: 'CHANNEL_UNAVAILABLE' });
      await bench.clock.advance(600_000);
      expect(asked(bench)).toEqual([]);
      expect(bench.channel.snapshot.state).toBe('unavailable');
      expect(bench.fakes.log.warnings).toEqual(['Live chat cannot be used. (no answer)']);
    },
  );

  const again: readonly (readonly [string, (bench: Bench) => unknown])[] = [
    ['the network is back', ({ fakes }) => fakes.goOnline()],
    [
      'the pane is shown after 30 s',
      async ({ fakes, clock }) => {
        await clock.advance(30_000);
        fakes.setAttention({ isPaneShown: true });
      },
    ],
    ['a chat starts', ({ channel }) => channel.start({ startType: 'menu' })],
  ];

  it.each(again)('[CH-113] looks for its service again when %s', async (_, act) => {
    const bench = createChatRestBench();
    bench.state.failingLookups = 3;
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe('unavailable');
    await act(bench);
    await bench.clock.advance(0);
    expect(bench.lookups).toHaveLength(4);
    expect(bench.fakes.log.warnings).toHaveLength(1);
    await bench.startChat();
    expect(bench.channel.snapshot.state).toBe('chatting');
    for (const [, repeat] of again) await repeat(bench);
    expect(bench.lookups).toHaveLength(4);
  });

  it('[CH-113] looks for its service once at a time, and not whenever the pane is shown', async () => {
    const bench = createChatRestBench();
    bench.state.failingLookups = 100;
    await bench.channel.init();
    for (const isPaneShown of [false, true, false, true]) bench.fakes.setAttention({ isPaneShown });
    await bench.clock.advance(29_999);
    bench.fakes.setAttention({ isPaneShown: true });
    await bench.clock.advance(0);
    expect(bench.lookups).toHaveLength(3);
    await bench.clock.advance(1);
    bench.fakes.setAttention({ isPaneShown: false });
    expect(bench.lookups).toHaveLength(3);
    for (let times = 0; times < 3; times += 1) bench.fakes.setAttention({ isPaneShown: true });
    for (let times = 0; times < 3; times += 1) bench.fakes.goOnline();
    await bench.clock.advance(0);
    expect(bench.lookups).toHaveLength(6);
    expect(bench.channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
  });

  it('[CH-113][CH-131] leaves a chat alone that goes on at its own address, whether the service is found or not', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.leave();
    bench.state.failingLookups = 100;
    bench.backend.state.fault = () => ({ status: 502 });
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: 'c' });
    expect(next.channel.snapshot.state).toBe('resume');
    next.fakes.goOnline();
    await bench.clock.advance(0);
    expect(next.channel.snapshot.state).toBe('resume');
    bench.state.failingLookups = 0;
    next.fakes.goOnline();
    await bench.clock.advance(0);
    expect(next.channel.snapshot.state).toBe('resume');
    bench.backend.state.fault = undefined;
    await bench.clock.advance(4_000);
    expect(next.channel.snapshot.state).toBe('chatting');
  });
});
