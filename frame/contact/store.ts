import { proxy, ref } from 'valtio/vanilla';
import { createError, isWidgetError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { ContactAnswer } from './answer.ts';
import type { ContactApi } from './api.ts';
import type { LookupFacts } from './lookupRequest.ts';

/** SH-082; `invalid` is the invalid-bundle state (SH-084). */
export type LookupStatus = 'notStarted' | 'fetching' | 'fetched' | 'invalid' | 'failed';

export interface ContactState {
  status: LookupStatus;
  /** The last good answer; it outlives a later failure. */
  information: ContactAnswer | undefined;
}

export interface ContactPorts {
  readonly api: ContactApi;
  readonly lifetime: Lifetime;
  readonly log: Log;
}

export function createContactStore(ports: ContactPorts) {
  const state = proxy<ContactState>({ status: 'notStarted', information: undefined });
  let newest = 0;

  /**
   * For another locale: rejects, and leaves everything as it was, when the new bundle cannot be had (SH-174). Resolves to
   * whether it is shown: a newer lookup, or a visitor who wants it no more, leaves it out (SH-085).
   */
  async function change(facts: LookupFacts, isWanted = () => true): Promise<boolean> {
    newest += 1;
    const mine = newest;
    const answer = await ports.api.lookup(facts, ports.lifetime.signal);
    if (mine !== newest || ports.lifetime.ended || !isWanted()) return false;
    if (!answer) throw createError('ANSWER_INVALID', 'no usable contact information');
    state.information = ref(answer);
    state.status = 'fetched';
    return true;
  }

  /** Never rejects: the outcome is the state. Of overlapping lookups the newest counts (SH-085). */
  async function load(facts: LookupFacts): Promise<void> {
    const mine = newest + 1;
    if (state.status !== 'fetched') state.status = 'fetching';
    try {
      await change(facts);
    } catch (error) {
      if (mine !== newest || ports.lifetime.ended) return;
      ports.log.error('The contact lookup failed.', error);
      if (state.status !== 'fetched') state.status = isWidgetError(error, 'ANSWER_INVALID') ? 'invalid' : 'failed';
    }
  }

  return { state, load, change };
}

export type ContactStore = ReturnType<typeof createContactStore>;
