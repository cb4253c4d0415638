import * as v from 'valibot';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';

/** A field that the broker fills with null, or with something else, counts as missing; the rest still counts. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);
const flag = v.fallback(v.optional(v.boolean(), false), false);

/** The visitor at one messaging service (CH-166). */
const identitySchema = v.object({
  consumerId: v.string(),
  service: v.string(),
  /** `true`: the string lies beside it in the frame's storage. */
  token: maybe(v.union([v.string(), v.boolean()])),
  loggedInStatus: flag,
  newIdentity: flag,
  /** Seconds. */
  maxAge: v.fallback(v.optional(v.number(), 0), 0),
  /** ms since the epoch. */
  expiresAt: maybe(v.number()),
  firstName: maybe(v.string()),
  conversationStatus: maybe(
    v.object({
      status: maybe(v.string()),
      unread: maybe(v.number()),
      agentStatus: maybe(v.string()),
      skillStatus: v.optional(v.unknown()),
    }),
  ),
});

export type WireIdentity = v.InferOutput<typeof identitySchema>;
export type StoredIdentity = WireIdentity & { readonly expiresAt: number };

/** An identity that cannot be read leaves the others alone. */
export const identitiesSchema = v.object({
  identities: v.pipe(
    v.fallback(v.optional(v.array(v.unknown()), []), []),
    v.transform((list) =>
      list.flatMap((one) => {
        const result = v.safeParse(identitySchema, one);
        return result.success ? [result.output] : [];
      }),
    ),
  ),
});

/** CH-166: lives as long as it says. */
export function withExpiry(identity: WireIdentity, now: number): StoredIdentity {
  return { ...identity, expiresAt: identity.expiresAt ?? now + identity.maxAge * 1_000 };
}

export interface TokenStore {
  read(now: number): readonly StoredIdentity[];
  write(identities: readonly StoredIdentity[]): void;
}

/**
 * Identities and their tokens, in the frame's session storage only (CH-169): the list keeps `token: true`, each string
 * lies under a key of its own. Modes (sandbox, alpha) have a suffix, so that they never mix.
 */
export function createTokenStore(storage: FrameStorage, log: Log, mode: string): TokenStore {
  const suffix = mode === 'production' ? 'identities' : `identities-${mode}`;
  const tokenSuffix = (service: string): string => `${suffix}.${service}`;

  return {
    read(now) {
      const list = v.safeParse(v.array(identitySchema), storage.read('cm-profile', suffix));
      if (!list.success) return [];
      return list.output
        .map((one) => withExpiry(one, now))
        .filter((one) => one.expiresAt > now)
        .map((one) => (one.token === true ? { ...one, token: readToken(one.service) } : one));
    },
    write(identities) {
      for (const { service, token } of identities) {
        if (typeof token === 'string') storage.write('cm-profile', token, tokenSuffix(service));
      }
      const list = identities.map((one) => (typeof one.token === 'string' ? { ...one, token: true } : one));
      storage.write('cm-profile', list, suffix);
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
