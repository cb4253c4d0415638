import { describe, expect, it } from 'vitest';
import { createEngagementPolling } from '../../../frame/identity/engagementPolling.ts';
import { createGatewayEngagement } from '../../../frame/identity/gatewayEngagement.ts';
import { createMonitor, type MonitorRequest, parseMonitorAnswer } from '../../../frame/identity/monitor.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { type Answer, createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

const request: MonitorRequest = {
  customerInfo: {},
  personalInfo: {},
  consumerId: 'c',
  clientProperties: {},
  service: 'liveperson2',
  entryPoints: ['https://a.example'],
};
const details = { engagementDetails: [{ campaignId: 1, engagementId: 2, contextId: '1' }] };

function setUp(answer: Answer, country = 'DE', other?: Answer) {
  const clock = createFakeClock();
  const start = clock.now();
  const times: number[] = [];
  const call = createFakeBackend({
    '/monitor': (one) => {
      times.push(clock.now() - start);
      return one.hosts[0] === 'https://other.example' && other ? other(one) : answer(one);
    },
  });
  const lifetime = createLifetime();
  const monitor = createMonitor({
    call,
    clock,
    lifetime,
    hosts: ['https://standard.example'],
    otherHosts: other ? ['https://other.example'] : [],
    path: '/monitor',
    countryCode: () => country,
  });
  return { clock, call, monitor, times, lifetime };
}

async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'ok',
    (error: Error) => error.message,
  );
}

describe('monitor', () => {
  it('[CH-175] sends both bodies', async () => {
    const { monitor, call } = setUp(() => details);
    await monitor.create(request);
    await monitor.update({ ...request, engagementAttributes: [], monitorInfo: {} });
    const keys = ['clientProperties', 'consumerId', 'customerInfo', 'entryPoints', 'personalInfo', 'service'];
    expect(call.calls.map((one) => Object.keys(one.body as object).sort())).toEqual([
      keys,
      [...keys, 'engagementAttributes', 'monitorInfo'].sort(),
    ]);
  });

  it('[CH-176] requires engagement details, except with internal code 18', () => {
    expect(parseMonitorAnswer(details).engagementDetails).toHaveLength(1);
    expect(parseMonitorAnswer({ internalCode: 18 }).engagementDetails).toBeUndefined();
    expect(() => parseMonitorAnswer({ internalCode: 0 })).toThrow('Monitoring API did not return engagement details.');
    expect(() => parseMonitorAnswer({})).toThrow('Monitoring API did not return engagement details.');
  });

  it('[CH-177][CH-178] retries for a loading account after 2, 4 and 8 s, then rejects', async () => {
    const { clock, monitor, times } = setUp(() => refuse(500, { internalCode: 20 }));
    const created = outcomeOf(monitor.create(request));
    await clock.advance(20_000);
    expect(times).toEqual([0, 2_000, 6_000, 14_000]);
    expect(await created).toBe('Error creating monitor, ran out of attempts.');
    const updated = outcomeOf(monitor.update({ ...request, engagementAttributes: [], monitorInfo: {} }));
    await clock.advance(20_000);
    expect(await updated).toBe('Error updating monitor, ran out of attempts.');
  });

  it('[CH-178] does not retry after any other failure', async () => {
    const { monitor, times } = setUp(() => refuse(404, { internalCode: 37 }));
    expect(await outcomeOf(monitor.create(request))).toBe('Error creating monitor');
    expect(times).toEqual([0]);
  });

  it('[CH-179] tries the other route first in China, and the standard one after 5 s without an answer', async () => {
    const fast = setUp(
      () => details,
      'cn',
      () => new Promise((resolve) => fast.clock.after(4_000, () => resolve(details))),
    );
    const created = outcomeOf(fast.monitor.create(request));
    await fast.clock.advance(40_000);
    expect(await created).toBe('ok');
    expect(fast.times).toEqual([0]);

    for (const other of [() => new Promise(() => {}), () => refuse(502)]) {
      const slow = setUp(() => details, 'CN', other);
      const outcome = outcomeOf(slow.monitor.create(request));
      await slow.clock.advance(5_000);
      expect(await outcome).toBe('ok');
      expect(slow.times).toEqual([0, 5_000]);
    }
    const elsewhere = setUp(
      () => details,
      'DE',
      () => details,
    );
    await elsewhere.monitor.create(request);
    expect(elsewhere.call.calls[0]?.hosts).toEqual(['https://standard.example']);
  });
});

describe('engagement', () => {
  function poll(state: { isKnown: boolean; isBusy: boolean }) {
    const clock = createFakeClock();
    const start = clock.now();
    const times: number[] = [];
    const lifetime = createLifetime();
    const polling = createEngagementPolling({
      clock,
      lifetime,
      check: async () => void times.push((clock.now() - start) / 1_000),
      isKnown: () => state.isKnown,
      isBusy: () => state.isBusy,
    });
    return { clock, times, polling, lifetime };
  }

  it('[CH-180] polls four times every 5 s while the state is unknown, then at doubling intervals', async () => {
    const { clock, times, polling } = poll({ isKnown: false, isBusy: false });
    await polling.start();
    await clock.advance(110_000);
    expect(times).toEqual([0, 5, 10, 15, 20, 30, 50, 90]);
  });

  it('[CH-181] polls every 120 s once the state is known, and every 5 s if it becomes unknown again', async () => {
    const state = { isKnown: true, isBusy: false };
    const { clock, times, polling } = poll(state);
    await polling.start();
    await clock.advance(240_000);
    expect(times).toEqual([0, 120, 240]);
    state.isKnown = false;
    await clock.advance(125_000);
    expect(times).toEqual([0, 120, 240, 360, 365]);
  });

  it('[CH-182] does not poll while a chat waits or runs, not even on refresh', async () => {
    const { clock, times, polling } = poll({ isKnown: true, isBusy: true });
    await polling.start();
    await polling.refresh();
    await clock.advance(500_000);
    expect(times).toEqual([]);
  });

  it('[CH-183][CH-184] calls the gateway at most four times: after a wait for code 20, at once after other codes, which drop the visit', async () => {
    const clock = createFakeClock();
    const start = clock.now();
    const times: number[] = [];
    let drops = 0;
    const codes = [37, 20, 0];
    const call = createFakeBackend({
      '/engagement': () => {
        times.push(clock.now() - start);
        const code = codes.shift();
        return code === undefined ? { status: 'Available' } : refuse(500, { internalCode: code });
      },
    });
    const ask = createGatewayEngagement({
      call,
      clock,
      lifetime: createLifetime(),
      hosts: ['https://gateway.example'],
      path: '/engagement',
      deleteVisit: () => {
        drops += 1;
      },
    });
    const answer = ask(request);
    await clock.advance(20_000);
    expect((await answer).status).toBe('Available');
    expect(times).toEqual([0, 0, 4_000, 4_000]);
    expect(drops).toBe(2);
    expect(call.calls[0]).toMatchObject({ attemptTimeoutMs: 8_000, body: request });
    codes.push(1, 1, 1, 1);
    expect(await outcomeOf(ask(request))).toContain('500');
    expect(call.calls).toHaveLength(8);
  });
});
