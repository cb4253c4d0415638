import type { Lifetime } from '../../platform/lifetime.ts';
import type { ChannelPorts } from '../channel.ts';
import type { ConversationState } from '../chatState.ts';
import type { Conversation, Message, MessageInput, MessageLog, QuickReply } from '../conversation.ts';
import { createMessageLog, emptyLog, type MutableLog } from '../messages/messageLog.ts';
import type { AdapterId } from '../routing/adapters.ts';
import type { RoomState } from '../state.ts';
import { createTimer, type Timer } from '../timer.ts';
import type { SavedConversation, StoredRating } from './savedConversations.ts';

/** The conversation that a transfer started from, until the target ends (CH-056). */
interface TransferRecord {
  readonly fromId: string;
  readonly noSwitchBack: boolean;
}

/** The unpublished data of one conversation. Views read the `Conversation`. */
export interface ConversationRecord {
  readonly id: string;
  readonly adapterId: AdapterId;
  /** Owns the timers of the conversation. Ends when the conversation is removed. */
  readonly lifetime: Lifetime;
  readonly log: Pick<MutableLog, 'has' | 'find'>;
  /** The data for views; undefined once the conversation is removed. */
  readonly published: Conversation | undefined;
  transfer: TransferRecord | undefined;
  /** The id under which it is stored: that of the tab that has stored it first. */
  savedId: string;
  /** A transfer of this conversation is pending. */
  isTransferring: boolean;
  /** The agent's session, until the conversation that this one was transferred from knows it. */
  unlinkedSession: string | undefined;
  /** The adapters that copied messages came from. They handle presses on lines of the message. */
  readonly copiedFrom: Map<string, AdapterId>;
  /** Participants that are not people (CH-053). */
  readonly hiddenAgents: Set<string>;
  /**
   * The announced messages, so that a replay or a new sequence of the service announces nothing twice. All conversations of
   * an adapter share it, because one whose end did not reach the service may start again.
   */
  readonly announced: Set<string>;
  /** Messages with choices that no newer answer has replaced yet. */
  readonly openChoices: Set<string>;
  /** Each press spends the choices of the messages with these ids. */
  readonly presses: Set<ReadonlySet<string>>;
  /** Messages whose choices are spent in any case. */
  readonly pastChoices: Set<string>;
  /** The replies that the service offers, and those that were pressed or withdrawn. */
  replies: readonly QuickReply[];
  readonly spentReplies: Set<string>;
  /** The unread messages (CH-044), and how many more the service has reported (CH-173). */
  unread: readonly Message[];
  reportedUnread: number;
  /** The answers with thumbs, and the visitor's ratings. They are stored, because a history has neither. */
  readonly ratings: Map<string, StoredRating>;
  /** Hides the typing indicator of the agent. */
  readonly agentTyping: Timer;
  /** Publishes changes. The only way to change a conversation. */
  change(changes: Partial<Omit<Conversation, 'id' | 'adapterId' | 'messages'>>): void;
  /** Adds or updates messages by id. Returns the new ones. `areCopies`: they come from another conversation. */
  add(messages: readonly MessageInput[], areCopies?: boolean): readonly Message[];
  removeMessages(messages: readonly Pick<Message, 'id'>[]): void;
  /** Changes the log and publishes the result. */
  changeLog(change: (log: MutableLog) => void): void;
}

interface RecordPorts extends Pick<ChannelPorts, 'clock' | 'lifetime'> {
  readonly state: RoomState;
  /** Excludes a log from deep observation. Logs are large, and replaced rather than changed. */
  readonly asRef: (log: MessageLog) => MessageLog;
}

const withRating = (message: MessageInput, stored: StoredRating | undefined): MessageInput =>
  stored ? { ...message, displayFeedback: true, rating: stored === 'none' ? undefined : stored } : message;

