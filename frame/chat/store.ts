import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { PageFacts } from '../../bridge/records.ts';
import type { ChatSummary } from '../shell/records.ts';
import { isLive, isOver } from './conversation.ts';
import { applyEvent } from './conversations/applyEvent.ts';
import { createConversations } from './conversations/conversations.ts';
import { type ChatCore, createAnnouncer, createOverlay } from './core.ts';
import { createLifecycleActions } from './lifecycle/actions.ts';
import { dispatch } from './lifecycle/dispatch.ts';
import { transferChat } from './lifecycle/startConversation.ts';
import type { ChatPorts } from './ports.ts';
import { availabilityOf, chooseAdapter } from './routing/chooseAdapter.ts';
import { createChannels } from './routing/openChannels.ts';
import { findChannelLoader } from './routing/registry.ts';
import { initialState, type RoomSnapshot } from './state.ts';
import { createChatTexts } from './texts.ts';
import { createReading } from './window/reading.ts';
import { badgeOf, createReadMarks, createSeenCookies } from './window/seen.ts';
import { seenRecord, shownConversation, shownQueue, shownState } from './window/shown.ts';
import { createWindowActions } from './window/windowActions.ts';

export type ChatStore = ReturnType<typeof createChatStore>;

/** The chat store: the conversations and the actions on them. */
export function createChatStore(ports: ChatPorts) {
  const core = createCore(ports);
  const { state, channels, conversations, seenCookies, readMarks } = core;
  const watch = (listener: () => void): (() => void) => subscribe(state, listener);
  const lifecycle = createLifecycleActions(core, watch);
  let seenId: string | undefined;

  /** Runs when the window comes into view or goes, and when it shows something else (CH-044, CH-046). */
  function updateSeen(): void {
    state.isChatShown = ports.attention.isChatShown();
    const record = seenRecord(core);
    if (record && record.id !== seenId) seenCookies.set(record.adapterId);
    seenId = record?.id;
    if (!record) return;
    // Also resets conversations that are over, and those that were transferred: the window shows their messages only as history, or
    // not at all.
    for (const one of conversations.all) {
      const isReset =
        one === record || one.isTransferring || one.id === record.transfer?.fromId || isOver(one.published?.state);
      if (isReset) readMarks.read(one);
    }
    // Read receipts may be sent.
    channels.of(record.adapterId)?.seen?.();
  }

  ports.attention.onChange(ports.lifetime, updateSeen);
  ports.storage.onChange(ports.lifetime, (key, savedId) => {
    if (key !== 'cm-read') return;
    for (const one of conversations.all) if (one.savedId === savedId) readMarks.changed(one);
  });
  updateSeen();

  return {
    state,
    ports,
    subscribe: (listener: () => void) => ports.lifetime.add(watch(listener)),
    deployment: ports.deployment,
    visitorData: async () => (await import('./conversations/visitorData.ts')).visitorDataOf(core, lifecycle.endChat),
    ...lifecycle,
    ...createWindowActions(core, lifecycle.startNewChat),
    ...createReading(core),
    /** Whether the chat entry would start a bot (SH-117). */
    isBotAvailable: (): boolean => chooseAdapter(state.adapters)?.queueType === 'bot',
  };
}

function createCore(ports: ChatPorts): ChatCore {
  const { clock, lifetime, createId } = ports;
  const state = proxy(initialState());
  const core: ChatCore = {
    state,
    ports,
    text: createChatTexts(ports.texts),
    conversations: createConversations({ state, clock, lifetime, createId, asRef: ref }),
    channels: createChannels(state, ports, {
      event: (adapterId, event) => applyEvent(core, adapterId, event),
      transferRequested: (adapterId, request) => transferChat(core, adapterId, request),
    }),
    seenCookies: createSeenCookies(state, ports.host),
    readMarks: createReadMarks(ports.storage),
    announce: createAnnouncer(state, ports),
    overlay: createOverlay(state, ports),
    dispatch: (adapterId, event, record) => dispatch(core, adapterId, event, record),
  };
  return core;
}

export type OpenChat = ReturnType<typeof openChat>;

/**
 * The entry of the chat room. The door downloads it once the lookup names a chat service (CH-015). `replacedAt` is when the chat before
 * this one was closed, ms since the epoch; 0 if there was none.
 */
export function openChat(ports: Omit<ChatPorts, 'findLoader'>, replacedAt: number, isLoggedIn: () => boolean) {
  // A chat that follows another one on the page treats earlier messages as history, as after a reload.
  const page = (): PageFacts => {
    const facts = ports.page();
    return { ...facts, timeOrigin: Math.max(facts.timeOrigin, replacedAt) };
  };
  const store = createChatStore({ ...ports, page, findLoader: (route) => findChannelLoader(route, ports.deployment) });
  return { store, summary: (): ChatSummary => summarise(store.state, isLoggedIn()) };
}

export function summarise(state: RoomSnapshot, isLoggedIn: boolean): ChatSummary {
  const conversation = shownConversation(state);
  return {
    availability: availabilityOf(state.adapters),
    state: conversation && shownState(state),
    queueType: shownQueue(state),
    isLive: state.isStarting || state.conversations.some((one) => isLive(one.state)),
    conversationId: conversation?.id,
    override: state.hasOverride,
    unread: badgeOf(state, isLoggedIn),
    unseen: state.conversations.reduce((sum, { unreadMsgCount }) => sum + unreadMsgCount, 0),
    purpose: chooseAdapter(state.adapters)?.purpose ?? '(default)',
    isEmployee: state.isEmployee,
  };
}
