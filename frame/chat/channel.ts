import type { PageFacts } from '../../bridge/records.ts';
import type { QueryParameters } from '../host/queryParameters.ts';
import type { RemoteHost } from '../host/remoteHost.ts';
import type { IdentityDoor } from '../identity/identityDoor.ts';
import type { CallBackend } from '../platform/backend/plan.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { Tabs } from '../platform/tabs.ts';
import type { TextSource } from '../text/texts.ts';
import type {
  ChatState,
  ExitSurvey,
  Line,
  LineValue,
  Message,
  MessageInput,
  ParticipantInput,
  QuickReply,
  ReceiptStatus,
  SurveyAnswers,
} from './conversation.ts';
import type { AdapterId, QueueType } from './routing/adapters.ts';
import type { ChatDeployment } from './routing/deployment.ts';
import type { RoutingEntry } from './routing/routingEntry.ts';

/**
 * The connection to one chat service. A channel is a folder in `channels/` behind this interface; vendor names stay in the
 * folder.
 *
 * The channel owns the wire and its own state. It reports events through `ports.emit` and never changes the conversation.
 * The chat store owns the conversations: it merges the events and calls the methods below, one at a time per conversation.
 * Every method may be called in any state. A channel omits what its service cannot do.
 *
 * There is no `dispose`: timers, polls, sockets and listeners belong to `ports.lifetime`. When it ends they stop, the
 * conversation continues on the server (CH-016), and the channel emits nothing more.
 */
export interface Channel {
  /** The adapter record of CH-002, with exactly these keys. A new object after every change. */
  readonly snapshot: ChannelSnapshot;
  /** The conversation runs in the provider's own window, and the pane says so (CH-156). */
  readonly isExternal?: boolean;
  /** Checks whether the service can be used. Never rejects: it sets `state`, and `isReady` to true. */
  init(): Promise<void>;
  /**
   * Starts a conversation and resolves once the service has accepted the request. If it cannot start, the state becomes
   * `unavailable` or `error` and the promise rejects. A call before `init` has finished waits for it (CH-111).
   */
  start(request: StartRequest): Promise<void>;
  /** Continues a conversation from before a reload and replays it as history; false if there is none to continue. */
  resume?(request: ResumeRequest): Promise<boolean>;
  /**
   * Delivers a message of the visitor. While the service cannot take it (waiting, reconnecting) the channel queues it and
   * sends it later, once and in order. It emits `delivered` or `notDelivered`; a rejection is treated as `notDelivered`.
   */
  send(message: OutgoingMessage): Promise<void>;
  /**
   * A text that was not sent has moved to the input. The channel neither sends it nor reports it again. Needed by a channel that
   * transfers visitors; the others lose their texts with the conversation.
   */
  forget?(id: string): void;
  /** The visitor started (true) or stopped (false) typing. */
  typing?(isTyping: boolean): void;
  /** The visitor pressed a line of a rich answer (CH-092 to CH-095). */
  press?(line: Line, message: Message): Promise<void>;
  reply?(reply: QuickReply): Promise<void>;
  /** The visitor rated an answer, thumbs up or down (CH-097). */
  rate?(message: Message, isGood: boolean): Promise<void>;
  /** The visitor stops the answer that is being written: the message whose `progress` is `open`. */
  stop?(): void;
  /** The visitor sees the conversation, with focus in the page or the frame: read receipts may be sent (CH-142). */
  seen?(): void;
  /**
   * Ends the conversation on the server. Emits the end even if the call fails, and then reports it later (`channels/ground/endReports.ts`).
   * `withError` ends it in ERROR (CH-124).
   */
  end(withError?: boolean): Promise<void>;
  /** Sends the answers to the exit survey that the channel emitted. */
  submitSurvey?(answers: SurveyAnswers): Promise<void>;
  /** Closes the exit survey without answers. */
  cancelSurvey?(): Promise<void>;
  /** Emits the exit survey that was open before a reload, if the service still has it. */
  resumeSurvey?(): Promise<void>;
  /** Undefined if the service accepts no files. */
  readonly files?: ChannelFiles | undefined;
  /** Reports the live session of a transferred visitor to the channel that handed the visitor over (CH-098). */
  linkSession?(realtimeId: string): void;
  /** The welcome that a card may show before any chat (CH-103); undefined if it cannot be loaded. */
  welcome?(): Promise<readonly WelcomeBlock[] | undefined>;
}

export interface ChannelFiles {
  readonly maxBytes: number;
  /** As in `accept`: `image/*`, `application/pdf`. */
  readonly types: readonly string[];
  /**
   * Uploads a file, and resolves to the address that is then sent as a message. Rejects with `NOT_ALLOWED` if another try would not
   * help.
   */
  upload(file: File, signal: AbortSignal): Promise<string>;
}

export type WelcomeBlock = Pick<Message, 'text' | 'lines'>;