/** Adds a conversation to the published state. */
function createRecord(
  { state, clock, lifetime: owner, asRef }: RecordPorts,
  { id, adapterId, ...first }: Pick<Conversation, 'id' | 'adapterId' | 'state'>,
  announced: Set<string>,
): ConversationRecord {
  const lifetime = owner.child();
  const log = createMessageLog();
  const ratings: ConversationRecord['ratings'] = new Map();
  state.conversations.push({
    id,
    adapterId,
    state: first.state,
    messages: asRef(emptyLog),
    participants: [],
    isAgentTyping: false,
    exitSurvey: undefined,
    unreadMsgCount: 0,
  });

  function publish(changes: Partial<Conversation>): void {
    const at = state.conversations.findIndex((one) => one.id === id);
    const before = state.conversations[at];
    if (before) state.conversations[at] = { ...before, ...changes };
  }

  function changeLog(change: (log: MutableLog) => void): void {
    change(log);
    publish({ messages: asRef(log.log) });
  }

  return {
    id,
    adapterId,
    lifetime,
    log,
    get published() {
      return state.conversations.find((one) => one.id === id);
    },
    transfer: undefined,
    savedId: id,
    isTransferring: false,
    unlinkedSession: undefined,
    copiedFrom: new Map(),
    hiddenAgents: new Set(),
    announced,
    openChoices: new Set(),
    presses: new Set(),
    pastChoices: new Set(),
    replies: [],
    spentReplies: new Set(),
    unread: [],
    reportedUnread: 0,
    ratings,
    agentTyping: createTimer(clock, lifetime),
    change: publish,
    add(messages, areCopies) {
      const rated = messages.map((one) => withRating(one, ratings.get(one.id)));
      let added: readonly Message[] = [];
      changeLog((log) => {
        added = log.merge(rated, clock.now() + (state.clocksAheadMs[adapterId] ?? 0), areCopies);
      });
      return added;
    },
    removeMessages(messages) {
      changeLog((log) => {
        for (const { id } of messages) log.remove(id);
      });
    },
    changeLog,
  };
}

/** All conversations of the page load, each with its record. */
export interface Conversations {
  readonly all: Iterable<ConversationRecord>;
  find(id: string | undefined): ConversationRecord | undefined;
  /** The conversation that a channel's events belong to. */
  currentOf(adapterId: AdapterId): ConversationRecord | undefined;
  makeCurrent(record: ConversationRecord): void;
  /** Adds a conversation, which becomes the current one of its adapter. */
  add(adapterId: AdapterId, state: ConversationState, id?: string): ConversationRecord;
  remove(record: ConversationRecord): void;
  /** Conversations from before a reload whose service has not reported them yet. */
  readonly saved: Map<AdapterId, SavedConversation>;
}

export function createConversations(ports: RecordPorts & { readonly createId: () => string }): Conversations {
  const { state } = ports;
  const records = new Map<string, ConversationRecord>();
  const current = new Map<AdapterId, ConversationRecord>();
  const announced = new Map<AdapterId, Set<string>>();
  return {
    get all() {
      return records.values();
    },
    find: (id) => (id === undefined ? undefined : records.get(id)),
    currentOf: (adapterId) => current.get(adapterId),
    makeCurrent: (record) => void current.set(record.adapterId, record),
    add(adapterId, first, id = ports.createId()) {
      const known = announced.get(adapterId) ?? new Set();
      announced.set(adapterId, known);
      const record = createRecord(ports, { id, adapterId, state: first }, known);
      records.set(id, record);
      current.set(adapterId, record);
      return record;
    },
    remove(record) {
      const { id, adapterId } = record;
      record.lifetime.end();
      records.delete(id);
      if (current.get(adapterId) === record) current.delete(adapterId);
      delete state.replies[id];
      delete state.problems[id];
      state.conversations = state.conversations.filter((one) => one.id !== id);
      if (state.activeId === id) state.activeId = undefined;
    },
    saved: new Map(),
  };
}
