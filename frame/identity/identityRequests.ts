import type { Clock } from '../platform/clock.ts';
import { describeError } from '../platform/errors.ts';
import type { BrokerApi, SessionRequest, TokenIdentity } from './brokerApi.ts';
import type { FetchInAppFlag } from './inAppFlag.ts';
import { lifeMsOf, type WireIdentity } from './tokens.ts';

/** The facts about visitor and page in a session request, read again for each request. */
export type SessionFacts = Omit<SessionRequest, 'bluemixSigned' | 'cmaasSigned' | 'tokenIdentities' | 'inApp'> & {
  readonly userAgent: string;
  readonly pageUrl: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly countryCode: string | undefined;
  readonly ip: string | undefined;
};

export interface RequestPorts {
  readonly api: BrokerApi;
  readonly clock: Clock;
  readonly facts: () => SessionFacts;
  /** CH-152: undefined if the deployment has no such service; sessions then send false. */
  readonly fetchInAppFlag: FetchInAppFlag | undefined;
}

/** The calls to the broker, with the facts about visitor and page. */
export interface IdentityRequests {
  /** Opens a session, with new tokens on request (CH-161), and logs its outcome (CH-165). */
  session(known: readonly TokenIdentity[], refreshToken: boolean): Promise<readonly WireIdentity[]>;
  /** CH-171: if no identity has a string token, requests them once more with the refresh flag. */
  identities(known: readonly TokenIdentity[]): Promise<readonly WireIdentity[]>;
  /** The visitor has signed in, and the sign-in page has sent this token (CH-174). */
  signedIn(token: string): void;
}

export function createIdentityRequests({ api, clock, facts, fetchInAppFlag }: RequestPorts): IdentityRequests {
  let sent: { readonly token: string; readonly expiresAt: number } | undefined;

  const signInToken = async (): Promise<string> =>
    sent !== undefined && sent.expiresAt > clock.now() ? sent.token : api.signInToken();
  const signedTokens = async () => {
    const [bluemixSigned, cmaasSigned] = await Promise.all([api.profileToken(), signInToken()]);
    return { bluemixSigned, cmaasSigned };
  };

  return {
    async session(known, refreshToken) {
      const { userAgent, pageUrl, attributes, countryCode, ip, ...request } = facts();
      const report = (message: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> =>
        api.log({
          message,
          userAgent,
          upid: request.iui,
          attributes: { ...attributes, ...more },
          time: clock.now(),
          url: pageUrl,
          countryCode,
          ip,
        });
      try {
        const [signed, inApp] = await Promise.all([
          signedTokens(),
          // The session is more important than the flag, so a failure means off.
          fetchInAppFlag?.().catch(() => false) ?? false,
        ]);
        const { identities, canBroadwayRedirect } = await api.session(
          { ...request, inApp, ...signed, tokenIdentities: refreshToken ? [] : known },
          { monitor: true, refreshToken },
        );
        void report('session success', { canBroadwayRedirect });
        return identities;
      } catch (error) {
        void report(`session failure: ${describeError(error)}`);
        throw error;
      }
    },
    async identities(known) {
      const signed = await signedTokens();
      const { iui, signedIdentity } = facts();
      const ask = (refreshToken: boolean) =>
        api.identities({
          iui,
          signedIdentity,
          refreshToken,
          tokenIdentities: refreshToken ? [] : known,
          ...signed,
        });
      const first = await ask(false);
      return first.some(({ token }) => typeof token === 'string') ? first : ask(true);
    },
    signedIn(token) {
      sent = { token, expiresAt: clock.now() + (lifeMsOf(token) ?? Number.POSITIVE_INFINITY) };
    },
  };
}
