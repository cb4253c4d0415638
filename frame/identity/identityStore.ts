import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';
import { createIdentityRequests, type RequestPorts } from './identityRequests.ts';
import type { InTurn } from './inTurn.ts';
import { type ListenToMessages, parseSignIn } from './signIn.ts';
import { createTokenStore, type StoredIdentity, type WireIdentity, withExpiry } from './tokens.ts';

export interface IdentityPorts extends RequestPorts {
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly storage: FrameStorage;
  /** True if nobody is signed in to the page. All tabs of the browser share the identities of a guest. */
  readonly isGuest: () => boolean;
  readonly inTurn: InTurn;
  /** The chat environment. Identities are stored separately for each. */
  readonly mode: string;
  readonly signInSenders: readonly string[];
  readonly listenToMessages: ListenToMessages;
  /** Called when the visitor has signed out at the service: this signs them out in all tabs. */
  readonly signedOut: () => void;
}

/** The visitor's identity at a messaging service. */
export interface ServiceIdentity {
  readonly consumerId: string;
  readonly token: string | undefined;
  readonly isLoggedIn: boolean;
  readonly unread: number;
  /** The visitor is new to the service, and so is not welcomed back. */
  readonly isNew: boolean;
  readonly firstName: string | undefined;
  /** The name of the skill that the visitor's conversation is routed to. */
  readonly skillName: string | undefined;
  readonly agentStatus: 'available' | 'unavailable' | 'unknown';
}

export type IdentityStore = ReturnType<typeof createIdentityStore>;

