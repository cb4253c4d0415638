import { type FrameKey, type FrameStorage, frameKeys } from '../platform/storage.ts';
import type { Widget } from '../widget.ts';

/**
 * The visitor has deleted their data, in this tab or another. Clears what this page remembers of them, which would otherwise be stored
 * and sent again.
 */
export function forgetInMemory({ marketing, insight, outreach, scheduler }: Widget): void {
  marketing.state.attributes = {};
  insight.experiments.store?.visitorLeft();
  outreach.peek()?.visitorLeft();
  scheduler.visitorLeft();
}

/** If the visitor has deleted their data in another tab, deletes this tab's session storage too, and returns true. */
export function forgetDeleted(storage: FrameStorage): boolean {
  const deletion = storage.read('cm-deleted');
  if (deletion === storage.read('cm-tab-deleted')) return false;
  for (const key of Object.keys(frameKeys) as FrameKey[]) if (frameKeys[key] === 'session') storage.clear(key);
  storage.write('cm-tab-deleted', deletion);
  return true;
}

/**
 * Follows deletions in other tabs. A page in the back-forward cache receives no storage events, and this tab's next page may be the one
 * that deletes. So it also checks when it is restored.
 */
export function followDeletions(widget: Widget): void {
  const { storage, lifetime, self } = widget;
  const { signal } = lifetime;
  let lastDeletion = storage.read('cm-deleted');
  storage.onChange(lifetime, () => {
    if (forgetDeleted(storage)) forgetInMemory(widget);
  });
  const remember = (): void => {
    lastDeletion = storage.read('cm-deleted');
  };
  self.addEventListener('pagehide', remember, { signal });
  self.addEventListener(
    'pageshow',
    () => {
      if (storage.read('cm-deleted') === lastDeletion) return;
      forgetDeleted(storage);
      forgetInMemory(widget);
      remember();
    },
    { signal },
  );
}
