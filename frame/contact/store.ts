import { proxy, ref } from 'valtio/vanilla';
import { createError } from '../platform/errors.ts';
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

  /** Never rejects: the outcome is the state. Of overlapping lookups the newest counts (SH-085). */
  async function load(facts: LookupFacts): Promise<void> {
    newest += 1;
    const mine = newest;
    if (state.status !== 'fetched') state.status = 'fetching';
    try {
      const outcome = await ports.api.lookup(facts, ports.lifetime.signal);
      if (mine !== newest || ports.lifetime.ended) return;
      if (outcome.status === 'invalid') {
        ports.log.error('The contact service has no usable contact information for this page.');
        if (state.status !== 'fetched') state.status = 'invalid';
        return;
      }
      state.information = ref(outcome.information);
      state.status = 'fetched';
    } catch (error) {
      if (mine !== newest || ports.lifetime.ended) return;
      ports.log.error('The contact lookup failed.', error);
      if (state.status !== 'fetched') state.status = 'failed';
    }
  }

  return {
    state,
    load,
    /** For another locale: rejects, and leaves everything as it was, when the new bundle cannot be had (SH-174). */
    async change(facts: LookupFacts): Promise<void> {
      newest += 1;
      const mine = newest;
      const outcome = await ports.api.lookup(facts, ports.lifetime.signal);
      if (mine !== newest) return;
      if (outcome.status === 'invalid') throw createError('ANSWER_INVALID', 'no contact information for that locale');
      state.information = ref(outcome.information);
      state.status = 'fetched';
    },
  };
}

export type ContactStore = ReturnType<typeof createContactStore>;
