import type { ChatSummary } from '../../shell/records.ts';
import { isLive } from '../chatState.ts';
import { availabilityOf, chooseAdapter } from '../routing/chooseAdapter.ts';
import type { RoomSnapshot } from '../state.ts';
import { shownConversation, shownQueue, shownState } from './shown.ts';
import { badgeOf } from './unread.ts';

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
