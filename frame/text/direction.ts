export type Direction = 'ltr' | 'rtl';

/**
 * Arabic, Hebrew, Persian and Urdu are laid out from right to left, every other language from left to right (SH-154, SC-156, CH-036,
 * F-AD6). `iw` is the former code of Hebrew.
 */
export function directionOf(languageCode: string): Direction {
  return /^(ar|he|iw|fa|ur)\b/i.test(languageCode) ? 'rtl' : 'ltr';
}
