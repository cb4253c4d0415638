import { textOf } from '../../host/queryValue.ts';
import { createTimer } from '../../platform/timer.ts';
import type { StartType } from '../channel.ts';
import { isLive } from '../conversation.ts';
import { spendAll } from '../conversations/choices.ts';
import {
  dropExternalEntry,
  readConversations,
  readExternalEntry,
  type SavedConversation,
} from '../conversations/savedConversations.ts';
import type { ChatCore } from '../core.ts';
import { maxOverlayMs, preferredWaitMs } from '../limits.ts';
import { type AdapterId, queueTypes } from '../routing/adapters.ts';
import { isUsable as canStart, chooseAdapter, queueOrder } from '../routing/chooseAdapter.ts';
import { type Route, routesOf } from '../routing/routing.ts';
import type { RoutingEntry } from '../routing/routingEntry.ts';
import { adapterById } from '../state.ts';
import { watchEnding } from './endedChat.ts';
import { resumeConversation } from './startConversation.ts';

type StartChat = (startType: StartType) => Promise<void>;

/** Opens the page's channels in parallel, so that a hanging channel does not block the others. */
export function createChatStartup(core: ChatCore, startChat: StartChat, watch: (listener: () => void) => () => void) {
  const { state, ports } = core;
  /** Adapters whose channel has not finished `init`. */
  const opening = new Set<AdapterId>();
  /** Adapters with a conversation from before a reload, which continues before a new one starts. */
  const resuming = new Set<AdapterId>();
  const waiting = new Set<() => void>();
  let isFinished = false;
  /** The two waits of a visitor, for a preferred channel and for a resumed one. Each happens once. */
  let isPreferredWaitOver = false;
  let isResumeWaitOver = false;
  const checkWaiting = (): void => {
    for (const check of waiting) check();
  };

  function findRoutes(entries = ports.entries, external?: RoutingEntry): readonly Route[] {
    const place = { pageUrl: ports.pageUrl(), focusArea: ports.place().focusArea };
    return routesOf({ ...place, entries, pages: ports.deployment.pages, query: ports.query, external }, ports.log);
  }

  /** From now on, chats of this adapter start with the row that has this skill. Returns whether its channel has another (SH-054). */
  function chooseRow(adapterId: AdapterId, skill: string): boolean {
    const rows = ports.entries.filter((row) => row.skill === skill);
    const entry = findRoutes(rows).find((one) => one.adapterId === adapterId)?.entry;
    if (entry) core.channels.pageEntries.set(adapterId, entry);
    return entry !== undefined && core.channels.opened(adapterId)?.entry.skill !== entry.skill;
  }

  /** Opens the page's channels, continues earlier conversations and applies the start parameters (CH-010). */
  async function begin(): Promise<void> {
    const external = readExternalEntry(ports.storage);
    const pageRoutes = findRoutes();
    const routes = external ? findRoutes(ports.entries, external) : pageRoutes;
    for (const { adapterId, entry } of pageRoutes) core.channels.pageEntries.set(adapterId, entry);
    const draft = ports.storage.read('cm-draft');
    if (typeof draft === 'string') state.draft = draft;
    void core.seenCookies.read();
    const saved = readConversations(ports.storage);
    for (const one of saved) core.conversations.saved.set(one.adapterId, one);
    for (const { adapterId } of routes) {
      opening.add(adapterId);
      if (core.conversations.saved.has(adapterId)) resuming.add(adapterId);
    }
    const hasStartParameter = ports.query.startChat === true;
    const account = textOf(ports.query.continueChat);
    const all = Promise.all(routes.map(openRoute)).then(() => {
      if (ports.lifetime.ended) return;
      restoreTransfers(core, saved);
      // CH-060: the chat of the external entry may have ended while the page was closed.
      for (const { id } of state.adapters) {
        if (!isLive(core.conversations.currentOf(id)?.published?.state)) dropExternalEntry(ports.storage, id);
      }
      isFinished = true;
      checkWaiting();
      void watchEnding(core, watch);
    });
    if (account === undefined && hasStartParameter) await whenUsable();
    else await all;
    if (ports.lifetime.ended) return;
    if (account !== undefined && (await continueChat(account))) return;
    if (hasStartParameter && chooseAdapter(state.adapters)) await startChat('queryParameter');
    else if (hasStartParameter) ports.pane.chatMissing();
    await all;
  }

  async function openRoute(route: Route): Promise<void> {
    const { adapterId } = route;
    const opened = await core.channels.open(route).catch((error: unknown) => {
      ports.log.error('A chat channel could not be loaded.', error);
      return undefined;
    });
    await opened?.ready;
    opening.delete(adapterId);
    const saved = core.conversations.saved.get(adapterId);
    if (opened && resuming.has(adapterId) && saved) await resumeConversation(core, adapterId, saved.conversationId);
    resuming.delete(adapterId);
    checkWaiting();
  }

  async function continueChat(account: string): Promise<boolean> {
    const ofAccount = state.adapters.filter(({ config }) => config.account === account);
    for (const adapter of ofAccount) {
      if (adapter.queueType !== 'sync' && adapter.queueType !== 'async') continue;
      if (await resumeConversation(core, adapter.id)) {
        ports.pane.show('queryParameter');
        return true;
      }
    }
    return false;
  }

  /** Whether a chat can start now. A channel that CH-009 prefers and that is still opening gets a short wait. */
  function isUsable(adapterId: AdapterId | undefined): boolean {
    if (isFinished) return true;
    if (resuming.size > 0 && !isResumeWaitOver) return false;
    if (adapterId !== undefined) return adapterById(state, adapterId)?.isReady === true;
    const best = chooseAdapter(state.adapters);
    if (!best) return false;
    const rank = canStart(best) ? queueOrder.indexOf(best.queueType) : queueOrder.length;
    return isPreferredWaitOver || ![...opening].some((id) => queueOrder.indexOf(queueTypes[id]) < rank);
  }

  /** Resolves once it is known whether a chat can start, or after 20 s. */
  function whenUsable(adapterId?: AdapterId): Promise<void> {
    const own = ports.lifetime.child();
    return new Promise((resolve) => {
      const settle = (): void => {
        if (isUsable(adapterId)) own.end();
      };
      own.add(() => {
        waiting.delete(settle);
        resolve();
      });
      waiting.add(settle);
      own.add(watch(settle));
      createTimer(ports.clock, own).start(preferredWaitMs, () => {
        isPreferredWaitOver = true;
        settle();
      });
      createTimer(ports.clock, own).start(maxOverlayMs, () => {
        isResumeWaitOver = true;
        own.end();
      });
      settle();
    });
  }

  return { begin, chooseRow, whenUsable, isUsable };
}

/**
 * Restores transfers after a reload. The window shows the conversation that the visitor was transferred to, with the
 * earlier messages as history, and its end still returns to the first one.
 */
function restoreTransfers(core: ChatCore, saved: readonly SavedConversation[]): void {
  const { conversations, state } = core;
  conversations.saved.clear();
  const resumed = saved.flatMap((one) => {
    const record = conversations.find(one.localId);
    return record ? [{ ...one, record }] : [];
  });
  const running = resumed.filter(({ record }) => isLive(record.published?.state));
  for (const { record, fromId } of running) {
    const from = conversations.find(fromId);
    if (!from) continue;
    record.continueThread(from);
    spendAll(from, state);
  }
  const last = running.findLast(({ localId }) => !running.some(({ fromId }) => fromId === localId));
  if (last) core.dispatch(last.adapterId, { type: 'restored' }, last.record);
  for (const { adapterId, record } of resumed) core.dispatch(adapterId, { type: 'originRestored' }, record);
}
