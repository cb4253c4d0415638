import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { identityDeployment } from '../../../frame/identity/brokerDeployment.ts';
import { openIdentity } from '../../../frame/identity/openIdentity.ts';
import { revokeTokens } from '../../../frame/identity/revokeTokens.ts';
import type { UserInfo } from '../../../frame/identity/visitor.ts';
import { roleOf } from '../../../frame/identity/visitorRole.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import type { SandboxRequest } from '../../sandbox/service.ts';
import { createIdentityBroker, pageAudience, pageKey } from '../../sandbox/services/identityBroker.ts';
import { type Claims, signToken } from '../../sandbox/signedToken.ts';
import { createFakeClock, type FakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';
import { createServiceBackend } from '../../support/serviceBackend.ts';

const services = ['https://services.example'];

function createBrowser() {
  const clock = createFakeClock(1_700_000_000_000);
  return { clock, broker: createIdentityBroker({ now: clock.now }), storage: createFakeStorage() };
}

/** The identity of a page whose visitor is this one, at the sandbox's broker. Pages of one browser follow each other in a tab. */
function openPage(info: UserInfo, signed?: (clock: FakeClock) => string, browser = createBrowser()) {
  const { clock, broker, storage } = browser;
  const lifetime = createLifetime();
  const call = createServiceBackend([broker]);
  const log = createFakeLog();
  let config: unknown = signed && { signedIdentity: signed(clock) };
  let changed = (): void => {};
  const due: (() => void)[] = [];
  const store = openIdentity({
    call,
    clock,
    log,
    lifetime,
    storage,
    isGuest: () => false,
    locks: undefined,
    signedOut: () => {},
    maySignIn: { isDue: () => storage.read('cm-sign-in') !== undefined, onDue: (_, listener) => due.push(listener) },
    config: () => config,
    page: {},
    subscribe(_, listener) {
      changed = listener;
      return () => {};
    },
    deployment: v.parse(identityDeployment, { brokerHosts: services, logHosts: services }),
    pageLifetime: lifetime,
    mode: 'production',
    isDebug: false,
    userAgent: 'test',
    pageUrl: () => 'https://www.northwind.example/cloud',
    focusArea: () => 'cloud',
    services: () => ['lemessaging'],
    skill: () => 'cloud-sales',
    visitor: () => ({
      info,
      signedIn: info.signedin === true,
      country: info.country,
      uniqueId: info.iui,
      role: roleOf(info),
    }),
  });
  const answerOf = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await broker.routes.find((route) => route.path === path)?.answer({ body } as SandboxRequest);
    return answer?.body;
  };
  const revoke = (tokens: readonly string[]) => answerOf('/revoke', { tokens });
  return {
    store,
    log,
    /** What the frame has stored under a key. */
    stored: (key: 'cm-profile') => storage.suffixes(key).map((suffix) => storage.read(key, suffix)),
    ask: (body: unknown) => answerOf('/identity', body),
    revoke,
    revokePorts: {
      ...{ clock, log, deployment: { brokerHosts: services, revokePath: '/revoke' } },
      beacon: {
        post: async (_: string, body: unknown) => {
          await revoke((body as { tokens: readonly string[] }).tokens);
          return true;
        },
      },
    },
    clock,
    broker,
    /** The page sets its config object. */
    sign(token: string): void {
      config = { signedIdentity: token };
      changed();
    },
    to: (path: string) => call.calls.filter((one) => one.path === path).map(({ body }) => body),
  };
}

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

describe('what the session broker learns', () => {
  it('[CH-162][CH-116][F-CH4][F-CH5] has the skill of the page and the role of the visitor', async () => {
    const { store, to } = openPage({
      iui: 'u-1',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      company: 'Engines',
      accountType: 'buyer',
      ip: '192.0.2.1',
    });
    await store.find('lemessaging');
    expect(to('/session')).toEqual([
      {
        iui: 'u-1',
        firstName: 'Ada',
        lastName: 'Lovelace',
        bluemixSigned: '',
        cmaasSigned: '',
        product: 'cloud',
        skill: 'cloud-sales',
        inApp: false,
        services: ['lemessaging'],
        clientProperties: { appVersion: '1.0', ipAddress: '192.0.2.1' },
        entryPoints: ['https://www.northwind.example/cloud'],
        tokenIdentities: [],
        debug: false,
        customerInfo: { customerId: 'u-1', companyName: 'Engines', role: 'buyer' },
        personalInfo: { firstname: 'Ada', lastname: 'Lovelace', contacts: [{ email: 'ada@example.com' }] },
      },
    ]);
  });

  it('[CH-014][CH-162] has no name of a visitor who has signed out, although the page still has it', async () => {
    const known = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', company: 'Engines' };
    const { store, to } = openPage({ ...known, iui: 'u-1', signedin: false, ip: '192.0.2.1' });
    await store.find('lemessaging');
    const sent = JSON.stringify(to('/session'));
    for (const value of Object.values(known)) expect(sent).not.toContain(value);
    expect(sent).toContain('192.0.2.1');
  });

  it('[CH-163][CH-165][F-CH5][F-CH9] logs the visitor’s attributes, and whether the broker may redirect the page', async () => {
    const { store, to } = openPage({ iui: 'u-1', signedin: true, country: 'DE' });
    await store.find('lemessaging');
    expect(to('/log')).toEqual([
      {
        message: 'session success',
        userAgent: 'test',
        upid: 'u-1',
        attributes: { topic: 'cloud', loginStatus: 1, role: 'visitor', canBroadwayRedirect: true },
        time: expect.any(Number),
        url: 'https://www.northwind.example/cloud',
        countryCode: 'DE',
      },
    ]);
  });
});

