import { createBrokerApi, type TokenIdentity } from '../../frame/identity/brokerApi.ts';
import { createIdentityStore } from '../../frame/identity/identityStore.ts';
import { createInTurn } from '../../frame/identity/inTurn.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import type { Locks } from '../../frame/platform/tabs.ts';
import { storageOfEpoch } from '../../frame/visitor/visitorMark.ts';
import { createFakeBackend, type RecordedCall } from './fakeBackend.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';
import { createFakeBrowser, createFakeStorage } from './fakeStorage.ts';
import { createFakeLocks } from './fakeTabs.ts';

const facts = {
  iui: undefined,
  signedIdentity: undefined,
  firstName: undefined,
  lastName: undefined,
  product: undefined,
  skill: undefined,
  services: ['liveperson2', 'lemessaging'],
  clientProperties: {},
  entryPoints: [],
  debug: false,
  customerInfo: {},
  personalInfo: {},
  userAgent: 'test',
  pageUrl: 'https://www.northwind.example/',
  attributes: {},
  countryCode: undefined,
  ip: undefined,
};

export interface BrowserOptions {
  /** Undefined: a browser without locks. */
  readonly locks?: Locks | undefined;
  readonly token?: (consumerId: string, serial: number) => string;
  readonly maxAge?: number;
}

/**
 * A browser whose tabs ask one broker, which knows a person by a token that is named and creates a guest otherwise. It takes
 * `broker.delayMs` for an answer.
 */
export function createIdentityBrowser(options: BrowserOptions = {}) {
  const clock = createFakeClock();
  const browser = createFakeBrowser();
  const locks = 'locks' in options ? options.locks : createFakeLocks();
  const calls: RecordedCall[] = [];
  const person = {
    isGuest: true,
    signedInAs: undefined as string | undefined,
    /** The service that does not know the person. It answers with a guest. */
    guestAt: undefined as string | undefined,
  };
  const broker = { delayMs: 100 };
  /** Those whose token is proof that they have signed in. */
  const people = new Set<string>();
  let guests = 0;
  let serial = 0;

  async function answer(call: RecordedCall): Promise<unknown> {
    calls.push(call);
    await new Promise<void>((resolve) => void clock.after(broker.delayMs, resolve));
    const { tokenIdentities } = call.body as { readonly tokenIdentities: readonly TokenIdentity[] };
    const named = tokenIdentities[0]?.consumerId;
    if (named === undefined && person.signedInAs === undefined) guests += 1;
    const consumerId = person.signedInAs ?? named ?? `guest-${guests}`;
    serial += 1;
    const token = options.token?.(consumerId, serial) ?? `token-${serial} of ${consumerId}`;
    if (person.signedInAs !== undefined) people.add(person.signedInAs);
    const loggedInStatus = people.has(consumerId);
    const record = { consumerId, token, loggedInStatus, maxAge: options.maxAge ?? 3_600 };
    const guest = { ...record, consumerId: 'guest-0', loggedInStatus: false };
    return {
      identities: facts.services.map((service) => ({ ...(service === person.guestAt ? guest : record), service })),
    };
  }

  function openTab(session = new Map<string, string>()) {
    const lifetime = createLifetime();
    const call = createFakeBackend({ '/session': answer, '/identity': answer, '/log': () => ({}) });
    const raw = createFakeStorage(browser, session);
    const changes: string[] = [];
    let send = (_: { origin: string; data: unknown }): void => {};
    const store = createIdentityStore({
      api: createBrokerApi({
        call,
        hosts: ['https://broker.example'],
        logHosts: [],
        profileHosts: [],
        signInHosts: [],
        paths: { session: '/session', identity: '/identity', log: '/log', profile: '/profile', signIn: '/sign-in' },
        referrerHeader: 'x-original-referrer',
        pageHost: () => 'www.northwind.example',
        identityRefused: () => {},
        signal: lifetime.signal,
      }),
      clock,
      log: createFakeLog(),
      lifetime,
      storage: storageOfEpoch(raw, 'epoch-1'),
      isGuest: () => person.isGuest,
      inTurn: createInTurn({ clock, lifetime, locks }),
      mode: 'production',
      facts: () => facts,
      fetchInAppFlag: undefined,
      signInSenders: ['login.northwind.example'],
      signedOut: () => {},
      listenToMessages: (_, listener) => {
        send = listener;
      },
    });
    store.onChange(lifetime, (service) => void changes.push(service));
    return {
      store,
      session,
      lifetime,
      changes,
      find: () => store.find('liveperson2'),
      signIn: () => send({ origin: 'https://login.northwind.example', data: { type: 'loginComplete' } }),
    };
  }

  return {
    clock,
    browser,
    person,
    broker,
    openTab,
    callsTo: (path: string) => calls.filter((call) => call.path === path),
    guests: () => guests,
  };
}
