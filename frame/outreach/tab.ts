import type { Lifetime } from '../platform/lifetime.ts';

/** This tab among the tabs of the same site. */
export interface Tab {
  isVisible(): boolean;
  /** Told whenever the tab comes to the front, until the lifetime ends. */
  onVisible(listener: () => void): void;
  /**
   * Waits until no other tab shows a card. The returned function gives the turn on. Undefined when the lifetime ended
   * first. Browsers without locks know no other tabs: there the proactive cookie alone keeps a pop-up from coming twice.
   */
  takeTurn(): Promise<(() => void) | undefined>;
}

/** One name for all cards: pop-up and notification never stand in two tabs at a time either. */
const lockName = 'cm-card';

export interface TabWindow {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly navigator: { readonly locks?: Pick<LockManager, 'request'> };
  addEventListener(type: 'pagehide', listener: () => void, options: { signal: AbortSignal }): void;
}

export function createTab(view: TabWindow, lifetime: Lifetime): Tab {
  return {
    isVisible: () => view.document.visibilityState === 'visible',
    onVisible(listener) {
      const check = (): void => {
        if (view.document.visibilityState === 'visible') listener();
      };
      view.document.addEventListener('visibilitychange', check, { signal: lifetime.signal });
    },
    async takeTurn() {
      if (lifetime.ended) return undefined;
      const { locks } = view.navigator;
      if (!locks) return () => {};
      return new Promise((resolve) => {
        const holding = (): Promise<void> =>
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
          .request(lockName, { signal: lifetime.signal }, holding)
          .catch(() => resolve(lifetime.ended ? undefined : () => {}));
      });
    },
  };
}
