/** The states of a chat (CH-008). Some wires write them in upper case. */

/** The problem of a conversation in which nobody answers. The header then promises nobody. */
export const nobodyAnswers = 'nobodyAnswers';

/** The states of an adapter without a conversation. */
export const availabilityStates = ['available', 'unavailable', 'initialised', 'standBy'] as const;
export type Availability = (typeof availabilityStates)[number];

/** The states of a conversation, from its request on. */
export const conversationStates = ['waiting', 'chatting', 'resume', 'ended', 'error', 'fatal_error', 'closed'] as const;
export type ConversationState = (typeof conversationStates)[number];

export type ChatState = Availability | ConversationState;

const byWireName = new Map<string, ChatState>([
  ...[...availabilityStates, ...conversationStates].map((state): [string, ChatState] => [state.toLowerCase(), state]),
  ['not available', 'unavailable'],
  ['notavailable', 'unavailable'],
  ['stand-by', 'standBy'],
]);

/** Returns `undefined` for an unknown state. Callers warn and keep the current state, except in the sync adapter. */
export function parseChatState(word: unknown): ChatState | undefined {
  return typeof word === 'string' ? byWireName.get(word.trim().toLowerCase()) : undefined;
}

export function isConversationState(state: ChatState): state is ConversationState {
  return (conversationStates as readonly string[]).includes(state);
}

/** Whether a conversation is waiting or running. */
export function isLive(state: ChatState | undefined): boolean {
  return state === 'waiting' || state === 'chatting' || state === 'resume';
}

/** Whether a conversation is over, for any reason. */
export function isOver(state: ChatState | undefined): boolean {
  return state === 'ended' || state === 'error' || state === 'fatal_error' || state === 'closed';
}
