import { describe, expect, it } from 'vitest';
import { createVisit } from '../../../../frame/chat/channels/async/visit.ts';
import { refuse } from '../../../support/fakeBackend.ts';
import { createFakeChannelPorts, fakePage, fakePlace, fakeVisitor } from '../../../support/fakeChannelPorts.ts';
import { createMessagingBench, createToken, messagingIdentity } from '../../../support/messagingBench.ts';

const ann = {
  ...fakeVisitor,
  ...{ isSignedIn: true, userId: 'ann', firstName: 'Ann', lastName: 'Lee', email: 'ann@a.example' },
  ...{ ipAddress: '192.0.2.1', role: 'customer' },
};
const entry = { service: 'liveperson2', skill: 'cloud-sales', purpose: '(default)' };
const gateway = { gatewayHosts: ['https://gateway.example'] };
const answer = {
  ...{ sessionId: 's', visitorId: 'v', pageId: 'p' },
  engagementDetails: [{ campaignId: 1, engagementId: 2, contextId: '3' }],
};
const info = {
  ...{ sessionId: 's', visitorId: 'v', pageId: 'p', campaignId: 1, engagementId: 2, contextId: '3' },
};

function createBench(overrides: Parameters<typeof createFakeChannelPorts>[0] = {}) {
  const fakes = createFakeChannelPorts({
    ...{ entry, visitor: () => ann, deployment: { async: gateway } },
    ...overrides,
  });
  return { ...fakes, visit: createVisit(fakes.ports) };
}

describe('the visit as the monitor knows it', () => {
  const body = {
    customerInfo: { customerId: 'ann', role: 'customer' },
    personalInfo: { firstname: 'Ann', lastname: 'Lee', contacts: [{ email: 'ann@a.example' }] },
    consumerId: 'consumer-1',
    clientProperties: { appVersion: '1.0', ipAddress: '192.0.2.1' },
    service: 'liveperson2',
    entryPoints: [fakePage.url],
  };

  it('[CH-175] begins with a record of the visitor, and is updated from then on', async () => {
    const { visit, call } = createBench({ place: () => ({ ...fakePlace, focusArea: 'cloud' }) });
    call.on('/async/monitor', () => answer);
    expect(visit.isReported).toBe(false);
    expect(await visit.report('consumer-1')).toMatchObject({ ...info, engagementDetails: answer.engagementDetails });
    expect(visit.isReported).toBe(true);
    await visit.report('consumer-2');
    expect(call.calls.map((one) => one.path)).toEqual(['/async/monitor', '/async/monitor/update']);
    expect(call.calls[0]?.body).toEqual(body);
    expect(call.calls[1]?.body).toEqual({
      ...{ ...body, consumerId: 'consumer-2', monitorInfo: info },
      engagementAttributes: [
        { type: 'lead', lead: { topic: 'cloud' } },
        { type: 'ctmrinfo', info: { customerId: 'ann', loginStatus: 1 } },
        {
          type: 'ctmrinfo',
          info: { imei: fakePage.url, chatStartUrl: fakePage.url, chatStartUPageviewId: 'p', role: 'customer' },
        },
        { type: 'personal', personal: { firstname: 'Ann', lastname: 'Lee' } },
      ],
    });
  });

  it('[CH-175] is not reported without a gateway', async () => {
    const { visit, call } = createBench({ deployment: {} });
    expect(await visit.report('consumer-1')).toEqual({});
    expect([call.calls, visit.isReported]).toEqual([[], false]);
  });

  it('[CH-175] is unknown if the monitor fails, which is logged', async () => {
    const { visit, call, log, lifetime } = createBench();
    call.on('/async/monitor', () => refuse(500));
    expect(Object.values(await visit.report('consumer-1')).filter((one) => one !== undefined)).toEqual([]);
    expect(visit.isReported).toBe(false);
    expect(log.warnings.join()).toContain('The visit could not be reported to the monitor.');
    const before = log.warnings.length;
    lifetime.end();
    await visit.report('consumer-1');
    expect(log.warnings).toHaveLength(before);
  });

  it('[CH-175] is updated once the record has been made, however soon the next report comes', async () => {
    const { visit, call } = createBench();
    call.on('/async/monitor', () => answer);
    const both = await Promise.all([visit.report('consumer-1'), visit.report('consumer-1')]);
    expect(both).toMatchObject([info, info]);
    expect(call.calls.map((one) => one.path)).toEqual(['/async/monitor', '/async/monitor/update']);
  });

  it('[CH-179] is reported by the other route in China', async () => {
    const { visit, call } = createBench({
      visitor: () => ({ ...ann, countryCode: 'CN' }),
      deployment: { async: { ...gateway, otherMonitorHosts: ['https://gateway.cn.example'] } },
    });
    call.on('/async/monitor', () => answer);
    await visit.report('consumer-1');
    expect(call.calls[0]?.hosts).toEqual(['https://gateway.cn.example']);
  });

  async function afterStart() {
    const bench = createMessagingBench({ createVisit, ports: { deployment: { async: gateway } } });
    bench.fakes.call.on('/async/monitor', () => answer);
    await bench.startConversation();
    const updates = () =>
      bench.fakes.call.calls.flatMap(({ path, body }) =>
        path === '/async/monitor/update' ? [(body as { consumerId: string }).consumerId] : [],
      );
    return { bench, updates };
  }

  it('[CH-175] is updated when the visitor signs in, and not when the token is only read again', async () => {
    const { bench, updates } = await afterStart();
    bench.identityChanged();
    await bench.clock.advance(0);
    expect(updates()).toEqual([]);
    bench.state.identity = { ...messagingIdentity, consumerId: 'ann', token: createToken('ann') };
    bench.identityChanged();
    await bench.clock.advance(0);
    expect(updates()).toEqual(['ann']);
  });

  it('[CH-175] is not begun by signing in', async () => {
    const bench = createMessagingBench({ createVisit, ports: { deployment: { async: gateway } } });
    await bench.channel.init();
    bench.state.identity = { ...messagingIdentity, consumerId: 'ann', token: createToken('ann') };
    bench.identityChanged();
    await bench.clock.advance(0);
    expect(bench.fakes.call.calls.filter(({ path }) => path.startsWith('/async/monitor'))).toEqual([]);
  });

  it('[CH-147] is not updated, and the connection is kept, when the new identity has no token', async () => {
    const { bench, updates } = await afterStart();
    bench.state.identity = { ...messagingIdentity, token: undefined };
    bench.identityChanged();
    await bench.clock.advance(0);
    expect(updates()).toEqual([]);
    expect([bench.channel.snapshot.state, bench.desk.connections]).toEqual(['chatting', 1]);
  });
});
