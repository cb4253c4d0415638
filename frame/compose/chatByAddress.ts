import { subscribe } from 'valtio/vanilla';
import type { Widget } from '../widget.ts';
import { chatEntries } from './lookup.ts';

/** SH-099: a chat that the address asks for starts with the chat room. Without a chat, the pane opens and says so. */
export function startChatByAddress(widget: Widget): void {
  const { query, contact, shell, lifetime } = widget;
  if (query.startChat !== true) return;
  let isDone = false;
  const follow = (): void => {
    if (isDone || ['notStarted', 'fetching'].includes(contact.state.status)) return;
    isDone = true;
    if (chatEntries(widget).length === 0) shell.chatMissing();
  };
  follow();
  lifetime.add(subscribe(contact.state, follow));
}
