import type { Lifetime } from '../../platform/lifetime.ts';
import { createTimer, type Timer } from '../../platform/timer.ts';
import type { ChannelPorts } from '../channel.ts';
import type {
  Conversation,
  ConversationState,
  Message,
  MessageInput,
  MessageLog,
  QuickReply,
} from '../conversation.ts';
import { createMessageLog, emptyLog, type MutableLog, shownTime } from '../messages/messageLog.ts';
import type { AdapterId } from '../routing/adapters.ts';
import type { RoomState } from '../state.ts';
import type { SavedConversation, StoredRating } from './savedConversations.ts';

/** The conversation that a transfer started from, until the target ends (CH-056). */
interface TransferRecord {
  readonly fromId: string;
  readonly noSwitchBack: boolean | undefined;
}

/** A conversation of the same thread, which the visitor has come from (CH-057). */
interface EarlierConversation {
  readonly record: ConversationRecord;
  /** What it gets from then on is in its own window only, because the visitor has returned to it. */
  untilMs: number;
}

const createNotes = (id: string) => ({
  transfer: undefined as TransferRecord | undefined,
  /** The id under which it is stored: that of the tab that has stored it first. */
  savedId: id,
  isTransferring: false,
  isEndedByVisitor: false,
  /** The agent's session, until the conversation that this one was transferred from knows it. */
  unlinkedSession: undefined as string | undefined,
  /** The replies that the service offers. */
  replies: [] as readonly QuickReply[],
  /** The unread messages (CH-044), and how many more the service has reported (CH-173). */
  unread: [] as readonly Message[],
  reportedUnread: 0,
});

const createCollections = (announced: Set<string>) => ({
  /** Participants that are not people (CH-053). */
  hiddenAgents: new Set<string>(),
  /**
   * The announced messages, so that a replay or a new sequence of the service announces nothing twice. All conversations of
   * an adapter share it, because one whose end did not reach the service may start again.
   */
  announced,
  /** Messages with choices that no newer answer has replaced yet. */
  openChoices: new Set<string>(),
  /** Each press spends the choices of the messages with these ids. */
  presses: new Set<ReadonlySet<string>>(),
  /** Messages whose choices are spent in any case. */
  pastChoices: new Set<string>(),
  /** The replies that were pressed or withdrawn. */
  spentReplies: new Set<string>(),
  /** The answers with thumbs, and the visitor's ratings. They are stored, because a history has neither. */
  ratings: new Map<string, StoredRating>(),
});

/** The unpublished data of one conversation. Views read the `Conversation`. */
export interface ConversationRecord
  extends ReturnType<typeof createNotes>,
    Readonly<ReturnType<typeof createCollections>> {
  readonly id: string;
  readonly adapterId: AdapterId;
  /** Owns the timers of the conversation. Ends when the conversation is removed. */
  readonly lifetime: Lifetime;
  readonly log: Pick<MutableLog, 'log' | 'has' | 'find'>;
  /** Its thread without itself. The window shows the messages of the whole thread. */
  readonly earlier: readonly EarlierConversation[];
  /** The data for views; undefined once the conversation is removed. */
  readonly published: Conversation | undefined;
  readonly agentTyping: Timer;
  /** Publishes changes. The only way to change a conversation. */
  change(changes: Partial<Omit<Conversation, 'id' | 'adapterId' | 'messages'>>): void;
  /** Adds or updates messages by id. Returns the new ones. */
  add(messages: readonly MessageInput[]): readonly Message[];
  removeMessages(messages: readonly Pick<Message, 'id'>[]): void;
  changeLog(change: (log: MutableLog) => void): void;
  refresh(): void;
  continueThread(from: ConversationRecord): void;
}

interface RecordPorts extends Pick<ChannelPorts, 'clock' | 'lifetime'> {
  readonly state: RoomState;
  /** Excludes a log from deep observation. Logs are large, and replaced rather than changed. */
  readonly asRef: (log: MessageLog) => MessageLog;
}

const withRating = (message: MessageInput, stored: StoredRating | undefined): MessageInput =>
  stored ? { ...message, displayFeedback: true, rating: stored === 'none' ? undefined : stored } : message;

