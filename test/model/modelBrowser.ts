import type { Clock } from '../../frame/platform/clock.ts';
import { createLifetime, type Lifetime } from '../../frame/platform/lifetime.ts';
import type { Log } from '../../frame/platform/log.ts';
import { createFrameStorage, type FrameStorage } from '../../frame/platform/storage.ts';
import { createTabs, type Locks, type TabPorts, type Tabs } from '../../frame/platform/tabs.ts';
import type { ModelClock } from './modelClock.ts';

/** One page load in a tab. Whatever comes from outside runs through `run`: a frozen page runs it later, a gone one never. */
export interface ModelDocument {
  readonly clock: Clock;
  /** When the page began to load, by the visitor's clock. */
  readonly loadedAt: number;
  readonly storage: FrameStorage;
  /** Undefined in a browser without locks. */
  readonly locks: Locks | undefined;
  /** For a page that has no chat room of its own. */
  readonly tabs: Tabs;
  readonly lifetime: Lifetime;
  readonly isGone: boolean;
  readonly isFrozen: boolean;
  run(task: () => void): void;
  freeze(): void;
  thaw(): void;
  /** The page is hidden for good, or put into the back-forward cache. */
  hide(): void;
  /** The page is back from the back-forward cache. */
  show(): void;
  /** Ends the page without telling it. */
  kill(): void;
  onHide(lifetime: Lifetime, listener: () => void): void;
  onShow(lifetime: Lifetime, listener: () => void): void;
}

export type StorageState = 'working' | 'full' | 'refused';

export interface ModelBrowser {
  readonly clock: ModelClock;
  readonly local: Map<string, string>;
  storageState: StorageState;
  /** How far the visitor's clock is ahead of the true time. */
  skewMs: number;
  load(session: Map<string, string>): ModelDocument;
}

export interface ModelBrowserPorts {
  readonly clock: ModelClock;
  readonly hasLocks: boolean;
  readonly createId: () => string;
  /** Delay of the next storage event, ms. */
  readonly storageDelayMs: () => number;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };

interface LockRequest {
  readonly document: ModelDocument;
  readonly granted: (release: () => void) => void;
}

/** The Web Locks of one browser. A gone page's locks are freed; a frozen page keeps them and hears of a grant later. */
function createModelLocks(clock: ModelClock) {
  const queues = new Map<string, LockRequest[]>();

  function grant(name: string): void {
    const first = queues.get(name)?.[0];
    if (first) clock.after(0, () => queues.get(name)?.[0] === first && first.granted(() => remove(name, first)));
  }

  function remove(name: string, request: LockRequest): void {
    const queue = queues.get(name) ?? [];
    const at = queue.indexOf(request);
    if (at < 0) return;
    queue.splice(at, 1);
    if (at === 0) grant(name);
  }

  return {
    of: (document: ModelDocument): Locks => ({
      request: (name, { signal }, held) =>
        new Promise((resolve, reject) => {
          let isGranted = false;
          const request: LockRequest = {
            document,
            granted: (release) => {
              isGranted = true;
              document.run(
                () =>
                  void held().then(() => {
                    release();
                    resolve(undefined);
                  }),
              );
            },
          };
          const queue = queues.get(name) ?? [];
          queues.set(name, queue);
          queue.push(request);
          if (queue.length === 1) grant(name);
          signal.addEventListener('abort', () => {
            if (isGranted) return;
            remove(name, request);
            reject(new Error('aborted'));
          });
        }),
    }),
    free(document: ModelDocument): void {
      for (const [name, queue] of queues)
        for (const request of [...queue]) if (request.document === document) remove(name, request);
    },
  };
}

