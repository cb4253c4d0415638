import type { Lifetime } from './lifetime.ts';

/** The tabs of one browser that show this frame on the same site, and which of them are alive. */
export interface Tabs {
  /** This tab. A new id after a reload, and after the page has left the back-forward cache. */
  readonly id: string;
  /** The id of this tab before a reload, or before the room was closed and opened again in the same page. */
  readonly previousId: string | undefined;
  /** Whether this tab may act for the tab with this id: it is this tab, or it is gone and this tab has taken its place. */
  holds(tabId: string): boolean;
  /** Whether the browser tells when another tab is gone. If not, `inherit` never calls back. */
  readonly canInherit: boolean;
  /** Takes the place of another tab once it is gone, and then calls `inherited`. Only one tab does. */
  inherit(tabId: string, lifetime: Lifetime, inherited: () => void): void;
  /** Calls `listener` when this tab has a new id, because the page has left the back-forward cache. It holds no tab then. */
  onNewId(lifetime: Lifetime, listener: () => void): void;
}

/** The part of `navigator.locks` that is used. */
export interface Locks {
  request(name: string, options: { readonly signal: AbortSignal }, held: () => Promise<void>): Promise<unknown>;
}

export interface TabPorts {
  readonly lifetime: Lifetime;
  readonly createId: () => string;
  /** Undefined where the browser has no locks or refuses them. */
  readonly locks: Locks | undefined;
  /** The id of this tab before a reload. It is removed when it is read. */
  readonly takeOldId: () => string | undefined;
  readonly keepId: (id: string) => void;
  /** The page is hidden for good, or put into the back-forward cache. */
  readonly onHide: (lifetime: Lifetime, listener: () => void) => void;
  /** The page is back from the back-forward cache. */
  readonly onShow: (lifetime: Lifetime, listener: () => void) => void;
}

const lockOf = (tabId: string): string => `cm-tab.${tabId}`;

/**
 * A tab is alive as long as it holds the Web Lock with its id. The browser frees the lock of a tab that is closed, reloaded
 * or crashed, and gives it to the one tab that asked for it first. A frozen tab keeps its lock and blocks nobody else.
 *
 * A held lock keeps a page out of Firefox's back-forward cache, so it is released when the page is hidden. A page that comes
 * back has lost its place to another tab, perhaps: it goes on under a new id.
 *
 * Without locks nobody can know whether another tab is alive. Each tab then acts for itself only, and keeps its id over a
 * reload. The id is in the session storage, from which a duplicated tab cannot read it because it is there only between two
 * documents.
 */
export function createTabs(ports: TabPorts): Tabs {
  const { lifetime, locks } = ports;
  const held = new Set<string>();
  const listeners = new Set<() => void>();
  const previousId = ports.takeOldId();
  let id = (locks ? undefined : previousId) ?? ports.createId();
  let place = lifetime.child();
  let areLocksRefused = false;

  /** Holds a lock until the page is hidden, from the moment the browser grants it. */
  function hold(tabId: string, own: Lifetime, granted: () => void): void {
    locks
      ?.request(lockOf(tabId), { signal: own.signal }, () => {
        if (own.ended) return Promise.resolve();
        held.add(tabId);
        granted();
        return new Promise((release) => {
          place.add(() => {
            held.delete(tabId);
            release();
          });
        });
      })
      .catch(() => {
        // The request was cancelled, or the browser refuses locks.
        if (!own.ended) areLocksRefused = true;
      });
  }

  const start = (): void => hold(id, place, () => {});
  start();
  // The room may open again in the same page.
  lifetime.add(() => ports.keepId(id));
  ports.onHide(lifetime, () => {
    ports.keepId(id);
    if (locks) place.end();
  });
  ports.onShow(lifetime, () => {
    ports.takeOldId();
    if (locks && place.ended) {
      place = lifetime.child();
      id = ports.createId();
      start();
      for (const listener of [...listeners]) listener();
    }
  });

  return {
    get id() {
      return id;
    },
    previousId,
    get canInherit() {
      return locks !== undefined && !areLocksRefused;
    },
    holds: (tabId) => tabId === id || held.has(tabId),
    inherit(tabId, own, inherited) {
      if (tabId === id || held.has(tabId)) return;
      const until = place.child();
      own.add(() => until.end());
      hold(tabId, until, inherited);
    },
    onNewId(own, listener) {
      listeners.add(listener);
      own.add(() => listeners.delete(listener));
    },
  };
}
