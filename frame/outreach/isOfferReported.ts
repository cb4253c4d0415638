import type { QueryParameters } from '../host/queryParameters.ts';

/** SH-145: debug mode reports nothing unless events are forced. */
export function isOfferReported(query: Pick<QueryParameters, 'debug' | 'forceEvents'>): boolean {
  return query.debug !== true || query.forceEvents === true;
}
