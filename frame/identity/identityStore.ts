import type { Clock } from '../platform/clock.ts';
import { describeError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { BrokerApi, SessionRequest } from './brokerApi.ts';
import type { FetchInAppFlag } from './inAppFlag.ts';
import { isSignInMessage, type ListenToMessages } from './signIn.ts';
import { createTokenStore, type StoredIdentity, type WireIdentity, withExpiry } from './tokens.ts';

/** What a session request needs to know about visitor and page; read again for each request. */
export type SessionFacts = Omit<SessionRequest, 'bluemixSigned' | 'cmaasSigned' | 'tokenIdentities' | 'inApp'> & {
  readonly userAgent: string;
  readonly pageUrl: string;
  readonly attributes: unknown;
  readonly countryCode: string | undefined;
  readonly ip: string | undefined;
};

export interface IdentityPorts {
  readonly api: BrokerApi;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly storage: FrameStorage;
  /** The chat environment. Identities are stored separately for each. */
  readonly mode: string;
  readonly facts: () => SessionFacts;
  /** CH-152: undefined if the deployment has no such service; sessions then send false. */
  readonly fetchInAppFlag: FetchInAppFlag | undefined;
  readonly signInSenders: readonly string[];
  readonly listenToMessages: ListenToMessages;
}

/** The shape that the messaging channels expect. Repeated here because rooms do not import each other. */
export interface ServiceIdentity {
  readonly consumerId: string;
  readonly token: string | undefined;
  readonly isLoggedIn: boolean;
  readonly isNew: boolean;
  readonly firstName: string | undefined;
  readonly hasOpenConversation: boolean;
  readonly unread: number;
  readonly agentStatus: 'available' | 'unavailable' | 'unknown';
}

export type IdentityStore = ReturnType<typeof createIdentityStore>;

/** The visitor's identities at the messaging services (CH-161 to CH-174). Tokens never leave the frame. */
export function createIdentityStore(ports: IdentityPorts) {
  const { api, clock, log, lifetime } = ports;
  const tokens = createTokenStore(ports.storage, log, ports.mode);
  const listeners = new Set<(service: string) => void>();
  let current: readonly StoredIdentity[] = tokens.read(clock.now());
  let canBroadwayRedirect = false;
  let session: Promise<readonly StoredIdentity[]> | undefined;
  let refreshing: Promise<readonly StoredIdentity[]> | undefined;

  const isLive = (identity: StoredIdentity): boolean =>
    typeof identity.token === 'string' && identity.expiresAt > clock.now();
  const tokenIdentities = () => current.filter(isLive).map(({ consumerId, service }) => ({ consumerId, service }));

  function store(identities: readonly WireIdentity[]): readonly StoredIdentity[] {
    const before = new Map(current.map((identity) => [identity.service, identity]));
    current = identities.map((identity) => {
      const stored = withExpiry(identity, clock.now());
      if (identity.token !== true) return stored;
      // `true` means that the token stored here is still valid (CH-167).
      const token = before.get(identity.service)?.token;
      if (typeof token === 'string') return { ...stored, token };
      log.warn('No token found for identity', identity.service);
      return { ...stored, token: undefined };
    });
    tokens.write(current);
    return current;
  }

  /** Opens one session at a time; callers meanwhile share its result (CH-161). */
  function openSession(): Promise<readonly StoredIdentity[]> {
    session ??= requestSession().finally(() => {
      session = undefined;
    });
    return session;
  }

  async function requestSession(): Promise<readonly StoredIdentity[]> {
    const { userAgent, pageUrl, attributes, countryCode, ip, ...facts } = ports.facts();
    const report = (message: string): Promise<void> =>
      api.log({
        message,
        userAgent,
        upid: facts.iui,
        attributes,
        time: clock.now(),
        url: pageUrl,
        countryCode,
        ip,
      });
    try {
      const [bluemixSigned, cmaasSigned, inApp] = await Promise.all([
        api.profileToken(),
        api.signInToken(),
        // The session is more important than the flag, so a failure counts as off.
        ports.fetchInAppFlag?.().catch(() => false) ?? false,
      ]);
      const answer = await api.session(
        { ...facts, inApp, bluemixSigned, cmaasSigned, tokenIdentities: tokenIdentities() },
        { monitor: true, refreshToken: false },
      );
      canBroadwayRedirect = answer.canBroadwayRedirect;
      void report('session success');
      return store(answer.identities);
    } catch (error) {
      void report(`session failure: ${describeError(error)}`);
      throw error;
    }
  }

  function refreshAll(): Promise<readonly StoredIdentity[]> {
    refreshing ??= requestIdentities(false).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  /** CH-171: if no identity has a string token, requests them once more with the refresh flag. */
  async function requestIdentities(isRetry: boolean): Promise<readonly StoredIdentity[]> {
    const [bluemixSigned, cmaasSigned] = await Promise.all([api.profileToken(), api.signInToken()]);
    const identities = await api.identities({
      iui: ports.facts().iui,
      refreshToken: isRetry,
      tokenIdentities: isRetry ? [] : tokenIdentities(),
      cmaasSigned,
      bluemixSigned,
    });
    if (!isRetry && !identities.some((identity) => typeof identity.token === 'string')) return requestIdentities(true);
    return store(identities);
  }

  function notifyListeners(): void {
    for (const { service } of current) for (const listener of listeners) listener(service);
  }

  /** A sign-in may change the visitor's identity at every service. */
  async function handleSignIn(): Promise<void> {
    try {
      await refreshAll();
      if (!lifetime.ended) notifyListeners();
    } catch (error) {
      if (!lifetime.ended) log.warn('The identities could not be refreshed after a sign-in.', error);
    }
  }

  ports.listenToMessages(lifetime, (message) => {
    if (isSignInMessage(message, ports.signInSenders)) void handleSignIn();
  });

  return {
    /** The stored or fetched identity at a service; undefined if the visitor has none. */
    async find(service: string): Promise<ServiceIdentity | undefined> {
      const stored = current.find((identity) => identity.service === service && isLive(identity));
      if (stored) return toServiceIdentity(stored);
      const fetched = (await openSession()).find((identity) => identity.service === service);
      return fetched && toServiceIdentity(fetched);
    },
    /** Fetches a new token after the service has refused the current one (CH-171). Rejects if that fails. */
    async refresh(service: string): Promise<ServiceIdentity | undefined> {
      // Drop the refused token, so that the request does not name it as valid.
      current = current.map((identity) =>
        identity.service === service ? { ...identity, token: undefined } : identity,
      );
      const fresh = (await refreshAll()).find((identity) => identity.service === service);
      return fresh && toServiceIdentity(fresh);
    },
    onChange(owner: Lifetime, listener: (service: string) => void): void {
      listeners.add(listener);
      owner.add(() => listeners.delete(listener));
    },
    /** CH-163. */
    canBroadwayRedirect: () => canBroadwayRedirect,
  };
}

/** CH-173. */
export function toServiceIdentity(identity: StoredIdentity): ServiceIdentity {
  const status = identity.conversationStatus;
  return {
    consumerId: identity.consumerId,
    token: typeof identity.token === 'string' ? identity.token : undefined,
    isLoggedIn: identity.loggedInStatus,
    isNew: identity.newIdentity,
    firstName: identity.firstName,
    hasOpenConversation: status?.status === 'OPEN',
    unread: status?.status === 'OPEN' ? (status.unread ?? 0) : 0,
    agentStatus: toAgentStatus(status?.agentStatus),
  };
}

function toAgentStatus(wireStatus: string | undefined): ServiceIdentity['agentStatus'] {
  const status = wireStatus?.toLowerCase().replace(/\W/g, '');
  if (status === 'available' || status === 'online') return 'available';
  return status === 'unavailable' || status === 'notavailable' || status === 'offline' ? 'unavailable' : 'unknown';
}
