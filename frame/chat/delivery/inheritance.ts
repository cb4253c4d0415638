import { createTimers } from '../timer.ts';
import { keepMs, notDeliveredAfterMs, strandedAfterMs } from './limits.ts';
import { isUnanswered, positionBeforeRestart, type Tracked, unknownPosition } from './rules.ts';
import type { DeliveryPorts, Entry } from './types.ts';

export interface InheritanceParts {
  readonly ports: DeliveryPorts;
  /** `null`: the service has reported that there is none. Undefined: it has not reported anything yet. */
  readonly conversationId: () => string | null | undefined;
  /** Called when this tab may take more texts than before. */
  readonly mayTake: () => void;
}

/** Decides which texts of earlier pages and other tabs this tab takes. */
export interface Inheritance {
  /** Returns the text if this tab may send or show it. Otherwise waits for the end of its tab. */
  take(entry: Entry): Tracked | undefined;
  /** Replaces another tab once it is gone. */
  awaitTab(tabId: string): void;
}

export function createInheritance({ ports, conversationId, mayTake }: InheritanceParts): Inheritance {
  const { clock, lifetime, tabs } = ports;
  /** The tabs whose end this tab waits for under its current id. */
  const awaitedTabs = new Set<string>();
  let awaitingId = tabs.id;
  /** Without locks: checks again when a text is considered stranded. */
  const stranding = createTimers(clock, lifetime);
  /** Stranded texts, regardless of later changes of the visitor's clock. */
  const stranded = new Set<string>();

  const ageOf = ({ writtenAt }: Entry): number => Math.abs(clock.now() - writtenAt);

  /**
   * It is impossible to know whether its tab is gone, so an old text is left to the visitor. If each tab has its own
   * conversation, a tab without the text's conversation waits longer than one that continues it after a crash.
   */
  function isStranded(entry: Entry): boolean {
    const { id } = entry;
    const isElsewhere = ports.hasConversationPerTab && entry.conversationId !== conversationId();
    const leftMs = strandedAfterMs + (isElsewhere ? notDeliveredAfterMs : 0) - ageOf(entry);
    if (leftMs < 0 || stranded.has(id)) return true;
    stranding.set(id, leftMs + 1, () => {
      stranded.add(id);
      mayTake();
    });
    return false;
  }

  function awaitTab(tabId: string): void {
    if (!tabs.canInherit) return;
    if (awaitingId !== tabs.id) awaitedTabs.clear();
    awaitingId = tabs.id;
    if (awaitedTabs.has(tabId)) return;
    awaitedTabs.add(tabId);
    const inherited = (): void => {
      awaitedTabs.delete(tabId);
      mayTake();
    };
    // A tab without the conversation could only return the texts to the composer, so it waits longer.
    tabs.inherit(tabId, lifetime, inherited, ports.hasConversationPerTab ? notDeliveredAfterMs : undefined);
  }

  return {
    take(stored) {
      const entry = stored.position === positionBeforeRestart ? { ...stored, position: unknownPosition } : stored;
      const text: Tracked = {
        entry,
        // If the visitor decides, an unsent text may have arrived late.
        isUncertain: entry.status !== 'unsent' || !ports.resends,
        isInFlight: false,
        isStored: true,
        isInPageOnly: false,
        isClaimed: false,
        mayResend: ports.resends && ageOf(entry) <= keepMs,
      };
      if (tabs.holds(entry.tabId)) return text;
      if (!tabs.canInherit && isStranded(entry)) {
        // The replay shows whether it has arrived. If not, the visitor decides: its tab may still be there and send it.
        const status = isUnanswered(entry) ? 'lost' : entry.status;
        return { ...text, entry: { ...entry, tabId: tabs.id, status }, isUncertain: true, mayResend: false };
      }
      awaitTab(entry.tabId);
      // A reloaded page shows its texts even if another tab sends them.
      return entry.tabId === tabs.previousId ? text : undefined;
    },
    awaitTab,
  };
}
