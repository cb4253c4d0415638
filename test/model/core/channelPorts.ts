import type { DeliveryCapabilities, Entry } from '../../../frame/chat/delivery/types.ts';
import type { ModelDocument } from '../modelBrowser.ts';
import type { Connection } from './network.ts';
import type { CoreService, Push, ServiceConversation, User } from './service.ts';

/** What the window shows. */
export interface Shown {
  readonly id: string;
  readonly from: 'visitor' | 'agent';
  readonly text: string;
  readonly status: 'pending' | 'sent' | 'unsent';
  /** The service's id of the event, once it is known. */
  readonly eventId: string | undefined;
}

export interface CoreChannelPorts {
  readonly document: ModelDocument;
  readonly service: CoreService;
  readonly capabilities: DeliveryCapabilities;
  readonly resends: boolean;
  /** The answer to a text has the position of its echo. */
  readonly answersPosition: boolean;
  /** Echoes are reported with the service's own id of the event. */
  readonly hasKeys: boolean;
  /** The delivery core hears that a conversation is over before it hears of the next one. */
  readonly tellsEnds: boolean;
  /** Whether the server that answers the next replay lags behind. Asked only while events are missing. */
  readonly lagsBehind: () => boolean;
  /** Called when the service asks for patience. */
  readonly mustWait: (waitMs: number) => void;
  /** Called before a text is sent, with the numbering that is known, and whether the storage does not have the text any more. */
  readonly sends: (entry: Entry, epoch: number, isCleared: boolean) => void;
  /** The channel replays before it declares the connection ready. */
  readonly replaysFirst: boolean;
  readonly createId: () => string;
  /** The true time. */
  readonly now: () => number;
  readonly connect: (closed: () => void) => Promise<Connection>;
  readonly subscribe: (
    connection: Connection,
    user: User,
    listener: (conversation: ServiceConversation, event: Push, epoch: number) => void,
  ) => void;
  readonly returned: (texts: readonly string[]) => void;
  /** A text belongs to this conversation from now on. */
  readonly opened: (conversationId: string) => void;
  readonly wasUnsent: (id: string) => void;
}

export interface CoreChannel {
  readonly user: User | undefined;
  readonly conversationId: string | undefined;
  readonly isConnected: boolean;
  readonly isWaiting: boolean;
  readonly log: readonly Shown[];
  /** Whether a text that the service may not have is shown as being sent for longer than a minute. */
  waitsTooLong(): boolean;
  write(id: string, text: string): void;
  retry(id: string): void;
  setUser(user: User | undefined): void;
  start(): void;
  end(): void;
  /** Drops the connection and makes a new one. */
  reconnect(): void;
  /** The network cuts the connection. */
  cut(): void;
}
