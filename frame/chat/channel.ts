import type { PageFacts } from '../../bridge/records.ts';
import type { QueryParameters } from '../host/queryParameters.ts';
import type { RemoteHost } from '../host/remoteHost.ts';
import type { CallBackend } from '../platform/backend/plan.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { TextSource } from '../text/texts.ts';
import type { AdapterId, QueueType } from './adapters.ts';
import type { ChatState } from './chatState.ts';
import type {
  ExitSurvey,
  Line,
  Message,
  MessageInput,
  ParticipantInput,
  QuickReply,
  SurveyAnswers,
} from './conversation.ts';
import type { RoutingEntry } from './routingEntry.ts';

/**
 * One way to chat. A channel is a folder in `channels/` behind this interface; vendor words stay in the folder.
 *
 * The channel owns the wire and its own state; it tells what happened through `ports.emit` and never touches the
 * conversation. The chat store owns conversations, merges what it is told and calls the verbs below, one at a time per
 * conversation. All verbs may be called in any state: a channel that cannot do what is asked rejects with a WidgetError
 * or, where the comment says so, does nothing.
 */
export interface Channel {
  /** The adapter record of CH-002: exactly these keys, a new object after every change. */
  readonly snapshot: ChannelSnapshot;
  readonly capabilities: ChannelCapabilities;
  /** Finds out whether the service can be used. Never rejects: the outcome is the state, and isReady turns true. */
  init(): Promise<void>;
  /**
   * Begins a conversation; resolves once the service has taken the request. Rejects when it cannot be started: the
   * channel is `unavailable` or `error` then. Called before init has finished, it waits for it and starts once (CH-111).
   */
  start(request: StartRequest): Promise<void>;
  /** Picks up a conversation that ran before a reload and replays it as history; false when there is none to continue. */
  resume(request: ResumeRequest): Promise<boolean>;
  /**
   * Delivers a visitor's text. While the service cannot take it (waiting, reconnecting) the channel keeps it and sends it
   * later, once and in order. Tells the outcome by `delivered` or `notDelivered`; rejecting counts as `notDelivered`.
   */
  send(message: OutgoingMessage): Promise<void>;
  /** The visitor began (true) or stopped (false) typing. Never rejects; does nothing without the capability. */
  typing(isTyping: boolean): void;
  /** A pressed line of a rich answer that is the channel's to handle (CH-092 to CH-095). */
  press(line: Line, message: Message): Promise<void>;
  /** A pressed quick reply. */
  reply(reply: QuickReply): Promise<void>;
  /** Thumbs up or down on an answer (CH-097). */
  rate(message: Message, isGood: boolean): Promise<void>;
  /** The visitor looks at the conversation, in the page or in the frame: read receipts may go out (CH-142). */
  seen(): void;
  /** Ends the conversation on the server. Emits the end whatever the server says; `withError` ends in ERROR (CH-124). */
  end(withError?: boolean): Promise<void>;
  /** Sends the answers of the exit survey that was emitted. */
  submitSurvey(answers: SurveyAnswers): Promise<void>;
  /** Closes the exit survey unanswered. */
  cancelSurvey(): Promise<void>;
  /** The live session that a transferred visitor now has, for the channel that handed over (CH-098). */
  linkSession?(realtimeId: string): void;
  /** What the pill may say in the channel's name before any chat (CH-103); undefined when it could not be had. */
  welcome?(): Promise<readonly WelcomeBlock[] | undefined>;
}

export interface WelcomeBlock {
  readonly text: string;
  readonly lines: readonly Line[];
}
// There is no dispose: timers, polls, sockets and listeners belong to `ports.lifetime`. Its end stops them without
// ending the conversation on the server (CH-016), and nothing is emitted after it.

export interface ChannelSnapshot {
  readonly id: AdapterId;
  readonly queueType: QueueType;
  readonly skill: string | undefined;
  readonly state: ChatState;
  readonly agentStatus: AgentStatus;
  readonly isLoggedIn: boolean;
  /** Init has finished, whatever its outcome. */
  readonly isReady: boolean;
  readonly routedSkill: string | undefined;
  /** The service's own id of the running conversation. */
  readonly conversationId: string | undefined;
  readonly purpose: string | undefined;
  readonly config: ChannelConfig;
}

export interface ChannelConfig {
  readonly service: string;
  readonly skill: string | undefined;
  readonly account: string | undefined;
  readonly queueType: QueueType;
}

export type AgentStatus = 'available' | 'unavailable' | 'unknown';

