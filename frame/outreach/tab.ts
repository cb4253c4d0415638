import type { Lifetime } from '../platform/lifetime.ts';

/** This tab among the tabs of the same site. */
export interface Tab {
  isVisible(): boolean;
  /** Calls the listener whenever the tab comes to the foreground, until the lifetime ends. */
  onVisible(listener: () => void): void;
  /** Calls the listener whenever the tab goes to the background. */
  onHidden(listener: () => void): void;
  /**
   * Waits until no other tab shows a card. The returned function ends the turn. Undefined if the lifetime ended first. In
   * browsers without the Web Locks API, only the proactive cookie keeps a pop-up from being shown in two tabs.
   */
  takeTurn(): Promise<(() => void) | undefined>;
}

/** One lock for all cards, so that a pop-up and a notification are not shown in two tabs at the same time either. */
const lockName = 'cm-card';

export interface TabWindow {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly navigator: { readonly locks?: Pick<LockManager, 'request'> };
  addEventListener(type: 'pagehide', listener: () => void, options: { signal: AbortSignal }): void;
}

export function createTab(view: TabWindow, lifetime: Lifetime): Tab {
  const isVisible = (): boolean => view.document.visibilityState === 'visible';

  function onVisibility(wanted: boolean, listener: () => void): void {
    const check = (): void => {
      if (isVisible() === wanted) listener();
    };
    view.document.addEventListener('visibilitychange', check, { signal: lifetime.signal });
  }

  return {
    isVisible,
    onVisible: (listener) => onVisibility(true, listener),
    onHidden: (listener) => onVisibility(false, listener),
    async takeTurn() {
      if (lifetime.ended) return undefined;
      const { locks } = view.navigator;
      if (!locks) return () => {};
      return new Promise((resolve) => {
        const holdLock = (): Promise<void> =>
          new Promise((release) => {
            const end = (): void => {
              forget();
              release();
            };
            const forget = lifetime.add(release);
            // A held lock keeps a page out of the back-forward cache.
            view.addEventListener('pagehide', end, { signal: lifetime.signal });
            resolve(end);
          });
        locks
          .request(lockName, { signal: lifetime.signal }, holdLock)
          .catch(() => resolve(lifetime.ended ? undefined : () => {}));
      });
    },
  };
}
