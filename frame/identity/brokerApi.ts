import * as v from 'valibot';
import type { CallBackend } from '../platform/backend/plan.ts';
import { series } from '../platform/backend/series.ts';
import { createError } from '../platform/errors.ts';
import { brokerRequestTimeoutMs, sessionTimeoutMs } from './limits.ts';
import { identitiesSchema, type WireIdentity } from './tokens.ts';

/** CH-162. Undefined fields are omitted from the body. */
export interface SessionRequest {
  /** A claim of the page. It proves nothing. */
  readonly iui: string | undefined;
  /** The visitor's id, signed by the page's server: the broker checks it (README.md). */
  readonly signedIdentity: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly bluemixSigned: string;
  readonly cmaasSigned: string;
  readonly product: string | undefined;
  readonly skill: string | undefined;
  readonly inApp: boolean;
  readonly services: readonly string[];
  readonly clientProperties: Readonly<Record<string, unknown>>;
  readonly entryPoints: readonly string[];
  readonly tokenIdentities: readonly TokenIdentity[];
  readonly debug: boolean;
  readonly customerInfo: unknown;
  readonly personalInfo: unknown;
}

export interface TokenIdentity {
  readonly consumerId: string;
  readonly service: string;
}

/** CH-170. */
export interface IdentityRequest extends Pick<SessionRequest, 'iui' | 'signedIdentity'> {
  readonly refreshToken: boolean;
  readonly tokenIdentities: readonly TokenIdentity[];
  readonly cmaasSigned: string;
  readonly bluemixSigned: string;
}

export interface SessionAnswer {
  readonly identities: readonly WireIdentity[];
  readonly canBroadwayRedirect: boolean;
}

export interface BrokerApiPorts {
  readonly call: CallBackend;
  readonly hosts: readonly string[];
  readonly logHosts: readonly string[];
  readonly profileHosts: readonly string[];
  readonly signInHosts: readonly string[];
  readonly paths: {
    readonly session: string;
    readonly identity: string;
    readonly log: string;
    readonly profile: string;
    readonly signIn: string;
  };
  /** Name of the response header with the originating referrer (CH-163). */
  readonly referrerHeader: string;
  readonly pageHost: () => string;
  /** Called if the broker has refused the page's signed identity. It then treats the visitor as a guest. */
  readonly identityRefused: (reason: string) => void;
  readonly signal: AbortSignal;
}

/** CH-163: whether the header names this page's host. */
export function canRedirect(header: string | null, pageHost: string): boolean {
  if (header === null || header === '') return false;
  try {
    return new URL(header.includes('://') ? header : `https://${header}`).host === pageHost;
  } catch {
    return false; // An invalid address names no host.
  }
}

export function createBrokerApi(ports: BrokerApiPorts) {
  const { call, signal, paths } = ports;

  /** The visitor's signed JWT at one of the company's services; empty if they are not signed in there (CH-172). */
  async function fetchSignedToken(hosts: readonly string[], path: string): Promise<string> {
    if (hosts.length === 0) return '';
    try {
      return await call({
        hosts,
        path,
        method: 'GET',
        withCredentials: true,
        attemptTimeoutMs: brokerRequestTimeoutMs,
        signal,
        parse: (body) => v.parse(v.object({ token: v.optional(v.string(), '') }), body).token,
      });
    } catch {
      return ''; // A failure means that the visitor is not signed in there.
    }
  }

  function identitiesIn(body: unknown): readonly WireIdentity[] {
    const { identities, signedIdentityRefused } = v.parse(identitiesSchema, body);
    if (signedIdentityRefused !== undefined) ports.identityRefused(signedIdentityRefused);
    return identities;
  }

  return {
    async session(
      request: SessionRequest,
      query: { readonly monitor: boolean; readonly refreshToken: boolean },
    ): Promise<SessionAnswer> {
      const { body, referrer } = await call({
        hosts: ports.hosts,
        path: paths.session,
        query,
        body: request,
        withCredentials: true,
        strategy: series,
        attemptTimeoutMs: sessionTimeoutMs,
        signal,
        parse: (answer, headers) => ({ body: answer, referrer: headers.get(ports.referrerHeader) }),
      });
      // Checked after the call, because an error thrown in `parse` would be wrapped in the call's own (CH-164).
      if (body === undefined || body === null || isEmpty(body)) {
        throw createError('ANSWER_INVALID', 'No session info from broadway');
      }
      return {
        identities: identitiesIn(body),
        canBroadwayRedirect: canRedirect(referrer, ports.pageHost()),
      };
    },
    identities: (request: IdentityRequest) =>
      call({
        hosts: ports.hosts,
        path: paths.identity,
        body: request,
        withCredentials: true,
        strategy: series,
        attemptTimeoutMs: brokerRequestTimeoutMs,
        signal,
        parse: identitiesIn,
      }),
    profileToken: () => fetchSignedToken(ports.profileHosts, paths.profile),
    signInToken: () => fetchSignedToken(ports.signInHosts, paths.signIn),
    /** CH-165. Never rejects. */
    async log(entry: Readonly<Record<string, unknown>>): Promise<void> {
      if (ports.logHosts.length === 0) return;
      try {
        await call({ hosts: ports.logHosts, path: paths.log, body: entry, signal, parse: () => undefined });
      } catch {
        // The specification ignores failures of the log service.
      }
    },
  };
}

function isEmpty(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length === 0;
}

export type BrokerApi = ReturnType<typeof createBrokerApi>;