/** What the page's server signs for a visitor. */
function claimsFor(clock: FakeClock, changes: Partial<Claims> = {}): Claims {
  const iat = clock.now() / 1_000;
  return { sub: 'ada', aud: pageAudience, iat, exp: iat + 300, jti: 'page-view-1', ...changes };
}

describe('an identity that the page’s server has signed', () => {
  it('[F-SE14] signs the visitor in at the broker, which gives nobody else their identity', async () => {
    const { store, to } = openPage({ iui: 'ada' }, (clock) => signToken(claimsFor(clock), pageKey));
    expect(await store.find('lemessaging')).toMatchObject({ consumerId: 'ada', isLoggedIn: true });
    expect(to('/session')).toMatchObject([{ iui: 'ada', signedIdentity: expect.stringMatching(/^eyJ/) }]);
  });

  it('[F-SE14] an id that the page only names is a claim: the visitor stays a guest', async () => {
    const { store, log } = openPage({ iui: 'ada', signedin: true });
    const found = await store.find('lemessaging');
    expect(found).toMatchObject({ isLoggedIn: false });
    expect(found?.consumerId).toMatch(/^guest-/);
    expect(log.warnings).toEqual([]);
  });

  it.each<[string, string, (clock: FakeClock) => string]>([
    ['has expired', 'expired', (clock) => signToken(claimsFor(clock, { exp: clock.now() / 1_000 - 60 }), pageKey)],
    ['is for another service', 'audience', (clock) => signToken(claimsFor(clock, { aud: 'billing' }), pageKey)],
    ['was signed with another key', 'signature', (clock) => signToken(claimsFor(clock), 'a key of a stranger')],
    ['is of another visitor', 'subject', (clock) => signToken(claimsFor(clock, { sub: 'bob' }), pageKey)],
    ['would live for a year', 'livesTooLong', (clock) => signToken(claimsFor(clock, { exp: clock.now() }), pageKey)],
    [
      'is not valid yet',
      'issuedLater',
      (clock) =>
        signToken(claimsFor(clock, { iat: clock.now() / 1_000 + 120, exp: clock.now() / 1_000 + 240 }), pageKey),
    ],
    [
      'names another person than the one who was signed for',
      'signature',
      (clock) => {
        const [header, , signature] = signToken(claimsFor(clock), pageKey).split('.');
        const payload = Buffer.from(JSON.stringify(claimsFor(clock, { jti: 'forged' }))).toString('base64url');
        return `${header}.${payload}.${signature}`;
      },
    ],
    [
      'asks for no signature',
      'algorithm',
      (clock) => {
        const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
        return `${part({ alg: 'none' })}.${part(claimsFor(clock))}.`;
      },
    ],
    ['has no id to revoke it by', 'malformed', (clock) => signToken(claimsFor(clock, { jti: '' }), pageKey)],
    ['is no token', 'malformed', () => 'ada'],
  ])('[F-SE14] that %s makes nobody a person: the broker refuses it, and the log says so', async (_, reason, make) => {
    const { store, log } = openPage({ iui: 'ada' }, make);
    const found = await store.find('lemessaging');
    expect(found?.isLoggedIn).toBe(false);
    expect(found?.consumerId).toMatch(/^guest-/);
    expect(log.warnings).toEqual([`The broker refused the signed identity of the page. ("${reason}")`]);
  });

  it('[F-SE14] a guest becomes the person as soon as the page shows its signature', async () => {
    const { store, sign, clock, to } = openPage({ iui: 'ada' });
    expect(await store.find('lemessaging')).toMatchObject({ isLoggedIn: false });
    sign(signToken(claimsFor(clock), pageKey));
    await vi.waitFor(async () => expect(await store.find('lemessaging')).toMatchObject({ consumerId: 'ada' }), 30_000);
    // A page whose server signs anew for each reading asks no more often.
    sign(signToken(claimsFor(clock, { jti: 'page-view-2' }), pageKey));
    expect(to('/identity')).toHaveLength(1);
  });

  it('[F-SE14] a guest becomes the person on the next page if that page has a signature, and is asked for once', async () => {
    const browser = createBrowser();
    const { clock } = browser;
    expect(await openPage({}, undefined, browser).store.find('lemessaging')).toMatchObject({ isLoggedIn: false });
    const sign = () => signToken(claimsFor(clock), pageKey);
    const { store, to } = openPage({ iui: 'ada' }, sign, browser);
    await vi.waitFor(async () => expect(await store.find('lemessaging')).toMatchObject({ consumerId: 'ada' }), 30_000);
    expect(to('/identity')).toMatchObject([{ signedIdentity: expect.stringMatching(/^eyJ/) }]);
    const later = openPage({ iui: 'ada' }, sign, browser);
    expect(await later.store.find('lemessaging')).toMatchObject({ consumerId: 'ada', isLoggedIn: true });
    expect([...later.to('/identity'), ...later.to('/session')]).toEqual([]);
  });

  it('[F-SE14] a guest becomes the person if the page shows its signature while the session opens', async () => {
    const { store, sign, clock } = openPage({ iui: 'ada' });
    const session = store.find('lemessaging');
    sign(signToken(claimsFor(clock), pageKey));
    expect(await session).toMatchObject({ isLoggedIn: false });
    await vi.waitFor(async () => expect(await store.find('lemessaging')).toMatchObject({ consumerId: 'ada' }), 30_000);
  });

  it('[F-SE14] the id of a person whom somebody names in place of their own guest id is worth nothing', async () => {
    const { broker, store } = openPage({});
    await store.find('lemessaging');
    const route = broker.routes.find(({ path }) => path === '/identity');
    const body = { tokenIdentities: [{ consumerId: 'ada', service: 'lemessaging' }] };
    const answer = await route?.answer({ body } as SandboxRequest);
    expect(JSON.stringify(answer)).not.toContain('"ada"');
  });
});