/** The visitor's identities at the messaging services (CH-161 to CH-174). Tokens never leave the frame. */
export function createIdentityStore(ports: IdentityPorts) {
  const { clock, log, lifetime } = ports;
  const requests = createIdentityRequests(ports);
  const tokens = createTokenStore(ports.storage, log, ports.mode, ports.isGuest);
  const listeners = new Set<(service: string) => void>();
  /** Refused tokens, by service. Another tab may still share such a token, and another service may still accept it. */
  const refused = new Map<string, StoredIdentity['token']>();
  let current: readonly StoredIdentity[] = tokens.read(clock.now());
  let session: Promise<readonly StoredIdentity[]> | undefined;
  let refreshing: Promise<readonly StoredIdentity[]> | undefined;

  const isLive = (identity: StoredIdentity): boolean =>
    typeof identity.token === 'string' && identity.expiresAt > clock.now();
  /** At one service at least. Another one may still have a guest. */
  const isSignedIn = (): boolean => current.some((identity) => isLive(identity) && identity.loggedInStatus);
  const liveAt = (service: string): StoredIdentity | undefined =>
    current.find((identity) => identity.service === service && isLive(identity));
  const tokenIdentities = () => current.filter(isLive).map(({ consumerId, service }) => ({ consumerId, service }));
  const dropRefused = (identities: readonly StoredIdentity[]): readonly StoredIdentity[] =>
    identities.map((identity) =>
      refused.get(identity.service) === identity.token ? { ...identity, token: undefined } : identity,
    );

  function store(identities: readonly WireIdentity[]): readonly StoredIdentity[] {
    // The answer may be for a visitor who has signed out.
    lifetime.signal.throwIfAborted();
    const before = new Map(current.map((identity) => [identity.service, identity]));
    current = identities.map((identity) => {
      const stored = withExpiry(identity, clock.now());
      if (identity.token !== true) return stored;
      const known = before.get(identity.service);
      if (typeof known?.token === 'string') return withKnownToken(identity, stored, known);
      log.warn('No token found for identity', identity.service);
      return { ...stored, token: undefined };
    });
    tokens.write(current);
    tokens.share(current);
    return current;
  }

  /** Adopts the guest of the other tabs, if there is one and nobody has signed in at the services in this tab. */
  function adoptGuest(): boolean {
    if (isSignedIn()) return false;
    const guest = tokens.readGuest(clock.now());
    if (guest.length === 0) return false;
    current = dropRefused(guest);
    tokens.write(current);
    return true;
  }

  /**
   * Two concurrent requests would create two guests, so tabs take turns. The second tab finds the guest that the first has
   * stored.
   */
  function asGuest<T>(task: () => Promise<T>): Promise<T> {
    if (!ports.isGuest()) return task();
    return ports.inTurn(() => {
      adoptGuest();
      return task();
    });
  }

  /** Opens one session at a time. Concurrent callers share its result (CH-161). */
  function openSession(service: string): Promise<readonly StoredIdentity[]> {
    session ??= asGuest(async () => (liveAt(service) ? current : requestSession(service))).finally(() => {
      session = undefined;
    });
    return session;
  }

  async function requestSession(service: string): Promise<readonly StoredIdentity[]> {
    // There is no valid token for the service. If there was one, a new one is requested.
    const identities = await requests.session(tokenIdentities(), tokens.hasToken(service));
    // Without locks, another tab may have created a guest in the meantime.
    return adoptGuest() && liveAt(service) ? current : store(identities);
  }

  /** Without a service, all identities are requested again. */
  function refreshAll(service?: string): Promise<readonly StoredIdentity[]> {
    refreshing ??= asGuest(async () =>
      service !== undefined && liveAt(service) ? current : store(await requests.identities(tokenIdentities())),
    ).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  function notifyListeners(identities = current): void {
    for (const { service } of identities) for (const listener of listeners) listener(service);
  }

  /** A sign-in may change the visitor's identity at every service. Pending requests were sent without it. */
  async function handleSignIn(): Promise<void> {
    await Promise.allSettled([session, refreshing]);
    try {
      await refreshAll();
      if (isSignedIn()) ports.storage.remove('cm-sign-in');
      if (!lifetime.ended) notifyListeners();
    } catch (error) {
      if (!lifetime.ended) log.warn('The identities could not be refreshed after a sign-in.', error);
    }
  }

  /** Another tab has stored a guest or new tokens, or has removed the guest because they signed in at the service. */
  function otherTabChanged(): void {
    if (!ports.isGuest() || isSignedIn()) return;
    const before = new Set(current.map(({ token }) => token));
    if (adoptGuest()) notifyListeners(current.filter(({ token }) => token !== undefined && !before.has(token)));
    else if (current.some((identity) => isLive(identity) && !identity.loggedInStatus)) void handleSignIn();
  }

  ports.listenToMessages(lifetime, (message) => {
    const signIn = parseSignIn(message, ports.signInSenders);
    if (signIn?.type === 'logoutComplete') ports.signedOut();
    else if (signIn) {
      if (signIn.token !== undefined) requests.signedIn(signIn.token);
      void handleSignIn();
    }
  });
  ports.storage.onChange(lifetime, (key) => {
    if (key === 'cm-profile-guest') otherTabChanged();
  });

  return {
    /** The stored or fetched identity at a service; undefined if the visitor has none. */
    async find(service: string): Promise<ServiceIdentity | undefined> {
      const stored = liveAt(service);
      if (stored) return toServiceIdentity(stored);
      const fetched = (await openSession(service)).find((identity) => identity.service === service);
      return fetched && toServiceIdentity(fetched);
    },
    /** Fetches a new token after the service has refused the current one (CH-171). Rejects if that fails. */
    async refresh(service: string): Promise<ServiceIdentity | undefined> {
      // Drop the refused token, so that the request does not name it as valid.
      const token = current.find((identity) => identity.service === service)?.token;
      if (token !== undefined) refused.set(service, token);
      current = dropRefused(current);
      const fresh = (await refreshAll(service)).find((identity) => identity.service === service);
      return fresh && toServiceIdentity(fresh);
    },
    /**
     * Called when the visitor may have signed in: the page has a signed identity, it names a person, another tab does, or the visitor
     * is back from the sign-in page. Asks the broker to replace the identities of a guest, also those that are being requested.
     */
    maySignIn(): void {
      if (session || current.some(({ loggedInStatus }) => !loggedInStatus)) void handleSignIn();
    },
    onChange(owner: Lifetime, listener: (service: string) => void): void {
      listeners.add(listener);
      owner.add(() => listeners.delete(listener));
    },
  };
}

/** The token `true` means that the known one is still valid (CH-167). If the answer gives no lifetime, the known expiry stays. */
function withKnownToken(answer: WireIdentity, stored: StoredIdentity, known: StoredIdentity): StoredIdentity {
  const isLifeGiven = answer.maxAge > 0 || answer.expiresAt !== undefined;
  const { maxAge, expiresAt } = isLifeGiven ? stored : known;
  return { ...stored, token: known.token, maxAge, expiresAt };
}

/** CH-173. */
export function toServiceIdentity(identity: StoredIdentity): ServiceIdentity {
  const status = identity.conversationStatus;
  return {
    consumerId: identity.consumerId,
    token: typeof identity.token === 'string' ? identity.token : undefined,
    isLoggedIn: identity.loggedInStatus,
    unread: status?.status === 'OPEN' ? (status.unread ?? 0) : 0,
    isNew: identity.newIdentity,
    firstName: identity.firstName || undefined,
    skillName: status?.skillStatus?.skillName || undefined,
    agentStatus: toAgentStatus(status?.agentStatus),
  };
}

function toAgentStatus(wireStatus: string | undefined): ServiceIdentity['agentStatus'] {
  const status = wireStatus?.toLowerCase().replace(/\W/g, '');
  if (status === 'available' || status === 'online') return 'available';
  return status === 'unavailable' || status === 'notavailable' || status === 'offline' ? 'unavailable' : 'unknown';
}
