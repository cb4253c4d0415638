import { proxy } from 'valtio/vanilla';
import * as hostKeys from '../../bridge/hostKeys.ts';
import type { HostStore } from '../host/hostStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { type Consent, type ConsentCategory, type ConsentProduct, consentProducts, decideConsent } from './consent.ts';
import { consentRereadMs } from './limits.ts';

export interface ConsentState {
  products: Record<ConsentProduct, boolean>;
  /** The cookie as last read. Our own cookies live longer when it is present (SH-112). */
  noticePreferences: string | null;
}

export interface ConsentPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly store: Pick<HostStore, 'read'>;
  /** The visitor's country, or the page's region while it is unknown. */
  readonly country: () => string | undefined;
  readonly forced: Readonly<Record<string, boolean>>;
  readonly privacyRegulatedCountries: readonly string[];
  readonly categories: Readonly<Record<ConsentProduct, ConsentCategory>>;
}

/** Decides which products may load and make calls (SH-111). `refresh` is cheap: call it often, to notice a new answer soon. */
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
  let lastReadMs = Number.NEGATIVE_INFINITY;
  let isReadDue = false;

  function apply(noticePreferences: string | null): void {
    const next = decide(noticePreferences);
    state.noticePreferences = noticePreferences;
    for (const product of consentProducts) state.products[product] = next[product];
  }

  /**
   * Reads the cookie again, at most once a second: a call within the second is made up for at its end. Call it at start, on page
   * activity and when the page's URL changes.
   */
  async function refresh(): Promise<void> {
    const nowMs = ports.clock.now();
    const waitMs = lastReadMs + consentRereadMs - nowMs;
    if (waitMs > 0 && waitMs <= consentRereadMs) {
      if (!isReadDue) readLater(waitMs);
      return;
    }
    lastReadMs = nowMs;
    apply(await ports.store.read(hostKeys.noticePreferences));
  }

  function readLater(waitMs: number): void {
    isReadDue = true;
    const stop = ports.lifetime.add(
      ports.clock.after(waitMs, () => {
        stop();
        isReadDue = false;
        void refresh();
      }),
    );
  }

  return {
    state,
    isAllowed: (product: ConsentProduct): boolean => state.products[product],
    /** Call this when the visitor's country becomes known. */
    countryChanged(): void {
      apply(state.noticePreferences);
    },
    refresh,
  };
}

export type ConsentStore = ReturnType<typeof createConsentStore>;
