import type { AdapterId } from './adapters.ts';
import type { ConversationState } from './chatState.ts';
import type { RoutingEntry } from './routingEntry.ts';

/** The records that every channel fills and every view reads (CH-038 to CH-041). Times are ms since the epoch. */

export type MessageType = 'visitor' | 'agent' | 'agentJoin' | 'system' | 'bot' | 'error' | 'dateHeader';

export type LineType =
  | 'text'
  | 'readmore'
  | 'choice'
  | 'chat'
  | 'scheduler'
  | 'link'
  | 'checkout'
  | 'email'
  | 'phone'
  | 'support'
  | 'trial'
  | 'group'
  | 'tile'
  | 'review';

/** What a line carries for the action behind it (CH-085). */
export interface LineValue {
  readonly chatInformation?: readonly RoutingEntry[] | undefined;
  readonly schedulerConfig?: unknown;
  readonly schedulerText?: string | undefined;
}

/** One line of a rich answer. `group` and `tile` hold their entries in `items`. */
export interface Line {
  readonly type: LineType;
  readonly text: string;
  readonly value?: LineValue | undefined;
  readonly focusArea?: string | undefined;
  readonly href?: string | undefined;
  readonly choiceType?: string | undefined;
  readonly dialogNode?: string | undefined;
  /** What a pressed choice sends in place of its text, which is the label that the visitor reads. */
  readonly says?: string | undefined;
  /** Second text of a tile or a group. */
  readonly description?: string | undefined;
  readonly imageUrl?: string | undefined;
  readonly items?: readonly Line[] | undefined;
}

/** How `text` is to be read. `html` only when the sender declared it; a small tag list survives then (CH-054). */
export type TextFormat = 'text' | 'html';

export interface Message {
  /** Unique in its conversation and stable: the same message from two sources has the same id. */
  readonly id: string;
  readonly type: MessageType;
  readonly text: string;
  readonly lines: readonly Line[];
  readonly timestamp: number;
  /** The local day, `YYYY-MM-DD`; the store fills it in. */
  readonly dateStamp: string;
  /** Name of the sender, when it has one. */
  readonly by: string | undefined;
  readonly participantId: string | undefined;
  /** Written before this page load or before a transfer: neither announced nor counted as unread. */
  readonly isHistory: boolean;
  readonly isGreeting: boolean;
  /** The text under review of a `review` reply (CH-087). */
  readonly review: string | undefined;
  /** On its way: kept at the end until the service has confirmed it. */
  readonly isPending: boolean;
  /** Whether thumbs are shown (CH-097). */
  readonly displayFeedback: boolean;
  readonly format: TextFormat;
  /** The service did not take it: shown as "Not sent." with Try again (CH-215). */
  readonly isNotSent: boolean;
  /** The visitor's rating, once given. */
  readonly rating: 'up' | 'down' | undefined;
  /** `download-transcript` marks the system message that offers the file (CH-064). */
  readonly source: 'download-transcript' | undefined;
}

/** What a channel hands over: the rest has defaults. */
export type MessageInput = Pick<Message, 'id' | 'type'> & Partial<Omit<Message, 'id' | 'type' | 'dateStamp'>>;

export interface Participant {
  readonly id: string;
  readonly name: string | undefined;
  readonly role: string | undefined;
  readonly nameUrl: string | undefined;
  readonly roleUrl: string | undefined;
  readonly agentPictureUrl: string | undefined;
  readonly isActive: boolean;
  readonly isAvailable: boolean;
}

export type ParticipantInput = Pick<Participant, 'id'> & Partial<Omit<Participant, 'id'>>;

/** A reply that the service offers instead of the input (CH-139). `data` is the channel's own and goes back untouched. */
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
  /** Questions with these logic ids appear once this entry is chosen. */
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

/** Answers by question id; only a checkbox has several. */
export type SurveyAnswers = Readonly<Record<number, string | readonly string[]>>;

/** A nurture notice of the shell, shown in the chat window (CH-038). */
export interface ChatNotice {
  readonly id: string;
  readonly text: string;
}

/** Messages in pages, so that a view re-renders only the page that changed; `messageLog.ts` says why. */
export interface MessageLog {
  /** Confirmed messages, oldest first. A new outer array after every change, other pages stay the same objects. */
  readonly pages: readonly (readonly Message[])[];
  /** On their way or not sent, in the order they were written. */
  readonly pending: readonly Message[];
}

export interface Conversation {
  /** Ours, for the life of the conversation and across reloads; the service's own id is the adapter's. */
  readonly id: string;
  readonly adapterId: AdapterId;
  readonly state: ConversationState;
  readonly messages: MessageLog;
  readonly participants: readonly Participant[];
  readonly isAgentTyping: boolean;
  readonly exitSurvey: ExitSurvey | undefined;
  readonly unreadMsgCount: number;
  readonly notice: ChatNotice | undefined;
}
