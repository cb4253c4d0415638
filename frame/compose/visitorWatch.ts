import { subscribe } from 'valtio/vanilla';
import type { RoutingEntry } from '../chat/routingEntry.ts';
import { type VisitorWatch, watchVisitor } from '../chat/visitorChange.ts';
import { createError } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Widget } from '../widget.ts';
import { dropIdentity } from './identity.ts';

interface WatchedVisitor {
  readonly lifetime: Lifetime;
  readonly watch: VisitorWatch;
  /** The services of a chat that must not open yet. */
  held: readonly RoutingEntry[] | undefined;
}

/** One watch per widget: when the chat opens again, it must still know what the page has reported. */
const watched = new WeakMap<Widget, WatchedVisitor>();

function watchedVisitorOf(widget: Widget): WatchedVisitor {
  const known = watched.get(widget);
  if (known) return known;
  const { storage, clock, visitor, consent, deployment, page, self, chat, scheduler, shell } = widget;
  const lifetime = widget.lifetime.child();
  const watch = watchVisitor({
    storage,
    clock,
    lifetime,
    createId,
    visitor: () => visitor.state.info,
    pageStartedAt: page.facts.timeOrigin,
    namedOn: deployment.chat.visitorNamedOn,
    // A chat that goes on without readable consent still closes for the next visitor.
    isAllowed: () => consent.isAllowed('chat') || chat.store !== undefined,
    onShow: ({ signal }, listener) => self.addEventListener('pageshow', listener, { signal }),
    // Deletes everything that the visitor wrote, on this page and for the next (CH-014).
    left() {
      dropIdentity(widget);
      chat.restart();
      scheduler.visitorLeft();
      // Questions and links of the visitor's chat that the shell shows.
      shell.dismissEnd();
      shell.dismissBlocked();
    },
    dropped(profiles) {
      import('../identity/revokeTokens.ts').then(
        ({ revokeTokens }) => revokeTokens(profiles, { ...widget, deployment: deployment.identity }),
        () => {}, // The tokens then expire by themselves.
      );
    },
    mayOpen() {
      const entries = own.held;
      own.held = undefined;
      if (entries) chat.restart(entries);
    },
  });
  const own: WatchedVisitor = { watch, lifetime, held: undefined };
  watched.set(widget, own);
  lifetime.add(subscribe(visitor.state, watch.check));
  return own;
}

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
  const visitor = watchedVisitorOf(widget);
  // Without consent for chat, the visitor is not identified (SH-111). Their data may be removed, and the next chat starts as in
  // a new frame.
  own.add(() => {
    if (widget.consent.isAllowed('chat')) return;
    dropIdentity(widget);
    visitor.lifetime.end();
    watched.delete(widget);
  });
  visitor.watch.check();
  await visitor.watch.whenSettled(own);
  if (visitor.watch.isKnown) return visitor.watch;
  if (!own.ended) {
    visitor.held = entries;
    widget.chat.restart([]);
  }
  throw createError('CHANNEL_UNAVAILABLE', 'Another tab has named another visitor. The chat waits for this page.');
}