export interface ChannelSnapshot {
  readonly id: AdapterId;
  readonly queueType: QueueType;
  readonly skill: string | undefined;
  readonly state: ChatState;
  readonly agentStatus: AgentStatus;
  readonly isLoggedIn: boolean;
  /** What the service says about its visitor, for the greeting. */
  readonly known?: { readonly isNew: boolean; readonly firstName: string | undefined } | undefined;
  /** `init` has finished, successfully or not. */
  readonly isReady: boolean;
  readonly routedSkill: string | undefined;
  /** The service's own id of the running conversation. */
  readonly conversationId: string | undefined;
  readonly purpose: string | undefined;
  readonly config: Pick<ChannelSnapshot, 'skill' | 'queueType'> & {
    readonly service: string;
    readonly account: string | undefined;
  };
}

export type AgentStatus = 'available' | 'unavailable' | 'unknown';

export interface StartRequest {
  readonly startType: StartType;
  /** The messages of the thread so far, oldest first. The window shows them already. */
  readonly transferred?: readonly Message[];
}

/** What started the chat; part of the start event (CH-010). */
export type StartType = 'menu' | 'link' | 'proactive' | 'queryParameter' | 'transfer' | 'restart' | 'resume';

export interface ResumeRequest {
  /** The service's id of the conversation, as this channel last emitted it. */
  readonly conversationId: string | undefined;
}

export interface OutgoingMessage {
  /** Our id. The channel confirms it with `delivered`. */
  readonly id: string;
  /** Trimmed and not empty. */
  readonly text: string;
}

/** What a channel reports to the store. Every event is a cloneable record. */
export type ChannelEvent =
  /** Changed keys of the snapshot; a changed `state` moves the conversation. */
  | { readonly type: 'changed'; readonly changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>> }
  /** New or changed messages, merged by id in any order. `countsUnread: false` leaves the badge unchanged (CH-044). */
  | { readonly type: 'messages'; readonly messages: readonly MessageInput[]; readonly countsUnread?: boolean }
  /** The service has the visitor's message. `as` is the service's id and time; the echo may arrive before or after. */
  | {
      readonly type: 'delivered';
      readonly id: string;
      readonly as?: (Pick<Message, 'id' | 'timestamp'> & Partial<Pick<Message, 'order'>>) | undefined;
    }
  | { readonly type: 'notDelivered'; readonly id: string }
  /** The next words of a message whose `progress` is `open`, for screen readers. The message itself is not announced. */
  | { readonly type: 'spoken'; readonly id: string; readonly text: string }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'receipt'; readonly ids: readonly string[]; readonly status: ReceiptStatus }
  /** How far the service's clock is ahead of the visitor's, ms. */
  | { readonly type: 'clock'; readonly aheadMs: number }
  /** Texts whose conversation is over. They return to the composer. */
  | { readonly type: 'returned'; readonly texts: readonly string[] }
  /** The service no longer supports this version of the widget. A reload helps. */
  | { readonly type: 'outdated' }
  /** Participants who joined or changed; `isActive: false` means left. The header shows the latest active one (CH-041). */
  | { readonly type: 'participants'; readonly participants: readonly ParticipantInput[] }
  | { readonly type: 'agentTyping'; readonly isTyping: boolean }
  /** Replies that replace the input; an empty list restores it (CH-139). */
  | { readonly type: 'quickReplies'; readonly replies: readonly QuickReply[] }
  /** The exit survey of the ended conversation; undefined withdraws it. */
  | { readonly type: 'survey'; readonly survey: ExitSurvey | undefined }
  /** The survey could not be loaded (CH-068). */
  | { readonly type: 'surveyFailed' }
  /** Messages that arrived while the visitor was away, counted in the badge at load (CH-173). */
  | { readonly type: 'unread'; readonly count: number }
  /** The agent's live session, for the channel that the visitor was transferred from (CH-128, CH-098). */
  | { readonly type: 'session'; readonly realtimeId: string }
  /** The connection is lost, or back (CH-216). */
  | { readonly type: 'connection'; readonly isLost: boolean }
  /** A text key whose text the window shows with this conversation, until its next live state (CH-213, CH-219). */
  | {
      readonly type: 'problem';
      readonly key: string;
      readonly link?: { readonly text: string; readonly href: string };
    };

export type EventOf<Type extends ChannelEvent['type']> = Extract<ChannelEvent, { readonly type: Type }>;

/** The known facts about the visitor. Read them again for every use. */
export interface VisitorFacts {
  readonly isSignedIn: boolean;
  /** The unique user id (`iui`). */
  readonly userId: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  readonly countryCode: string | undefined;
  readonly ipAddress: string | undefined;
  readonly role: string;
  /** The host's analytics id (`ajs_anonymous_id`). */
  readonly anonymousId: string | undefined;
  /** Other allowed profile fields, unchanged from the page (`bluemixProfile`). */
  readonly profile: Readonly<Record<string, string | boolean>>;
}

