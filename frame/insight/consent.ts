import { isRecord } from '../../bridge/guards.ts';
import { isCountryIn } from '../host/country.ts';

/** The parts of the widget that need consent. The visitor may refuse each separately (SH-111). */
export const consentProducts = ['chat', 'proactive', 'interact', 'inapp', 'experiments', 'analytics'] as const;
export type ConsentProduct = (typeof consentProducts)[number];
export type Consent = Readonly<Record<ConsentProduct, boolean>>;

/** TrustArc's categories: 0 required, 1 functional, 2 advertising. */
export type ConsentCategory = 0 | 1 | 2;

export interface ConsentFacts {
  /** The raw `notice_preferences` cookie of the page, or `null` when the visitor has not answered. */
  readonly noticePreferences: string | null;
  /** The visitor's country, or the page's region while the country is unknown. */
  readonly country: string | undefined;
  readonly privacyRegulatedCountries: readonly string[];
  /** The default while the visitor has not answered: by country, or the same everywhere. */
  readonly unanswered: 'byCountry' | 'allowed' | 'refused';
  /** The page's config object, in which the page's own consent tool may answer for each product. */
  readonly config: unknown;
  /** Products to which the visitor has agreed in the pane, after the page's answer. */
  readonly agreed: readonly ConsentProduct[];
  /** The category that each product needs. Category 0 (required) needs no answer. */
  readonly categories: Readonly<Record<ConsentProduct, ConsentCategory>>;
  /** Values of the `cm-consent-{product}` query parameters (SH-103). */
  readonly forced: Readonly<Record<string, boolean>>;
}

/**
 * Decides by query parameter, then consent given in the pane, then the page's tool, then the cookie. Without any, a product
 * is allowed unless the country is privacy-regulated (SH-103, SH-111).
 */
export function decideConsent(facts: ConsentFacts): Consent {
  const highest = parseNoticePreferences(facts.noticePreferences);
  const isAllowedUnanswered =
    facts.unanswered === 'byCountry'
      ? !isCountryIn(facts.country, facts.privacyRegulatedCountries)
      : facts.unanswered === 'allowed';
  const decide = (product: ConsentProduct): boolean => {
    if (Object.hasOwn(facts.forced, product)) return facts.forced[product] === true;
    if (facts.agreed.includes(product)) return true;
    const answer = answerOfPage(facts.config, product);
    if (answer !== undefined) return answer;
    const needed = facts.categories[product];
    if (needed === 0) return true;
    return highest === undefined ? isAllowedUnanswered : highest >= needed;
  };
  return Object.fromEntries(consentProducts.map((product) => [product, decide(product)])) as Consent;
}

/** The answer of the page's consent tool: `{consent: {chat: true, analytics: false}}` in the config object. */
export function answerOfPage(config: unknown, product: ConsentProduct): boolean | undefined {
  const answers = isRecord(config) ? config.consent : undefined;
  const answer = isRecord(answers) ? answers[product] : undefined;
  return typeof answer === 'boolean' ? answer : undefined;
}

/**
 * Returns the highest category that the visitor allows. The cookie holds either that category (`2:`, PROTOCOLS 9) or a list
 * of categories, as other sites write it (`0,1:`, `0|1|2:`). Any other text is treated as no answer.
 */
export function parseNoticePreferences(text: string | null): number | undefined {
  const [, categories] = /^\s*"?(\d(?:[,|]\d)*)\s*:/.exec(String(text)) ?? [];
  return categories === undefined ? undefined : Math.max(...categories.split(/[,|]/).map(Number));
}
