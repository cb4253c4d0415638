import { describe, expect, it } from 'vitest';
import { canRedirect } from '../../../frame/identity/brokerApi.ts';
import { createIdentityRequests } from '../../../frame/identity/identityRequests.ts';
import { createTokenStore, withExpiry } from '../../../frame/identity/tokens.ts';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createApi, facts, identity, setUp } from '../../support/brokerBench.ts';
import { type Answer, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

describe('session', () => {
  it('[CH-161] makes one request for two callers, with cookies, query and a timeout of 20 s', async () => {
    const page = setUp();
    const [one, other] = await Promise.all([page.store.find('liveperson2'), page.store.find('liveperson2')]);
    expect(one?.consumerId).toBe('c-1');
    expect(other).toEqual(one);
    expect(page.callsTo('/session')).toHaveLength(1);
    expect(page.callsTo('/session')[0]).toMatchObject({
      withCredentials: true,
      attemptTimeoutMs: 20_000,
      query: { monitor: true, refreshToken: false },
    });
  });

  it('[CH-161][F-CH5] asks for new tokens if the visitor had one that has expired, also before a reload', async () => {
    const page = setUp();
    const flags = () => page.callsTo('/session').map(({ query }) => query?.refreshToken);
    await page.store.find('liveperson2');
    await page.clock.advance(60_000);
    await page.store.find('liveperson2');
    expect(flags()).toEqual([false, true]);
    expect(page.callsTo('/session').at(-1)?.body).toMatchObject({ tokenIdentities: [] });
    await page.store.find('another service');
    expect(flags()).toEqual([false, true, false]);
    const reloaded = setUp({}, page.storage);
    await reloaded.clock.advance(120_000);
    await reloaded.store.find('liveperson2');
    expect(reloaded.callsTo('/session')[0]?.query).toMatchObject({ refreshToken: true });
  });

  it('[CH-162] sends all fields of the session request', async () => {
    const page = setUp({ '/profile': () => ({ token: 'cloud-jwt' }) });
    await page.store.find('liveperson2');
    const body = page.callsTo('/session')[0]?.body as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(
      [
        'iui',
        'signedIdentity',
        'firstName',
        'lastName',
        'bluemixSigned',
        'cmaasSigned',
        'product',
        'skill',
        'inApp',
        'services',
        'clientProperties',
        'entryPoints',
        'tokenIdentities',
        'debug',
        'customerInfo',
        'personalInfo',
      ].sort(),
    );
    expect(body).toMatchObject({
      bluemixSigned: 'cloud-jwt',
      cmaasSigned: '',
      clientProperties: { appVersion: '1.0' },
    });
  });

  it('[CH-152][CH-162] sends the flag for in-app messaging, and false if it cannot be fetched', async () => {
    const inApp = async (answer: Answer): Promise<unknown> => {
      const page = setUp({ '/settings': answer });
      await page.store.find('liveperson2');
      expect(page.callsTo('/settings')[0]).toMatchObject({ hosts: ['https://gateway.example'], method: 'GET' });
      return (page.callsTo('/session')[0]?.body as { inApp: unknown } | undefined)?.inApp;
    };
    expect(await inApp(() => ({ inAppMessaging: true }))).toBe(true);
    expect(await inApp(() => ({ inAppMessaging: 'perhaps' }))).toBe(false);
    expect(await inApp(() => refuse(500))).toBe(false);
  });

  it('[CH-163] allows a redirect if the header names the page’s host', () => {
    expect(canRedirect('https://www.northwind.example/x', 'www.northwind.example')).toBe(true);
    expect(canRedirect('www.northwind.example', 'www.northwind.example')).toBe(true);
    expect(canRedirect('https://other.example/', 'www.northwind.example')).toBe(false);
    expect(canRedirect(null, 'www.northwind.example')).toBe(false);
    expect(canRedirect('http://', 'www.northwind.example')).toBe(false);
  });

  it.each([
    ['the page’s host', 'https://www.northwind.example/x', true],
    ['another host', 'https://other.example/', false],
    ['no host', undefined, false],
  ])('[CH-163] the answer allows a redirect only if its header names %s', async (_, referrer, isAllowed) => {
    const call = createCallBackend({
      clock: createFakeClock(),
      authorize: () => undefined,
      fetch: async () =>
        new Response(JSON.stringify({ identities: [identity] }), {
          headers: referrer === undefined ? {} : { 'x-original-referrer': referrer },
        }),
    });
    const { userAgent, pageUrl, attributes, countryCode, ip, ...request } = facts;
    const answer = await createApi(call, createLifetime()).session(
      { ...request, inApp: false, bluemixSigned: '', cmaasSigned: '', tokenIdentities: [] },
      { monitor: true, refreshToken: false },
    );
    expect(answer.canBroadwayRedirect).toBe(isAllowed);
  });

  it.each([undefined, null, {}])('[CH-164] rejects an empty answer (%s)', async (answer) => {
    const clock = createFakeClock();
    const call = createCallBackend({
      clock,
      authorize: () => undefined,
      fetch: async () => new Response(answer === undefined ? '' : JSON.stringify(answer)),
    });
    const page = setUp();
    const api = createApi(call, page.lifetime);
    const { userAgent, pageUrl, attributes, countryCode, ip, ...request } = facts;
    await expect(
      api.session(
        { ...request, inApp: false, bluemixSigned: '', cmaasSigned: '', tokenIdentities: [] },
        { monitor: true, refreshToken: false },
      ),
    ).rejects.toMatchObject({ message: 'No session info from broadway' });
  });

  it('[CH-165] logs success and failure without tokens, and ignores a failing log service', async () => {
    const keys = ['attributes', 'countryCode', 'ip', 'message', 'time', 'upid', 'url', 'userAgent'];
    const good = setUp({ '/log': () => refuse(500) });
    await good.store.find('liveperson2');
    const line = good.callsTo('/log')[0]?.body as Record<string, unknown>;
    expect(Object.keys(line).sort()).toEqual(keys);
    expect(line).toMatchObject({ message: 'session success', upid: 'u-1', countryCode: 'DE' });
    expect(JSON.stringify(line)).not.toContain('secret-token');
    const bad = setUp({ '/session': () => refuse(500) });
    await expect(bad.store.find('liveperson2')).rejects.toThrow();
    expect(bad.callsTo('/log')[0]?.body).toMatchObject({ message: expect.stringContaining('session failure') });
  });
});

describe('identities and tokens', () => {
  it('[CH-166] expire after maxAge seconds unless expiresAt is set', () => {
    expect(withExpiry({ ...identity, loggedInStatus: false, newIdentity: false }, 1_000).expiresAt).toBe(61_000);
    expect(withExpiry({ ...identity, loggedInStatus: false, newIdentity: false, expiresAt: 5 }, 1_000).expiresAt).toBe(
      5,
    );
  });

  it('[CH-167] are dropped with a warning if they are marked as stored and are not', async () => {
    const page = setUp({ '/session': () => ({ identities: [{ ...identity, token: true }] }) });
    expect((await page.store.find('liveperson2'))?.token).toBeUndefined();
    expect(page.log.warnings.join()).toContain('No token found for identity');
  });

  it.each([
    ['its lifetime goes on', {}, 60_000],
    ['the answer gives a lifetime', { maxAge: 90 }, 100_000],
    ['the answer gives a time', { expiresAt: Date.UTC(2026, 10, 21, 9) + 200_000 }, 200_000],
  ])(
    '[CH-166][CH-167] that are marked as stored are valid as before unless the answer says otherwise: %s',
    async (_, given, ms) => {
      const other = { ...identity, service: 'other' };
      const marked = { ...identity, maxAge: 0, token: true, ...given };
      const page = setUp({ '/identity': () => ({ identities: [marked, other] }) });
      await page.store.find('liveperson2');
      await page.clock.advance(10_000);
      await page.store.refresh('other');
      const sessions = page.callsTo('/session').length;
      await page.clock.advance(ms - 10_001);
      expect((await page.store.find('liveperson2'))?.token).toBe('secret-token');
      expect(page.callsTo('/session')).toHaveLength(sessions);
      await page.clock.advance(1);
      await page.store.find('liveperson2');
      expect(page.callsTo('/session')).toHaveLength(sessions + 1);
    },
  );

  it('[CH-168] are left out when expired, and are empty if the stored list is invalid', () => {
    const storage = createFakeStorage();
    const store = createTokenStore(storage, createFakeLog(), 'production');
    const live = { ...identity, loggedInStatus: false, newIdentity: false, expiresAt: 2_000 };
    store.write([live, { ...live, service: 'other', expiresAt: 500 }]);
    expect(store.read(1_000).map((one) => one.service)).toEqual(['liveperson2']);
    expect(store.read(1_999)).toHaveLength(1);
    expect(store.read(2_000)).toEqual([]);
    storage.areas.session.set('cm-profile.identities', '{broken');
    expect(store.read(1_000)).toEqual([]);
    storage.areas.session.set('cm-profile.identities', '[{"x":1}]');
    expect(store.read(1_000)).toEqual([]);
  });

  it('[CH-169] are stored in session storage under cm-profile, with a suffix for the mode, tokens apart from the list', async () => {
    const page = setUp();
    await page.store.find('liveperson2');
    const { session, local } = page.storage.areas;
    expect([...local.keys()]).toEqual([]);
    expect([...session.keys()].every((key) => key.startsWith('cm-profile'))).toBe(true);
    expect(session.get('cm-profile.identities')).not.toContain('secret-token');
    expect(session.get('cm-profile.identities.liveperson2')).toBe('"secret-token"');
    createTokenStore(page.storage, createFakeLog(), 'sandbox').write([
      { ...identity, loggedInStatus: false, newIdentity: false, expiresAt: 9e15 },
    ]);
    expect(session.has('cm-profile.identities-sandbox')).toBe(true);
    const again = setUp({}, page.storage);
    expect((await again.store.find('liveperson2'))?.token).toBe('secret-token');
    expect(again.callsTo('/session')).toHaveLength(0);
  });

  it('[CH-170] are requested with those that have tokens, or with none if the refresh flag is set', async () => {
    const page = setUp();
    await page.store.find('liveperson2');
    page.call.on('/identity', () => ({ identities: [{ ...identity, token: true }] }));
    await page.store.refresh('other');
    expect(page.callsTo('/identity').map((one) => one.body)).toEqual([
      {
        iui: 'u-1',
        refreshToken: false,
        tokenIdentities: [{ consumerId: 'c-1', service: 'liveperson2' }],
        cmaasSigned: '',
        bluemixSigned: '',
      },
      { iui: 'u-1', refreshToken: true, tokenIdentities: [], cmaasSigned: '', bluemixSigned: '' },
    ]);
  });

  it('[CH-171] are requested again with the refresh flag only if no string token was returned', async () => {
    const strings = setUp();
    await strings.store.refresh('liveperson2');
    expect(strings.callsTo('/identity')).toHaveLength(1);
    const flags = setUp({ '/identity': () => ({ identities: [{ ...identity, token: true }] }) });
    await flags.store.refresh('liveperson2');
    expect(flags.callsTo('/identity')).toHaveLength(2);
  });

  it('[CH-171] are refreshed once for several callers', async () => {
    const page = setUp();
    await Promise.all([page.store.refresh('liveperson2'), page.store.refresh('liveperson2')]);
    expect(page.callsTo('/identity')).toHaveLength(1);
  });

  describe('from services that do not answer', () => {
    /** The requests over the real backend, to services that hang where the path says so. */
    function open(hangs: string) {
      const clock = createFakeClock();
      const seen: { readonly url: string; readonly init: RequestInit }[] = [];
      const call = createCallBackend({
        clock,
        authorize: () => undefined,
        fetch: (async (url: string, init: RequestInit) => {
          seen.push({ url, init });
          if (url.includes(hangs)) {
            return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('late'))));
          }
          const isSigned = /profile|signin/.test(url);
          return new Response(JSON.stringify(isSigned ? { token: 'signed' } : { identities: [identity] }));
        }) as typeof fetch,
      });
      const api = createApi(call, createLifetime());
      const requests = createIdentityRequests({ api, clock, facts: () => facts, fetchInAppFlag: undefined });
      const bodyOf = (path: string) => {
        const found = seen.find(({ url }) => new URL(url).pathname === path);
        return found && (JSON.parse(String(found.init.body)) as Record<string, unknown>);
      };
      return { clock, requests, seen, bodyOf };
    }

    it('[CH-172] wait 15 s for the cloud profile, asked by GET with cookies, and then count the visitor as not signed in', async () => {
      const { clock, requests, seen, bodyOf } = open('/profile');
      const session = requests.session([], false);
      await clock.advance(14_999);
      expect(bodyOf('/session')).toBeUndefined();
      await clock.advance(1);
      expect(await session).toMatchObject([{ consumerId: 'c-1' }]);
      expect(bodyOf('/session')).toMatchObject({ bluemixSigned: '', cmaasSigned: 'signed' });
      const asked = seen.find(({ url }) => url.includes('/profile'));
      expect(asked?.init).toMatchObject({ method: 'GET', credentials: 'include' });
    });

    it('[CH-172] wait 15 s for the identities, with the token of the cloud profile in the request', async () => {
      const { clock, requests, bodyOf } = open('/identity');
      let outcome = 'open';
      requests.identities([]).then(
        () => {
          outcome = 'answered';
        },
        (error: unknown) => {
          outcome = String(error);
        },
      );
      await clock.advance(14_999);
      expect(outcome).toBe('open');
      expect(bodyOf('/identity')).toMatchObject({ bluemixSigned: 'signed' });
      await clock.advance(1);
      expect(outcome).toContain('Failed fetching data');
    });
  });

  it('[CH-173] have the open conversation, the unread count and the agent status', async () => {
    const page = setUp({
      '/session': () => ({
        identities: [
          {
            ...identity,
            loggedInStatus: true,
            newIdentity: true,
            firstName: 'Ada',
            conversationStatus: {
              status: 'OPEN',
              unread: 3,
              agentStatus: 'Unavailable',
              skillStatus: { skillName: 'cloud' },
            },
          },
        ],
      }),
    });
    expect(await page.store.find('liveperson2')).toEqual({
      consumerId: 'c-1',
      token: 'secret-token',
      isLoggedIn: true,
      unread: 3,
      isNew: true,
      firstName: 'Ada',
      skillName: 'cloud',
      agentStatus: 'unavailable',
    });
  });
});
