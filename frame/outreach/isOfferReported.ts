import type { QueryParameters } from '../host/queryParameters.ts';

/** SH-145: debug mode reports nothing unless events are forced. */
export function isOfferReported(query: Pick<QueryParameters, 'debug' | 'forceEvents'>): boolean {
  const isOn = (value: unknown): boolean => value !== undefined && value !== false;
  return !isOn(query.debug) || isOn(query.forceEvents);
}