function createRecord(
  { state, clock, lifetime: owner, asRef }: RecordPorts,
  first: Pick<Conversation, 'id' | 'adapterId' | 'state'>,
  announced: Set<string>,
  onLogChange: (record: ConversationRecord) => void,
): ConversationRecord {
  const { id, adapterId } = first;
  const lifetime = owner.child();
  const log = createMessageLog();
  let earlier: readonly EarlierConversation[] = [];
  state.conversations.push({
    ...first,
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

  const refresh = (): void => publish({ messages: asRef(threadOf(earlier, log.log)) });

  function changeLog(change: (log: MutableLog) => void): void {
    change(log);
    refresh();
    onLogChange(record);
  }

  const record: ConversationRecord = {
    id,
    adapterId,
    lifetime,
    log,
    get earlier() {
      return earlier;
    },
    get published() {
      return state.conversations.find((one) => one.id === id);
    },
    ...createNotes(id),
    ...createCollections(announced),
    agentTyping: createTimer(clock, lifetime),
    change: publish,
    add(messages) {
      const rated = messages.map((one) => withRating(one, record.ratings.get(one.id)));
      let added: readonly Message[] = [];
      changeLog((log) => {
        added = log.merge(rated, clock.now() + (state.clocksAheadMs[adapterId] ?? 0));
      });
      return added;
    },
    removeMessages(messages) {
      changeLog((log) => {
        for (const { id } of messages) log.remove(id);
      });
    },
    changeLog,
    refresh,
    continueThread(from) {
      const added = [{ record: from, untilMs: Number.POSITIVE_INFINITY }, ...from.earlier];
      const isAdded = (one: ConversationRecord): boolean =>
        one === record || added.some((other) => other.record === one);
      earlier = [...earlier.filter((one) => !isAdded(one.record)), ...added.filter((one) => one.record !== record)];
      refresh();
    },
  };
  return record;
}

/** The messages of a thread, by their times. Those of earlier conversations are history. */
function threadOf(earlier: readonly EarlierConversation[], own: MessageLog): MessageLog {
  if (earlier.length === 0) return own;
  const startOf = (page: readonly Message[]): number => (page[0] ? shownTime(page[0]) : 0);
  const pages = earlier.flatMap(({ record, untilMs }) =>
    record.log.log.pages.filter((page) => startOf(page) < untilMs).map(asHistory),
  );
  return { pages: [...pages, ...own.pages].sort((one, other) => startOf(one) - startOf(other)), pending: own.pending };
}

/** A page keeps its object, so that it does not render again. */
const histories = new WeakMap<readonly Message[], readonly Message[]>();

function asHistory(page: readonly Message[]): readonly Message[] {
  const known = histories.get(page);
  if (known) return known;
  const history = page.map((one) => ({ ...one, isHistory: true }));
  histories.set(page, history);
  return history;
}

export function createConversations(ports: RecordPorts & { readonly createId: () => string }) {
  const { state } = ports;
  const records = new Map<string, ConversationRecord>();
  const current = new Map<AdapterId, ConversationRecord>();
  const announced = new Map<AdapterId, Set<string>>();

  /** The conversations whose windows show the messages of this one, too. */
  function partsWith(record: ConversationRecord): readonly (readonly [ConversationRecord, EarlierConversation])[] {
    return [...records.values()].flatMap((one) =>
      one.earlier.filter((other) => other.record === record).map((part) => [one, part] as const),
    );
  }

  return {
    get all(): Iterable<ConversationRecord> {
      return records.values();
    },
    find: (id: string | undefined): ConversationRecord | undefined => (id === undefined ? undefined : records.get(id)),
    /** The conversation that a channel's events belong to. */
    currentOf: (adapterId: AdapterId): ConversationRecord | undefined => current.get(adapterId),
    makeCurrent: (record: ConversationRecord): void => void current.set(record.adapterId, record),
    /** Adds a conversation, which becomes the current one of its adapter. */
    add(adapterId: AdapterId, first: ConversationState, id: string = ports.createId()): ConversationRecord {
      const known = announced.get(adapterId) ?? new Set();
      announced.set(adapterId, known);
      const record = createRecord(ports, { id, adapterId, state: first }, known, (changed) => {
        for (const [one] of partsWith(changed)) one.refresh();
      });
      records.set(id, record);
      current.set(adapterId, record);
      return record;
    },
    /** The visitor comes from another conversation. Later messages appear below its thread, whatever the clocks say. */
    continueHere(record: ConversationRecord, from: ConversationRecord): void {
      record.continueThread(from);
      const last = record.published?.messages.pages.at(-1)?.at(-1);
      if (!last) return;
      const floorMs = shownTime(last) + 1;
      record.changeLog((log) => log.seal(floorMs));
      for (const [, part] of partsWith(record)) part.untilMs = Math.min(part.untilMs, floorMs);
    },
    remove(record: ConversationRecord): void {
      const { id, adapterId } = record;
      record.lifetime.end();
      records.delete(id);
      if (current.get(adapterId) === record) current.delete(adapterId);
      delete state.replies[id];
      delete state.problems[id];
      state.conversations = state.conversations.filter((one) => one.id !== id);
      if (state.activeId === id) state.activeId = undefined;
    },
    /** Conversations from before a reload whose service has not reported them yet. */
    saved: new Map<AdapterId, SavedConversation>(),
  };
}

export type Conversations = ReturnType<typeof createConversations>;
