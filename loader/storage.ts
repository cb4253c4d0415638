/** First-party cookies the frame may use (SH-024): its own, but never its identity names; the last two to read only. */
const names = /^(cm-(?!profile)[\w-]+|(ajs_anonymous_id|notice_preferences)|optimizely-user-id|areUnreadsSeen)$/;

/** Throws, and so refuses, for other names. */
export function readStore(key: string): string | null {
  if (!names.test(key)) throw 0;
  const cookie = document.cookie.match(`(^|; )${key}=([^;]*)`);
  return cookie && decodeURIComponent(cookie[2] as string);
}

/** For `maxAgeS` seconds, without it for the session; `null` removes. Says whether the browser kept it. */
export function writeStore(key: string, value: string | null, maxAgeS?: number): boolean {
  const text = value ?? '';
  if ((names.exec(key) as string[])[2] || text[4096]) throw 0;
  // Escapes what a cookie cannot hold and no more, as existing pages' cookie scripts do (SH-118).
  const cookie = text.replace(/[^\w{}:.-]/gu, encodeURIComponent);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and asynchronous.
  document.cookie = `${key}=${cookie};samesite=lax;${location.protocol > 'https' && 'secure'};path=/;max-age=${text ? +(maxAgeS as number) : 0}`;
  return readStore(key) === value;
}
