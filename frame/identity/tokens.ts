import * as v from 'valibot';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';
import { optionalField, parseList } from '../platform/wireFields.ts';

const flag = v.fallback(v.optional(v.boolean(), false), false);

/** The visitor's identity at one messaging service (CH-166). */
export const identitySchema = v.object({
  /** The visitor's id at the messaging service. */
  consumerId: v.string(),
  /** The messaging service, as in the request. */
  service: v.string(),
  /** The token for the messaging service. In our storage, `true` means that it is stored under its own key. */
  token: optionalField(v.union([v.string(), v.boolean()])),
  /** Whether the visitor is signed in, not a guest. */
  loggedInStatus: flag,
  /** Whether the visitor is new at the messaging service. */
  newIdentity: flag,
  /** The lifetime of the token, in seconds. 0 or missing: the lifetime in the JWT. */
  maxAge: v.fallback(v.optional(v.number(), 0), 0),
  /** When the token expires, in ms since the epoch; used instead of `maxAge`. */
  expiresAt: optionalField(v.number()),
  /** The visitor's first name, if the broker knows it. */
  firstName: optionalField(v.string()),
  /** The visitor's conversation there. */
  conversationStatus: optionalField(
    v.object({
      /** `OPEN` or `CLOSE`. */
      status: optionalField(v.string()),
      /** Number of unread messages. */
      unread: optionalField(v.number()),
      /** `available` if an agent can answer. */
      agentStatus: optionalField(v.string()),
      /** The skill that it is routed to. */
      skillStatus: optionalField(v.object({ skillName: optionalField(v.string()) })),
    }),
  ),
});

export type WireIdentity = v.InferOutput<typeof identitySchema>;
export type StoredIdentity = WireIdentity & { readonly expiresAt: number };

/** Skips an invalid identity and keeps the others. */
export const identitiesSchema = v.object({
  signedIdentityRefused: optionalField(v.string()),
  identities: v.pipe(
    v.fallback(v.optional(v.array(v.unknown()), []), []),
    v.transform((list) => parseList(identitySchema, list)),
  ),
});

const jwtTimes = v.object({ iat: v.number(), exp: v.number() });

/** When a JWT was issued and when it expires, in ms by the service's clock; undefined for any other token. */
function timesOf(
  token: string | boolean | undefined,
): { readonly issuedAt: number; readonly expiresAt: number } | undefined {
  if (typeof token !== 'string') return undefined;
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { iat, exp } = v.parse(jwtTimes, JSON.parse(payload));
    return { issuedAt: iat * 1_000, expiresAt: exp * 1_000 };
  } catch {
    return undefined; // The token is not a JWT.
  }
}

/** The lifetime of a JWT from its issue; undefined for any other token. */
export function lifeMsOf(token: string): number | undefined {
  const times = timesOf(token);
  return times && times.expiresAt - times.issuedAt;
}

/**
 * An identity from the service, with its expiry by the visitor's clock (CH-166). That clock may be wrong by a day, so a
 * token's lifetime starts now: its absolute times are only compared with each other.
 */
export function withExpiry(identity: WireIdentity, now: number): StoredIdentity {
  const times = timesOf(identity.token);
  const lifeMs = identity.maxAge > 0 || !times ? identity.maxAge * 1_000 : times.expiresAt - times.issuedAt;
  const aheadMs = times ? times.issuedAt - now : 0;
  return { ...identity, expiresAt: identity.expiresAt === undefined ? now + lifeMs : identity.expiresAt - aheadMs };
}

/** If the visitor's clock was ahead when the identity was stored, its expiry is too late. Its lifetime is at most `maxAge`. */
function withStoredExpiry(identity: WireIdentity, now: number): StoredIdentity {
  const { expiresAt = now, maxAge } = identity;
  return { ...identity, expiresAt: maxAge > 0 ? Math.min(expiresAt, now + maxAge * 1_000) : expiresAt };
}

export interface TokenStore {
  /** This tab's identities if they are those of a signed-in visitor, else those of the shared guest. */
  read(now: number): readonly StoredIdentity[];
  /** The identities of the guest that all tabs share. */
  readGuest(now: number): readonly StoredIdentity[];
  /** Whether a token for this service is stored, valid or not. */
  hasToken(service: string): boolean;
  /** Stores the identities for this tab. */
  write(identities: readonly StoredIdentity[]): void;
  /** Stores them for all tabs as well, unless somebody has signed in. */
  share(identities: readonly StoredIdentity[]): void;
}

/**
 * Identities and their tokens, in the frame's storage only (CH-169). In the session storage, the list has `token: true`, and
 * each token is stored under its own key. Modes such as sandbox and alpha have a suffix, so that they stay separate.
 */
export function createTokenStore(
  storage: FrameStorage,
  log: Log,
  mode: string,
  isGuest: () => boolean = () => false,
): TokenStore {
  const suffix = mode === 'production' ? 'identities' : `identities-${mode}`;
  const tokenSuffix = (service: string): string => `${suffix}.${service}`;

  function readAll(key: 'cm-profile' | 'cm-profile-guest'): readonly WireIdentity[] {
    const list = v.safeParse(v.array(identitySchema), storage.read(key, suffix));
    return list.success ? list.output : [];
  }

  const readList = (key: 'cm-profile' | 'cm-profile-guest', now: number): readonly StoredIdentity[] =>
    readAll(key)
      .map((identity) => withStoredExpiry(identity, now))
      .filter((identity) => identity.expiresAt > now);

  const readGuest = (now: number): readonly StoredIdentity[] =>
    isGuest() ? readList('cm-profile-guest', now).filter(({ token }) => typeof token === 'string') : [];

  return {
    readGuest,
    read(now) {
      const own = readList('cm-profile', now);
      const guest = own.some(({ loggedInStatus }) => loggedInStatus) ? [] : readGuest(now);
      if (guest.length > 0) return guest;
      return own.map((identity) =>
        identity.token === true ? { ...identity, token: readToken(identity.service) } : identity,
      );
    },
    hasToken: (service) =>
      [...readAll('cm-profile'), ...(isGuest() ? readAll('cm-profile-guest') : [])].some(
        (identity) => identity.service === service && identity.token !== undefined,
      ),
    write(identities) {
      for (const { service, token } of identities) {
        if (typeof token === 'string') storage.write('cm-profile', token, tokenSuffix(service));
      }
      const list = identities.map((identity) =>
        typeof identity.token === 'string' ? { ...identity, token: true } : identity,
      );
      storage.write('cm-profile', list, suffix);
    },
    share(identities) {
      if (!isGuest()) return;
      const isSignedIn = identities.some(({ loggedInStatus }) => loggedInStatus);
      if (isSignedIn) storage.remove('cm-profile-guest', suffix);
      else storage.write('cm-profile-guest', identities, suffix);
    },
  };

  function readToken(service: string): string | undefined {
    const token = storage.read('cm-profile', tokenSuffix(service));
    if (typeof token === 'string' && token !== '') return token;
    // CH-167
    log.warn('No token found for identity', service);
    return undefined;
  }
}
