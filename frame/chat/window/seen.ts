import * as v from 'valibot';
import * as hostKeys from '../../../bridge/hostKeys.ts';
import type { HostKey } from '../../../bridge/records.ts';
import type { FrameStorage } from '../../platform/storage.ts';
import { tryParse } from '../../platform/wireFields.ts';
import { isOver, type Message } from '../conversation.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { allMessages, comparePlaces, shownTime } from '../messages/messageLog.ts';
import type { ChatPorts } from '../ports.ts';
import { type AdapterId, type QueueType, queueTypes } from '../routing/adapters.ts';
import type { RoomSnapshot, RoomState } from '../state.ts';

/** What is stored of a conversation's visitor, for all tabs and pages. */
const stored = v.object({
  /** Everything up to this place is read. `id` is that of the newest message that was read; empty if none was. */
  read: v.optional(v.object({ id: v.string(), atMs: v.number(), sequence: v.optional(v.number()) })),
  /** What is done once per conversation, and has been done. */
  done: v.optional(v.array(v.string()), []),
});

type Mark = NonNullable<v.InferOutput<typeof stored>['read']>;

/** Done once per conversation, in whatever tab or page. */
type OnceKey = 'connected' | 'firstText' | 'greeted';

export type ReadMarks = ReturnType<typeof createReadMarks>;

/**
 * How far the visitor has read each conversation (CH-044). The mark is stored, so that a reload counts what is new since then, and
 * that what is read in one tab is read in all.
 */
export function createReadMarks(storage: FrameStorage) {
  const stateOf = ({ savedId }: ConversationRecord): v.InferOutput<typeof stored> =>
    tryParse(stored, storage.read('cm-read', savedId)) ?? { done: [] };

  /** The entry of a chat that is over has been removed, and nothing would remove another one. */
  function write(record: ConversationRecord, read: Mark): void {
    if (isOver(record.published?.state)) return;
    storage.write('cm-read', { ...stateOf(record), read }, record.savedId);
  }

  function publish(record: ConversationRecord): void {
    const unreadMsgCount = record.unread.length + record.reportedUnread;
    if (record.published?.unreadMsgCount !== unreadMsgCount) record.change({ unreadMsgCount });
  }

  return {
    /** Counts new messages. Returns whether one of them is unread. */
    count(record: ConversationRecord, added: readonly Message[], counts: boolean): boolean {
      const { read } = stateOf(record);
      // Without a mark, only what arrives now is new. With one, the history of the conversation may contain new messages too.
      const unread = added.filter(
        (one) =>
          isCounted(one) && (read ? !isRead(record, read, one) && (counts || one.isHistory) : counts && !one.isHistory),
      );
      const [first] = unread;
      if (!first) return false;
      if (!read) write(record, { id: '', atMs: shownTime(first) - 1 });
      // The service has counted the messages of its history already.
      record.reportedUnread = Math.max(0, record.reportedUnread - unread.filter((one) => one.isHistory).length);
      record.unread = [...record.unread, ...unread];
      publish(record);
      return true;
    },
    /** The service reports how many messages are unread (CH-173). What this browser has marked is more exact. */
    report(record: ConversationRecord, count: number): boolean {
      if (stateOf(record).read?.id) return false;
      const isNew = count - record.unread.filter((one) => one.isHistory).length;
      record.reportedUnread += Math.max(0, isNew);
      publish(record);
      return isNew > 0;
    },
    /** The visitor sees the conversation, or will never see it again. */
    read(record: ConversationRecord): void {
      record.unread = [];
      record.reportedUnread = 0;
      publish(record);
      const { messages } = record.published ?? {};
      const newest = messages && allMessages(messages).findLast((one) => isCounted(one) && isReceived(record, one));
      if (!newest) return;
      const { read } = stateOf(record);
      if (read && (read.id === newest.id || isRead(record, read, newest))) return;
      write(record, { id: newest.id, atMs: shownTime(newest), sequence: newest.order?.sequence });
    },
    /** Another tab has marked the conversation as read. */
    changed(record: ConversationRecord): void {
      const { read } = stateOf(record);
      if (!read?.id) return;
      record.unread = record.unread.filter((one) => !isRead(record, read, one));
      record.reportedUnread = 0;
      publish(record);
    },
    isFirst(record: ConversationRecord, key: OnceKey): boolean {
      const state = stateOf(record);
      if (state.done.includes(key)) return false;
      storage.write('cm-read', { ...state, done: [...state.done, key] }, record.savedId);
      return true;
    },
  };
}

/** The widget's own lines and the messages of earlier conversations have times that cannot be compared with those of the service. */
const isReceived = ({ announced }: ConversationRecord, { id, timestamp }: Message): boolean =>
  announced.has(id) || announced.has(`${id} ${timestamp}`);

/** Times of live messages and of a history may come from two clocks, so the marked message itself decides if it is known. */
function isRead(record: ConversationRecord, { id, atMs, sequence }: Mark, message: Message): boolean {
  if (message.id === id) return true;
  const order = sequence === undefined ? undefined : { atMs, sequence };
  const place = comparePlaces(message, record.log.find(id) ?? { ...message, timestamp: atMs, order });
  return message.isHistory ? place <= 0 : place < 0;
}

/** CH-044: whether a message counts as long as it is unread. The visitor's own messages never do. */
export function isCounted({ type, isRemoved }: Message): boolean {
  return type !== 'visitor' && type !== 'dateHeader' && type !== 'error' && !isRemoved;
}

export type SeenCookies = ReturnType<typeof createSeenCookies>;

/** The host page's cookies for "the visitor has seen the messages" (CH-046). */
export function createSeenCookies(state: RoomState, host: ChatPorts['host']) {
  const written = new Set<HostKey>();

  function write(key: HostKey, value: string | null): void {
    written.add(key);
    void host.writeStore(key, value).catch(() => {
      // Ignore the error: without the cookie, the badge is shown once more.
    });
  }

  return {
    async read(): Promise<void> {
      for (const key of new Set(Object.values(queueTypes).map(seenKeyOf))) {
        const value = await host.readStore(key).catch(() => null);
        // A cookie that was written in the meantime is newer than the answer.
        if (value !== null && !written.has(key)) state.seenKeys = [...state.seenKeys, key];
      }
    },
    /** The pane shows the conversation of this adapter: sets the cookie. */
    set(adapterId: AdapterId): void {
      const key = seenKeyOf(queueTypes[adapterId]);
      state.seenKeys = [...new Set<HostKey>([...state.seenKeys, key])];
      write(key, 'true');
    },
    /** A message has been counted: removes the cookie. */
    remove(adapterId: AdapterId): void {
      const key = seenKeyOf(queueTypes[adapterId]);
      state.seenKeys = state.seenKeys.filter((one) => one !== key);
      write(key, null);
    },
  };
}

/** The host page's cookie for "the visitor has seen the messages" (CH-046). */
export function seenKeyOf(queue: QueueType): HostKey {
  return queue === 'async' ? hostKeys.asyncUnreadsSeen : hostKeys.unreadsSeen;
}

/**
 * CH-045: the number on the pill, for visitors who are not logged in and have no seen cookie. Async and other queues have separate seen
 * cookies.
 */
export function badgeOf(state: Pick<RoomSnapshot, 'conversations' | 'seenKeys'>, isLoggedIn: boolean): number {
  const counted = state.conversations.filter(
    ({ adapterId }) => !isLoggedIn && !state.seenKeys.includes(seenKeyOf(queueTypes[adapterId])),
  );
  return counted.reduce((sum, { unreadMsgCount }) => sum + unreadMsgCount, 0);
}
