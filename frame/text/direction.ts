export type Direction = 'ltr' | 'rtl';

/** Arabic is laid out from right to left, every other language from left to right (SH-154, SC-156, CH-036). */
export function directionOf(languageCode: string): Direction {
  return languageCode.toLowerCase().split('-')[0] === 'ar' ? 'rtl' : 'ltr';
}
