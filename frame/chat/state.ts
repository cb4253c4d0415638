import type { HostKey } from '../../bridge/wire.ts';
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

/** What the chat window reads. The store is its only writer. */
export interface ChatState {
  /** One for each route of the page, in order. */
  adapters: ChannelSnapshot[];
  /** In order of their start. */
  conversations: Conversation[];
  activeId: string | undefined;
  /** The chat-in-pane override (CH-048). */
  hasOverride: boolean;
  /** The conversation that an agent is asked to take; undefined when no transfer is pending. */
  transferToId: string | undefined;
  isStarting: boolean;
  /** Replies in place of the input, by conversation. */
  replies: Record<string, readonly QuickReply[]>;
  /** Adapters whose connection is lost. */
  lostAdapters: AdapterId[];
  trouble: Trouble | undefined;
  survey: SurveyProgress;
  draft: string;
  /** Newest last, at most a handful: what the live region has to say. */
  announcements: readonly Announcement[];
  isPaneShown: boolean;
  /** The host's seen cookies that are set (CH-046). */
  seenKeys: HostKey[];
  /** What the employee check said (CH-104); undefined until then. */
  isEmployee: boolean | undefined;
}

export interface Trouble {
  /** Key of the text catalogue. */
  readonly key: string;
  readonly action: 'menu' | 'newChat' | 'none';
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

/** Deep-readonly view of the state, so that readers take snapshots too. */
export type ChatSnapshot = {
  readonly [Key in keyof ChatState]: ChatState[Key] extends (infer Item)[] ? readonly Item[] : ChatState[Key];
};

/** The conversation in the window: the active one, else by preference (CH-048, CH-051). */
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

/** A running conversation whose service went away counts as unavailable; otherwise its own state says it. */
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

/** CH-216: the connection that the talk in the window needs; what an idle channel lost is nobody's trouble. */
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

/** CH-019, CH-020: waiting and ended have their texts, otherwise the header is about who answers. */
export function headerOf(state: ChatSnapshot): ChatHeader {
  const conversation = shownConversation(state);
  const shown = shownState(state);
  const agent = conversation && headerAgent(conversation.participants);
  const isBot = shownQueue(state) === 'bot';
  // Nobody is thanked for a chat that never came about (CH-213).
  const isStillborn = (shown === 'error' || shown === 'fatal_error') && conversation?.participants.length === 0;
  if (isOver(shown) && !(isStillborn && lastMessage(conversation.messages) === undefined)) {
    return { phase: 'ended', agent: undefined };
  }
  if (shown === 'waiting' && !isBot) return { phase: 'waiting', agent: undefined };
  return { phase: isBot ? 'bot' : 'agent', agent };
}

export interface InputState {
  readonly isShown: boolean;
  readonly isDisabled: boolean;
  readonly placeholder: PlaceholderKey;
  /** The offline notice stands in its place (CH-033). */
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

/** The conversation whose survey waits for answers; it may have ended before another one took the window. */
export function surveyedConversation(state: Pick<ChatSnapshot, 'conversations'>): Conversation | undefined {
  return state.conversations.findLast((one) => one.exitSurvey !== undefined);
}

/** CH-045: what the pill says; what was seen of one kind of queue says nothing about the other. */
export function badgeOf(state: Pick<ChatSnapshot, 'conversations' | 'seenKeys'>, isLoggedIn: boolean): number {
  return state.conversations.reduce((sum, { adapterId, unreadMsgCount: unread }) => {
    const hasSeenCookie = state.seenKeys.includes(seenKeyOf(queueTypes[adapterId]));
    return sum + badgeCount({ isLoggedIn, unread, hasSeenCookie });
  }, 0);
}
