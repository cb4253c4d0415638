import type { ChatState, ConversationState } from './chatState.ts';
import { isConversationState } from './chatState.ts';

/**
 * What a conversation may become. An end is final: what a slow service says afterwards changes nothing, and a new chat is
 * a new conversation. CLOSED may follow any end, and takes the exit survey away (CH-049).
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

/** The next state, or the same one when the step is not allowed or says nothing about the conversation. */
export function nextConversationState(current: ConversationState, told: ChatState): ConversationState {
  return isConversationState(told) && successors[current].includes(told) ? told : current;
}
