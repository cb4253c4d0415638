import { createError } from '../../platform/errors.ts';
import type { AdapterId } from '../adapters.ts';
import { greetReturningVisitor, trackOf } from '../applyEvent.ts';
import type { StartRequest, StartType } from '../channel.ts';
import { isLive, isOver } from '../chatState.ts';
import {
  addConversation,
  addMessages,
  type ChatContext,
  clearTimer,
  findConversation,
  removeConversation,
  setTimer,
  showConversation,
} from '../context.ts';
import type { Conversation } from '../conversation.ts';
import { readOutbox, type SavedConversation } from '../conversations/savedConversations.ts';
import { overlayMaxMs } from '../limits.ts';
import { allMessages } from '../messageLog.ts';
import { channelOf, openChannel } from '../openChannels.ts';
import { isSameRoute } from '../routing.ts';

/** Starts a conversation with an adapter of the page. Rejects if it cannot start. */
async function startConversation(
  context: ChatContext,
  adapterId: AdapterId,
  request: StartRequest,
): Promise<Conversation> {
  if (!channelOf(context, adapterId))
    throw createError('CHANNEL_UNAVAILABLE', `There is no open channel for ${adapterId}.`);
  const conversation = addConversation(context, adapterId, 'waiting');
  showConversation(context, conversation.id);
  context.state.isStarting = true;
  context.state.trouble = undefined;
  context.state.survey = 'open';
  setTimer(context, 'overlay', overlayMaxMs, () => {
    context.state.isStarting = false;
  });
  trackOf(context, conversation, 'CM_CHAT_START', { startType: request.startType });
  try {
    await restorePageEntry(context, adapterId);
    await channelOf(context, adapterId)?.start(request);
  } finally {
    clearTimer(context, 'overlay');
    context.state.isStarting = false;
  }
  return conversation;
}

/** CH-060, CH-138: the entry of a transfer is in force until its chat ends. A new chat uses the page's own entry. */
async function restorePageEntry(context: ChatContext, adapterId: AdapterId): Promise<void> {
  const entry = context.pageEntries.get(adapterId);
  const running = context.channels.get(adapterId);
  if (entry && running && !isSameRoute(running.entry, entry)) await openChannel(context, { adapterId, entry });
}

/** CH-050: restarts the bot of the console-contact skill, and no other. */
export function restartAfterSurvey(context: ChatContext): void {
  const bot = context.state.adapters.find((one) => one.queueType === 'bot');
  if (bot?.skill !== context.ports.deployment.restartSkill) return;
  const running = findConversation(context, context.current.get(bot.id));
  if (!running || !isLive(running.state)) void startOrExplain(context, bot.id, 'restart');
}

/** Starts a conversation and shows a failure to the visitor, with a way to continue (CH-212, CH-214). */
export async function startOrExplain(context: ChatContext, adapterId: AdapterId, startType: StartType): Promise<void> {
  try {
    await startConversation(context, adapterId, { startType });
  } catch (error) {
    context.ports.log.warn('Cannot start chat.', error);
    explainFailedStart(context, adapterId);
  }
}

/** CH-033: a visitor who signs in from the offline notice wants to chat. */
export function startAfterSignIn(context: ChatContext, adapterId: AdapterId): void {
  // Only if the pane shows the chat and there is no conversation in it.
  if (!context.state.hasOverride || context.state.conversations.length > 0) return;
  void startOrExplain(context, adapterId, 'restart');
}

/** Opens the provider's window again, which may be closed, blocked or behind other windows (CH-156). */
export async function reopenExternal(context: ChatContext, adapterId: AdapterId): Promise<void> {
  try {
    await channelOf(context, adapterId)?.start({ startType: 'restart' });
  } catch (error) {
    context.ports.log.warn('The window of an external chat could not be opened again.', error);
    context.state.trouble = { key: 'notAvailable', action: 'menu', link: undefined };
  }
}

function explainFailedStart(context: ChatContext, adapterId: AdapterId): void {
  const conversation = findConversation(context, context.current.get(adapterId));
  // Keep a more precise text from the channel (CH-213).
  context.state.trouble ??= { key: 'notAvailable', action: 'menu', link: undefined };
  if (conversation && isLive(conversation.state) && allMessages(conversation.messages).length === 0) {
    removeConversation(context, conversation.id);
    context.state.hasOverride = true;
  }
}

/** Continues a conversation from before a reload. Returns whether there was one (CH-052). */
export async function resumeConversation(
  context: ChatContext,
  adapterId: AdapterId,
  saved: Partial<SavedConversation> & { readonly account?: string },
): Promise<boolean> {
  const channel = channelOf(context, adapterId);
  if (!channel) return false;
  const current = findConversation(context, context.current.get(adapterId));
  const conversation =
    current && isLive(current.state) ? current : addConversation(context, adapterId, 'resume', saved.localId);
  addMessages(context, conversation.id, readOutbox(context.ports.storage, conversation.id));
  const resumed = await channel
    .resume({
      conversationId: saved.conversationId,
      ...(saved.account === undefined ? {} : { account: saved.account }),
    })
    .catch((error: unknown) => {
      context.ports.log.warn('A conversation could not be continued.', error);
      return false;
    });
  const now = findConversation(context, conversation.id);
  if (resumed && now && !isOver(now.state)) {
    greetReturningVisitor(context, now);
    if (context.state.activeId === undefined) showConversation(context, conversation.id);
    return true;
  }
  if (now && allMessages(now.messages).length === 0) removeConversation(context, conversation.id);
  return false;
}
