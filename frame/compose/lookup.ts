import { subscribe } from 'valtio/vanilla';
import type { RoutingEntry } from '../chat/routing/routingEntry.ts';
import { toRoutingEntry } from '../chat/routing/toRoutingEntry.ts';
import type { Widget } from '../widget.ts';

/**
 * Passes each result of the contact lookup to the rooms that depend on it: location line, chat and waiting clicks. Calls `onRefused` when the
 * visitor refuses chat, and at the start if they have refused it before.
 */
export function followLookup(widget: Widget, onRefused: () => void): void {
  const { contact, consent, locale, chat, linkClicks, lifetime, information } = widget;
  let previous: unknown;

  function follow(): void {
    const answer = information();
    if (answer && previous !== answer) {
      locale.bundleShown(answer.regionsAndLanguages, answer.bundle.key);
      locale.follow();
      chat.open(chatEntries(widget));
    }
    previous = answer;
    // After the chat has opened, because a click may start it (SH-091).
    linkClicks.lookupChanged();
  }
  follow();
  lifetime.add(subscribe(contact.state, follow));

  /**
   * Late consent opens the chat. Withdrawn consent closes it, even during a conversation (SH-111). If the consent cannot be
   * read, a running conversation stays open.
   */
  function followConsent(): void {
    const isRefused = consent.isChatRefused();
    (isRefused ? chat.restart : chat.open)(chatEntries(widget));
    if (isRefused) onRefused();
  }
  followConsent();
  lifetime.add(subscribe(consent.state, followConsent));
}

/** The bundle's chat and support services (CH-004, CH-015). */
export function chatEntries({ information, settings, consent }: Widget): readonly RoutingEntry[] {
  const bundle = information()?.bundle;
  if (!bundle || settings.switchedOff.includes('chat') || !consent.isAllowed('chat')) return [];
  return [...bundle.chatInformation, ...bundle.supportChatInformation].map(toRoutingEntry);
}
