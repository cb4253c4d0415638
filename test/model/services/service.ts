/** What a reference service of any kind has: conversations, and all that has ever arrived in them. */
export interface ConversationEvent {
  readonly id: string;
  readonly from: 'visitor' | 'agent';
  readonly text: string;
}

export interface Conversation {
  readonly id: string;
  /** Who started it. */
  readonly person: string;
  isOpen: boolean;
  /** What the visitor may see of it, in the service's order. */
  readonly events: ConversationEvent[];
}

/** A text that has arrived, whatever the service still knows about it. */
export interface TextArrival {
  readonly text: string;
  /** Whose page sent it. */
  readonly by: string;
  readonly conversation: Conversation;
  /** How often the service had lost its history before. */
  readonly era: number;
}

export interface ReferenceService {
  readonly conversations: readonly Conversation[];
  readonly arrivals: readonly TextArrival[];
  readonly era: number;
  /** Answers to the next texts instead of storing them: HTTP statuses. */
  readonly refusals: number[];
  say(conversation: Conversation): string;
  close(conversation: Conversation): void;
  /** Starts to count again, with or without the history. */
  restart(keepsHistory: boolean): void;
}

export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Whose page sends it. */
  readonly by: string;
}

export interface ServiceAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** It comes as a stream of these events, the last of which has the body. */
  readonly stream?: readonly (readonly [name: string, data: unknown])[];
  /** A page has got all of it. */
  readonly gotAll?: () => void;
}

/** A service that is asked over HTTP. */
export interface RestService extends ReferenceService {
  answer(request: ServiceRequest): ServiceAnswer;
}

/** The service's end of a websocket. */
export interface SocketEnd {
  receive(frame: string): void;
  closed(): void;
}
