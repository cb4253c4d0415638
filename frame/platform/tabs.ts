import type { Clock } from './clock.ts';
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
  /**
   * Takes the place of another tab once it is gone, and then calls `inherited`. Only one tab does. The other tab has `reloadMs`
   * to load again and keep its place.
   */
  inherit(tabId: string, lifetime: Lifetime, inherited: () => void, reloadMs?: number): void;
  /** This tab has a new id, or has taken its own place again. */
  onChange(lifetime: Lifetime, listener: () => void): void;
}

/** The part of `navigator.locks` that is used. */
export interface Locks {
  request(name: string, options: { readonly signal: AbortSignal }, held: () => Promise<unknown>): Promise<unknown>;
}

export interface TabPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly createId: () => string;
  /** Undefined where the browser has no locks or refuses them. */
  readonly locks: Locks | undefined;
  /** The session storage, which a reload keeps and a duplicate of the tab gets a copy of. */
  readonly storedId: {
    read(): string | undefined;
    write(id: string): void;
    remove(): void;
  };
  /** The page is hidden for good, or put into the back-forward cache. */
  readonly onHide: (lifetime: Lifetime, listener: () => void) => void;
  /** The page is back from the back-forward cache. */
  readonly onShow: (lifetime: Lifetime, listener: () => void) => void;
}

/** How many ids of one tab are kept. Ours: nobody reloads more often before a page is connected. */
const maxStoredIds = 5;

const lockOf = (tabId: string): string => `cm-tab.${tabId}`;

/** How long the others wait before they take the place of a tab that may only be reloading, ms. Ours. */
const defaultReloadMs = 3_000;

/**
 * A tab is alive as long as it holds the Web Lock with its id. The browser frees the lock of a tab that is closed, reloaded
 * or crashed. A reloaded tab takes its own place again. Otherwise one of those that asked for it gets it, after a while. A
 * frozen tab keeps its lock and blocks nobody else.
 *
 * A held lock keeps a page out of Firefox's back-forward cache, so it is released when the page is hidden. Another tab may have
 * taken its place by the time the page comes back, so the page goes on under a new id.
 *
 * Without locks nobody can know whether another tab is alive. Each tab then acts for itself only, and keeps its id over a
 * reload. The id is stored only between two documents, so that a duplicate of the tab does not get it.
 */
export function createTabs(ports: TabPorts): Tabs {
  const { clock, lifetime, locks, storedId } = ports;
  const held = new Set<string>();
  /** The ids of this tab before: of the page that was reloaded, and of this one before the back-forward cache. */
  const pastIds = new Set<string>();
  const listeners = new Set<() => void>();
  // Several ids, the latest first: a page that is reloaded before it is connected leaves its texts under the id before.
  const storedIds = storedId.read()?.split(' ') ?? [];
  const [previousId] = storedIds;
  if (locks) for (const past of storedIds) pastIds.add(past);
  let id = (locks ? undefined : previousId) ?? ports.createId();
  let place = lifetime.child();
  let areLocksRefused = false;

  function request(tabId: string, own: Lifetime, granted: () => Promise<void>): void {
    locks
      ?.request(lockOf(tabId), { signal: own.signal }, async () => own.ended || granted())
      .catch(() => {
        // The request was cancelled, or the browser refuses locks.
        if (!own.ended) areLocksRefused = true;
      });
  }

  /** Holds a lock until the page is hidden, from the moment the browser grants it. */
  function hold(tabId: string, own: Lifetime, granted: () => void): void {
    request(tabId, own, () => {
      held.add(tabId);
      granted();
      return new Promise((release) => {
        place.add(() => {
          held.delete(tabId);
          release();
        });
      });
    });
  }

  /** Waits for the end of a tab, and once more for its reload. */
  function holdLater(tabId: string, own: Lifetime, granted: () => void, waitMs: number): void {
    request(tabId, own, async () => {
      own.add(clock.after(waitMs, () => hold(tabId, own, granted)));
    });
  }

  function notify(): void {
    for (const listener of [...listeners]) listener();
  }

  function begin(): void {
    if (locks) storedId.write([id, ...pastIds].slice(0, maxStoredIds).join(' '));
    else storedId.remove();
    hold(id, place, () => {});
    for (const past of pastIds) hold(past, place, notify);
  }

  begin();
  lifetime.add(() => {
    // The room may open again in the same page.
    if (!locks) storedId.write(id);
  });
  ports.onHide(lifetime, () => {
    if (locks) place.end();
    else storedId.write(id);
  });
  ports.onShow(lifetime, () => {
    if (!locks) storedId.remove();
    else if (place.ended) {
      place = lifetime.child();
      pastIds.add(id);
      id = ports.createId();
      begin();
      notify();
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
    inherit(tabId, own, inherited, reloadMs = defaultReloadMs) {
      if (tabId === id || held.has(tabId)) return;
      // The place of this tab itself is asked for already, and `onChange` tells.
      if (pastIds.has(tabId)) return;
      const until = place.child();
      own.add(() => until.end());
      holdLater(tabId, until, inherited, reloadMs);
    },
    onChange(own, listener) {
      listeners.add(listener);
      own.add(() => listeners.delete(listener));
    },
  };
}
