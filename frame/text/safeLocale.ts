/** Falls back to `en-US` for a locale that the browser does not accept: a service may send a malformed region. */
export function safeLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en-US';
  } catch {
    return 'en-US'; // Ignore the error: only the format of dates and numbers changes.
  }
}
