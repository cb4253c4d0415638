import { createBrokerApi } from '../../frame/identity/brokerApi.ts';
import type { SessionFacts } from '../../frame/identity/identityRequests.ts';
import { createIdentityStore } from '../../frame/identity/identityStore.ts';
import { createFetchInAppFlag } from '../../frame/identity/inAppFlag.ts';
import type { CallBackend } from '../../frame/platform/backend/plan.ts';
import { createLifetime, type Lifetime } from '../../frame/platform/lifetime.ts';
import { type Answer, createFakeBackend } from './fakeBackend.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';
import { createFakeStorage } from './fakeStorage.ts';

export const facts: SessionFacts = {
  iui: 'u-1',
  signedIdentity: undefined,
  firstName: 'Ada',
  lastName: 'Lovelace',
  product: 'cloud',
  skill: 'cloud-sales',
  services: ['liveperson2'],
  clientProperties: { appVersion: '1.0', ipAddress: '192.0.2.1' },
  entryPoints: ['https://www.northwind.example/'],
  debug: false,
  customerInfo: {},
  personalInfo: {},
  userAgent: 'test',
  pageUrl: 'https://www.northwind.example/cloud',
  attributes: { a: 1 },
  countryCode: 'DE',
  ip: '192.0.2.1',
};
export const identity = { consumerId: 'c-1', service: 'liveperson2', token: 'secret-token', maxAge: 60 };

export function createApi(call: CallBackend, lifetime: Lifetime) {
  return createBrokerApi({
    call,
    hosts: ['https://broker.example'],
    logHosts: ['https://log.example'],
    profileHosts: ['https://profile.example'],
    signInHosts: ['https://signin.example'],
    paths: {
      session: '/session',
      identity: '/identity',
      log: '/log',
      profile: '/profile',
      signIn: '/signin',
    },
    referrerHeader: 'x-original-referrer',
    pageHost: () => 'www.northwind.example',
    identityRefused: () => {},
    signal: lifetime.signal,
  });
}

/** The identity store on a fake broker, for a signed-in visitor. */
export function setUp(routes: Record<string, Answer> = {}, storage = createFakeStorage()) {
  const clock = createFakeClock();
  const log = createFakeLog();
  const lifetime = createLifetime();
  const call = createFakeBackend({
    '/session': () => ({ identities: [identity] }),
    '/identity': () => ({ identities: [identity] }),
    '/log': () => ({}),
    ...routes,
  });
  const api = createApi(call, lifetime);
  let signOuts = 0;
  let send = (_: { origin: string; data: unknown }): void => {};
  const store = createIdentityStore({
    api,
    clock,
    log,
    lifetime,
    storage,
    isGuest: () => false,
    inTurn: (task) => task(),
    mode: 'production',
    facts: () => facts,
    fetchInAppFlag: createFetchInAppFlag({
      call,
      lifetime,
      deployment: { settingsHosts: ['https://gateway.example'], settingsPath: '/settings' },
    }),
    signInSenders: ['login.northwind.example'],
    listenToMessages: (_, listener) => {
      send = listener;
    },
    signedOut() {
      signOuts += 1;
    },
  });
  const callsTo = (path: string) => call.calls.filter((call) => call.path === path);
  return {
    store,
    api,
    clock,
    log,
    lifetime,
    call,
    storage,
    callsTo,
    signOuts: () => signOuts,
    send: (message: { origin: string; data: unknown }) => send(message),
  };
}
