/** First-party names the frame may use (SH-024): its own, but never its identity names; the last two to read only. */
const names = /^(cm-(?!profile)[\w-]+|areUnreadsSeen|optimizely-user-id|(ajs_anonymous_id|notice_preferences))$/;

/** A cookie, else a session storage entry. Throws, and so refuses, for other names. */
export function readStore(key: string): string | null {
  if (!names.test(key)) throw 0;
  const cookie = `; ${document.cookie}`.split(`; ${key}=`)[1];
  return cookie ? decodeURIComponent(cookie.split(';')[0] as string) : sessionStorage.getItem(key);
}

/** With `maxAgeS` a cookie, without it session storage; `null` removes. Says whether the browser kept it. */
export function writeStore(key: string, value: string | null, maxAgeS = 0): boolean {
  const text = value ?? '';
  if (names.exec(key)?.[2] || text.length > 4096) throw 0;
  readStore(key);
  // Escapes what a cookie cannot hold and no more, as existing pages' cookie scripts do (SH-118).
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and asynchronous.
  document.cookie = `${key}=${text.replace(/[^\w{}:.-]/gu, encodeURIComponent)};path=/;samesite=lax;max-age=${text && +maxAgeS}${location.protocol === 'https:' ? ';secure' : ''}`;
  if (!maxAgeS) sessionStorage[text ? 'setItem' : 'removeItem'](key, text);
  return (readStore(key) ?? '') === text;
}