/** Announced once; views and rules ask for these, never for the channel's name. */
export interface ChannelCapabilities {
  /** The visitor's typing is worth telling. */
  readonly tellsTyping: boolean;
  /** The conversation runs in the provider's own window; the pane says so (CH-156). */
  readonly isExternal: boolean;
  /** Ending is a real act on the server, so close asks first. */
  readonly canEnd: boolean;
  /** Texts written before the conversation is chatting are kept by the channel and sent later. */
  readonly queuesTexts: boolean;
}

export interface StartRequest {
  readonly startType: StartType;
  /** Messages of the conversation that is transferred, oldest first; the store has already copied them as history. */
  readonly transferred?: readonly Message[];
}

/** What made the visitor's chat begin; recorded with the start event (CH-010). */
export type StartType = 'menu' | 'link' | 'proactive' | 'queryParameter' | 'transfer' | 'restart' | 'resume';

export interface ResumeRequest {
  /** The service's own id, as this channel last emitted it. */
  readonly conversationId: string | undefined;
  /** From the continue-chat query parameter (CH-010). */
  readonly account?: string | undefined;
}

export interface OutgoingMessage {
  /** Ours; confirm it with `delivered`. */
  readonly id: string;
  /** Trimmed and not empty. */
  readonly text: string;
}

/** What a channel tells its conversation. Every event is a cloneable record. */
export type ChannelEvent =
  /** Changed keys of the snapshot; a changed `state` moves the conversation. */
  | { readonly type: 'changed'; readonly changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>> }
  /** New or changed messages, merged by id in any order. `countsUnread: false` keeps the badge still (CH-044). */
  | { readonly type: 'messages'; readonly messages: readonly MessageInput[]; readonly countsUnread?: boolean }
  /** The service has the visitor's message; `as` gives it the service's id and time (its echo may come before or after). */
  | {
      readonly type: 'delivered';
      readonly id: string;
      readonly as?: { readonly id: string; readonly timestamp: number };
    }
  | { readonly type: 'notDelivered'; readonly id: string }
  /** Joined or changed; `isActive: false` has left. The latest joined active one drives the header (CH-041). */
  | { readonly type: 'participants'; readonly participants: readonly ParticipantInput[] }
  | { readonly type: 'agentTyping'; readonly isTyping: boolean }
  /** Replies that stand in place of the input; an empty list brings the input back (CH-139). */
  | { readonly type: 'quickReplies'; readonly replies: readonly QuickReply[] }
  /** The exit survey of the conversation that has ended, or its withdrawal. */
  | { readonly type: 'survey'; readonly survey: ExitSurvey | undefined }
  /** The survey could not be fetched (CH-068). */
  | { readonly type: 'surveyFailed' }
  /** Messages that waited at the service while the visitor was away: feeds the badge at load (CH-173). */
  | { readonly type: 'unread'; readonly count: number }
  /** The agent's live session, told to the channel that the visitor came from (CH-128, CH-098). */
  | { readonly type: 'session'; readonly realtimeId: string }
  /** The connection is lost, or back (CH-216). */
  | { readonly type: 'connection'; readonly isLost: boolean }
  /** A sentence of the catalogue that stands in the window until the next state (CH-213, CH-219). */
  | {
      readonly type: 'trouble';
      readonly key: string;
      readonly link?: { readonly text: string; readonly href: string };
    };

/** Who the visitor is, as far as known; asked anew for every use. */
export interface VisitorFacts {
  readonly isSignedIn: boolean;
  /** The unique user id (`iui`). */
  readonly userId: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  readonly countryCode: string | undefined;
  readonly ipAddress: string | undefined;
  readonly role: string | undefined;
  /** The host's analytics id (`ajs_anonymous_id`). */
  readonly anonymousId: string | undefined;
  /** Other listed fields of the profile, as the page gave them (`bluemixProfile`). */
  readonly profile: Readonly<Record<string, string | boolean>>;
}

/** What the page was routed to (shell): everything a channel may ask about its surroundings. */
export interface PlaceFacts {
  readonly languageCode: string;
  readonly regionCode: string | undefined;
  readonly focusArea: string | undefined;
  /** First email link of the focus area, for a chat that cannot start (CH-129). */
  readonly emailLink: string | undefined;
  readonly environment: ChatEnvironment;
  readonly isDebug: boolean;
  readonly userAgent: string;
  /** A phone or a tablet (SH-156). */
  readonly isHandheld: boolean;
}

export type ChatEnvironment = 'sandbox' | 'alpha' | 'production';

/** An account of the service gateway (CH-012). */
export interface GatewayAccount {
  readonly service: string;
  readonly account: string;
  readonly baseURI: string;
}

