import { proxy, ref } from 'valtio/vanilla';
import type { FrameStorage } from '../platform/storage.ts';
import { type MarketingAttributes, nextMarketing, parseMarketing, parseStoredMarketing } from './marketing.ts';

export interface MarketingState {
  attributes: MarketingAttributes;
}

export interface MarketingPorts {
  readonly storage: FrameStorage;
  /** Whether analytics has consent. Without it the attributes last for this page only. */
  readonly mayStore: () => boolean;
}

/** Holds the marketing attributes of this visit, for bookings, chats and analytics (SH-110). */
export function createMarketingStore(ports: MarketingPorts) {
  const state = proxy<MarketingState>({ attributes: ref<MarketingAttributes>({}) });
  /** What the page's address had when it was last read, as JSON. */
  let seen: string | undefined;

  const isEmpty = (): boolean => Object.keys(state.attributes).length === 0;

  function keep(): void {
    if (!ports.mayStore()) ports.storage.remove('cm-marketing');
    else if (!isEmpty()) ports.storage.write('cm-marketing', state.attributes);
  }

  return {
    state,
    /** Call this at start and whenever the page changes. */
    pageSeen(url: string): void {
      const found = parseMarketing(url);
      const next = JSON.stringify(found);
      // A visitor who has deleted their data is still on the page of the campaign, which must not come back from its address.
      if (next === seen) return;
      seen = next;
      const stored = isEmpty() && ports.mayStore() ? ports.storage.read('cm-marketing') : state.attributes;
      state.attributes = ref(nextMarketing(parseStoredMarketing(stored), found));
      keep();
    },
    /** Call this when consent for analytics is given or withdrawn. */
    consentChanged: keep,
  };
}

export type MarketingStore = ReturnType<typeof createMarketingStore>;
