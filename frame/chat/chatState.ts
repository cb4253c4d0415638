/** The states a chat can be in, lower-case here and upper-case on some wires (CH-008). */

/** What an adapter is when no conversation runs. */
export const availabilityStates = ['available', 'unavailable', 'initialised', 'standBy'] as const;
export type Availability = (typeof availabilityStates)[number];

/** What a conversation is once it was asked for. */
export const conversationStates = ['waiting', 'chatting', 'resume', 'ended', 'error', 'fatal_error', 'closed'] as const;
export type ConversationState = (typeof conversationStates)[number];

export type ChatState = Availability | ConversationState;

const byWireName = new Map<string, ChatState>([
  ...[...availabilityStates, ...conversationStates].map((state): [string, ChatState] => [state.toLowerCase(), state]),
  ['not available', 'unavailable'],
  ['notavailable', 'unavailable'],
  ['stand-by', 'standBy'],
]);

/** `undefined` for a word that no list has: the caller warns and keeps what it had, except the sync adapter. */
export function parseChatState(word: unknown): ChatState | undefined {
  return typeof word === 'string' ? byWireName.get(word.trim().toLowerCase()) : undefined;
}

export function isConversationState(state: ChatState): state is ConversationState {
  return (conversationStates as readonly string[]).includes(state);
}

/** A conversation that somebody still takes part in. */
export function isLive(state: ChatState | undefined): boolean {
  return state === 'waiting' || state === 'chatting' || state === 'resume';
}

/** A conversation that is over, for whatever reason. */
export function isOver(state: ChatState | undefined): boolean {
  return state === 'ended' || state === 'error' || state === 'fatal_error' || state === 'closed';
}
