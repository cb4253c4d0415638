import type { Clock } from '../platform/clock.ts';
import { describeError } from '../platform/errors.ts';
import type { BrokerApi, SessionRequest, TokenIdentity } from './brokerApi.ts';
import type { FetchInAppFlag } from './inAppFlag.ts';
import type { WireIdentity } from './tokens.ts';

/** What a session request needs to know about visitor and page; read again for each request. */
export type SessionFacts = Omit<SessionRequest, 'bluemixSigned' | 'cmaasSigned' | 'tokenIdentities' | 'inApp'> & {
  readonly userAgent: string;
  readonly pageUrl: string;
  readonly attributes: unknown;
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

/** The calls to the broker, with what it wants to know about visitor and page. */
export interface IdentityRequests {
  /** Opens a session (CH-161), and logs its outcome (CH-165). */
  session(known: readonly TokenIdentity[]): Promise<readonly WireIdentity[]>;
  /** CH-171: if no identity has a string token, requests them once more with the refresh flag. */
  identities(known: readonly TokenIdentity[]): Promise<readonly WireIdentity[]>;
}

export function createIdentityRequests({ api, clock, facts, fetchInAppFlag }: RequestPorts): IdentityRequests {
  const signedTokens = async () => {
    const [bluemixSigned, cmaasSigned] = await Promise.all([api.profileToken(), api.signInToken()]);
    return { bluemixSigned, cmaasSigned };
  };

  return {
    async session(known) {
      const { userAgent, pageUrl, attributes, countryCode, ip, ...request } = facts();
      const report = (message: string): Promise<void> =>
        api.log({
          message,
          userAgent,
          upid: request.iui,
          attributes,
          time: clock.now(),
          url: pageUrl,
          countryCode,
          ip,
        });
      try {
        const [signed, inApp] = await Promise.all([
          signedTokens(),
          // The session is more important than the flag, so a failure counts as off.
          fetchInAppFlag?.().catch(() => false) ?? false,
        ]);
        const { identities } = await api.session(
          { ...request, inApp, ...signed, tokenIdentities: known },
          { monitor: true, refreshToken: false },
        );
        void report('session success');
        return identities;
      } catch (error) {
        void report(`session failure: ${describeError(error)}`);
        throw error;
      }
    },
    async identities(known) {
      const signed = await signedTokens();
      const ask = (refreshToken: boolean) =>
        api.identities({
          iui: facts().iui,
          refreshToken,
          tokenIdentities: refreshToken ? [] : known,
          ...signed,
        });
      const first = await ask(false);
      return first.some(({ token }) => typeof token === 'string') ? first : ask(true);
    },
  };
}