/** One browser profile: local storage, Web Locks and storage events that all its tabs share. */
export function createModelBrowser({ clock, hasLocks, createId, storageDelayMs }: ModelBrowserPorts): ModelBrowser {
  const locks = createModelLocks(clock);
  const watchers = new Set<{ readonly document: ModelDocument; readonly listener: (name: string | null) => void }>();

  function areaOf(map: Map<string, string>, changed: (name: string) => void): Storage {
    const refuse = (): void => {
      if (browser.storageState === 'refused') throw new Error('refused');
    };
    return {
      getItem(name: string) {
        refuse();
        return map.get(name) ?? null;
      },
      setItem(name: string, value: string) {
        refuse();
        if (browser.storageState === 'full') throw new Error('full');
        if (map.get(name) === value) return;
        map.set(name, value);
        changed(name);
      },
      removeItem(name: string) {
        refuse();
        if (map.delete(name)) changed(name);
      },
      key(at: number) {
        refuse();
        return [...map.keys()][at] ?? null;
      },
      get length() {
        refuse();
        return map.size;
      },
    } as unknown as Storage;
  }

  const browser: ModelBrowser = {
    clock,
    local: new Map(),
    storageState: 'working',
    skewMs: 0,
    load: (session) => {
      const document = createDocument(session);
      return document;
    },
  };

  function createDocument(session: Map<string, string>): ModelDocument {
    const state = { isGone: false, isFrozen: false };
    const waiting: (() => void)[] = [];
    const listeners = { hide: new Set<() => void>(), show: new Set<() => void>() };
    const lifetime = createLifetime((error) => {
      throw error;
    });
    const on = (set: Set<() => void>) => (own: Lifetime, listener: () => void) => {
      set.add(listener);
      own.add(() => set.delete(listener));
    };
    const fire = (set: Set<() => void>): void => {
      // As in a browser: one that is removed meanwhile is not called, and one that is added is not called yet.
      for (const listener of [...set]) if (set.has(listener)) listener();
    };
    function run(task: () => void): void {
      if (state.isGone) return;
      if (state.isFrozen) waiting.push(task);
      else task();
    }
    function thaw(): void {
      state.isFrozen = false;
      for (const task of waiting.splice(0)) clock.after(0, () => run(task));
    }
    const documentClock: Clock = {
      now: () => clock.now() + browser.skewMs,
      after(delayMs, task) {
        let isCancelled = false;
        const cancel = clock.after(delayMs, () => run(() => isCancelled || task()));
        return () => {
          isCancelled = true;
          cancel();
        };
      },
      every(intervalMs, task) {
        let isCancelled = false;
        const cancel = clock.every(intervalMs, () => run(() => isCancelled || task()));
        return () => {
          isCancelled = true;
          cancel();
        };
      },
    };
    const own = {
      clock: documentClock,
      loadedAt: documentClock.now(),
      lifetime,
      get isGone() {
        return state.isGone;
      },
      get isFrozen() {
        return state.isFrozen;
      },
      run,
      freeze() {
        state.isFrozen = true;
      },
      thaw,
      hide: () => fire(listeners.hide),
      show() {
        thaw();
        fire(listeners.show);
      },
      kill() {
        state.isGone = true;
        waiting.length = 0;
        locks.free(document);
        for (const watcher of [...watchers]) if (watcher.document === document) watchers.delete(watcher);
      },
      onHide: on(listeners.hide),
      onShow: on(listeners.show),
    };
    const document = own as typeof own & { storage: FrameStorage; locks: Locks | undefined; tabs: Tabs };
    const changed = (name: string): void => {
      for (const one of watchers)
        if (one.document !== document) clock.after(storageDelayMs(), () => one.document.run(() => one.listener(name)));
    };
    const local = areaOf(browser.local, changed);
    const sessionArea = areaOf(session, () => {});
    document.storage = createFrameStorage(
      (kind) => (kind === 'local' ? local : sessionArea),
      silentLog,
      (owner, listener) => {
        const watcher = { document, listener };
        watchers.add(watcher);
        owner.add(() => watchers.delete(watcher));
      },
    );
    document.locks = hasLocks ? locks.of(document) : undefined;
    let tabs: Tabs | undefined;
    Object.defineProperty(document, 'tabs', { get: () => (tabs ??= createDocumentTabs()) });
    const createDocumentTabs = (): Tabs =>
      createTabs({
        lifetime,
        locks: document.locks,
        createId,
        clock: document.clock,
        storedId: storedIdOf(document.storage),
        onHide: own.onHide,
        onShow: own.onShow,
      });
    return document;
  }

  return browser;
}

/** The id of a tab in its session storage. */
export const storedIdOf = (storage: FrameStorage): TabPorts['storedId'] => ({
  read() {
    const id = storage.read('cm-tab');
    return typeof id === 'string' ? id : undefined;
  },
  write: (id) => void storage.write('cm-tab', id),
  remove: () => storage.remove('cm-tab'),
});
