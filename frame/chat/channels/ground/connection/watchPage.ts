import type { ChannelPorts } from '../../../channel.ts';
import { createCallers } from './callers.ts';
import { sleepCheckMs } from './limits.ts';
import type { PageEvents } from './socket.ts';

export interface PageListeners {
  /** The page is hidden or left. An open socket would keep it out of the back-forward cache. */
  readonly onHide: () => void;
  /** The page is back from the back-forward cache. */
  readonly onShow: () => void;
  /** The device has slept: the connection may be dead. */
  readonly onAwake: () => void;
  /** The network may be back, or may have changed (REL-23). */
  readonly onOnline: () => void;
}

/** Watches the events of the page and the device that affect the connection. */
export function watchPage(
  { clock, lifetime }: Pick<ChannelPorts, 'clock' | 'lifetime'>,
  page: PageEvents,
  listeners: PageListeners,
) {
  const on = (event: 'pagehide' | 'pageshow' | 'online', listener: () => void): void =>
    page.addEventListener(event, listener, { signal: lifetime.signal });
  let isSuspended = false;
  const untilShown = createCallers();
  let lastTickMs = clock.now();

  /** Timers stop while a device sleeps. A long gap between two ticks shows that it has slept (REL-10). */
  function checkSleep(): void {
    const sleptMs = clock.now() - lastTickMs;
    lastTickMs = clock.now();
    if (sleptMs > 2 * sleepCheckMs && !isSuspended) listeners.onAwake();
  }

  lifetime.add(clock.every(sleepCheckMs, checkSleep));
  on('pagehide', () => {
    isSuspended = true;
    listeners.onHide();
  });
  on('pageshow', () => {
    if (!isSuspended) return;
    isSuspended = false;
    listeners.onShow();
    untilShown.settle();
  });
  on('online', () => {
    if (!isSuspended) listeners.onOnline();
  });

  return {
    /** The page is unloaded or in the back-forward cache, so it must not connect. */
    get isSuspended() {
      return isSuspended;
    },
    whenShown: (): Promise<void> => (isSuspended ? untilShown.wait() : Promise.resolve()),
  };
}
