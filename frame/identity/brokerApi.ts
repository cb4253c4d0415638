import * as v from 'valibot';
import type { CallBackend } from '../platform/backend/plan.ts';
import { createError } from '../platform/errors.ts';
import { brokerRequestTimeoutMs, sessionTimeoutMs } from './limits.ts';
import { identitiesSchema, type WireIdentity } from './tokens.ts';

/** CH-162. Absent fields are left out of the body. */
export interface SessionRequest {
  readonly iui: string | undefined;
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
export interface IdentityRequest {
  readonly iui: string | undefined;
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
  /** Response header with the page that the visitor came from (CH-163). */
  readonly referrerHeader: string;
  readonly pageHost: () => string;
  readonly signal: AbortSignal;
}

/** CH-163: the header names this page's host. */
export function canRedirect(header: string | null, pageHost: string): boolean {
  if (header === null || header === '') return false;
  try {
    return new URL(header.includes('://') ? header : `https://${header}`).host === pageHost;
  } catch {
    return false; // Silent: a header that is no address names no host.
  }
}

export function createBrokerApi(ports: BrokerApiPorts) {
  const { call, signal, paths } = ports;

  /** A signed JWT of the visitor at one of the company's services; empty when there is none (CH-172). */
  async function signedAt(hosts: readonly string[], path: string): Promise<string> {
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
      return ''; // Silent: the failure means that the visitor is not signed in there.
    }
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
        strategy: 'series',
        attemptTimeoutMs: sessionTimeoutMs,
        signal,
        parse: (answered, headers) => ({ body: answered, referrer: headers.get(ports.referrerHeader) }),
      });
      // CH-164: after the call, whose summary would hide the sentence.
      if (body === undefined || body === null || isEmpty(body)) {
        throw createError('ANSWER_INVALID', 'No session info from broadway');
      }
      return {
        identities: v.parse(identitiesSchema, body).identities,
        canBroadwayRedirect: canRedirect(referrer, ports.pageHost()),
      };
    },
    identities: (request: IdentityRequest) =>
      call({
        hosts: ports.hosts,
        path: paths.identity,
        body: request,
        withCredentials: true,
        strategy: 'series',
        attemptTimeoutMs: brokerRequestTimeoutMs,
        signal,
        parse: (body) => v.parse(identitiesSchema, body).identities,
      }),
    profileToken: () => signedAt(ports.profileHosts, paths.profile),
    signInToken: () => signedAt(ports.signInHosts, paths.signIn),
    /** CH-165: never rejects; a lost line is no loss. */
    async log(line: Readonly<Record<string, unknown>>): Promise<void> {
      if (ports.logHosts.length === 0) return;
      try {
        await call({ hosts: ports.logHosts, path: paths.log, body: line, signal, parse: () => undefined });
      } catch {
        // Silent: the specification ignores failures of the log.
      }
    },
  };
}

function isEmpty(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length === 0;
}

export type BrokerApi = ReturnType<typeof createBrokerApi>;
