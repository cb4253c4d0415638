import { createError } from '../platform/errors.ts';
import type { AdapterId } from './adapters.ts';
import { queueTypes } from './adapters.ts';
import { saveForReload, saveUndelivered, trackOf } from './applyEvent.ts';
import type { TransferRequest } from './channel.ts';
import { isLive } from './chatState.ts';
import {
  addConversation,
  addMessages,
  type ChatContext,
  findConversation,
  type OpenChannel,
  removeConversation,
  showConversation,
} from './context.ts';
import type { Conversation } from './conversation.ts';
import { copyAsHistory } from './conversationEnded.ts';
import { forgetConversation } from './conversations/savedConversations.ts';
import { findTransferTarget, type TransferTarget } from './lifecycle/transferTarget.ts';
import { allMessages } from './messageLog.ts';
import { openChannel } from './openChannels.ts';

/**
 * Transfers the visitor to an agent (CH-055 to CH-062). While the transfer is pending, the window shows the new conversation
 * as waiting, with the old messages as history. New messages go to the new channel, which queues them until an agent joins.
 * The transfer is recorded, for the return, only after the target has started. A failure restores the old conversation,
 * with the messages that the visitor has written meanwhile.
 */
export async function transferChat(context: ChatContext, from: AdapterId, request: TransferRequest): Promise<void> {
  const { state } = context;
  const origin = findConversation(context, context.current.get(from));
  if (state.transferToId !== undefined || !origin) return;
  let target: Conversation | undefined;
  try {
    const { opened, adapterId } = await openTarget(context, request);
    if (context.ports.lifetime.ended) return;
    target = addConversation(context, adapterId, 'waiting');
    state.transferToId = target.id;
    state.trouble = undefined;
    copyAsHistory(context, origin.id, target.id);
    showConversation(context, target.id);
    await opened.ready;
    await opened.channel.start({ startType: 'transfer', transferred: allMessages(origin.messages) });
    const started = findConversation(context, target.id);
    if (!started || started.state === 'error' || started.state === 'fatal_error' || started.state === 'ended') {
      throw createError('CHANNEL_UNAVAILABLE', `${adapterId} ended the chat before it started.`);
    }
    context.transfers.set(target.id, { fromId: origin.id, noSwitchBack: request.noSwitchBack ?? false });
    saveForReload(context, started);
    state.transferToId = undefined;
    if (queueTypes[from] === 'bot' && queueTypes[adapterId] === 'sync') trackOf(context, origin, 'CM_CHAT_TRANSFER');
  } catch (error) {
    context.ports.log.error('transferChatHelper error', error);
    cancelTransfer(context, origin, target);
    throw error;
  }
}

async function openTarget(
  context: ChatContext,
  request: TransferRequest,
): Promise<{ opened: OpenChannel; adapterId: AdapterId }> {
  const target = findTransferTarget(request, context.state.adapters, context.ports.log);
  const opened = target && (await openTargetChannel(context, target));
  if (!target || !opened) throw createError('CHANNEL_UNAVAILABLE', 'No agent adapter can accept the chat.');
  return { opened, adapterId: target.adapterId };
}

/** An external entry is in force until its chat ends, even across a reload (CH-060). */
async function openTargetChannel(context: ChatContext, target: TransferTarget): Promise<OpenChannel | undefined> {
  const { adapterId } = target;
  const running = findConversation(context, context.current.get(adapterId));
  const entry = target.entry ?? (isLive(running?.state) ? undefined : context.pageEntries.get(adapterId));
  if (!entry) return context.channels.get(adapterId);
  const opened = await openChannel(context, { adapterId, entry });
  if (opened && target.entry?.ifExternalConfig) context.ports.storage.write('cm-external-config', target.entry);
  return opened;
}

function cancelTransfer(context: ChatContext, origin: Conversation, target: Conversation | undefined): void {
  const { state } = context;
  state.transferToId = undefined;
  context.ports.storage.remove('cm-external-config');
  const written = (target && findConversation(context, target.id)?.messages.pending) ?? [];
  if (target) {
    forgetConversation(context.ports.storage, target.id);
    removeConversation(context, target.id);
  }
  addMessages(
    context,
    origin.id,
    written.map(({ dateStamp, ...message }) => ({ ...message, isPending: false, isNotSent: true })),
  );
  saveUndelivered(context, origin.id);
  context.current.set(origin.adapterId, origin.id);
  showConversation(context, origin.id);
  state.trouble = undefined;
  // A message rather than a notice, so that it keeps its place in the conversation and in the transcript (CH-217).
  const failed = { id: context.ports.createId(), type: 'error', text: context.text('transferFailed') } as const;
  context.steps.apply(origin.adapterId, { type: 'messages', messages: [failed], countsUnread: false });
}
