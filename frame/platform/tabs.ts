import type { Clock } from './clock.ts';
import type { Lifetime } from './lifetime.ts';

/** The tabs of one browser that show this frame on the same site, and which of them are alive. */
export interface Tabs {
  /** This tab. A new id after a reload, and after the page has left the back-forward cache. */
  readonly id: string;
  /** The id of this tab before a reload, or before the room was closed and opened again on the same page. */
  readonly previousId: string | undefined;
  /** Whether this tab may act for the tab with this id: that tab is this one, or is gone and has been replaced by this one. */
  holds(tabId: string): boolean;
  /** Whether another tab is open. False if the browser cannot say. */
  isAlive(tabId: string): Promise<boolean>;
  /** Whether the browser reports that another tab is gone. If not, `inherit` never calls back. */
  readonly canInherit: boolean;
  /**
   * Replaces another tab once it is gone, and then calls `inherited`. Only one tab can replace it. A tab that reloads within
   * `reloadMs` keeps its place.
   */
  inherit(tabId: string, lifetime: Lifetime, inherited: () => void, reloadMs?: number): void;
  /** Calls the listener when this tab has a new id, or has its earlier place back. */
  onChange(lifetime: Lifetime, listener: () => void): void;
}

/** The part of `navigator.locks` that is used. */
export interface Locks {
  request(name: string, options: { readonly signal: AbortSignal }, held: () => Promise<unknown>): Promise<unknown>;
  query?(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

export interface TabPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly createId: () => string;
  /** Undefined if the browser has no Web Locks or refuses them. */
  readonly locks: Locks | undefined;
  /** In the session storage, which survives a reload and is copied to a duplicated tab. */
  readonly storedId: {
    read(): string | undefined;
    write(id: string): void;
    remove(): void;
  };
  /** The page is unloaded, or put into the back-forward cache. */
  readonly onHide: (lifetime: Lifetime, listener: () => void) => void;
  /** The page is back from the back-forward cache. */
  readonly onShow: (lifetime: Lifetime, listener: () => void) => void;
}

/** How many ids of one tab are kept: more reloads before a page is connected are unlikely. */
const maxStoredIds = 5;

const lockOf = (tabId: string): string => `cm-tab.${tabId}`;

/** How long other tabs wait before they replace a tab that may only be reloading, in ms. */
const defaultReloadMs = 3_000;

/**
 * A tab is alive as long as it holds the Web Lock with its id. The browser releases the lock of a tab that is closed,
 * reloaded or crashed. A reloaded tab gets its place back. Otherwise, after a delay, one of the tabs that requested it gets
 * it. A frozen tab keeps its lock.
 *
 * A held lock keeps a page out of Firefox's back-forward cache, so it is released when the page is hidden. Another tab may
 * have replaced it by the time the page comes back, so the page continues with a new id.
 *
 * Without Web Locks there is no way to know whether another tab is alive. Each tab then acts only for itself, and keeps its
 * id across a reload. The id is stored only between two documents, so that a duplicated tab does not get it.
 */
export function createTabs(ports: TabPorts): Tabs {
  const { clock, lifetime, locks, storedId } = ports;
  const held = new Set<string>();
  /** Earlier ids of this tab: before a reload, and before the back-forward cache. */
  const pastIds = new Set<string>();
  const listeners = new Set<() => void>();
  // Several ids, the latest first: texts of a page that was reloaded before it was connected are stored under an earlier id.
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

  /** Waits for the end of a tab, and then for its possible reload. */
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
    // The room may open again on the same page.
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
    async isAlive(tabId) {
      const found = await locks?.query?.().catch(() => undefined);
      return found?.held?.some(({ name }) => name === lockOf(tabId)) ?? false;
    },
    holds: (tabId) => tabId === id || held.has(tabId),
    inherit(tabId, own, inherited, reloadMs = defaultReloadMs) {
      if (tabId === id || held.has(tabId)) return;
      // Its own earlier places are already requested, and `onChange` reports them.
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
