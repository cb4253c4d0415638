import type { HostKey } from '../../bridge/records.ts';
import type { AdapterId, QueueType } from './adapters.ts';
import { queueTypes } from './adapters.ts';
import type { AgentStatus, ChannelSnapshot } from './channel.ts';
import { type ChatState as AnyChatState, isLive, isOver } from './chatState.ts';
import { availabilityOf, type ChatAvailability, chooseConversation } from './chooseConversation.ts';
import type { Conversation, Participant, QuickReply } from './conversation.ts';
import { isInputDisabled, isInputShown, isOffline, type PlaceholderKey, placeholderOf } from './inputBar.ts';
import { headerAgent } from './message.ts';
import { lastMessage } from './messageLog.ts';
import { badgeCount, seenKeyOf } from './unread.ts';

/** The state of the chat room. Only the store's actions change it. */
export interface ChatState {
  /** One per route of the page, in order. */
  adapters: ChannelSnapshot[];
  /** In the order in which they started. */
  conversations: Conversation[];
  activeId: string | undefined;
  /** The chat-in-pane override: the pane shows an ended chat, or why none started (CH-048). */
  hasOverride: boolean;
  /** The target conversation of a pending transfer; undefined if there is none. */
  transferToId: string | undefined;
  isStarting: boolean;
  /** Quick replies that replace the input, by conversation. */
  replies: Record<string, readonly QuickReply[]>;
  /** The adapters whose connection is lost. */
  lostAdapters: AdapterId[];
  trouble: Trouble | undefined;
  survey: SurveyProgress;
  draft: string;
  /** The content of the live region, newest last. */
  announcements: readonly Announcement[];
  isPaneShown: boolean;
  /** The seen cookies that are set on the host page (CH-046). */
  seenKeys: HostKey[];
  /** The result of the employee check (CH-104); undefined until it finishes. */
  isEmployee: boolean | undefined;
}

export interface Trouble {
  /** A key of the text catalogue. */
  readonly key: string;
  readonly action: 'menu' | 'newChat' | 'reload' | 'none';
  readonly link: { readonly text: string; readonly href: string } | undefined;
}

export type SurveyProgress = 'open' | 'sending' | 'failed' | 'sent';

export interface Announcement {
  readonly serial: number;
  readonly sender: string;
  readonly text: string;
}

export const initialState = (): ChatState => ({
  adapters: [],
  conversations: [],
  activeId: undefined,
  hasOverride: false,
  transferToId: undefined,
  isStarting: false,
  replies: {},
  lostAdapters: [],
  trouble: undefined,
  survey: 'open',
  draft: '',
  announcements: [],
  isPaneShown: false,
  seenKeys: [],
  isEmployee: undefined,
});

/** A readonly form of the state, so that readers accept valtio's snapshots. */
export type ChatSnapshot = {
  readonly [Key in keyof ChatState]: ChatState[Key] extends (infer Item)[] ? readonly Item[] : ChatState[Key];
};

/** The conversation in the window: the active one, or else the one that CH-051 prefers (CH-048). */
export function shownConversation(state: Pick<ChatSnapshot, 'conversations' | 'activeId'>): Conversation | undefined {
  return state.conversations.find((one) => one.id === state.activeId) ?? chooseConversation(state.conversations);
}

export function adapterById(
  state: Pick<ChatSnapshot, 'adapters'>,
  id: AdapterId | undefined,
): ChannelSnapshot | undefined {
  return state.adapters.find((adapter) => adapter.id === id);
}

export function availability(state: Pick<ChatSnapshot, 'adapters'>): ChatAvailability {
  return availabilityOf(state.adapters);
}

/** The state that the window shows. A live conversation whose service is unavailable counts as unavailable. */
export function shownState(state: ChatSnapshot): AnyChatState {
  const conversation = shownConversation(state);
  if (!conversation) return 'initialised';
  if (state.transferToId !== undefined) return 'waiting';
  const adapter = adapterById(state, conversation.adapterId);
  if (isLive(conversation.state) && (adapter?.state === 'unavailable' || adapter?.state === 'standBy')) {
    return adapter.state;
  }
  return conversation.state;
}

export function shownQueue(state: ChatSnapshot): QueueType | undefined {
  const conversation = shownConversation(state);
  return conversation && queueTypes[conversation.adapterId];
}

/** CH-216: whether the live conversation in the window has lost its connection. Other adapters do not matter. */
export function isConnectionLost(state: ChatSnapshot): boolean {
  const conversation = shownConversation(state);
  return (
    conversation !== undefined && isLive(conversation.state) && state.lostAdapters.includes(conversation.adapterId)
  );
}

export type HeaderPhase = 'bot' | 'agent' | 'waiting' | 'ended';

export interface ChatHeader {
  readonly phase: HeaderPhase;
  readonly agent: Participant | undefined;
}

/** CH-019, CH-020: who answers, or that the visitor waits, or that the chat has ended. */
export function headerOf(state: ChatSnapshot): ChatHeader {
  const conversation = shownConversation(state);
  const shown = shownState(state);
  const agent = conversation && headerAgent(conversation.participants);
  const isBot = shownQueue(state) === 'bot';
  // The ended header thanks the visitor, which would be wrong for a chat that never started (CH-213).
  const endedBeforeStart = (shown === 'error' || shown === 'fatal_error') && conversation?.participants.length === 0;
  if (isOver(shown) && !(endedBeforeStart && lastMessage(conversation.messages) === undefined)) {
    return { phase: 'ended', agent: undefined };
  }
  if (shown === 'waiting' && !isBot) return { phase: 'waiting', agent: undefined };
  return { phase: isBot ? 'bot' : 'agent', agent };
}

export interface InputState {
  readonly isShown: boolean;
  readonly isDisabled: boolean;
  readonly placeholder: PlaceholderKey;
  /** The offline notice replaces the input (CH-033). */
  readonly isOffline: boolean;
}

export function inputOf(state: ChatSnapshot, isHiddenByConfig: boolean): InputState {
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

/** The conversation with an open exit survey. The window may show another conversation already. */
export function surveyedConversation(state: Pick<ChatSnapshot, 'conversations'>): Conversation | undefined {
  return state.conversations.findLast((one) => one.exitSurvey !== undefined);
}

/** CH-045: the number on the pill. Async and other queues have separate seen cookies. */
export function badgeOf(state: Pick<ChatSnapshot, 'conversations' | 'seenKeys'>, isLoggedIn: boolean): number {
  return state.conversations.reduce((sum, { adapterId, unreadMsgCount: unread }) => {
    const hasSeenCookie = state.seenKeys.includes(seenKeyOf(queueTypes[adapterId]));
    return sum + badgeCount({ isLoggedIn, unread, hasSeenCookie });
  }, 0);
}
