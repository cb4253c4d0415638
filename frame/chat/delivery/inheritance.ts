import { keepMs, notDeliveredAfterMs, strandedAfterMs } from './limits.ts';
import { isUnanswered, type Tracked } from './rules.ts';
import { createTimers } from './timers.ts';
import type { DeliveryPorts, Entry } from './types.ts';

export interface InheritanceParts {
  readonly ports: DeliveryPorts;
  /** `null`: the service has said that there is none. Undefined: it has said nothing yet. */
  readonly conversationId: () => string | null | undefined;
  /** Called when this tab may take more texts than before. */
  readonly mayTake: () => void;
}

/** Decides which texts of earlier pages and other tabs this tab takes. */
export interface Inheritance {
  /** The text, if this tab may send it or show it. Otherwise its tab's end is awaited. */
  take(entry: Entry): Tracked | undefined;
  /** Takes the place of another tab once that is gone. */
  awaitTab(tabId: string): void;
}

export function createInheritance({ ports, conversationId, mayTake }: InheritanceParts): Inheritance {
  const { clock, lifetime, tabs } = ports;
  /** The tabs whose end this tab awaits under its present id. */
  const awaitedTabs = new Set<string>();
  let awaitingId = tabs.id;
  /** Without locks: looks again when a text counts as stranded. */
  const stranding = createTimers(clock, lifetime);
  /** Texts that have waited for so long, whatever the visitor's clock says now. */
  const stranded = new Set<string>();

  const ageOf = ({ writtenAt }: Entry): number => Math.abs(clock.now() - writtenAt);

  /**
   * Nobody can know whether its tab is gone. A text that has waited for long is left to the visitor. Where each tab has a
   * conversation of its own, a tab without that of the text waits longer than one that has it since a crash.
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
    take(entry) {
      const text: Tracked = {
        entry,
        // Where the visitor decides, a text that is not sent may have arrived late.
        isUncertain: entry.fate !== 'unsent' || !ports.resends,
        isInFlight: false,
        isStored: true,
        isClaimed: false,
        mayResend: ports.resends && ageOf(entry) <= keepMs,
      };
      if (tabs.holds(entry.tabId)) return text;
      if (!tabs.canInherit && isStranded(entry)) {
        // The replay shows whether it has arrived. If not, the visitor decides: its tab may still be there and send it.
        const fate = isUnanswered(entry) ? 'lost' : entry.fate;
        return { ...text, entry: { ...entry, tabId: tabs.id, fate }, isUncertain: true, mayResend: false };
      }
      awaitTab(entry.tabId);
      // A reloaded page shows its texts, whoever sends them.
      return entry.tabId === tabs.previousId ? text : undefined;
    },
    awaitTab,
  };
}
