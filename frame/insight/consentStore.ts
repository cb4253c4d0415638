import { proxy } from 'valtio/vanilla';
import { hostKeys } from '../../bridge/wire.ts';
import type { HostStore } from '../host/hostStore.ts';
import type { Clock } from '../platform/clock.ts';
import { type Consent, type ConsentCategory, type ConsentProduct, consentProducts, decideConsent } from './consent.ts';
import { consentRereadMs } from './limits.ts';

export interface ConsentState {
  products: Record<ConsentProduct, boolean>;
  /** The cookie as last read; cookie life depends on its presence (SH-112). */
  noticePreferences: string | null;
}

export interface ConsentPorts {
  readonly clock: Clock;
  readonly store: Pick<HostStore, 'read'>;
  /** The visitor's country, else the page's region. */
  readonly country: () => string | undefined;
  readonly forced: Readonly<Record<string, boolean>>;
  readonly privacyRegulatedCountries: readonly string[];
  readonly categories: Readonly<Record<ConsentProduct, ConsentCategory>>;
}

/** Which products may load and call (SH-111). A change of heart counts at once: `refresh` is cheap, call it often. */
export function createConsentStore(ports: ConsentPorts) {
  const decide = (noticePreferences: string | null): Consent =>
    decideConsent({
      noticePreferences,
      country: ports.country(),
      privacyRegulatedCountries: ports.privacyRegulatedCountries,
      categories: ports.categories,
      forced: ports.forced,
    });
  const state = proxy<ConsentState>({ products: { ...decide(null) }, noticePreferences: null });
  let readMs = Number.NEGATIVE_INFINITY;

  function apply(noticePreferences: string | null): void {
    const next = decide(noticePreferences);
    state.noticePreferences = noticePreferences;
    for (const product of consentProducts) state.products[product] = next[product];
  }

  return {
    state,
    isAllowed: (product: ConsentProduct): boolean => state.products[product],
    /** The country became known. */
    countryChanged(): void {
      apply(state.noticePreferences);
    },
    /** Reads the page's answer again: at start, on page activity and when the page's address changes. */
    async refresh(): Promise<void> {
      const nowMs = ports.clock.now();
      if (nowMs >= readMs && nowMs - readMs < consentRereadMs) return;
      readMs = nowMs;
      apply(await ports.store.read(hostKeys.noticePreferences));
    },
  };
}

export type ConsentStore = ReturnType<typeof createConsentStore>;
