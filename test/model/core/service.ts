/** Who writes. `guest` is the visitor whom the page does not name. */
export type User = 'Ann' | 'Bob' | 'guest';

export interface ServiceEvent {
  /** The service's own id, the same in every answer and push. */
  readonly id: string;
  readonly from: 'visitor' | 'agent' | 'hidden';
  readonly text: string;
  /** The id that the text was sent with. */
  readonly clientId: string | undefined;
  /** Its place in the conversation. It changes when the service starts to count again. */
  position: number;
}

export type Push = ServiceEvent | 'opened' | 'closed';

export interface ServiceConversation {
  readonly id: string;
  readonly user: User;
  isOpen: boolean;
  nextPosition: number;
  events: ServiceEvent[];
}

/** A text that has arrived, whatever the service still knows about it. */
export interface Arrival {
  readonly textId: string;
  readonly user: User;
  readonly conversationId: string;
  /** How often the service had lost its history before. */
  readonly era: number;
}

export type PublishAnswer =
  | { readonly type: 'stored'; readonly position: number; readonly eventId: string }
  | { readonly type: 'refused' }
  | { readonly type: 'busy'; readonly retryAfterMs: number | undefined };

export interface Replay {
  readonly epoch: number;
  readonly events: readonly ServiceEvent[];
  /** The position of the last event, seen or hidden. */
  readonly last: number;
}

export interface CoreService {
  readonly conversations: ServiceConversation[];
  readonly arrivals: Arrival[];
  readonly epoch: number;
  readonly era: number;
  /** Answers to the next texts instead of storing them. */
  readonly refusals: ('busy' | 'busyForLong' | 'refuse')[];
  /** Tells the connections of a conversation about a new event, or its end. */
  onEvent: (conversation: ServiceConversation, event: Push) => void;
  openOf(user: User): ServiceConversation | undefined;
  start(user: User): ServiceConversation;
  publish(user: User, conversationId: string, textId: string, text: string): PublishAnswer;
  /** The visitor writes on another device. */
  publishFromDevice(conversation: ServiceConversation, textId: string, text: string): void;
  replay(conversationId: string, after: number): Replay;
  say(conversation: ServiceConversation, text: string): void;
  addHidden(conversation: ServiceConversation): void;
  close(conversation: ServiceConversation): void;
  /** Starts to count again, with or without the history. */
  restart(keepsHistory: boolean): void;
}

/** The reference service: it keeps conversations, numbers their events, and can store a text with a known id once. */
export function createCoreService({ dedupes }: { readonly dedupes: boolean }): CoreService {
  const conversations: ServiceConversation[] = [];
  const arrivals: Arrival[] = [];
  let count = 0;
  const state = { epoch: 1, era: 0 };

  function add(conversation: ServiceConversation, event: Omit<ServiceEvent, 'id' | 'position'>): ServiceEvent {
    count += 1;
    const added = { ...event, id: `event-${count}`, position: conversation.nextPosition };
    conversation.nextPosition += 1;
    conversation.events.push(added);
    service.onEvent(conversation, added);
    return added;
  }

  const service: CoreService = {
    conversations,
    arrivals,
    refusals: [],
    onEvent: () => {},
    get epoch() {
      return state.epoch;
    },
    get era() {
      return state.era;
    },
    openOf: (user) => conversations.find((one) => one.user === user && one.isOpen),
    start(user) {
      const running = service.openOf(user);
      if (running) return running;
      const started: ServiceConversation = {
        id: `conversation-${conversations.length + 1}`,
        user,
        isOpen: true,
        nextPosition: 0,
        events: [],
      };
      conversations.push(started);
      service.onEvent(started, 'opened');
      return started;
    },
    publish(user, conversationId, textId, text) {
      const refusal = service.refusals.shift();
      if (refusal === 'refuse') return { type: 'refused' };
      if (refusal) return { type: 'busy', retryAfterMs: refusal === 'busy' ? undefined : 7_000 };
      const conversation = conversations.find((one) => one.id === conversationId);
      if (!conversation?.isOpen || conversation.user !== user) return { type: 'refused' };
      const known = dedupes && conversation.events.find((one) => one.clientId === textId);
      if (known) return { type: 'stored', position: known.position, eventId: known.id };
      arrivals.push({ textId, user, conversationId, era: state.era });
      const { position, id } = add(conversation, { from: 'visitor', text, clientId: textId });
      return { type: 'stored', position, eventId: id };
    },
    publishFromDevice(conversation, textId, text) {
      arrivals.push({ textId, user: conversation.user, conversationId: conversation.id, era: state.era });
      add(conversation, { from: 'visitor', text, clientId: textId });
    },
    replay(conversationId, after) {
      const conversation = conversations.find((one) => one.id === conversationId);
      return {
        epoch: state.epoch,
        events: (conversation?.events ?? []).filter((one) => one.position > after && one.from !== 'hidden'),
        last: (conversation?.nextPosition ?? 0) - 1,
      };
    },
    say: (conversation, text) => void add(conversation, { from: 'agent', text, clientId: undefined }),
    addHidden: (conversation) => void add(conversation, { from: 'hidden', text: '', clientId: undefined }),
    close(conversation) {
      if (!conversation.isOpen) return;
      conversation.isOpen = false;
      service.onEvent(conversation, 'closed');
    },
    restart(keepsHistory) {
      state.epoch += 1;
      if (!keepsHistory) state.era += 1;
      for (const conversation of conversations) {
        const kept = keepsHistory ? conversation.events.filter((one) => one.from !== 'hidden') : [];
        conversation.events = kept.map((one, position) => ({ ...one, position }));
        conversation.nextPosition = kept.length;
      }
    },
  };
  return service;
}
