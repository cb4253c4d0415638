import type { ChatPorts } from '../ports.ts';

export interface OneRingPorts extends Pick<ChatPorts, 'clock' | 'lifetime' | 'storage'> {
  /** Undefined if the browser has no Web Locks or refuses them: then only the stored id keeps tabs from ringing twice. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** This tab shows the chat in focus. */
  readonly isLooking: () => boolean;
  /** Calls the listener when `isLooking` may have changed. */
  readonly onLook: (listener: () => void) => void;
  /** The page is left. A held lock keeps a page out of the back-forward cache. */
  readonly onHide: (listener: () => void) => void;
}

/** Tabs hear of a message within this time of each other. */
const ringMs = 1_000;

/** Returns a function that rings for a message in one tab, and in none while the visitor looks at the chat in another. */
export function createOneRing(ports: OneRingPorts) {
  const { clock, lifetime, storage, locks } = ports;
  let release: (() => void) | undefined;

  function stopLooking(): void {
    release?.();
    release = undefined;
  }

  /** Holds the lock that tells other tabs, as long as this tab shows the chat in focus. */
  function look(): void {
    if (!ports.isLooking() || lifetime.ended) stopLooking();
    else if (!release && locks) {
      const waiting = new AbortController();
      let end = (): void => waiting.abort();
      release = () => end();
      locks
        .request('cm-looking', { signal: waiting.signal }, () => new Promise<void>((done) => (end = done)))
        .catch(() => {}); // Cancelled, or refused by the browser.
    }
  }

  /** False if another tab holds the lock. */
  async function take(name: string, forMs: number): Promise<boolean> {
    if (!locks) return true;
    return new Promise((resolve) => {
      locks
        .request(name, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock && forMs > 0 ? new Promise<void>((done) => void clock.after(forMs, done)) : undefined;
        })
        .catch(() => resolve(true));
    });
  }

  ports.onLook(look);
  ports.onHide(stopLooking);
  lifetime.add(stopLooking);
  look();

  return async (messageId: string, ring: () => void): Promise<void> => {
    if (!ports.isLooking() && !(await take('cm-looking', 0))) return;
    // Another tab may have rung long ago: browsers slow tabs in the background down.
    if (storage.read('cm-rung') === messageId || !(await take('cm-ring', ringMs)) || lifetime.ended) return;
    storage.write('cm-rung', messageId);
    ring();
  };
}
