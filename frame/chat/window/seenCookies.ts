import * as hostKeys from '../../../bridge/hostKeys.ts';
import type { HostKey } from '../../../bridge/records.ts';
import type { ChatPorts } from '../ports.ts';
import { type AdapterId, type QueueType, queueTypes } from '../routing/adapters.ts';
import type { RoomSnapshot, RoomState } from '../state.ts';

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
