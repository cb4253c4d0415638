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

/** Follows deletions in other tabs. A page in the back-forward cache receives no storage events, so it also looks when it is back. */
export function followDeletions(widget: Widget): void {
  const { storage, lifetime, self } = widget;
  const check = (): void => {
    if (forgetDeleted(storage)) forgetInMemory(widget);
  };
  storage.onChange(lifetime, check);
  self.addEventListener('pageshow', check, { signal: lifetime.signal });
}
