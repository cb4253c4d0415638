import { type Locale, toLocaleCode } from '../text/locale.ts';
import { safeLocale } from '../text/safeLocale.ts';

/** SH-027: none, 3, 9+. */
export function badgeText(unread: number): string {
  if (unread <= 0) return '';
  return unread > 9 ? '9+' : String(unread);
}

/** The same in the digits of a locale: ٣ for `ar-EG`. */
export function localBadgeText(unread: number, locale: Locale): string {
  return badgeText(unread).replace(/\d/, (digit) =>
    new Intl.NumberFormat(safeLocale(toLocaleCode(locale))).format(Number(digit)),
  );
}
