import { type Locale, toLocaleCode } from '../text/locale.ts';
import { safeLocale } from '../text/safeLocale.ts';

/** SH-027: none, 3, 9+. */
export function badgeText(unread: number): string {
  if (unread <= 0) return '';
  return unread > 9 ? '9+' : String(unread);
}

/**
 * The same for the pill, in the digits of a locale: ٣ for `ar-EG`. Between narrow no-break spaces, because the badge there has no padding
 * (styles/pill.css.ts).
 */
export function pillBadgeText(unread: number, locale: Locale): string {
  const text = badgeText(unread).replace(/\d/, (digit) =>
    new Intl.NumberFormat(safeLocale(toLocaleCode(locale))).format(Number(digit)),
  );
  return text && `\u202f${text}\u202f`;
}
