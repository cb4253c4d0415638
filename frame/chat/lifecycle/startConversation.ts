import { createError } from '../../platform/errors.ts';
import type { StartType } from '../channel.ts';
import { readConversations, type SavedConversation } from '../conversations/savedConversations.ts';
import type { ChatCore } from '../core.ts';
import type { AdapterId } from '../routing/adapters.ts';
import { isSameRoute } from '../routing/routing.ts';
import { otherTabProblem, tabWithLiveChat } from './otherTab.ts';
import { resumeConversation } from './resumeConversation.ts';

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
