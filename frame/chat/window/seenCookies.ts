import type { HostKey } from '../../../bridge/records.ts';
import type { ChatPorts } from '../ports.ts';
import { type AdapterId, queueTypes } from '../routing/adapters.ts';
import type { RoomState } from '../state.ts';
import { seenKeyOf } from './unread.ts';

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
