import { describeError } from '../platform/errors.ts';
import { queueTypes } from './adapters.ts';
import {
  addMessages,
  type ChatContext,
  findConversation,
  removeConversation,
  showConversation,
  withLog,
} from './context.ts';
import type { Conversation } from './conversation.ts';
import { allMessages } from './messageLog.ts';
import { channelOf } from './openChannels.ts';
import { forgetConversation } from './savedConversations.ts';
import { startOrExplain } from './startConversation.ts';
import { keepUnsaid } from './unsaid.ts';

/**
 * After a conversation has ended or failed: the way back to where it was transferred from (CH-047), else the ended
 * messages stay in the window and nothing is active (CH-048). The transcript is offered once (CH-064).
 */
export function conversationEnded(context: ChatContext, id: string): void {
  const conversation = findConversation(context, id);
  if (!conversation) return;
  const { state } = context;
  delete state.replies[id];
  context.ports.storage.remove('cm-external-config');
  if (state.transferToId === id) return; // The transfer fails by its own rejection and goes back there.
  offerTranscript(context, conversation);
  const record = context.transfers.get(id);
  context.transfers.delete(id);
  const from = findConversation(context, record?.fromId);
  const failed = conversation.state === 'error' || conversation.state === 'fatal_error';
  if (record && from && !record.noSwitchBack) {
    void goBack(context, conversation, from, failed);
    return;
  }
  if (record && from) closeOrigin(context, from);
  if (failed) state.trouble ??= { key: 'chatFailed', action: 'newChat', link: undefined };
  if (state.activeId === id || state.activeId === undefined) {
    state.activeId = undefined;
    state.hasOverride = true;
  }
}

/** A forbidden return leaves no bot conversation behind; its messages stand in the agent's (CH-059). */
function closeOrigin(context: ChatContext, from: Conversation): void {
  keepUnsaid(context, from.id);
  forgetConversation(context.ports.storage, from.id);
  removeConversation(context, from.id);
  channelOf(context, from.adapterId)
    ?.end()
    .catch((error: unknown) => context.ports.log.warn('The bot chat was not ended.', describeError(error)));
}

function offerTranscript(context: ChatContext, conversation: Conversation): void {
  const hasTalk = allMessages(conversation.messages).some((one) => one.type !== 'system' && one.type !== 'error');
  if (!hasTalk) return;
  const text = context.text('downloadOffer');
  dropOffers(context, conversation.id);
  addMessages(context, conversation.id, [
    { id: `download-${conversation.id}`, type: 'system', text, source: 'download-transcript' },
  ]);
}

/** One offer a window is enough: it hands out the whole talk (CH-064). */
function dropOffers(context: ChatContext, id: string): void {
  const offers =
    findConversation(context, id)
      ?.messages.pages.flat()
      .filter((one) => one.source !== undefined) ?? [];
  withLog(context, id, (log) => {
    for (const offer of offers) log.remove(offer.id);
  });
}

/** The bot goes on where it was; when it cannot, it begins anew (CH-047). */
async function goBack(context: ChatContext, ended: Conversation, from: Conversation, failed: boolean): Promise<void> {
  copyAsHistory(context, ended.id, from.id);
  keepUnsaid(context, ended.id);
  context.current.set(from.adapterId, from.id);
  showConversation(context, from.id);
  const adapter = context.state.adapters.find((one) => one.id === from.adapterId);
  try {
    const channel = channelOf(context, from.adapterId);
    if (await channel?.resume({ conversationId: adapter?.conversationId })) {
      if (failed) context.state.trouble ??= { key: 'transferFailed', action: 'none', link: undefined };
      return;
    }
  } catch (error) {
    context.ports.log.warn('The chat could not go back to where it came from; it begins anew.', describeError(error));
  }
  const bot = context.state.adapters.find((one) => queueTypes[one.id] === 'bot');
  const anew = bot?.id ?? from.adapterId;
  await startOrExplain(context, anew, 'restart');
  const begun = context.current.get(anew);
  if (begun === undefined) {
    context.current.set(from.adapterId, from.id);
    return;
  }
  // The talk stands in the new conversation; the one that could not go on is no second live one beside it.
  copyAsHistory(context, from.id, begun);
  keepUnsaid(context, from.id);
  forgetConversation(context.ports.storage, from.id);
  removeConversation(context, from.id);
}

/** The earlier talk stands in the new conversation, marked as history (CH-057). */
export function copyAsHistory(context: ChatContext, fromId: string, toId: string): void {
  const from = findConversation(context, fromId);
  if (!from) return;
  const settled = from.messages.pages.flat();
  if (settled.some((one) => one.source !== undefined)) dropOffers(context, toId);
  addMessages(
    context,
    toId,
    settled.map(({ dateStamp, ...message }) => ({ ...message, isHistory: true })),
  );
}
