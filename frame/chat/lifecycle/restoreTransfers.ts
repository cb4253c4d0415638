import { isLive } from '../chatState.ts';
import { spendAll } from '../conversations/choices.ts';
import { copyAsHistory } from '../conversations/history.ts';
import type { SavedConversation } from '../conversations/savedConversations.ts';
import type { ChatCore } from '../core.ts';

/**
 * Restores transfers after a reload. The window shows the conversation that the visitor was transferred to, with the
 * earlier messages as history, and its end still returns to the first one.
 */
export function restoreTransfers(core: ChatCore, saved: readonly SavedConversation[]): void {
  const { conversations, state } = core;
  conversations.saved.clear();
  const resumed = saved.flatMap((one) => {
    const record = conversations.find(one.localId);
    return record ? [{ ...one, record }] : [];
  });
  const running = resumed.filter(({ record }) => isLive(record.published?.state));
  for (const { record, fromId, noSwitchBack } of running) {
    if (fromId === undefined) continue;
    record.transfer = { fromId, noSwitchBack: noSwitchBack ?? false };
    const from = conversations.find(fromId);
    if (!from) continue;
    copyAsHistory(from, record);
    spendAll(from, state);
  }
  const last = running.findLast(({ localId }) => !running.some(({ fromId }) => fromId === localId));
  if (last) core.dispatch(last.adapterId, { type: 'restored' }, last.record);
  for (const { adapterId, record } of resumed) core.dispatch(adapterId, { type: 'originRestored' }, record);
}
