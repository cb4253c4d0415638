import type { AdapterId } from './routing/adapters.ts';
import type { RoutingEntry } from './routing/routingEntry.ts';

/** The states and records that channels fill and views read (CH-038 to CH-041). Times are ms since the epoch. */

/** The problem of a conversation in which nobody answers. The header then promises nobody. */
export const nobodyAnswers = 'nobodyAnswers';

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

export function isLive(state: ChatState | undefined): boolean {
  return state === 'waiting' || state === 'chatting' || state === 'resume';
}

export function isOver(state: ChatState | undefined): boolean {
  return state === 'ended' || state === 'error' || state === 'fatal_error' || state === 'closed';
}

export type MessageType = 'visitor' | 'agent' | 'agentJoin' | 'system' | 'bot' | 'error' | 'dateHeader';

export const lineTypes = [
  'text',
  'readmore',
  'choice',
  'chat',
  'scheduler',
  'link',
  'checkout',
  'email',
  'phone',
  'support',
  'trial',
  'group',
  'tile',
  'review',
] as const;
export type LineType = (typeof lineTypes)[number];

/** The parameters of a line's action (CH-085). */
export interface LineValue {
  readonly chatInformation?: readonly RoutingEntry[] | undefined;
  readonly schedulerConfig?: unknown;
  readonly schedulerText?: string | undefined;
}

/** One line of a rich answer. `group` and `tile` have their entries in `items`. */
export interface Line {
  readonly type: LineType;
  readonly text: string;
  readonly value?: LineValue | undefined;
  readonly focusArea?: string | undefined;
  readonly href?: string | undefined;
  readonly choiceType?: string | undefined;
  readonly dialogNode?: string | undefined;
  /** The text that a pressed choice sends, if it differs from its label `text`. */
  readonly says?: string | undefined;
  /** The second text of a tile or a group. */
  readonly description?: string | undefined;
  readonly imageUrl?: string | undefined;
  readonly items?: readonly Line[] | undefined;
}

/**
 * The format of `text`. It is `html` or `markdown` only if the sender declares it; a short list of tags or a small part of Markdown is
 * then rendered (CH-054).
 */
export type TextFormat = 'text' | 'html' | 'markdown';

/** The state of an answer that comes in parts: it is being written, the visitor has stopped it, or its end is missing. */
export type AnswerProgress = 'open' | 'stopped' | 'broken';

/** The receipt of the visitor's message, if the service reports one. */
export type ReceiptStatus = 'delivered' | 'read';

/**
 * The place of a message in its conversation: the service's sequence decides, and `atMs` places messages without one between
 * them. The channel keeps `atMs` from falling as the sequence rises, so that comparing `atMs` first is enough.
 */
export interface MessageOrder {
  readonly atMs: number;
  readonly sequence: number;
}

export interface Message {
  /** Unique in its conversation, and the same for every copy of the message from any source. */
  readonly id: string;
  readonly type: MessageType;
  readonly text: string;
  readonly lines: readonly Line[];
  readonly timestamp: number;
  /** The local day, `YYYY-MM-DD`, set by the store. */
  readonly dateStamp: string;
  readonly by: string | undefined;
  readonly participantId: string | undefined;
  /** From before this page load or a transfer: neither announced nor counted as unread. */
  readonly isHistory: boolean;
  readonly isGreeting: boolean;
  /** The text under review of a `review` reply (CH-087). */
  readonly review: string | undefined;
  /** Not confirmed by the service yet: shown at the end of the log. */
  readonly isPending: boolean;
  /** Whether thumbs are shown (CH-097). */
  readonly displayFeedback: boolean;
  readonly format: TextFormat;
  /** Not delivered: shown as "Not sent." with Try again (CH-215). */
  readonly isNotSent: boolean;
  /** Its place, if the service numbers its messages; otherwise its time. */
  readonly order: MessageOrder | undefined;
  /** Whether the other side has received or read it. Undefined for messages of others, and if the service does not report it. */
  readonly receipt: ReceiptStatus | undefined;
  readonly isEdited: boolean;
  /** The sender or the service has removed it: a short notice replaces it. */
  readonly isRemoved: boolean;
  readonly rating: 'up' | 'down' | undefined;
  /** Undefined for all messages that are complete. */
  readonly progress: AnswerProgress | undefined;
  /** `download-transcript` marks the system message that offers the file (CH-064). */
  readonly source: 'download-transcript' | undefined;
}

/** A message from a channel; the other fields have defaults. */
export type MessageInput = Pick<Message, 'id' | 'type'> & Partial<Omit<Message, 'id' | 'type' | 'dateStamp'>>;

export interface Participant {
  readonly id: string;
  readonly name: string | undefined;
  readonly agentPictureUrl: string | undefined;
  readonly isActive: boolean;
}

export type ParticipantInput = Pick<Participant, 'id'> & Partial<Omit<Participant, 'id'>>;

/** A reply that the service offers instead of the input (CH-139). `data` belongs to the channel and returns unchanged. */
export interface QuickReply {
  readonly id: string;
  readonly text: string;
  readonly tooltip?: string | undefined;
  readonly data?: unknown;
}

export type SurveyQuestionType = 'textField' | 'textArea' | 'dropdown' | 'radio' | 'radioSideBySide' | 'checkbox';

export interface SurveyEntry {
  readonly value: string;
  readonly label: string;
  readonly isChecked: boolean;
  /** The questions with these logic ids are shown once this entry is selected. */
  readonly showsLogicIds: readonly number[];
}

export interface SurveyQuestion {
  readonly id: number;
  readonly label: string;
  readonly type: SurveyQuestionType;
  readonly isMandatory: boolean;
  readonly validation: 'alpha_numeric' | 'numeric' | 'email' | undefined;
  readonly logicId: number | undefined;
  readonly entries: readonly SurveyEntry[];
  readonly lastKnownValue: string;
}

export interface ExitSurvey {
  readonly id: number | string;
  readonly header: string;
  readonly questions: readonly SurveyQuestion[];
}

/** Answers by question id. Only a checkbox question can have several. */
export type SurveyAnswers = Readonly<Record<number, string | readonly string[]>>;

/** Messages in pages, so that a view re-renders only the page that changed. See `messages/messageLog.ts`. */
export interface MessageLog {
  /** Confirmed messages, oldest first. A change replaces the outer array and the changed page only. */
  readonly pages: readonly (readonly Message[])[];
  /** Pending or undelivered messages, in the order they were written. */
  readonly pending: readonly Message[];
}

export interface Conversation {
  /** Our id, which survives reloads. The service's id is the adapter's `conversationId`. */
  readonly id: string;
  readonly adapterId: AdapterId;
  readonly state: ConversationState;
  readonly messages: MessageLog;
  readonly participants: readonly Participant[];
  readonly isAgentTyping: boolean;
  readonly exitSurvey: ExitSurvey | undefined;
  readonly unreadMsgCount: number;
}
