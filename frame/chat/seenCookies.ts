import type { HostKey } from '../../bridge/wire.ts';
import { queueTypes } from './adapters.ts';
import { type ChatContext, changeConversation } from './context.ts';
import { seenKeyOf } from './unread.ts';

/** Whether the visitor has looked is the host's to remember (CH-046). */
export async function readSeenCookies(context: ChatContext): Promise<void> {
  const { state, ports } = context;
  for (const key of new Set(Object.values(queueTypes).map(seenKeyOf))) {
    const value = await ports.host.readStore(key).catch(() => null);
    // What has happened here since is newer than the answer.
    if (value !== null && !context.seenTold.has(key)) state.seenKeys = [...state.seenKeys, key];
  }
}

/** Showing resets unread and leaves the cookie (CH-044, CH-046). */
export function markSeen(context: ChatContext): void {
  const { state } = context;
  const keys = new Set<HostKey>();
  for (const { id, adapterId, unreadMsgCount } of state.conversations) {
    keys.add(seenKeyOf(queueTypes[adapterId]));
    if (unreadMsgCount > 0) changeConversation(context, id, { unreadMsgCount: 0 });
  }
  state.seenKeys = [...new Set([...state.seenKeys, ...keys])];
  for (const key of keys) write(context, key, 'true');
}

/** The next counted message takes the cookie away (CH-046). */
export function forgetSeen(context: ChatContext, adapterId: keyof typeof queueTypes): void {
  const key = seenKeyOf(queueTypes[adapterId]);
  context.state.seenKeys = context.state.seenKeys.filter((one) => one !== key);
  write(context, key, null);
}

function write(context: ChatContext, key: HostKey, value: string | null): void {
  context.seenTold.add(key);
  void context.ports.host.writeStore(key, value).catch(() => {
    // Silent: without the host's store the badge shows once more, which is the safe side.
  });
}
