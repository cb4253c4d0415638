import * as v from 'valibot';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';
import { optionalField } from './optionalField.ts';

const flag = v.fallback(v.optional(v.boolean(), false), false);

/** The visitor's identity at one messaging service (CH-166). */
const identitySchema = v.object({
  consumerId: v.string(),
  service: v.string(),
  /** `true`: the token itself is stored under a key of its own. */
  token: optionalField(v.union([v.string(), v.boolean()])),
  loggedInStatus: flag,
  newIdentity: flag,
  /** Seconds. */
  maxAge: v.fallback(v.optional(v.number(), 0), 0),
  /** ms since the epoch. */
  expiresAt: optionalField(v.number()),
  firstName: optionalField(v.string()),
  conversationStatus: optionalField(
    v.object({
      status: optionalField(v.string()),
      unread: optionalField(v.number()),
      agentStatus: optionalField(v.string()),
      skillStatus: v.optional(v.unknown()),
    }),
  ),
});

export type WireIdentity = v.InferOutput<typeof identitySchema>;
export type StoredIdentity = WireIdentity & { readonly expiresAt: number };

/** Skips an invalid identity and keeps the others. */
export const identitiesSchema = v.object({
  identities: v.pipe(
    v.fallback(v.optional(v.array(v.unknown()), []), []),
    v.transform((list) =>
      list.flatMap((item) => {
        const result = v.safeParse(identitySchema, item);
        return result.success ? [result.output] : [];
      }),
    ),
  ),
});

/** CH-166. */
export function withExpiry(identity: WireIdentity, now: number): StoredIdentity {
  return { ...identity, expiresAt: identity.expiresAt ?? now + identity.maxAge * 1_000 };
}

export interface TokenStore {
  read(now: number): readonly StoredIdentity[];
  write(identities: readonly StoredIdentity[]): void;
}

/**
 * Identities and their tokens, in the frame's session storage only (CH-169). The list has `token: true`, and each token is
 * stored under a key of its own. Modes such as sandbox and alpha have a suffix, so that they never mix.
 */
export function createTokenStore(storage: FrameStorage, log: Log, mode: string): TokenStore {
  const suffix = mode === 'production' ? 'identities' : `identities-${mode}`;
  const tokenSuffix = (service: string): string => `${suffix}.${service}`;

  return {
    read(now) {
      const list = v.safeParse(v.array(identitySchema), storage.read('cm-profile', suffix));
      if (!list.success) return [];
      return list.output
        .map((identity) => withExpiry(identity, now))
        .filter((identity) => identity.expiresAt > now)
        .map((identity) => (identity.token === true ? { ...identity, token: readToken(identity.service) } : identity));
    },
    write(identities) {
      for (const { service, token } of identities) {
        if (typeof token === 'string') storage.write('cm-profile', token, tokenSuffix(service));
      }
      const list = identities.map((identity) =>
        typeof identity.token === 'string' ? { ...identity, token: true } : identity,
      );
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
