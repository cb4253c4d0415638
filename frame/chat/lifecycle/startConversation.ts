import { createError } from '../../platform/errors.ts';
import type { ResumeRequest, StartType } from '../channel.ts';
import { isOver } from '../chatState.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { readConversations, type SavedConversation } from '../conversations/savedConversations.ts';
import type { ChatCore } from '../core.ts';
import { type AdapterId, queueTypes } from '../routing/adapters.ts';
import { isSameRoute } from '../routing/routing.ts';
import type { Problem } from '../state.ts';

/**
 * Starts a conversation, or continues the one that another tab has started since this page loaded. A failure is shown to the
 * visitor, with a way to continue (CH-212, CH-214), and so is a live chat that runs in another tab.
 */
export async function startConversation(core: ChatCore, adapterId: AdapterId, startType: StartType): Promise<void> {
  const { channels, ports } = core;
  if (ports.lifetime.ended) return;
  const tabId = tabWithLiveChat(core, adapterId);
  if (tabId !== undefined && (await ports.tabs.isAlive(tabId))) {
    core.state.problem = otherTabProblem;
    core.state.hasOverride = true;
    return;
  }
  const saved = savedByOtherTab(core, adapterId);
  if (saved && (await continueSaved(core, saved))) return;
  const record = core.dispatch(adapterId, { type: 'asked', startType });
  try {
    await restorePageEntry(core, adapterId);
    if (ports.lifetime.ended) return;
    const channel = channels.of(adapterId);
    if (!channel) throw createError('CHANNEL_UNAVAILABLE', `There is no open channel for ${adapterId}.`);
    await channel.start({ startType });
    core.dispatch(adapterId, { type: 'accepted' }, record);
  } catch (error) {
    ports.log.warn('Cannot start chat.', error);
    core.dispatch(adapterId, { type: 'refused' }, record);
    core.state.refusedId = adapterId;
  }
}

const savedByOtherTab = ({ conversations, ports }: ChatCore, adapterId: AdapterId): SavedConversation | undefined =>
  readConversations(ports.storage).find((one) => one.adapterId === adapterId && !conversations.find(one.localId));

/** A second conversation would replace the stored one, whose waiting texts would never be sent. */
async function continueSaved(core: ChatCore, saved: SavedConversation): Promise<boolean> {
  const { adapterId, conversationId } = saved;
  core.conversations.saved.set(adapterId, saved);
  return (await resumeConversation(core, adapterId, { conversationId })) || core.ports.lifetime.ended;
}

/** CH-060, CH-138: the entry of a transfer is in force until its chat ends. A new chat uses the page's own entry. */
async function restorePageEntry({ channels }: ChatCore, adapterId: AdapterId): Promise<void> {
  const entry = channels.pageEntries.get(adapterId);
  const running = channels.opened(adapterId);
  if (entry && running && !isSameRoute(running.entry, entry)) await channels.open({ adapterId, entry });
}

/** Opens the provider's window again, which may be closed, blocked or behind other windows (CH-156). */
export async function reopenExternal(
  { channels, conversations, ports, state }: ChatCore,
  adapterId: AdapterId,
): Promise<void> {
  try {
    await channels.of(adapterId)?.start({ startType: 'restart' });
  } catch (error) {
    ports.log.warn('The window of an external chat could not be opened again.', error);
    const record = conversations.currentOf(adapterId);
    if (record) state.problems[record.id] = { key: 'notAvailable', action: 'menu', link: undefined };
  }
}

/** Continues a conversation from before a reload. Returns whether there was one (CH-052). */
export async function resumeConversation(
  core: ChatCore,
  adapterId: AdapterId,
  request: ResumeRequest,
): Promise<boolean> {
  const channel = core.channels.of(adapterId);
  if (!channel || core.ports.lifetime.ended) return false;
  const record = core.dispatch(adapterId, { type: 'resumeAsked' });
  const isResumed = await channel.resume?.(request).catch((error: unknown) => {
    core.ports.log.warn('A conversation could not be continued.', error);
    return false;
  });
  if (core.ports.lifetime.ended) return false;
  const state = record?.published?.state;
  if (isResumed && state !== undefined && !isOver(state)) {
    core.dispatch(adapterId, { type: 'resumed' }, record);
    return true;
  }
  core.dispatch(adapterId, { type: 'notResumed' }, record);
  return false;
}

/** Continues the conversation that the ended one was transferred from, or starts a new one if that fails (CH-047). */
export async function returnToOrigin(core: ChatCore, ended: ConversationRecord, hasFailed: boolean): Promise<void> {
  const { conversations, channels, state, ports } = core;
  const from = conversations.find(ended.transfer?.fromId);
  ended.transfer = undefined;
  if (!from) return;
  core.dispatch(from.adapterId, { type: 'returned', endedId: ended.id }, from);
  // A channel reports the end before it reports which of the texts the service has.
  await Promise.resolve();
  core.dispatch(ended.adapterId, { type: 'left' }, ended);
  const adapter = state.adapters.find((one) => one.id === from.adapterId);
  try {
    if (await channels.of(from.adapterId)?.resume?.({ conversationId: adapter?.conversationId })) {
      core.dispatch(from.adapterId, { type: 'continued', hasFailed }, from);
      return;
    }
  } catch (error) {
    ports.log.warn('Could not continue the chat that the visitor was transferred from. Starting a new one.', error);
  }
  // The visitor has closed the chat in the meantime.
  if (!from.published) return;
  const restartId = state.adapters.find((one) => queueTypes[one.id] === 'bot')?.id ?? from.adapterId;
  await startConversation(core, restartId, 'restart');
  const started = conversations.currentOf(restartId);
  if (!started) conversations.makeCurrent(from);
  else if (started !== from) core.dispatch(from.adapterId, { type: 'replaced', byId: started.id }, from);
}

export const otherTabProblem: Problem = { key: 'otherTab', action: 'menu', link: undefined };

/**
 * The other tab that may have a live chat with this service: only the tab that has started a live chat can continue it. A second one would be
 * a second visitor at the desk.
 */
export function tabWithLiveChat({ ports }: ChatCore, adapterId: AdapterId): string | undefined {
  if (queueTypes[adapterId] !== 'sync') return undefined;
  const tabId = readConversations(ports.storage).find((one) => one.adapterId === adapterId)?.tabId;
  return tabId === undefined || ports.tabs.holds(tabId) ? undefined : tabId;
}
