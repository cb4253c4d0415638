import type { Lifetime } from '../../../platform/lifetime.ts';

/** The part of a WebSocket that the channel uses, so that tests bring their own. */
export interface SocketLike {
  send(text: string): void;
  close(code?: number): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
}

/** What the page's life tells the connection. */
export interface PageLife {
  /** The page is put away or left: sockets must not keep it out of the back-forward cache. */
  onHide(lifetime: Lifetime, listener: () => void): void;
  /** It is back from the back-forward cache. */
  onShow(lifetime: Lifetime, listener: () => void): void;
  /** The browser believes that the network is there again, or has changed: a hint, no truth (REL-23). */
  onOnline(lifetime: Lifetime, listener: () => void): void;
}

export interface MessagingTransport {
  dial(address: string): SocketLike;
  readonly pageLife: PageLife;
  /** IANA name of the visitor's time zone. */
  readonly timeZone: () => string;
}

function listen(name: string): (lifetime: Lifetime, listener: () => void) => void {
  return (lifetime, listener) => window.addEventListener(name, listener, { signal: lifetime.signal });
}

/** The browser's own. */
export const browserTransport: MessagingTransport = {
  dial: (address) => new WebSocket(address),
  pageLife: { onHide: listen('pagehide'), onShow: listen('pageshow'), onOnline: listen('online') },
  timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};
