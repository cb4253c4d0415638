import { type ChatState, type Conversation, isLive, isOver, nobodyAnswers, type Participant } from '../conversation.ts';
import type { ConversationRecord, Conversations } from '../conversations/conversations.ts';
import { headerAgent, lastMessage } from '../messages/messageLog.ts';
import { type AdapterId, type QueueType, queueTypes } from '../routing/adapters.ts';
import { chooseAdapter, isOffline as isQueueOffline } from '../routing/chooseAdapter.ts';
import { adapterById, outdatedProblem, type Problem, type RoomSnapshot, type RoomState } from '../state.ts';
import type { ChatTextKey } from '../texts.ts';

/** The conversation in the window: the active one, or else the one that CH-051 prefers (CH-048). */
export function shownConversation(state: Pick<RoomSnapshot, 'conversations' | 'activeId'>): Conversation | undefined {
  return state.conversations.find((one) => one.id === state.activeId) ?? chooseConversation(state.conversations);
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

/** The problem of the conversation in the window, or of the window itself. The problems of other conversations are not shown. */
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

export function shownRecord({ state, conversations }: Room): ConversationRecord | undefined {
  return conversations.find(shownConversation(state)?.id);
}

export function seenRecord(room: Room): ConversationRecord | undefined {
  return room.state.isChatShown ? shownRecord(room) : undefined;
}

/** CH-027: whether the input bar is disabled. */
export const isInputDisabled = (state: ChatState): boolean => !(state === 'available' || isLive(state));

/** CH-029. */
export function placeholderOf(state: ChatState): ChatTextKey {
  if (isInputDisabled(state)) return 'placeholderDisabled';
  return state === 'waiting' || state === 'resume' ? 'placeholderWaiting' : 'placeholderChatting';
}

export type InputState = ReturnType<typeof inputOf>;

export function inputOf(state: RoomSnapshot, isHiddenByConfig: boolean) {
  const conversation = shownConversation(state);
  const isOffline = (id: AdapterId | undefined): boolean => {
    const adapter = adapterById(state, id);
    return adapter !== undefined && isQueueOffline(adapter);
  };
  // Without a chat and without a queue that can start one, the visitor is offered the sign-in of a queue on stand-by.
  const standBy = chooseAdapter(state.adapters) ? undefined : state.adapters.find(isQueueOffline);
  const offeredId = conversation?.adapterId ?? state.refusedId ?? standBy?.id;
  const shown = shownState(state);
  const hasReplies = conversation !== undefined && (state.replies[conversation.id]?.length ?? 0) > 0;
  return {
    /**
     * CH-028. An input bar that is both hidden and disabled is hidden. Quick replies of a survey replace it (CH-139). The shell covers
     * TOGGLE mode: it renders the menu instead of the chat.
     */
    isShown: !(
      shown === 'unavailable' ||
      shown === 'standBy' ||
      isHiddenByConfig ||
      hasReplies ||
      isOffline(offeredId)
    ),
    isDisabled: isInputDisabled(shown),
    placeholder: placeholderOf(shown),
    /** The offline notice is shown (CH-033). It replaces the input, except that of a bot that could not transfer the visitor. */
    isOffline: isOffline(offeredId) || isOffline(state.refusedId),
  };
}

/**
 * CH-019, CH-020: who answers, that the visitor is waiting, or that the chat has ended. `away`: the visitor waits, and the service says
 * that nobody is there.
 */
export function headerOf(state: RoomSnapshot): {
  readonly phase: 'bot' | 'agent' | 'waiting' | 'away' | 'ended';
  readonly agent: Participant | undefined;
} {
  const conversation = shownConversation(state);
  const shown = shownState(state);
  const agent = conversation && headerAgent(conversation.participants);
  const isBot = shownQueue(state) === 'bot';
  // The ended header thanks the visitor, which would be wrong for a chat that never started (CH-213).
  const endedBeforeStart = (shown === 'error' || shown === 'fatal_error') && conversation?.participants.length === 0;
  if (isOver(shown) && !(endedBeforeStart && lastMessage(conversation.messages) === undefined)) {
    return { phase: 'ended', agent: undefined };
  }
  if (shown === 'waiting' && !isBot) {
    const isAway =
      (shownQueue(state) === 'async' && adapterById(state, conversation?.adapterId)?.agentStatus === 'unavailable') ||
      state.problems[conversation?.id ?? '']?.key === nobodyAnswers;
    return { phase: isAway ? 'away' : 'waiting', agent: undefined };
  }
  return { phase: isBot ? 'bot' : 'agent', agent };
}
