import type { Clock } from '../platform/clock.ts';

/** How long the page's cookies count as known, ms. Another tab may change them meanwhile. */
const freshMs = 1_000;

/** Escapes only what a cookie cannot hold, as the cookie scripts of existing pages do (SH-118). */
export const escapeCookie = (value: string): string => value.replace(/[^\w{}:.-]/gu, encodeURIComponent);

/** The page's cookies as they were last seen, so that the start of the widget need not ask for them. */
export function createCookieJar(clock: Clock) {
  let cookies: readonly string[] = [];
  let seenMs = Number.NEGATIVE_INFINITY;

  return {
    seen(list: readonly string[]): void {
      cookies = list;
      seenMs = clock.now();
    },
    isFresh: (): boolean => Math.abs(clock.now() - seenMs) < freshMs,
    /** Throws when the value was escaped wrongly. */
    read(name: string): string | null {
      const cookie = cookies.find((one) => one.startsWith(`${name}=`));
      return cookie === undefined ? null : decodeURIComponent(cookie.slice(name.length + 1));
    },
    /** The widget has written a cookie itself, or removed it. */
    written(name: string, cookie: string | undefined): void {
      const others = cookies.filter((one) => !one.startsWith(`${name}=`));
      cookies = cookie === undefined ? others : [...others, cookie];
    },
  };
}

export type CookieJar = ReturnType<typeof createCookieJar>;
