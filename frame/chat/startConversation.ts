import { createError, describeError } from '../platform/errors.ts';
import type { AdapterId } from './adapters.ts';
import { trackOf, welcomeBack } from './applyEvent.ts';
import type { StartRequest, StartType } from './channel.ts';
import { isLive, isOver } from './chatState.ts';
import {
  addConversation,
  addMessages,
  type ChatContext,
  clearTimer,
  findConversation,
  removeConversation,
  setTimer,
  showConversation,
} from './context.ts';
import type { Conversation } from './conversation.ts';
import { overlayMaxMs } from './limits.ts';
import { allMessages } from './messageLog.ts';
import { channelOf, openChannel } from './openChannels.ts';
import { sameRoute } from './routing.ts';
import { readOutbox, type SavedConversation } from './savedConversations.ts';

/** Begins a conversation with an adapter that the page has. Rejects when it cannot be started. */
export async function startConversation(
  context: ChatContext,
  adapterId: AdapterId,
  request: StartRequest,
): Promise<Conversation> {
  if (!channelOf(context, adapterId)) throw createError('CHANNEL_UNAVAILABLE', `No channel runs for ${adapterId}.`);
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
    await putBackOwnEntry(context, adapterId);
    await channelOf(context, adapterId)?.start(request);
  } finally {
    clearTimer(context, 'overlay');
    context.state.isStarting = false;
  }
  return conversation;
}

/** CH-060, CH-138: the entry of a transfer was in force until its chat ended; a chat from here is the page's own. */
async function putBackOwnEntry(context: ChatContext, adapterId: AdapterId): Promise<void> {
  const own = context.own.get(adapterId);
  const running = context.channels.get(adapterId);
  if (own && running && !sameRoute(running.entry, own)) await openChannel(context, { adapterId, entry: own });
}

/** CH-050: only the bot of the console-contact skill begins again. */
export function restartAfterSurvey(context: ChatContext): void {
  const bot = context.state.adapters.find((one) => one.queueType === 'bot');
  if (bot?.skill !== context.ports.deployment.restartSkill) return;
  const running = findConversation(context, context.current.get(bot.id));
  if (!running || !isLive(running.state)) void startOrExplain(context, bot.id, 'restart');
}

/** The same with every outcome visible: what fails leaves a sentence and a way on (CH-212, CH-214). */
export async function startOrExplain(context: ChatContext, adapterId: AdapterId, startType: StartType): Promise<void> {
  try {
    await startConversation(context, adapterId, { startType });
  } catch (error) {
    context.ports.log.warn('Cannot start chat.', describeError(error));
    explainFailedStart(context, adapterId);
  }
}

/** CH-033: who signed in under the offline notice did so in order to chat. */
export function startAfterSignIn(context: ChatContext, adapterId: AdapterId): void {
  // The pane stands open for a chat, and there is none.
  if (!context.state.hasOverride || context.state.conversations.length > 0) return;
  void startOrExplain(context, adapterId, 'restart');
}

/** A chat in a window of its own, once more: the window was closed, blocked, or lies behind others (CH-156). */
export async function reopenExternal(context: ChatContext, adapterId: AdapterId): Promise<void> {
  try {
    await channelOf(context, adapterId)?.start({ startType: 'restart' });
  } catch (error) {
    context.ports.log.warn('The chat’s own window could not be opened again.', describeError(error));
    context.state.trouble = { key: 'notAvailable', action: 'menu', link: undefined };
  }
}

function explainFailedStart(context: ChatContext, adapterId: AdapterId): void {
  const conversation = findConversation(context, context.current.get(adapterId));
  // A channel may have said more precisely what to do (CH-213).
  context.state.trouble ??= { key: 'notAvailable', action: 'menu', link: undefined };
  if (conversation && isLive(conversation.state) && allMessages(conversation.messages).length === 0) {
    removeConversation(context, conversation.id);
    context.state.hasOverride = true;
  }
}

/** Goes on with what ran before the reload; true when there was something to go on with (CH-052). */
export async function resumeConversation(
  context: ChatContext,
  adapterId: AdapterId,
  saved: Partial<SavedConversation> & { readonly account?: string },
): Promise<boolean> {
  const channel = channelOf(context, adapterId);
  if (!channel) return false;
  const known = findConversation(context, context.current.get(adapterId));
  const conversation =
    known && isLive(known.state) ? known : addConversation(context, adapterId, 'resume', saved.localId);
  addMessages(context, conversation.id, readOutbox(context.ports.storage, conversation.id));
  const resumed = await channel
    .resume({
      conversationId: saved.conversationId,
      ...(saved.account === undefined ? {} : { account: saved.account }),
    })
    .catch((error: unknown) => {
      context.ports.log.warn('A conversation could not be continued.', describeError(error));
      return false;
    });
  const now = findConversation(context, conversation.id);
  if (resumed && now && !isOver(now.state)) {
    welcomeBack(context, now);
    if (context.state.activeId === undefined) showConversation(context, conversation.id);
    return true;
  }
  if (now && allMessages(now.messages).length === 0) removeConversation(context, conversation.id);
  return false;
}
