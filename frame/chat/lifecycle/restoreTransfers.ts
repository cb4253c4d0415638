import { type ChatContext, findConversation, showConversation } from '../context.ts';
import { copyAsHistory } from '../conversationEnded.ts';
import type { SavedConversation } from '../conversations/savedConversations.ts';

/**
 * Restores transfers after a reload. The window shows the conversation that the visitor was transferred to, with the
 * earlier messages as history, and its end still returns to the first one.
 */
export function restoreTransfers(context: ChatContext, saved: readonly SavedConversation[]): void {
  context.saved.clear();
  const running = saved.filter(({ localId }) => findConversation(context, localId));
  for (const { localId, fromId, noSwitchBack } of running) {
    if (fromId === undefined) continue;
    context.transfers.set(localId, { fromId, noSwitchBack: noSwitchBack ?? false });
    copyAsHistory(context, fromId, localId);
  }
  const last = running.findLast(({ localId }) => !running.some(({ fromId }) => fromId === localId));
  if (last) showConversation(context, last.localId);
}
