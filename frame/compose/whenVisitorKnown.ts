import { createError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { VisitorWatch } from '../visitor/visitorWatch.ts';
import type { Widget } from '../widget.ts';
import { dropIdentity } from './identities.ts';
import { chatEntries } from './lookup.ts';

/** Removes the listener of a chat that must not open yet. */
const held = new WeakMap<Widget, () => void>();

/**
 * Resolves once the visitor is known; a page that names nobody for 10 s has a new guest. Until then, and while another tab has
 * named somebody else, the chat stays closed, because it would restore and send what belongs to another visitor. In the second
 * case it rejects at once, and the chat opens when the visitor is known. Rejects with an AbortError if the chat has been closed.
 */
export async function whenVisitorKnown(widget: Widget, own: Lifetime): Promise<VisitorWatch> {
  const { visitorWatch, consent, chat } = widget;
  // Without consent for chat, the visitor has no mark (SH-111). Their data may be removed, and the next chat starts as in a new
  // frame.
  own.add(() => {
    if (consent.isAllowed('chat')) return;
    dropIdentity(widget);
    visitorWatch.forget();
  });
  own.signal.throwIfAborted();
  held.get(widget)?.();
  visitorWatch.keep();
  visitorWatch.check();
  await visitorWatch.whenSettled(own);
  own.signal.throwIfAborted();
  if (visitorWatch.isKnown) return visitorWatch;
  const stop = visitorWatch.onKnown(() => {
    stop();
    // Another language may have other services.
    if (consent.isAllowed('chat')) chat.restart(chatEntries(widget));
  });
  held.set(widget, stop);
  chat.restart([]);
  throw createError('CHANNEL_UNAVAILABLE', 'Another tab has named another visitor. The chat waits for this page.');
}
