import type { Lifetime } from '../../../../platform/lifetime.ts';

/** The part of WebSocket that channels use; tests provide their own. */
export interface SocketLike {
  send(text: string): void;
  close(code?: number): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
}

/** Page lifecycle events that affect the connection. */
export interface PageLife {
  /** The page is hidden or left. An open socket would keep it out of the back-forward cache. */
  onHide(lifetime: Lifetime, listener: () => void): void;
  /** The page was restored from the back-forward cache. */
  onShow(lifetime: Lifetime, listener: () => void): void;
  /** The browser reports that the network is back or has changed. This is only a hint (REL-23). */
  onOnline(lifetime: Lifetime, listener: () => void): void;
}

function listen(name: string): (lifetime: Lifetime, listener: () => void) => void {
  return (lifetime, listener) => window.addEventListener(name, listener, { signal: lifetime.signal });
}

export const browserPageLife: PageLife = {
  onHide: listen('pagehide'),
  onShow: listen('pageshow'),
  onOnline: listen('online'),
};
