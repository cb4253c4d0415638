import { isRegionAssumed, type Locale } from '../text/locale.ts';
import type { ContactAnswer } from './answer.ts';
import type { ContactApi } from './api.ts';
import type { LookupFacts } from './lookupRequest.ts';

/** A lookup that was started before the handshake. */
export interface EarlyLookup {
  readonly facts: LookupFacts;
  /** Undefined if the region must come from the list of locales first. */
  readonly answer: Promise<ContactAnswer | undefined> | undefined;
  readonly keys: Promise<readonly Locale[]>;
}

export function startLookup(api: ContactApi, facts: LookupFacts, signal: AbortSignal): EarlyLookup {
  const early = {
    facts,
    answer: isRegionAssumed(facts) ? undefined : api.lookup(facts, signal),
    keys: api.keys(facts, signal),
  };
  // Each may fail before it is awaited.
  for (const answer of [early.answer, early.keys]) answer?.catch(() => {});
  return early;
}

/**
 * Uses the early answers once, for the same requests. Data about the visitor that the page has reported since does not make
 * a request different: it only updates the state (SH-106).
 */
export function reuseLookup(api: ContactApi, early: EarlyLookup): ContactApi {
  const requestOf = (facts: LookupFacts): string =>
    JSON.stringify({ ...facts, ipAddress: undefined, country: undefined, isUserActive: true });
  let { answer } = early;
  let keys: EarlyLookup['keys'] | undefined = early.keys;
  return {
    lookup(facts, signal, path) {
      const known = path === undefined && requestOf(facts) === requestOf(early.facts) ? answer : undefined;
      answer = undefined;
      return known ?? api.lookup(facts, signal, path);
    },
    keys(area, signal) {
      const isSame = area.focusArea === early.facts.focusArea && area.variation === early.facts.variation;
      const known = isSame ? keys : undefined;
      keys = undefined;
      return known ?? api.keys(area, signal);
    },
  };
}
