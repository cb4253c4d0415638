import { subscribe } from 'valtio/vanilla';
import type { ChatDoor } from '../chat/door.ts';
import { createId } from '../platform/ids.ts';
import { type FrameKey, frameKeys } from '../platform/storage.ts';
import { profilesIn } from '../visitor/visitorMark.ts';
import { type VisitorWatch, watchVisitor } from '../visitor/visitorWatch.ts';
import type { Core, Widget } from '../widget.ts';
import { dropIdentity, revokeRemoved } from './identities.ts';

type WatchParts = Omit<Core, 'deployment'> & Pick<Widget, 'deployment' | 'storage'>;

/** Who the visitor is, for all rooms. `startWatching` checks first, when every room has subscribed. */
export function composeVisitorWatch(parts: WatchParts, chat: () => ChatDoor): VisitorWatch {
  const { clock, lifetime, storage, deployment, visitor, consent, page, self } = parts;
  forgetDeleted(parts);
  return watchVisitor({
    ...{ storage, clock, lifetime, createId },
    visitor: () => visitor.state.info,
    pageStartedAt: page.facts.timeOrigin,
    namedOn: deployment.chat.visitorNamedOn,
    // A chat that continues without readable consent still closes for the next visitor.
    isAllowed: () => consent.isAllowed('chat') || chat().store !== undefined,
    onShow: ({ signal }, listener) => self.addEventListener('pageshow', listener, { signal }),
    dropped: (profiles) => revokeRemoved(profiles, parts),
  });
}

export function startWatching(widget: Widget): void {
  const { visitorWatch, chat, shell, consent, visitor, lifetime } = widget;
  // What the visitor wrote is deleted, on this page and for the next (CH-014).
  visitorWatch.onLeft((how) => {
    // What the visitor had agreed to may be deleted.
    consent.countryChanged();
    dropIdentity(widget);
    // A chat that was allowed in the pane only must not start again after a deletion.
    chat.restart(how === 'deleted' && !consent.isAllowed('chat') ? [] : undefined);
    // Questions and links of the visitor's chat that the shell shows.
    shell.dismissEnd();
    shell.dismissBlocked();
  });
  followOthers(widget);
  lifetime.add(subscribe(visitor.state, visitorWatch.check));
  visitorWatch.check();
}

/** If the visitor has deleted their data in another tab, deletes this tab's session storage too, and returns true. */
function forgetDeleted(parts: Pick<Widget, 'clock' | 'log' | 'deployment' | 'storage'>): boolean {
  const { storage } = parts;
  const deletion = storage.read('cm-deleted');
  if (deletion === storage.read('cm-tab-deleted')) return false;
  const profiles = profilesIn(storage, 'session');
  for (const key of Object.keys(frameKeys) as FrameKey[]) if (frameKeys[key] === 'session') storage.clear(key);
  storage.write('cm-tab-deleted', deletion);
  revokeRemoved(profiles, parts);
  return true;
}

/**
 * Follows deletions and the choice of a location in other tabs. A page in the back-forward cache receives no storage events, and this
 * tab's next page may be the one that deletes. So it also checks when it is restored.
 */
function followOthers(widget: Widget): void {
  const { storage, lifetime, self, visitorWatch, locale } = widget;
  const { signal } = lifetime;
  let lastDeletion = storage.read('cm-deleted');
  storage.onChange(lifetime, (key) => {
    if (key === 'cm-locale') locale.follow();
    if (forgetDeleted(widget)) visitorWatch.deletedElsewhere();
  });
  const remember = (): void => {
    lastDeletion = storage.read('cm-deleted');
  };
  self.addEventListener('pagehide', remember, { signal });
  self.addEventListener(
    'pageshow',
    () => {
      locale.follow();
      if (storage.read('cm-deleted') === lastDeletion) return;
      forgetDeleted(widget);
      visitorWatch.deletedElsewhere();
      remember();
    },
    { signal },
  );
}