describe('a sign-out', () => {
  it('[F-SE13] revokes the tokens at the broker: they are useless, and so is the signature that they were issued for', async () => {
    const page = openPage({ iui: 'ada' }, (clock) => signToken(claimsFor(clock), pageKey));
    const token = (await page.store.find('lemessaging'))?.token ?? '';
    expect(page.broker.isTokenValid(token)).toBe(true);
    const wasValid: boolean[] = [];
    page.broker.onInvalid(() => wasValid.push(page.broker.isTokenValid(token)));
    const profiles = [...page.stored('cm-profile')];
    expect(await revokeTokens(profiles, page.revokePorts)).toBe(true);
    expect(wasValid).toEqual([false]);
    expect(page.broker.isTokenValid(token)).toBe(false);
    // Somebody who has kept the page's signature signs in no more.
    const again = await page.ask({ iui: 'ada', signedIdentity: signToken(claimsFor(page.clock), pageKey) });
    expect(again).toMatchObject({ signedIdentityRefused: 'revoked' });
    expect(JSON.stringify(again)).not.toContain('"ada"');
  });

  it('[F-SE13] a guest who is revoked cannot be continued by their id', async () => {
    const page = openPage({});
    const guest = (await page.store.find('lemessaging'))?.consumerId ?? '';
    const named = { tokenIdentities: [{ consumerId: guest, service: 'lemessaging' }] };
    expect(JSON.stringify(await page.ask(named))).toContain(guest);
    await revokeTokens(page.stored('cm-profile'), page.revokePorts);
    expect(JSON.stringify(await page.ask(named))).not.toContain(guest);
  });

  it('[F-SE13] nobody revokes a token by naming its owner, and the answer tells nothing', async () => {
    const page = openPage({ iui: 'ada' }, (clock) => signToken(claimsFor(clock), pageKey));
    const token = (await page.store.find('lemessaging'))?.token ?? '';
    const forged = signToken({ ...claimsFor(page.clock), aud: 'acc:4711', jti: 'x' }, 'a key of a stranger');
    expect(await page.revoke([forged, 'ada', ''])).toEqual(await page.revoke([token.slice(0, -1)]));
    expect(page.broker.isTokenValid(token)).toBe(true);
  });

  it('[F-SE13] tries the next host, and says when none has revoked', async () => {
    const log = createFakeLog();
    const asked: string[] = [];
    const deployment = { brokerHosts: ['https://one.example', 'https://two.example'], revokePath: '/revoke' };
    const ports = (accepts: boolean) => ({
      ...{ deployment, clock: createFakeClock(), log },
      beacon: {
        post: async (url: string, body: unknown) => {
          asked.push(`${url} ${JSON.stringify(body)}`);
          return accepts && url.includes('two');
        },
      },
    });
    const profiles = [
      { epoch: 'e', value: 'token-1' },
      { epoch: 'e', value: [{ token: true }, { token: 'token-2' }] },
    ];
    expect(await revokeTokens(profiles, ports(true))).toBe(true);
    expect(asked).toEqual([
      'https://one.example/revoke {"tokens":["token-1","token-2"]}',
      'https://two.example/revoke {"tokens":["token-1","token-2"]}',
    ]);
    expect(log.warnings).toEqual([]);
    expect(await revokeTokens(profiles, ports(false))).toBe(false);
    expect(log.warnings).toHaveLength(1);
    expect(await revokeTokens([{ epoch: 'e', value: [] }], ports(false))).toBe(true);
  });
});
