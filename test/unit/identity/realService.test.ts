import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createGatewayEngagement } from '../../../frame/identity/gatewayEngagement.ts';
import { toServiceIdentity } from '../../../frame/identity/identityStore.ts';
import { createMonitor, type MonitorRequest } from '../../../frame/identity/monitor.ts';
import { identitiesSchema } from '../../../frame/identity/tokens.ts';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

/** Uses the real `callBackend`, whose own error must not hide the reason in an answer. */
function setUp(answers: readonly Response[]) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const start = clock.now();
  const times: number[] = [];
  const call = createCallBackend({
    clock,
    authorize: () => undefined,
    fetch: async () => {
      const answer = answers[Math.min(times.length, answers.length - 1)] as Response;
      times.push(clock.now() - start);
      return answer;
    },
  });
  const monitor = createMonitor({
    call,
    clock,
    lifetime,
    hosts: ['https://broker.example'],
    otherHosts: [],
    path: '/monitor',
    countryCode: () => undefined,
  });
  let drops = 0;
  const ask = createGatewayEngagement({
    call,
    clock,
    lifetime,
    hosts: ['https://broker.example'],
    path: '/engagement',
    deleteVisit: () => {
      drops += 1;
    },
  });
  return { clock, monitor, ask, times, drops: () => drops };
}

const request: MonitorRequest = {
  customerInfo: {},
  personalInfo: {},
  consumerId: 'c',
  clientProperties: {},
  service: 'liveperson2',
  entryPoints: [],
};
/** A response made of promises only. A real one settles in real time, not in the fake clock's. */
const json = (body: unknown, status = 200): Response =>
  ({
    status,
    ok: status < 300,
    headers: new Headers(),
    body: { pipeThrough: () => ({ getReader: () => readerOf(body) }) },
  }) as never;
const readerOf = (body: unknown) => {
  const chunks = [JSON.stringify(body)];
  return { read: async () => ({ value: chunks.shift() }) };
};
const outcomeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: Error) => error.message,
  );

describe('answers of the real monitor and broker', () => {
  it('[CH-176] are rejected with the specified message if they have no engagement details', async () => {
    const { monitor, times } = setUp([json({ sessionId: 's', visitorId: 'v', engagementDetails: null })]);
    expect(await outcomeOf(monitor.create(request))).toBe('Monitoring API did not return engagement details.');
    expect(times).toEqual([0]);
  });

  it.each([200, 500])('[CH-177] for a loading account lead to a retry, also with HTTP %i', async (status) => {
    const loading = json({ time: 1, message: 'Loading account: acc, vid: v', internalCode: 20 }, status);
    const { clock, monitor, times } = setUp([loading, loading, json({ engagementDetails: [{}], pageId: 7 })]);
    const created = outcomeOf(monitor.create(request));
    await clock.advance(6_000);
    expect(await created).toMatchObject({ pageId: '7' });
    expect(times).toEqual([0, 2_000, 6_000]);
  });

  it('[CH-176] are parsed if their other fields are null', async () => {
    const details = { campaignId: 8805, engagementId: 8806, contextId: null, conversationId: null, status: null };
    const { monitor } = setUp([
      json({ engagementDetails: [details], skillStatus: null, internalCode: null, sessionId: 's', pageId: null }),
    ]);
    expect(await outcomeOf(monitor.create(request))).toMatchObject({
      engagementDetails: [{ campaignId: 8805, engagementId: 8806 }],
      sessionId: 's',
    });
  });

  it('[CH-184] with a code and no status are failures', async () => {
    const { ask, clock, drops, times } = setUp([
      json({ internalCode: 37 }),
      json({ internalCode: 20 }),
      json({ status: 'Available', skillStatus: null, internalCode: null }),
    ]);
    const answered = outcomeOf(ask(request));
    await clock.advance(4_000);
    expect(await answered).toMatchObject({ status: 'Available' });
    expect(times).toEqual([0, 0, 4_000]);
    expect(drops()).toBe(1);
  });

  it.each([
    ['AVAILABLE', 'available'],
    ['online', 'available'],
    ['Not Available', 'unavailable'],
    ['offline', 'unavailable'],
    ['lunch', 'unknown'],
    [undefined, 'unknown'],
  ])('[CH-173] with the agent status %s mean %s', (wireStatus, status) => {
    const stored = {
      consumerId: 'c',
      service: 's',
      loggedInStatus: false,
      newIdentity: false,
      maxAge: 1,
      expiresAt: 9,
    };
    expect(toServiceIdentity({ ...stored, conversationStatus: { agentStatus: wireStatus } }).agentStatus).toBe(status);
  });

  it('[CH-166] without a login status mean that the visitor is not signed in', () => {
    const [one] = v.parse(identitiesSchema, { identities: [{ consumerId: 'c', service: 's' }] }).identities;
    expect(one).toMatchObject({ loggedInStatus: false, newIdentity: false, maxAge: 0 });
  });

  it('[CH-166][CH-173] are parsed if other fields of an identity are null; an invalid identity is skipped', () => {
    const given = {
      consumerId: 'c',
      service: 'liveperson2',
      token: 'a.b.c',
      maxAge: 60,
      firstName: null,
      loggedInStatus: null,
      conversationStatus: null,
    };
    const { identities } = v.parse(identitiesSchema, { identities: [given, { service: 'lemessaging' }, null] });
    expect(identities).toMatchObject([{ consumerId: 'c', token: 'a.b.c', loggedInStatus: false, maxAge: 60 }]);
    expect(v.parse(identitiesSchema, { identities: null }).identities).toEqual([]);
  });
});
