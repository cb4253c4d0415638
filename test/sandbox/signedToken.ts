import { createHmac, timingSafeEqual } from 'node:crypto';

/** JSON Web Tokens (RFC 7519) with HMAC SHA-256, the only algorithm that is accepted. Times are in seconds. */
export interface Claims {
  readonly sub: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  /** Unique: by it a token is revoked. */
  readonly jti: string;
  readonly [name: string]: unknown;
}

export type Refusal = 'malformed' | 'algorithm' | 'signature' | 'audience' | 'expired' | 'issuedLater' | 'livesTooLong';

export type Verdict = { readonly claims: Claims } | { readonly refused: Refusal };

export interface Expected {
  readonly key: string;
  readonly audience: string;
  readonly nowMs: number;
  /** Refuses a token that was made to live longer. */
  readonly mostLifeS?: number;
}

/** How far the clocks of two servers may differ. */
const leewayS = 30;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signatureOf = (signed: string, key: string): string =>
  createHmac('sha256', key).update(signed).digest('base64url');

export function signToken(claims: Claims, key: string): string {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed, key)}`;
}

/** The claims of a token, or the first reason to refuse it. The signature is checked before anything in the claims is read. */
export function verifyToken(token: unknown, { key, audience, nowMs, mostLifeS }: Expected): Verdict {
  const [header, payload, signature, more] = typeof token === 'string' ? token.split('.') : [];
  if (header === undefined || payload === undefined || signature === undefined || more !== undefined)
    return { refused: 'malformed' };
  if (read(header)?.alg !== 'HS256') return { refused: 'algorithm' };
  const expected = Buffer.from(signatureOf(`${header}.${payload}`, key));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return { refused: 'signature' };
  const claims = read(payload);
  if (!isClaims(claims)) return { refused: 'malformed' };
  const nowS = nowMs / 1_000;
  if (claims.aud !== audience) return { refused: 'audience' };
  if (claims.exp <= nowS - leewayS) return { refused: 'expired' };
  if (claims.iat > nowS + leewayS) return { refused: 'issuedLater' };
  if (mostLifeS !== undefined && claims.exp - claims.iat > mostLifeS) return { refused: 'livesTooLong' };
  return { claims };
}

function read(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // The part is not JSON.
  }
}

function isClaims(claims: Record<string, unknown> | undefined): claims is Claims {
  const { sub, aud, iat, exp, jti } = claims ?? {};
  return [sub, aud, jti].every((text) => typeof text === 'string' && text !== '') && [iat, exp].every(Number.isFinite);
}
