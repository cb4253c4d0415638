import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { syncDeployment } from '../../../../frame/chat/channels/sync/deployment.ts';
import { categoryLabel, consumerSections } from '../../../../frame/chat/channels/sync/engagement.ts';
import { parseEngagement } from '../../../../frame/chat/channels/sync/wire.ts';
import { parseQueryParameters } from '../../../../frame/host/queryParameters.ts';
import { createChatRestBench } from '../../../support/chatRestBench.ts';
import { fakePlace } from '../../../support/fakeChannelPorts.ts';

const deployment = parse(syncDeployment, {
  categories: { 'sales-de': { portal: 'portal-sales', language: 'german', suffix: 'sl' } },
});

describe('account and engagement of live chat', () => {
  it('[CH-112] takes the account from the query, the session storage, the sandbox setting, or the production default', async () => {
    const accountOf = (options: Parameters<typeof createChatRestBench>[0], stored?: string): string | undefined => {
      const bench = createChatRestBench(options);
      if (stored !== undefined) bench.fakes.storage.write('cm-chat-account', { account: stored }, 'liveperson');
      return bench.load(bench.fakes).channel.snapshot.config.account;
    };
    const query = parseQueryParameters('https://a.example/?cm-chat-account=from-setting');
    const sandbox = { sandboxAccount: 'from-sandbox' };
    expect(accountOf({ ports: { query }, deployment: sandbox }, 'from-storage')).toBe('from-setting');
    expect(accountOf({ deployment: sandbox }, 'from-storage')).toBe('from-storage');
    expect(accountOf({ deployment: sandbox })).toBe('from-sandbox');
    const production = { ports: { place: () => ({ ...fakePlace, environment: 'production' as const }) } };
    expect(accountOf({ ...production, deployment: sandbox })).toBe('1');
  });

  it('[CH-113] tries the domain lookup at most three times', async () => {
    const bench = createChatRestBench();
    bench.state.failingLookups = 2;
    await bench.channel.init();
    expect(bench.lookups).toHaveLength(3);
    expect(bench.lookups[0]).toBe(
      'https://domains.example/csdr/account/1/service/adminArea/baseURI.lpCsds?version=1.0',
    );
    expect(bench.channel.snapshot.state).toBe('available');
    const failing = createChatRestBench();
    failing.state.failingLookups = 3;
    await failing.channel.init();
    expect(failing.lookups).toHaveLength(3);
    expect(failing.channel.snapshot.state).toBe('unavailable');
  });

  it('[CH-114][CH-115][CH-116] calls engagement without ids first, then with the ids of the answer', async () => {
    const bench = createChatRestBench({
      visitor: { isSignedIn: true, userId: 'u-1', role: 'buyer', ipAddress: '192.0.2.7' },
    });
    await bench.channel.init();
    await bench.clock.advance(120_000);
    const [first, second] = bench.backend.to('/app/engagement/visitors');
    expect(first).toMatchObject({
      method: 'POST',
      path: '/api/account/1/app/engagement/visitors',
      query: { v: '1.0' },
    });
    expect(first?.query).not.toHaveProperty('sid');
    expect(second).toMatchObject({
      path: '/api/account/1/app/engagement/visitors/visitor-1',
      query: { sid: 'session-1' },
    });
    const body = second?.body as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual([
      'appDetails',
      'appType',
      'consumerSections',
      'engagementAttributes',
      'engagementDetails',
      'pageId',
    ]);
    expect(body).toMatchObject({
      appType: 'EXTERNAL',
      appDetails: { appVersion: '1.0', ipAddress: '192.0.2.7' },
      engagementDetails: { contextId: '1', engagementId: '3562981110', campaignId: '3346848610', language: 'en-US' },
      engagementAttributes: [
        { type: 'lead', lead: { topic: 'cloud' } },
        { type: 'ctmrinfo', info: { customerId: 'u-1', loginStatus: 1 } },
        { type: 'ctmrinfo', info: { chatStartUPageviewId: '4743822558', role: 'buyer' } },
      ],
    });
  });

  it('[CH-180][CH-181][F-CH7] asks again after 5 s, four times and then ever more rarely, until the service has answered once', async () => {
    const bench = createChatRestBench();
    const start = bench.clock.now();
    let isDown = true;
    const askedAt: number[] = [];
    bench.backend.state.fault = ({ path }) => {
      if (!path.includes('/app/engagement/')) return undefined;
      // Without a code, a failed check is not repeated at once (CH-184).
      askedAt.push((bench.clock.now() - start) / 1_000);
      return isDown ? { status: 503 } : undefined;
    };
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe('unavailable');
    await bench.clock.advance(60_000);
    expect(askedAt).toEqual([0, 5, 10, 15, 20, 30, 50]);
    isDown = false;
    await bench.clock.advance(60_000);
    expect(bench.channel.snapshot.state).toBe('available');
    isDown = true;
    await bench.clock.advance(300_000);
    expect(askedAt).toEqual([0, 5, 10, 15, 20, 30, 50, 90, 210, 330]);
  });

  /** A later check, on which the service refuses with these codes, then answers. The visit of the first check is stored. */
  async function checkAgain(...codes: readonly number[]) {
    const bench = createChatRestBench();
    await bench.channel.init();
    const asked = () => bench.backend.to('/app/engagement/visitors');
    const before = asked().length;
    const left = [...codes];
    const times: number[] = [];
    const due = bench.clock.now() + 120_000;
    bench.backend.state.fault = ({ path }) => {
      if (!path.includes('/app/engagement/visitors')) return undefined;
      times.push(bench.clock.now() - due);
      const internalCode = left.shift();
      return internalCode === undefined ? undefined : { status: 500, body: { internalCode } };
    };
    await bench.clock.advance(150_000);
    const tries = asked().slice(before);
    return {
      ...bench,
      times,
      visits: tries.map(({ path, query }) => [path.split('/visitors')[1], query.sid]),
      stored: bench.fakes.storage.read('cm-chat-session', 'liveperson'),
    };
  }

  const known = ['/visitor-1', 'session-1'];
  const unknown = ['', undefined];

  it('[CH-184] waits 2, 4 and 8 s for an account that is loading, with the visit that it knows', async () => {
    const { times, visits, channel } = await checkAgain(20, 20, 20);
    expect(times).toEqual([0, 2_000, 6_000, 14_000]);
    expect(visits).toEqual([known, known, known, known]);
    expect(channel.snapshot.state).toBe('available');
  });

  it('[CH-184] drops the stored visit on any other code, and tries again at once', async () => {
    const { times, visits, stored } = await checkAgain(39);
    expect(times).toEqual([0, 0]);
    expect(visits).toEqual([known, unknown]);
    // The service has begun another visit.
    expect(stored).toEqual({ visitorId: 'visitor-2', sessionId: 'session-2' });
  });

  it('[CH-184] gives up after the fourth try, and has no visit then', async () => {
    const { times, visits, stored, fakes } = await checkAgain(39, 39, 39, 39, 39);
    expect(times).toEqual([0, 0, 0, 0]);
    expect(visits).toEqual([known, unknown, unknown, unknown]);
    expect(stored).toBeUndefined();
    expect(fakes.log.warnings.join()).toContain('The live chat engagement could not be checked.');
  });

  it('[CH-115] looks up an unknown IP address once, and omits it when that fails', async () => {
    let lookups = 0;
    const bench = createChatRestBench({
      ports: {
        findIpAddress: async () => {
          lookups += 1;
          throw new Error('no lookup service');
        },
      },
    });
    await bench.channel.init();
    expect(lookups).toBe(1);
    expect(bench.backend.to('/app/engagement')[0]?.body).toMatchObject({ appDetails: { appVersion: '1.0' } });
    expect(bench.channel.snapshot.state).toBe('available');
  });

  it('[CH-116] sends loginStatus 0 for an anonymous visitor', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    const body = bench.backend.to('/app/engagement')[0]?.body as { engagementAttributes: unknown[] };
    expect(body.engagementAttributes[1]).toEqual({ type: 'ctmrinfo', info: { customerId: '', loginStatus: 0 } });
  });

  it('[CH-117] labels a liveperson service with skill and v18, without duplicates', () => {
    expect(consumerSections('liveperson', 's', 'en-US', deployment)).toEqual(['s', 'v18']);
    expect(consumerSections('liveperson', 'v18', 'en-US', deployment)).toEqual(['v18']);
    expect(consumerSections('liveperson2', 's', 'en-US', deployment)).toEqual(['s', 'v18']);
    for (const none of ['', undefined])
      expect(consumerSections('liveperson', none, 'en-US', deployment)).toEqual(['v18']);
  });

  it('[CH-118] maps skills of the other service to categories, and unknown skills to the default', () => {
    expect(categoryLabel('sales-de', 'de-DE', deployment)).toBe('portal-sales-german-sl');
    expect(categoryLabel('portal-support-sl', 'ja-JP', deployment)).toBe('portal-support-japanese-sl');
    expect(categoryLabel('unheard-of', 'de-DE', deployment)).toBe('web-sales-english-bl');
    expect(categoryLabel(undefined, 'de-DE', deployment)).toBe('web-sales-english-bl');
    expect(consumerSections('softlayer', 'sales-de', 'de-DE', deployment)).toEqual([
      'sales-de',
      'portal-sales-german-sl',
    ]);
  });

  it.each([
    ['support', 'en-US', 'portal-support-english-bl'],
    ['support-billing', 'de-DE', 'portal-support-german-bl'],
    ['portal-sales', 'fr-FR', 'portal-sales-french-bl'],
    ['portal-sales-sl', 'en-US', 'portal-sales-english-sl'],
    ['german-sales', 'en-US', 'web-sales-german-bl'],
    ['Sales Japanese SL', 'en-US', 'web-sales-japanese-sl'],
    ['supporters', 'de-DE', 'web-sales-english-bl'],
    ['sales', 'xx-XX', 'web-sales-english-bl'],
    ['sales', '', 'web-sales-english-bl'],
  ])('[CH-118][F-CH9] sends the skill %s on a page in %s to %s', async (skill, languageCode, label) => {
    const bench = createChatRestBench({
      ports: {
        entry: { service: 'softlayer', skill, purpose: '(default)' },
        place: () => ({ ...fakePlace, languageCode }),
      },
    });
    await bench.channel.init();
    expect(bench.backend.to('/app/engagement')[0]?.body).toMatchObject({ consumerSections: [skill, label] });
  });

  it('[CH-119] reads long and short engagement answers the same way, and stores ids and skill', async () => {
    const long = parseEngagement({
      status: 'Available',
      sessionId: 's',
      visitorId: 'v',
      engagementDetails: { contextId: '1', engagementId: 2, campaignId: 3, language: 'en-US' },
    });
    expect(
      parseEngagement({ status: 'Available', ssid: 's', svid: 'v', scid: '1', eid: '2', cid: '3', lang: 'en-US' }),
    ).toEqual(long);
    const bench = createChatRestBench();
    await bench.channel.init();
    expect(bench.channel.snapshot.routedSkill).toBe('cloud-sales');
    expect(bench.fakes.storage.read('cm-chat-session', 'liveperson')).toEqual({
      visitorId: 'visitor-1',
      sessionId: 'session-1',
    });
  });
});
