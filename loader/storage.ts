/**
 * The first-party cookies the frame may use (SH-024): names with `cm-`, except identity names (`cm-profile…`), and four older
 * ones. The second group holds the two that are read-only.
 */
const names = /^(cm-(?!profile)[\w-]+|(ajs_anonymous_id|notice_preferences)|optimizely-user-id|areUnreadsSeen)$/;

/** Throws, and so rejects the call, for any other name. */
export function readStore(key: string): string | null {
  if (!names.test(key)) throw 0;
  const cookie = document.cookie.match(`(^|; )${key}=([^;]*)`);
  return cookie && decodeURIComponent(cookie[2] as string);
}

/** Writes a cookie for `maxAgeS` seconds, or for the session without it. `null` removes it. Returns whether it was stored. */
export function writeStore(key: string, value: string | null, maxAgeS?: number): boolean {
  const text = value ?? '';
  // Rejects unknown names (no match throws), read-only names (group 2), and texts of more than 4,096 characters.
  if ((names.exec(key) as string[])[2] || text[4096]) throw 0;
  // Escape only what a cookie cannot hold, as the cookie scripts of existing pages do (SH-118).
  const cookie = text.replace(/[^\w{}:.-]/gu, encodeURIComponent);
  // Of 'http:' and 'https:', only 'https:' is > 'https'. Browsers ignore an attribute `false`, and a max-age of `NaN` (a missing
  // `maxAgeS`), which leaves a session cookie. An empty text gets max-age 0, which removes the cookie.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser.
  document.cookie = `${key}=${cookie};samesite=lax;${location.protocol > 'https' && 'secure'};path=/;max-age=${text ? +(maxAgeS as number) : 0}`;
  return readStore(key) === value;
}
