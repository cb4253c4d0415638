import type { ChannelSnapshot } from '../channel.ts';
import { type ChatState, isLive } from '../chatState.ts';
import type { Conversation } from '../conversation.ts';
import type { ConversationRecord, Conversations } from '../conversations/conversations.ts';
import { type AdapterId, type QueueType, queueTypes } from '../routing/adapters.ts';
import { outdatedProblem, type Problem, type RoomSnapshot, type RoomState } from '../state.ts';

/** The conversation in the window: the active one, or else the one that CH-051 prefers (CH-048). */
export function shownConversation(state: Pick<RoomSnapshot, 'conversations' | 'activeId'>): Conversation | undefined {
  return state.conversations.find((one) => one.id === state.activeId) ?? chooseConversation(state.conversations);
}

export function adapterById(
  state: Pick<RoomSnapshot, 'adapters'>,
  id: AdapterId | undefined,
): ChannelSnapshot | undefined {
  return state.adapters.find((adapter) => adapter.id === id);
}

/** The state that the window shows. A live conversation whose service is unavailable is shown as unavailable. */
export function shownState(state: RoomSnapshot): ChatState {
  const conversation = shownConversation(state);
  if (!conversation) return 'initialised';
  if (state.transferToId === conversation.id) return 'waiting';
  const adapter = adapterById(state, conversation.adapterId);
  if (isLive(conversation.state) && (adapter?.state === 'unavailable' || adapter?.state === 'standBy')) {
    return adapter.state;
  }
  return conversation.state;
}

export function shownQueue(state: RoomSnapshot): QueueType | undefined {
  const conversation = shownConversation(state);
  return conversation && queueTypes[conversation.adapterId];
}

/**
 * The problem of the conversation in the window, or of the window itself. The problems of other conversations are not shown.
 */
export function shownProblem(state: RoomSnapshot): Problem | undefined {
  const conversation = shownConversation(state);
  if (conversation && state.outdatedAdapters.includes(conversation.adapterId)) return outdatedProblem;
  return (conversation && state.problems[conversation.id]) ?? state.problem;
}

/** CH-216: whether the live conversation in the window has lost its connection, and how. Other adapters are ignored. */
export function lostConnection(state: RoomSnapshot): 'lost' | 'stranded' | undefined {
  const conversation = shownConversation(state);
  return conversation && isLive(conversation.state) ? state.lostConnections[conversation.adapterId] : undefined;
}

/** The conversation with an open exit survey. The window may already show another conversation. */
export function surveyedConversation(state: Pick<RoomSnapshot, 'conversations'>): Conversation | undefined {
  return state.conversations.findLast((one) => one.exitSurvey !== undefined);
}

type Candidate = Pick<Conversation, 'id' | 'adapterId' | 'state'>;

/**
 * The conversation that the window shows when none is active: a waiting async one, then a chatting one, then a waiting
 * one, then an ended one; within a group the most recent (CH-051). `conversations` are in order of their start.
 */
export function chooseConversation<T extends Candidate>(conversations: readonly T[]): T | undefined {
  const groups: ((one: Candidate) => boolean)[] = [
    (one) => queueTypes[one.adapterId] === 'async' && one.state === 'waiting',
    (one) => one.state === 'chatting' || one.state === 'resume',
    (one) => one.state === 'waiting',
    (one) => one.state !== 'closed',
  ];
  for (const isInGroup of groups) {
    const found = conversations.findLast(isInGroup);
    if (found) return found;
  }
  return undefined;
}

interface Room {
  readonly state: RoomState;
  readonly conversations: Pick<Conversations, 'find'>;
}

/** The record of the conversation in the window. */
export function shownRecord({ state, conversations }: Room): ConversationRecord | undefined {
  return conversations.find(shownConversation(state)?.id);
}

/** The record of the conversation that the visitor sees. */
export function seenRecord(room: Room): ConversationRecord | undefined {
  return room.state.isChatShown ? shownRecord(room) : undefined;
}
