import { isCountryIn } from '../host/country.ts';

/** What a visitor may refuse, each by itself (SH-111). */
export const consentProducts = ['chat', 'proactive', 'interact', 'inapp', 'experiments', 'analytics'] as const;
export type ConsentProduct = (typeof consentProducts)[number];
export type Consent = Readonly<Record<ConsentProduct, boolean>>;

/** TrustArc's categories: 0 required, 1 functional, 2 advertising. */
export type ConsentCategory = 0 | 1 | 2;

export interface ConsentFacts {
  /** The page's `notice_preferences` cookie as read, `null` when the visitor has not answered. */
  readonly noticePreferences: string | null;
  /** The visitor's country, or while that is unknown the page's own region. */
  readonly country: string | undefined;
  readonly privacyRegulatedCountries: readonly string[];
  /** Which of the visitor's categories each product needs; a required one (0) needs no answer. */
  readonly categories: Readonly<Record<ConsentProduct, ConsentCategory>>;
  /** `cm-consent-{product}` of the query (SH-103). */
  readonly forced: Readonly<Record<string, boolean>>;
}

/** SH-103, SH-111: forced by parameter, else the visitor's answer, else no in a privacy-regulated country. */
export function decideConsent(facts: ConsentFacts): Consent {
  const highest = parseNoticePreferences(facts.noticePreferences);
  const unanswered = !isCountryIn(facts.country, facts.privacyRegulatedCountries);
  const decide = (product: ConsentProduct): boolean => {
    if (Object.hasOwn(facts.forced, product)) return facts.forced[product] === true;
    const needed = facts.categories[product];
    if (needed === 0) return true;
    return highest === undefined ? unanswered : highest >= needed;
  };
  return Object.fromEntries(consentProducts.map((product) => [product, decide(product)])) as Consent;
}

/**
 * `0:`, `1:`, `2:`, `3:`: the highest category that the visitor allows (PROTOCOLS 9), or a list of categories as other
 * sites write it (`0,1:`, `0|1|2:`). Anything else counts as not answered.
 */
export function parseNoticePreferences(text: string | null): number | undefined {
  const match = /^\s*"?(\d(?:[,|]\d)*)\s*:/.exec(text ?? '');
  if (!match) return undefined;
  return Math.max(...(match[1] ?? '').split(/[,|]/).map(Number));
}
