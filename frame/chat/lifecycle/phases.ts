import type { ChatState, ConversationState } from '../chatState.ts';
import { isConversationState } from '../chatState.ts';

/**
 * The allowed transitions of a conversation. An end is final: a late state of a slow service changes nothing, and a new
 * chat is a new conversation. `closed` may follow any end and removes the exit survey (CH-049).
 */
const successors: Readonly<Record<ConversationState, readonly ConversationState[]>> = {
  waiting: ['resume', 'chatting', 'ended', 'error', 'fatal_error', 'closed'],
  resume: ['waiting', 'chatting', 'ended', 'error', 'fatal_error', 'closed'],
  chatting: ['waiting', 'resume', 'ended', 'error', 'fatal_error', 'closed'],
  ended: ['closed'],
  error: ['closed'],
  fatal_error: ['closed'],
  closed: [],
};

/** Returns `wanted`, or `current` if the transition is not allowed or `wanted` is a state of an adapter. */
export function nextConversationState(current: ConversationState, wanted: ChatState): ConversationState {
  return isConversationState(wanted) && successors[current].includes(wanted) ? wanted : current;
}
