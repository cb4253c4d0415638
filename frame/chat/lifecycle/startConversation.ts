import { createError } from '../../platform/errors.ts';
import type { ChannelSnapshot, StartType, TransferRequest } from '../channel.ts';
import { isLive, isOver } from '../conversation.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { targetOf } from '../conversations/history.ts';
import { dropExternalEntry, readConversations } from '../conversations/savedConversations.ts';
import type { ChatCore } from '../core.ts';
import { type AdapterId, isAdapterId, queueTypes } from '../routing/adapters.ts';
import { chooseAdapter } from '../routing/chooseAdapter.ts';
import { isSameRoute } from '../routing/routing.ts';
import { adapterById, type Problem } from '../state.ts';

/**
 * Starts a conversation, or continues the one that another tab has started since this page loaded. A failure is shown to the
 * visitor, with a way to continue (CH-212, CH-214), and so is a live chat that runs in another tab.
 */
export async function startConversation(core: ChatCore, adapterId: AdapterId, startType: StartType): Promise<void> {
  const { channels, conversations, ports } = core;
  if (ports.lifetime.ended) return;
  const tabId = tabWithLiveChat(core, adapterId);
  if (tabId !== undefined && (await ports.tabs.isAlive(tabId))) {
    core.state.problem = otherTabProblem;
    core.state.hasOverride = true;
    return;
  }
  const stored = readConversations(ports.storage).find((one) => one.adapterId === adapterId);
  // A second conversation would replace the stored one, whose waiting texts would never be sent.
  if (stored && !conversations.find(stored.localId)) {
    conversations.saved.set(adapterId, stored);
    const isContinued = await resumeConversation(core, adapterId, stored.conversationId);
    if (isContinued || ports.lifetime.ended) return;
  }
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

/** CH-060, CH-138: the entry of a transfer is in force until its chat ends. A new chat uses the page's own entry. */
async function restorePageEntry({ channels }: ChatCore, adapterId: AdapterId): Promise<void> {
  const entry = channels.pageEntries.get(adapterId);
  const running = channels.opened(adapterId);
  if (!entry || !running || isSameRoute(running.entry, entry)) return;
  const opened = await channels.open({ adapterId, entry });
  if (opened?.channel.isExternal) await opened.ready; // The provider's script opens the window.
}

/** Opens the provider's window again, which may be closed, blocked or behind other windows (CH-156). */
export async function reopenExternal({ channels, conversations, ports, state }: ChatCore, adapterId: AdapterId) {
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
  conversationId?: string,
): Promise<boolean> {
  const channel = core.channels.of(adapterId);
  if (!channel || core.ports.lifetime.ended) return false;
  const record = core.dispatch(adapterId, { type: 'resumeAsked' });
  const warn = (error: unknown) => void core.ports.log.warn('A conversation could not be continued.', error);
  const isResumed = await channel.resume?.({ conversationId }).catch(warn);
  if (core.ports.lifetime.ended) return false;
  const state = record?.published?.state;
  if (isResumed && state !== undefined && !isOver(state)) {
    core.dispatch(adapterId, { type: 'resumed' }, record);
    return true;
  }
  // In messaging, the visitor may only have to sign in. A live chat of another tab may go on there.
  const isFinal = isResumed === false && queueTypes[adapterId] === 'sync' && !tabWithLiveChat(core, adapterId);
  core.dispatch(adapterId, { type: 'notResumed', isFinal }, record);
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
  try {
    const { conversationId } = adapterById(state, from.adapterId) ?? {};
    if (await channels.of(from.adapterId)?.resume?.({ conversationId })) {
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

const otherTabProblem: Problem = { key: 'otherTab', action: 'menu', link: undefined };

/**
 * The other tab that may have a live chat with this service: only the tab that has started a live chat can continue it. A second one would be
 * a second visitor at the desk.
 */
function tabWithLiveChat({ ports }: ChatCore, adapterId: AdapterId): string | undefined {
  if (queueTypes[adapterId] !== 'sync') return undefined;
  const tabId = readConversations(ports.storage).find((one) => one.adapterId === adapterId)?.tabId;
  return tabId === undefined || ports.tabs.holds(tabId) ? undefined : tabId;
}

/**
 * Transfers the visitor to an agent (CH-055 to CH-062). While the transfer is pending, the window shows the new conversation
 * as waiting, with the old messages as history. New messages go to the new channel, which queues them until an agent joins.
 * The transfer is recorded, for the return, only after the target has started. A failure restores the old conversation, and the
 * messages that the visitor has written in the meantime move to the composer. So does the visitor's end of it, without a message.
 */
export async function transferChat(core: ChatCore, from: AdapterId, request: TransferRequest): Promise<void> {
  const { conversations, ports, state } = core;
  const origin = conversations.currentOf(from);
  // An answer of the bot may be late: the visitor has been handed over, or is about to be.
  if (!origin || origin.isTransferring || state.transferToId !== undefined || targetOf(core, origin)) return;
  origin.isTransferring = true;
  let target: ConversationRecord | undefined;
  let begunId: string | undefined;
  let refusedId: AdapterId | undefined;
  let isElsewhere = false;
  try {
    const found = findTransferTarget(request, state.adapters);
    const opened = found && (await openTarget(core, found));
    if (!found || !opened) throw createError('CHANNEL_UNAVAILABLE', 'No agent adapter can accept the chat.');
    const { adapterId } = found;
    refusedId = adapterId;
    // The visitor has changed.
    if (ports.lifetime.ended) return;
    const running = conversations.currentOf(adapterId);
    // The visitor has closed the chat in the meantime.
    if (!isLive(origin.published?.state)) {
      if (!isLive(running?.published?.state)) dropExternalEntry(ports.storage, adapterId);
      return;
    }
    target = core.dispatch(adapterId, { type: 'transferAsked', fromId: origin.id });
    if (target !== running) begunId = target?.id;
    const checkLive = (): void => {
      if (!isLive(target?.published?.state))
        throw createError('CHANNEL_UNAVAILABLE', `${adapterId} ended the chat before it started.`);
    };
    await opened.ready;
    const tabId = begunId && tabWithLiveChat(core, adapterId);
    isElsewhere = tabId !== undefined && (await ports.tabs.isAlive(tabId));
    if (isElsewhere) throw createError('CHANNEL_UNAVAILABLE', 'A live chat runs in another tab.');
    // The visitor may have ended it in the meantime.
    checkLive();
    // Without texts that wait or were not sent: the visitor may not want them sent any more.
    const transferred = origin.published?.messages.pages.flat() ?? [];
    await opened.channel.start({ startType: 'transfer', transferred });
    checkLive();
    core.dispatch(
      adapterId,
      { type: 'transferAccepted', fromId: origin.id, noSwitchBack: request.noSwitchBack },
      target,
    );
    core.dispatch(from, { type: 'handedOver', to: queueTypes[adapterId] }, origin);
  } catch (error) {
    const hasFailed = !target?.isEndedByVisitor;
    core.dispatch(from, { type: 'transferRefused', begunId, hasFailed }, origin);
    if (hasFailed) {
      ports.log.error('transferChatHelper error', error);
      state.refusedId = refusedId;
      if (isElsewhere) state.problem = otherTabProblem;
    }
    throw error;
  } finally {
    origin.isTransferring = false;
  }
}

/**
 * An external entry is in force until its chat ends, even across a reload (CH-060). It is stored with its adapter, because its
 * service may have another name.
 */
async function openTarget(
  { channels, conversations, ports }: ChatCore,
  target: NonNullable<ReturnType<typeof findTransferTarget>>,
) {
  const { adapterId } = target;
  const isRunning = isLive(conversations.currentOf(adapterId)?.published?.state);
  const entry = target.entry ?? (isRunning ? undefined : channels.pageEntries.get(adapterId));
  if (!entry) return channels.opened(adapterId);
  const opened = await channels.open({ adapterId, entry });
  if (opened && target.entry?.ifExternalConfig) {
    ports.storage.write('cm-external-config', { ...target.entry, adapter: adapterId });
  }
  return opened;
}

/**
 * The target of a transfer: the entry of the pressed line, else the external entry of the focus area, else an agent
 * adapter of the page (CH-058). An async entry goes to an async adapter, any other entry to a sync one (CH-055).
 * `entry` is undefined if the page's own entry of the adapter is used.
 */
export function findTransferTarget(request: TransferRequest, adapters: readonly ChannelSnapshot[]) {
  const bundles = request.extraBundles ?? {};
  const area = request.focusArea;
  const external = area !== undefined && Object.hasOwn(bundles, area) ? bundles[area] : undefined;
  const entry = request.entries?.find((one) => one.service !== 'bot') ?? external;
  if (!entry) {
    const agent = chooseAdapter(adapters.filter(({ queueType }) => queueType === 'async' || queueType === 'sync'));
    return agent && { adapterId: agent.id, entry: undefined };
  }
  const service = entry.adapter ?? entry.service;
  const named = isAdapterId(service) ? service : undefined;
  const queue = named && queueTypes[named];
  const wanted = (entry.queueType ?? queue) === 'async' ? 'async' : 'sync';
  const byQueue: AdapterId = wanted === 'async' ? 'liveperson2' : 'liveperson';
  return { adapterId: named && queue === wanted ? named : byQueue, entry };
}
