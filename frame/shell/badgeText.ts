/** SH-027: none, 3, 9+, in the digits of the locale. */
export function badgeText(unread: number, locale: string): string {
  if (unread <= 0) return '';
  const digits = Math.min(unread, 9).toLocaleString(locale);
  return unread > 9 ? `${digits}+` : digits;
}
