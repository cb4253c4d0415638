export type Direction = 'ltr' | 'rtl';

/** Language ar is laid out right to left, every other from left to right (SH-154, SC-156, CH-036). */
export function directionOf(languageCode: string): Direction {
  return languageCode.toLowerCase().split('-')[0] === 'ar' ? 'rtl' : 'ltr';
}
