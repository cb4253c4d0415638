import { subscribe } from 'valtio/vanilla';
import type { ChatDoor } from '../chat/door.ts';
import type { RoutingEntry } from '../chat/routingEntry.ts';
import { createError } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { type FrameKey, type FrameStorage, frameKeys } from '../platform/storage.ts';
import { type VisitorWatch, watchVisitor } from '../visitor/visitorWatch.ts';
import type { Core, Widget } from '../widget.ts';
import { dropIdentity } from './identity.ts';

type WatchParts = Omit<Core, 'deployment'> & Pick<Widget, 'deployment' | 'storage'>;

/** Who the visitor is, for all rooms. `startWatching` checks first, when every room has subscribed. */
export function composeVisitorWatch(parts: WatchParts, chat: () => ChatDoor): VisitorWatch {
  const { clock, lifetime, log, storage, deployment, visitor, consent, page, self } = parts;
  return watchVisitor({
    ...{ storage, clock, lifetime, createId },
    visitor: () => visitor.state.info,
    pageStartedAt: page.facts.timeOrigin,
    namedOn: deployment.chat.visitorNamedOn,
    // A chat that goes on without readable consent still closes for the next visitor.
    isAllowed: () => consent.isAllowed('chat') || chat().store !== undefined,
    onShow: ({ signal }, listener) => self.addEventListener('pageshow', listener, { signal }),
    dropped(profiles) {
      import('../identity/revokeTokens.ts').then(
        ({ revokeTokens }) => revokeTokens(profiles, { clock, log, deployment: deployment.identity }),
        () => {}, // The tokens then expire by themselves.
      );
    },
  });
}

export function startWatching(widget: Widget): void {
  const { visitorWatch, chat, shell, consent, visitor, lifetime } = widget;
  // What the visitor wrote is deleted, on this page and for the next (CH-014).
  visitorWatch.onLeft((how) => {
    dropIdentity(widget);
    // A chat that was allowed in the pane only must not start again after a deletion.
    chat.restart(how === 'deleted' && !consent.isAllowed('chat') ? [] : undefined);
    // Questions and links of the visitor's chat that the shell shows.
    shell.dismissEnd();
    shell.dismissBlocked();
  });
  followDeletions(widget);
  lifetime.add(subscribe(visitor.state, visitorWatch.check));
  visitorWatch.check();
}

/** Removes the listener of a chat that must not open yet. */
const held = new WeakMap<Widget, () => void>();

/**
 * Resolves once the visitor is known; a page that names nobody for 10 s has a new guest. Until then, and while another tab has
 * named somebody else, the chat stays closed, because it would restore and send what belongs to another visitor. In the second
 * case it rejects at once, and the chat opens when the visitor is known.
 */
export async function whenVisitorKnown(
  widget: Widget,
  own: Lifetime,
  entries: readonly RoutingEntry[],
): Promise<VisitorWatch> {
  const { visitorWatch, consent, chat } = widget;
  // Without consent for chat, the visitor has no mark (SH-111). Their data may be removed, and the next chat starts as in a new
  // frame.
  own.add(() => {
    if (consent.isAllowed('chat')) return;
    dropIdentity(widget);
    visitorWatch.forget();
  });
  held.get(widget)?.();
  visitorWatch.keep();
  visitorWatch.check();
  await visitorWatch.whenSettled(own);
  if (visitorWatch.isKnown) return visitorWatch;
  if (!own.ended) {
    const stop = visitorWatch.onKnown(() => {
      stop();
      if (consent.isAllowed('chat')) chat.restart(entries);
    });
    held.set(widget, stop);
    chat.restart([]);
  }
  throw createError('CHANNEL_UNAVAILABLE', 'Another tab has named another visitor. The chat waits for this page.');
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
function followDeletions({ storage, lifetime, self, visitorWatch }: Widget): void {
  const { signal } = lifetime;
  let lastDeletion = storage.read('cm-deleted');
  storage.onChange(lifetime, () => {
    if (forgetDeleted(storage)) visitorWatch.deletedElsewhere();
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
      visitorWatch.deletedElsewhere();
      remember();
    },
    { signal },
  );
}
