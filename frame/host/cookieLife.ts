import { longCookieLifeS, shortCookieLifeS } from './limits.ts';

export interface CookieLifeFacts {
  /** The raw `notice_preferences` cookie. Only its presence matters, not its value. */
  readonly noticePreferences: string | null;
  /** Whether the visitor's country is known, and privacy-regulated. */
  readonly isPrivacyRegulated: boolean;
}

/**
 * 364 days when notice preferences are set or the country is privacy-regulated, else 23/24 of a day (SH-112). It looks
 * reversed, but the specification requires it and existing pages do it.
 */
export function cookieLifeS({ noticePreferences, isPrivacyRegulated }: CookieLifeFacts): number {
  return noticePreferences !== null || isPrivacyRegulated ? longCookieLifeS : shortCookieLifeS;
}
