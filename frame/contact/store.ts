import { createError, isWidgetError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { createState } from '../platform/state.ts';
import type { ContactAnswer } from './answer.ts';
import type { ContactApi } from './api.ts';
import type { LookupFacts } from './lookupRequest.ts';

/** The state of the lookup (SH-082). `invalid`: the service has no usable bundle for the page (SH-084). */
export type LookupStatus = 'notStarted' | 'fetching' | 'fetched' | 'invalid' | 'failed';

export interface ContactState {
  status: LookupStatus;
  /** The last good answer. A later failure does not remove it. */
  information: ContactAnswer | undefined;
}

export interface ContactPorts {
  readonly api: ContactApi;
  readonly lifetime: Lifetime;
  readonly log: Log;
}

export function createContactStore(ports: ContactPorts) {
  const own = createState<ContactState>({ status: 'notStarted', information: undefined });
  let newest = 0;

  /**
   * Looks up another locale. Rejects and changes nothing if there is no new bundle (SH-174). Resolves to whether the new
   * bundle is used: false when a newer lookup has started or `isWanted()` has become false (SH-085).
   */
  async function change(facts: LookupFacts, isWanted = () => true): Promise<boolean> {
    newest += 1;
    const mine = newest;
    const answer = await ports.api.lookup(facts, ports.lifetime.signal);
    if (mine !== newest || ports.lifetime.ended || !isWanted()) return false;
    if (!answer) throw createError('ANSWER_INVALID', 'no usable contact information');
    own.change({ information: answer, status: 'fetched' });
    return true;
  }

  /**
   * Never rejects: the result is in `state`. Of overlapping lookups, the newest one wins (SH-085). A failure is reported
   * only after `doubt` has settled, because a newer lookup with a better locale may start until then.
   */
  async function load(facts: LookupFacts, doubt?: Promise<unknown>): Promise<void> {
    const mine = newest + 1;
    if (own.state.status !== 'fetched') own.change({ status: 'fetching' });
    try {
      await change(facts);
    } catch (error) {
      await doubt;
      if (mine !== newest || ports.lifetime.ended) return;
      ports.log.error('The contact lookup failed.', error);
      if (own.state.status === 'fetched') return;
      own.change({ status: isWidgetError(error, 'ANSWER_INVALID') ? 'invalid' : 'failed' });
    }
  }

  return {
    get state() {
      return own.state;
    },
    ...{ watch: own.watch, publish: own.publish, load, change },
  };
}

export type ContactStore = ReturnType<typeof createContactStore>;
