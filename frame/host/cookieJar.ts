import type { Clock } from '../platform/clock.ts';

/** How long the list of the page's cookies is fresh, in ms. Another tab may change them at any time. */
const freshMs = 1_000;

/** Escapes only what a cookie cannot hold, as the cookie scripts of existing pages do (SH-118). */
export const escapeCookie = (value: string): string => value.replace(/[^\w{}:.-]/gu, encodeURIComponent);

/** A cache of the page's cookies, so that the widget's start does not wait for the page. */
export function createCookieJar(clock: Clock) {
  let cookies: readonly string[] = [];
  let seenMs = Number.NEGATIVE_INFINITY;

  return {
    seen(list: readonly string[]): void {
      cookies = list;
      seenMs = clock.now();
    },
    isFresh: (): boolean => Math.abs(clock.now() - seenMs) < freshMs,
    /** Throws if the value is not valid percent-encoding. */
    read(name: string): string | null {
      const cookie = cookies.find((one) => one.startsWith(`${name}=`));
      return cookie === undefined ? null : decodeURIComponent(cookie.slice(name.length + 1));
    },
  };
}

export type CookieJar = ReturnType<typeof createCookieJar>;
