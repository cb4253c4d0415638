import type { Clock } from '../platform/clock.ts';
import { describeError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { BrokerApi, SessionRequest } from './brokerApi.ts';
import type { AskInAppFlag } from './inAppFlag.ts';
import { isSignInMessage, type ListenToMessages } from './signIn.ts';
import { createTokenStore, type StoredIdentity, type WireIdentity, withExpiry } from './tokens.ts';

/** What the session needs to know of visitor and page; asked anew for each request. */
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
  /** The chat environment; its identities are its own. */
  readonly mode: string;
  readonly facts: () => SessionFacts;
  /** CH-152: undefined where no service tells; then the session has none. */
  readonly askInAppFlag: AskInAppFlag | undefined;
  readonly signInSenders: readonly string[];
  readonly listenToMessages: ListenToMessages;
}

/** The shape that the messaging channels ask for; theirs, repeated here because rooms do not know each other. */
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

/** Who the visitor is at the messaging services (CH-161 to CH-174). Tokens never leave the frame. */
export function createIdentityStore(ports: IdentityPorts) {
  const { api, clock, log, lifetime } = ports;
  const tokens = createTokenStore(ports.storage, log, ports.mode);
  const listeners = new Set<(service: string) => void>();
  let known: readonly StoredIdentity[] = tokens.read(clock.now());
  let canBroadwayRedirect = false;
  let session: Promise<readonly StoredIdentity[]> | undefined;
  let refreshing: Promise<readonly StoredIdentity[]> | undefined;

  const isLive = (one: StoredIdentity): boolean => typeof one.token === 'string' && one.expiresAt > clock.now();
  const tokenIdentities = () => known.filter(isLive).map(({ consumerId, service }) => ({ consumerId, service }));

  function keep(identities: readonly WireIdentity[]): readonly StoredIdentity[] {
    const before = new Map(known.map((one) => [one.service, one]));
    known = identities.map((one) => {
      const stored = withExpiry(one, clock.now());
      if (one.token !== true) return stored;
      // `true`: the one that is stored here is still good (CH-167).
      const token = before.get(one.service)?.token;
      if (typeof token === 'string') return { ...stored, token };
      log.warn('No token found for identity', one.service);
      return { ...stored, token: undefined };
    });
    tokens.write(known);
    return known;
  }

  /** One at a time; later callers share its result (CH-161). */
  function openSession(): Promise<readonly StoredIdentity[]> {
    session ??= ask().finally(() => {
      session = undefined;
    });
    return session;
  }

  async function ask(): Promise<readonly StoredIdentity[]> {
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
        // Silent: a session without in-app messages is a session all the same.
        ports.askInAppFlag?.().catch(() => false) ?? false,
      ]);
      const answer = await api.session(
        { ...facts, inApp, bluemixSigned, cmaasSigned, tokenIdentities: tokenIdentities() },
        { monitor: true, refreshToken: false },
      );
      canBroadwayRedirect = answer.canBroadwayRedirect;
      void report('session success');
      return keep(answer.identities);
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

  /** CH-171: when nobody has a string token, once more with the refresh flag. */
  async function requestIdentities(isRetry: boolean): Promise<readonly StoredIdentity[]> {
    const [bluemixSigned, cmaasSigned] = await Promise.all([api.profileToken(), api.signInToken()]);
    const identities = await api.identities({
      iui: ports.facts().iui,
      refreshToken: isRetry,
      tokenIdentities: isRetry ? [] : tokenIdentities(),
      cmaasSigned,
      bluemixSigned,
    });
    if (!isRetry && !identities.some((one) => typeof one.token === 'string')) return requestIdentities(true);
    return keep(identities);
  }

  function announce(): void {
    for (const { service } of known) for (const listener of listeners) listener(service);
  }

  /** After a sign-in the visitor may be somebody else at every service. */
  async function signedIn(): Promise<void> {
    try {
      await refreshAll();
      if (!lifetime.ended) announce();
    } catch (error) {
      if (!lifetime.ended) log.warn('The identity could not be refreshed after a sign-in.', describeError(error));
    }
  }

  ports.listenToMessages(lifetime, (message) => {
    if (isSignInMessage(message, ports.signInSenders)) void signedIn();
  });

  return {
    /** The stored or freshly fetched identity at a service; undefined when the visitor has none. */
    async find(service: string): Promise<ServiceIdentity | undefined> {
      const stored = known.find((one) => one.service === service && isLive(one));
      if (stored) return toServiceIdentity(stored);
      const fetched = (await openSession()).find((one) => one.service === service);
      return fetched && toServiceIdentity(fetched);
    },
    /** A new token (CH-171). Rejects when it cannot be had. */
    async refresh(service: string): Promise<ServiceIdentity | undefined> {
      // The service refused the token at hand: it must not be offered as good.
      known = known.map((one) => (one.service === service ? { ...one, token: undefined } : one));
      const fresh = (await refreshAll()).find((one) => one.service === service);
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
export function toServiceIdentity(one: StoredIdentity): ServiceIdentity {
  const status = one.conversationStatus;
  return {
    consumerId: one.consumerId,
    token: typeof one.token === 'string' ? one.token : undefined,
    isLoggedIn: one.loggedInStatus,
    isNew: one.newIdentity,
    firstName: one.firstName,
    hasOpenConversation: status?.status === 'OPEN',
    unread: status?.status === 'OPEN' ? (status.unread ?? 0) : 0,
    agentStatus: toAgentStatus(status?.agentStatus),
  };
}

function toAgentStatus(word: string | undefined): ServiceIdentity['agentStatus'] {
  const lower = word?.toLowerCase().replace(/\W/g, '');
  if (lower === 'available' || lower === 'online') return 'available';
  return lower === 'unavailable' || lower === 'notavailable' || lower === 'offline' ? 'unavailable' : 'unknown';
}
