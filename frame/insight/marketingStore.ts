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

  return {
    state,
    /** Call this at start and whenever the page's URL changes. */
    pageSeen(url: string): void {
      const stored = ports.mayStore() ? parseStoredMarketing(ports.storage.read('cm-marketing')) : {};
      const previous = Object.keys(state.attributes).length > 0 ? state.attributes : stored;
      const attributes = nextMarketing(previous, parseMarketing(url));
      state.attributes = ref<MarketingAttributes>(attributes);
      if (Object.keys(attributes).length > 0 && ports.mayStore()) ports.storage.write('cm-marketing', attributes);
    },
    /** Call this when consent for analytics is given or withdrawn. */
    consentChanged(): void {
      if (!ports.mayStore()) ports.storage.remove('cm-marketing');
      else if (Object.keys(state.attributes).length > 0) ports.storage.write('cm-marketing', state.attributes);
    },
  };
}

export type MarketingStore = ReturnType<typeof createMarketingStore>;
