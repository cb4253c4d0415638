/**
 * The first-party cookies the frame may use (SH-024): those of bridge/hostKeys.ts. The second group matches the names that it may also
 * write, with values of at most 99 characters, so that all of them together are smaller than 1 kB (F-SE17). The characters are those of
 * ids and of encoded values. Some servers misread quotes, commas and backslashes, and WebKit ends a cookie at a line break.
 */
export const allowedCookie =
  /^((areUnreadsSeen|cm-async-areUnreadsSeen|cm-proactive-state|cm-pill-events|optimizely-user-id)=[--:=\w{}%]{0,99}$|(notice_preferences|ajs_anonymous_id)=)/;

/** The cookies with an allowed name, as the page's `name=value`. */
export const readStore = (): string[] => document.cookie.split('; ').filter((cookie) => cookie.match(allowedCookie));

/**
 * Writes `name=value` for `maxAgeS` seconds, or for the session without it. Does not write an unknown name, or a value that could hold an
 * attribute or is too long. Returns the cookies that the browser has then.
 */
export function writeStore(cookie: string, maxAgeS?: number): string[] {
  if (cookie.match(allowedCookie)?.[2]) {
    // Browsers ignore a lifetime that is not a number, as they ignore an attribute that they do not know (`false`).
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser.
    document.cookie = `${cookie};samesite=lax;${/^https/.test(origin) && 'secure'};path=/;max-age=${+(maxAgeS as number)}`;
  }
  return readStore();
}
