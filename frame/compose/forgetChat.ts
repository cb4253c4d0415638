import * as hostKeys from '../../bridge/hostKeys.ts';
import { visitorKeys } from '../platform/storage.ts';
import { profilesIn } from '../visitor/visitorMark.ts';
import type { Widget } from '../widget.ts';
import { revokeRemoved } from './identities.ts';

/** Removes all data of the chat, and revokes the tokens. The chat is already closed. Its code need not be downloaded for this. */
export function forgetChat(widget: Widget): void {
  const { storage, hostStore } = widget;
  if (storage.read('cm-visitor') === undefined && storage.read('cm-tab-visitor') === undefined) return;
  const profiles = profilesIn(storage, 'local', 'session');
  for (const key of [...visitorKeys, 'cm-visitor', 'cm-tab-visitor', 'cm-tab'] as const) storage.clear(key);
  for (const key of [hostKeys.unreadsSeen, hostKeys.asyncUnreadsSeen] as const) void hostStore.remove(key);
  revokeRemoved(profiles, widget);
}