/** The page, region and environment that a channel runs in. */
export interface PlaceFacts {
  readonly languageCode: string;
  readonly regionCode: string | undefined;
  readonly focusArea: string | undefined;
  /** The first email link of the focus area, offered when a chat cannot start (CH-129). */
  readonly emailLink: string | undefined;
  readonly environment: ChatEnvironment;
  readonly isDebug: boolean;
  readonly userAgent: string;
  /** A phone or a tablet (SH-156). */
  readonly isHandheld: boolean;
}

export type ChatEnvironment = 'sandbox' | 'alpha' | 'production';

/** An account of the service gateway (CH-012). */
export type GatewayAccount = Readonly<ChatDeployment['accounts'][number]>;

/** A request for a transfer to an agent (CH-055 to CH-062). */
export interface TransferRequest {
  /** The targets that the service named. Without one: the entry of `focusArea`, else the page's agent adapter. */
  readonly entries?: readonly RoutingEntry[] | undefined;
  readonly focusArea?: string | undefined;
  /** Entries of the bot's answer, by focus area. */
  readonly extraBundles?: Readonly<Record<string, RoutingEntry>> | undefined;
  /** The visitor must not return to the bot afterwards (CH-059). */
  readonly noSwitchBack?: boolean | undefined;
}

/** The events of CH-208 and CH-210. The insight room maps and sends them. */
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

/** What the chat room and each of its channels have. A part takes only what it uses. */
export interface GroundPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Ends when the widget is destroyed. That of a channel also ends when another entry replaces it. */
  readonly lifetime: Lifetime;
  readonly createId: () => string;
  readonly random: () => number;
  readonly texts: TextSource;
  readonly call: CallBackend;
  readonly storage: FrameStorage;
  readonly tabs: Tabs;
  readonly identity: IdentityDoor;
  /** Read the facts again for every use. */
  readonly visitor: () => VisitorFacts;
  /** Calls the listener when what is known about the visitor changes. */
  readonly onVisitor: (lifetime: Lifetime, listener: () => void) => void;
  /**
   * Identifies the visitor: changes whenever a visitor signs out, not when a guest signs in. The same in all tabs of a
   * browser.
   */
  readonly visitorKey: () => string;
  /** Looks up the IP address that `visitor` does not have; undefined if the lookup fails (CH-115). */
  readonly findIpAddress: () => Promise<string | undefined>;
  /** First-touch marketing attributes (SH-110). */
  readonly marketing: () => Readonly<Record<string, string>>;
  readonly host: Pick<RemoteHost, 'openUrl' | 'emit' | 'page'>;
  /** `timeOrigin` is when this chat started, if it follows another one on the page. */
  readonly page: () => PageFacts;
  /** The page's whole address, for links and the page mapping. What is sent is that of `page`. */
  readonly pageUrl: () => string;
  readonly place: () => PlaceFacts;
  readonly query: QueryParameters;
  readonly track: Track;
  readonly openScheduler: (request: Pick<LineValue, 'schedulerConfig' | 'schedulerText'>) => void;
}

export interface ChannelPorts extends GroundPorts {
  /** The routing entry that named this channel. */
  readonly entry: RoutingEntry;
  /** The adapter that the channel serves. Several ids may share a folder. */
  readonly adapterId: AdapterId;
  /** `chat.channels` of the deployment file. Each folder parses its own section. */
  readonly deployment: Readonly<Record<string, unknown>>;
  /** All routing entries of the page, for channels that send the alternatives to the service (`chatSkills`). */
  readonly entries: () => readonly RoutingEntry[];
  /** The named account of a service, by default its first; logs a warning and returns undefined if there is none (CH-012). */
  readonly account: (service: string, named?: string) => GatewayAccount | undefined;
  readonly emit: (event: ChannelEvent) => void;
  readonly attention: ChannelAttention;
  /** Whether the page mapping has a bot for this address (CH-096). */
  readonly isBotPage: (url: string) => boolean;
  /** Whether an agent is available now: the best state of the sync and async adapters. */
  readonly agentAvailability: () => AgentStatus;
  /** Rejects if no agent can be reached, or if the visitor ends the transfer. */
  readonly requestTransfer: (request: TransferRequest) => Promise<void>;
  /** Reports the outcome of the employee check (CH-104). */
  readonly onEmployeeCheck: (isEmployee: boolean) => void;
}

/** What the visitor sees, as far as it concerns a channel. */
export interface ChannelAttention {
  isPaneShown(): boolean;
  /** The visitor sees the channel's conversation, with focus in the page or the frame: it is read (CH-142). */
  isVisible(): boolean;
  onChange(lifetime: Lifetime, listener: () => void): void;
  /** The browser reports that the network is back or has changed. This is only a hint (REL-23). */
  onOnline(lifetime: Lifetime, listener: () => void): void;
}

export type ChannelWith<Member extends keyof Channel> = Channel & Required<Pick<Channel, Member>>;

export type CreateChannel = (ports: ChannelPorts) => Channel;
