import { queueTypes } from './adapters.ts';
import { carryOverUndelivered } from './carryOverUndelivered.ts';
import {
  addMessages,
  type ChatContext,
  findConversation,
  removeConversation,
  showConversation,
  withLog,
} from './context.ts';
import type { Conversation } from './conversation.ts';
import { forgetConversation } from './conversations/savedConversations.ts';
import { startOrExplain } from './lifecycle/startConversation.ts';
import { allMessages } from './messageLog.ts';
import { channelOf } from './openChannels.ts';

/**
 * Runs after a conversation has ended or failed. A transferred visitor returns to the first conversation (CH-047).
 * Otherwise the ended messages stay in the window and no conversation is active (CH-048). Offers the transcript (CH-064).
 */
export function conversationEnded(context: ChatContext, id: string): void {
  const conversation = findConversation(context, id);
  if (!conversation) return;
  const { state } = context;
  delete state.replies[id];
  context.ports.storage.remove('cm-external-config');
  if (state.transferToId === id) return; // `transferChat` rejects and handles the return.
  offerTranscript(context, conversation);
  const record = context.transfers.get(id);
  context.transfers.delete(id);
  const from = findConversation(context, record?.fromId);
  const failed = conversation.state === 'error' || conversation.state === 'fatal_error';
  if (record && from && !record.noSwitchBack) {
    void returnToOrigin(context, conversation, from, failed);
    return;
  }
  if (record && from) closeOrigin(context, from);
  if (failed) state.trouble ??= { key: 'chatFailed', action: 'newChat', link: undefined };
  if (state.activeId === id || state.activeId === undefined) {
    state.activeId = undefined;
    state.hasOverride = true;
  }
}

/** Removes the bot's conversation if a return is forbidden. The agent's conversation has its messages (CH-059). */
function closeOrigin(context: ChatContext, from: Conversation): void {
  carryOverUndelivered(context, from.id);
  forgetConversation(context.ports.storage, from.id);
  removeConversation(context, from.id);
  channelOf(context, from.adapterId)
    ?.end()
    .catch((error: unknown) => context.ports.log.warn('Could not end the bot chat.', error));
}

function offerTranscript(context: ChatContext, conversation: Conversation): void {
  const hasMessages = allMessages(conversation.messages).some((one) => one.type !== 'system' && one.type !== 'error');
  if (!hasMessages) return;
  const text = context.text('downloadOffer');
  removeOffers(context, conversation.id);
  addMessages(context, conversation.id, [
    { id: `download-${conversation.id}`, type: 'system', text, source: 'download-transcript' },
  ]);
}

/** One offer is enough, because the file has the whole conversation (CH-064). */
function removeOffers(context: ChatContext, id: string): void {
  const offers =
    findConversation(context, id)
      ?.messages.pages.flat()
      .filter((one) => one.source !== undefined) ?? [];
  withLog(context, id, (log) => {
    for (const offer of offers) log.remove(offer.id);
  });
}

/** Continues the bot's conversation, or starts a new one if that fails (CH-047). */
async function returnToOrigin(
  context: ChatContext,
  ended: Conversation,
  from: Conversation,
  failed: boolean,
): Promise<void> {
  copyAsHistory(context, ended.id, from.id);
  carryOverUndelivered(context, ended.id);
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
    context.ports.log.warn(
      'Could not continue the chat that the visitor was transferred from. Starting a new one.',
      error,
    );
  }
  const bot = context.state.adapters.find((one) => queueTypes[one.id] === 'bot');
  const restartId = bot?.id ?? from.adapterId;
  await startOrExplain(context, restartId, 'restart');
  const startedId = context.current.get(restartId);
  if (startedId === undefined) {
    context.current.set(from.adapterId, from.id);
    return;
  }
  // The new conversation has the messages now. Without the removal there would be two live conversations.
  copyAsHistory(context, from.id, startedId);
  carryOverUndelivered(context, from.id);
  forgetConversation(context.ports.storage, from.id);
  removeConversation(context, from.id);
}

/** Copies the messages of one conversation to another as history (CH-057). */
export function copyAsHistory(context: ChatContext, fromId: string, toId: string): void {
  const from = findConversation(context, fromId);
  if (!from) return;
  const settled = from.messages.pages.flat();
  if (settled.some((one) => one.source !== undefined)) removeOffers(context, toId);
  addMessages(
    context,
    toId,
    settled.map(({ dateStamp, ...message }) => ({ ...message, isHistory: true })),
  );
}
