import type { ChatSummary } from '../shell/records.ts';
import { isLive } from './chatState.ts';
import { chooseAdapter } from './chooseConversation.ts';
import { availability, badgeOf, type ChatSnapshot, shownConversation, shownQueue, shownState } from './state.ts';

export function summarise(state: ChatSnapshot, isLoggedIn: boolean): ChatSummary {
  const conversation = shownConversation(state);
  return {
    availability: availability(state),
    state: conversation && shownState(state),
    queueType: shownQueue(state),
    isLive: state.isStarting || state.conversations.some((one) => isLive(one.state)),
    hasConversation: conversation !== undefined,
    override: state.hasOverride,
    unread: badgeOf(state, isLoggedIn),
    purpose: chooseAdapter(state.adapters)?.purpose ?? '(default)',
    isEmployee: state.isEmployee,
  };
}