/** A wish to hand the visitor to an agent; rejects when no agent could be reached (CH-055 to CH-062). */
export interface TransferRequest {
  /** Where to, as the service named it; without it the entry of `focusArea`, else the existing agent adapter. */
  readonly entries?: readonly RoutingEntry[] | undefined;
  readonly focusArea?: string | undefined;
  /** Entries by focus area that the bot's answer carried. */
  readonly extraBundles?: Readonly<Record<string, RoutingEntry>> | undefined;
  /** A later return to the bot is forbidden (CH-059). */
  readonly noSwitchBack?: boolean | undefined;
}

export interface SchedulerRequest {
  readonly config: unknown;
  readonly text: string | undefined;
}

/** Names of CH-208 and CH-210; mapped and posted by the insight room. */
export type ChatEventName =
  | 'CM_CHAT_START'
  | 'CM_CHAT_CONNECT'
  | 'CM_CHAT_FIRST_MESSAGE'
  | 'CM_CHAT_TRANSFER'
  | 'CM_CHAT_END'
  | 'CM_CHAT_SURVEY_COMPLETE'
  | 'CM_API_ERROR';

export type Track = (
  name: ChatEventName,
  detail: Readonly<Record<string, string | number | boolean | undefined>>,
) => void;

/** The visitor's identity at a messaging service; the identity room fills it. */
export interface ChannelIdentity {
  readonly consumerId: string;
  readonly token: string | undefined;
  readonly isLoggedIn: boolean;
  readonly isNew: boolean;
  readonly firstName: string | undefined;
  /** An open conversation of this identity, when the broker named one (CH-173). */
  readonly hasOpenConversation: boolean;
  readonly unread: number;
  readonly agentStatus: AgentStatus;
}

export interface IdentityPort {
  /** The stored or freshly fetched identity; undefined when the visitor has none at this service. */
  find(service: string): Promise<ChannelIdentity | undefined>;
  /** A new token, at most one request at a time. Rejects when it cannot be had. */
  refresh(service: string): Promise<ChannelIdentity | undefined>;
  /** Told after a sign-in or a refresh, until the lifetime ends. */
  onChange(lifetime: Lifetime, listener: (service: string) => void): void;
}

/** Everything a channel gets; it asks for nothing else. */
export interface ChannelPorts {
  /** The routing entry that named this channel. */
  readonly entry: RoutingEntry;
  /** The adapter it serves: several ids may share a folder. */
  readonly adapterId: AdapterId;
  readonly emit: (event: ChannelEvent) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends when the widget is destroyed or the service replaced. */
  readonly lifetime: Lifetime;
  readonly call: CallBackend;
  readonly storage: FrameStorage;
  readonly host: Pick<RemoteHost, 'openUrl' | 'emit' | 'page'>;
  readonly createId: () => string;
  readonly random: () => number;
  readonly texts: TextSource;
  readonly query: QueryParameters;
  readonly track: Track;
  readonly page: () => PageFacts;
  readonly visitor: () => VisitorFacts;
  /** Asks the network for the address that `visitor` does not know; undefined when it cannot be had (CH-115). */
  readonly findIpAddress: () => Promise<string | undefined>;
  readonly place: () => PlaceFacts;
  /** First-touch marketing attributes (SH-110). */
  readonly marketing: () => Readonly<Record<string, string>>;
  /** The account of a service; logs and gives undefined when there is none (CH-012). */
  readonly account: (service: string) => GatewayAccount | undefined;
  readonly identity: IdentityPort;
  /** The channels' section of the deployment file; each folder parses its own part. */
  readonly deployment: Readonly<Record<string, unknown>>;
  /** All routing entries of the page, for channels that tell the service about its alternatives (`chatSkills`). */
  readonly entries: () => readonly RoutingEntry[];
  /** Whether an agent could be reached now: the best state of sync and async adapters. */
  readonly agentAvailability: () => AgentStatus;
  readonly attention: Attention;
  /** Whether the page mapping gives this address a bot (CH-096). */
  readonly isBotPage: (url: string) => boolean;
  readonly requestTransfer: (request: TransferRequest) => Promise<void>;
  readonly openScheduler: (request: SchedulerRequest) => void;
  /** What the employee check said, for others who want to know (CH-104). */
  readonly employeeChecked: (isEmployee: boolean) => void;
}

/** Whether the visitor can see and does look. */
export interface Attention {
  isPaneShown(): boolean;
  /** Focus is in the page or in the frame (CH-142). */
  isFocused(): boolean;
  onChange(lifetime: Lifetime, listener: () => void): void;
}

export type CreateChannel = (ports: ChannelPorts) => Channel;
