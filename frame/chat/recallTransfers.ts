import { type ChatContext, findConversation, showConversation } from './context.ts';
import { copyAsHistory } from './conversationEnded.ts';
import type { SavedConversation } from './savedConversations.ts';

/** After a reload: who was talked to last has the window, with the earlier talk, and an end still leads back. */
export function recallTransfers(context: ChatContext, saved: readonly SavedConversation[]): void {
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
