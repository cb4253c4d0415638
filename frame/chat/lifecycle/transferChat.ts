import { createError } from '../../platform/errors.ts';
import type { ChannelSnapshot, TransferRequest } from '../channel.ts';
import { isLive, isOver } from '../chatState.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { dropExternalEntry } from '../conversations/savedConversations.ts';
import type { ChatCore } from '../core.ts';
import { allMessages } from '../messages/messageLog.ts';
import { type AdapterId, isAdapterId, queueTypes } from '../routing/adapters.ts';
import { chooseAdapter } from '../routing/chooseAdapter.ts';
import type { OpenChannel } from '../routing/openChannels.ts';
import type { RoutingEntry } from '../routing/routingEntry.ts';
import { otherTabProblem, tabWithLiveChat } from './startConversation.ts';

/**
 * Transfers the visitor to an agent (CH-055 to CH-062). While the transfer is pending, the window shows the new conversation
 * as waiting, with the old messages as history. New messages go to the new channel, which queues them until an agent joins.
 * The transfer is recorded, for the return, only after the target has started. A failure restores the old conversation, and the
 * messages that the visitor has written in the meantime move to the composer.
 */
export async function transferChat(core: ChatCore, from: AdapterId, request: TransferRequest): Promise<void> {
  const { conversations, ports, state } = core;
  const origin = conversations.currentOf(from);
  if (!origin || origin.isTransferring || state.transferToId !== undefined) return;
  origin.isTransferring = true;
  let begun: ConversationRecord | undefined;
  let refusedId: AdapterId | undefined;
  let isElsewhere = false;
  try {
    const { opened, adapterId } = await openTarget(core, request);
    refusedId = adapterId;
    // The visitor has changed.
    if (ports.lifetime.ended) return;
    const running = conversations.currentOf(adapterId);
    // The visitor has closed the chat in the meantime.
    if (!isLive(origin.published?.state)) {
      if (!isLive(running?.published?.state)) dropExternalEntry(ports.storage, adapterId);
      return;
    }
    const target = core.dispatch(adapterId, { type: 'transferAsked', fromId: origin.id });
    if (target !== running) begun = target;
    await opened.ready;
    const tabId = begun && tabWithLiveChat(core, adapterId);
    isElsewhere = tabId !== undefined && (await ports.tabs.isAlive(tabId));
    if (isElsewhere) throw createError('CHANNEL_UNAVAILABLE', 'A live chat runs in another tab.');
    const transferred = origin.published ? allMessages(origin.published.messages) : [];
    await opened.channel.start({ startType: 'transfer', transferred });
    const started = target?.published?.state;
    if (started === undefined || isOver(started)) {
      throw createError('CHANNEL_UNAVAILABLE', `${adapterId} ended the chat before it started.`);
    }
    const noSwitchBack = request.noSwitchBack ?? false;
    core.dispatch(adapterId, { type: 'transferAccepted', fromId: origin.id, noSwitchBack }, target);
    core.dispatch(from, { type: 'handedOver', to: queueTypes[adapterId] }, origin);
  } catch (error) {
    ports.log.error('transferChatHelper error', error);
    core.dispatch(from, { type: 'transferRefused', begunId: begun?.id }, origin);
    state.refusedId = refusedId;
    if (isElsewhere) state.problem = otherTabProblem;
    throw error;
  } finally {
    origin.isTransferring = false;
  }
}

async function openTarget(
  core: ChatCore,
  request: TransferRequest,
): Promise<{ opened: OpenChannel; adapterId: AdapterId }> {
  const target = findTransferTarget(request, core.state.adapters);
  const opened = target && (await openTargetChannel(core, target));
  if (!target || !opened) throw createError('CHANNEL_UNAVAILABLE', 'No agent adapter can accept the chat.');
  return { opened, adapterId: target.adapterId };
}

/**
 * An external entry is in force until its chat ends, even across a reload (CH-060). It is stored with its adapter, because its
 * service may have another name.
 */
async function openTargetChannel(core: ChatCore, target: TransferTarget): Promise<OpenChannel | undefined> {
  const { channels, conversations, ports } = core;
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

interface TransferTarget {
  readonly adapterId: AdapterId;
  /** Undefined if the page's own entry of the adapter is used. */
  readonly entry: RoutingEntry | undefined;
}

/**
 * The target of a transfer: the entry of the pressed line, else the external entry of the focus area, else an agent
 * adapter of the page (CH-058). An async entry goes to an async adapter, any other entry to a sync one (CH-055).
 */
export function findTransferTarget(
  request: TransferRequest,
  adapters: readonly ChannelSnapshot[],
): TransferTarget | undefined {
  const bundles = request.extraBundles ?? {};
  const area = request.focusArea;
  const external = area !== undefined && Object.hasOwn(bundles, area) ? bundles[area] : undefined;
  const entry = request.entries?.find((one) => one.service !== 'bot') ?? external;
  if (!entry) return existingAgent(adapters);
  const service = entry.adapter ?? entry.service;
  const named = isAdapterId(service) ? service : undefined;
  const queue = named && queueTypes[named];
  const wanted = (entry.queueType ?? queue) === 'async' ? 'async' : 'sync';
  if (named && queue === wanted) return { adapterId: named, entry };
  return { adapterId: wanted === 'async' ? 'liveperson2' : 'liveperson', entry };
}

function existingAgent(adapters: readonly ChannelSnapshot[]): TransferTarget | undefined {
  const agents = adapters.filter((adapter) => adapter.queueType === 'async' || adapter.queueType === 'sync');
  const found = chooseAdapter(agents);
  return found ? { adapterId: found.id, entry: undefined } : undefined;
}
