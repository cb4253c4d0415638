/**
 * The first-party cookies the frame may use (SH-024): those of bridge/hostKeys.ts. The second group holds the two that are read-only. The
 * others have values of at most 99 characters, so that all of them together are smaller than 1 kB (F-SE17).
 */
export const allowedCookie =
  /^((cm-(pill-events|proactive-state)|(cm-async-)?areUnreadsSeen|optimizely-user-id)=[^;]{0,99}$|(ajs_anonymous_id|notice_preferences)=)/;

/** The cookies with an allowed name, as the page's `name=value`. */
export const readStore = (): string[] => document.cookie.split('; ').filter((cookie) => cookie.match(allowedCookie));

/** Writes `name=value` for `maxAgeS` seconds, or for the session without it. Returns the cookies that the browser has now. */
export function writeStore(cookie: string, maxAgeS?: number): string[] {
  // Throws, and so rejects the call, for an unknown name and for a value that could hold an attribute or is too long.
  if ((cookie.match(allowedCookie) as string[])[5]) throw 0;
  // Not a number means the session: browsers ignore a lifetime that is no number, as they ignore an attribute that they do not know
  // (`false`).
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser.
  document.cookie = `${cookie};samesite=lax;${/^https/.test(origin) && 'secure'};path=/;max-age=${+(maxAgeS as number)}`;
  return readStore();
}
