import { isCountryIn } from './country.ts';
import { longCookieLifeS, shortCookieLifeS } from './limits.ts';

export interface CookieLifeFacts {
  /** The `notice_preferences` cookie as read; its presence is the test, whatever it says. */
  readonly noticePreferences: string | null;
  readonly country: string | undefined;
  readonly privacyRegulatedCountries: readonly string[];
}

/**
 * SH-112: 364 days when notice preferences are set or the country is privacy-regulated, else 23/24 of a day.
 * The order looks reversed to us, but it is what the specification says and what recorded pages do.
 */
export function cookieLifeS(facts: CookieLifeFacts): number {
  const isLong = facts.noticePreferences !== null || isCountryIn(facts.country, facts.privacyRegulatedCountries);
  return isLong ? longCookieLifeS : shortCookieLifeS;
}
