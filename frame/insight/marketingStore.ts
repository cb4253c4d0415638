import { proxy, ref } from 'valtio/vanilla';
import type { FrameStorage } from '../platform/storage.ts';
import { type MarketingAttributes, nextMarketing, parseKeptMarketing, parseMarketing } from './marketing.ts';

export interface MarketingState {
  attributes: MarketingAttributes;
}

export interface MarketingPorts {
  readonly storage: FrameStorage;
  /** Without consent for analytics the attributes last for this page only. */
  readonly mayKeep: () => boolean;
}

/** The marketing attributes of this visit, for bookings, chats and analytics (SH-110). */
export function createMarketingStore(ports: MarketingPorts) {
  const state = proxy<MarketingState>({ attributes: ref<MarketingAttributes>({}) });

  return {
    state,
    /** At start and whenever the page's address changes. */
    pageSeen(url: string): void {
      const kept = ports.mayKeep() ? parseKeptMarketing(ports.storage.read('cm-marketing')) : {};
      const before = Object.keys(state.attributes).length > 0 ? state.attributes : kept;
      const attributes = nextMarketing(before, parseMarketing(url));
      state.attributes = ref<MarketingAttributes>(attributes);
      if (Object.keys(attributes).length > 0 && ports.mayKeep()) ports.storage.write('cm-marketing', attributes);
    },
    /** Consent came or went. */
    consentChanged(): void {
      if (!ports.mayKeep()) ports.storage.remove('cm-marketing');
      else if (Object.keys(state.attributes).length > 0) ports.storage.write('cm-marketing', state.attributes);
    },
  };
}

export type MarketingStore = ReturnType<typeof createMarketingStore>;
