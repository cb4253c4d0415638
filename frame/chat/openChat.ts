import type { PageFacts } from '../../bridge/records.ts';
import type { ChatSummary } from '../shell/records.ts';
import { isLive } from './chatState.ts';
import type { ChatPorts } from './ports.ts';
import { availabilityOf, chooseAdapter } from './routing/chooseAdapter.ts';
import { findChannelLoader } from './routing/registry.ts';
import type { RoomSnapshot } from './state.ts';
import { createChatStore } from './store.ts';
import { badgeOf } from './window/seenCookies.ts';
import { shownConversation, shownQueue, shownState } from './window/shown.ts';

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
