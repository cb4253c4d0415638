import * as hostKeys from '../../../bridge/hostKeys.ts';
import type { HostKey } from '../../../bridge/records.ts';
import type { Message } from '../conversation.ts';
import { type QueueType, queueTypes } from '../routing/adapters.ts';
import type { RoomSnapshot } from '../state.ts';

/** CH-044: whether a message counts as long as it is unread. The visitor's own messages never do. */
export function isCounted({ type, isRemoved }: Message): boolean {
  return type !== 'visitor' && type !== 'dateHeader' && type !== 'error' && !isRemoved;
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
