import * as hostKeys from '../../bridge/hostKeys.ts';
import type { HostStore } from '../host/hostStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createState } from '../platform/state.ts';
import {
  answerOfPage,
  type Consent,
  type ConsentFacts,
  type ConsentProduct,
  consentProducts,
  decideConsent,
} from './consent.ts';
import { consentRereadMs } from './limits.ts';

export interface ConsentState {
  products: Consent;
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
  /** The page's current config object. */
  readonly config: () => unknown;
  readonly deployment: Pick<ConsentFacts, 'privacyRegulatedCountries' | 'categories' | 'unanswered'>;
}

/** The products to which the visitor has agreed in the pane, given this answer of the page. */
export type AgreedProducts = (noticePreferences: string | null) => readonly ConsentProduct[];

/** Decides which products may load and make calls (SH-111). `refresh` is cheap: call it often, to notice a new answer early. */
export function createConsentStore(ports: ConsentPorts) {
  let agreed: AgreedProducts = () => [];
  const decide = (noticePreferences: string | null, changes: Partial<ConsentFacts> = {}): Consent =>
    decideConsent({
      ...ports.deployment,
      noticePreferences,
      country: ports.country(),
      config: ports.config(),
      agreed: agreed(noticePreferences),
      forced: ports.forced,
      ...changes,
    });
  const own = createState<ConsentState>({ products: decide(null), noticePreferences: null });
  let lastReadMs = Number.NEGATIVE_INFINITY;
  let isReadDue = false;

  const update = (): void => apply(own.state.noticePreferences);

  function apply(noticePreferences: string | null): void {
    const products = decide(noticePreferences);
    const isSame = JSON.stringify(products) === JSON.stringify(own.state.products);
    own.change(isSame ? { noticePreferences } : { noticePreferences, products });
  }

  /**
   * Reads the cookie again, throttled to once a second, with a trailing call. Call it at start, on page activity and when
   * the page's URL changes.
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
    get state() {
      return own.state;
    },
    watch: own.watch,
    publish: own.publish,
    isAllowed: (product: ConsentProduct): boolean => own.state.products[product],
    /** Call this when the visitor's country becomes known. */
    countryChanged: update,
    /** The answer of the page's own consent tool for chat. */
    chatByPage: () => answerOfPage(ports.config(), 'chat'),
    /**
     * The visitor's own answer refuses chat. A missing answer does not, because it may be late, nor does a parameter of the
     * address, because anyone can write a link.
     */
    isChatRefused: (): boolean =>
      !own.state.products.chat && !decide(own.state.noticePreferences, { unanswered: 'allowed', forced: {} }).chat,
    withheld: () => consentProducts.filter((product) => !own.state.products[product]),
    followAgreement(products: AgreedProducts): void {
      agreed = products;
      update();
    },
    refresh,
  };
}

export type ConsentStore = ReturnType<typeof createConsentStore>;
