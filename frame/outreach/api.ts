import { firstHost } from '../platform/backend/firstHost.ts';
import type { CallBackend } from '../platform/backend/plan.ts';
import { offerTimeoutMs } from './limits.ts';
import { type OfferAnswer, parseOfferAnswer } from './offer.ts';
import type { toOfferBody, toOfferEventBody } from './offerBody.ts';

export interface OfferApi {
  fetchOffers(body: ReturnType<typeof toOfferBody>): Promise<OfferAnswer>;
  postEvent(body: ReturnType<typeof toOfferEventBody>): Promise<void>;
}

/** The two calls of the offer service (SH-138, SH-144). Each makes a single attempt, at the first host. */
export function createOfferApi(call: CallBackend, hosts: readonly string[], signal: AbortSignal): OfferApi {
  const singleAttempt = { hosts, strategy: firstHost, attemptTimeoutMs: offerTimeoutMs, signal } as const;
  return {
    fetchOffers: (body) => call({ ...singleAttempt, path: '/getOffersForMultipleIP', body, parse: parseOfferAnswer }),
    postEvent: (body) => call({ ...singleAttempt, path: '/postEvent', body, parse: () => undefined }),
  };
}
