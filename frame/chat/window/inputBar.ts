import type { QueueType } from '../adapters.ts';
import type { AgentStatus } from '../channel.ts';
import { type ChatState, isLive } from '../chatState.ts';
import type { RoomSnapshot } from '../state.ts';
import { adapterById, shownConversation, shownState } from './shown.ts';

/** CH-027: whether the input bar is disabled. */
export function isInputDisabled(state: ChatState): boolean {
  return !(state === 'available' || isLive(state));
}

export interface InputFacts {
  readonly state: ChatState;
  readonly queue: QueueType;
  readonly isHiddenByConfig: boolean;
  readonly isLoggedIn: boolean;
  readonly agentStatus: AgentStatus;
  /** Quick replies of a survey replace the input bar (CH-139). */
  readonly hasQuickReplies: boolean;
}

/**
 * CH-028: whether the input bar is rendered. An input bar that is both hidden and disabled is hidden. The shell covers
 * TOGGLE mode: it renders the menu instead of the chat.
 */
export function isInputShown(facts: InputFacts): boolean {
  return !(
    facts.state === 'unavailable' ||
    facts.state === 'standBy' ||
    facts.isHiddenByConfig ||
    facts.hasQuickReplies ||
    isOffline(facts)
  );
}

/** CH-033: an async queue without an available agent, and a visitor who is not signed in. */
function isOffline(facts: Pick<InputFacts, 'queue' | 'isLoggedIn' | 'agentStatus'>): boolean {
  return facts.queue === 'async' && !facts.isLoggedIn && facts.agentStatus === 'unavailable';
}

export type PlaceholderKey = 'placeholderChatting' | 'placeholderWaiting' | 'placeholderDisabled';

/** CH-029. */
export function placeholderOf(state: ChatState): PlaceholderKey {
  if (isInputDisabled(state)) return 'placeholderDisabled';
  return state === 'waiting' || state === 'resume' ? 'placeholderWaiting' : 'placeholderChatting';
}

export interface InputState {
  readonly isShown: boolean;
  readonly isDisabled: boolean;
  readonly placeholder: PlaceholderKey;
  /** The offline notice replaces the input (CH-033). */
  readonly isOffline: boolean;
}

export function inputOf(state: RoomSnapshot, isHiddenByConfig: boolean): InputState {
  const conversation = shownConversation(state);
  const adapter = adapterById(state, conversation?.adapterId ?? state.adapters[0]?.id);
  const shown = shownState(state);
  const facts = {
    queue: adapter?.queueType ?? ('bot' as QueueType),
    isLoggedIn: adapter?.isLoggedIn ?? false,
    agentStatus: adapter?.agentStatus ?? ('unknown' as AgentStatus),
  };
  return {
    isShown: isInputShown({
      ...facts,
      state: shown,
      isHiddenByConfig,
      hasQuickReplies: (conversation && (state.replies[conversation.id]?.length ?? 0) > 0) ?? false,
    }),
    isDisabled: isInputDisabled(shown),
    placeholder: placeholderOf(shown),
    isOffline: isOffline(facts),
  };
}
