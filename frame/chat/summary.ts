import { isLive } from './chatState.ts';
import { chooseAdapter } from './chooseConversation.ts';
import { availability, badgeOf, type ChatSnapshot, shownConversation, shownQueue, shownState } from './state.ts';

/** What the shell needs to know about chat, for the menu entry, the pane and the badge. */
export interface ChatSummary {
  readonly availability: ReturnType<typeof availability>;
  readonly state: string | undefined;
  readonly queueType: string | undefined;
  readonly isLive: boolean;
  readonly hasConversation: boolean;
  readonly override: boolean;
  readonly unread: number;
  readonly purpose: string;
  readonly isEmployee: boolean | undefined;
}

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
