import type { HostKey } from '../../../bridge/records.ts';
import { queueTypes } from '../adapters.ts';
import { type ChatContext, changeConversation } from '../context.ts';
import { seenKeyOf } from './unread.ts';

/** Reads the seen cookies from the host page (CH-046). */
export async function readSeenCookies(context: ChatContext): Promise<void> {
  const { state, ports } = context;
  for (const key of new Set(Object.values(queueTypes).map(seenKeyOf))) {
    const value = await ports.host.readStore(key).catch(() => null);
    // A cookie that was written meanwhile is newer than the answer.
    if (value !== null && !context.seenKeysWritten.has(key)) state.seenKeys = [...state.seenKeys, key];
  }
}

/** Runs when the pane is shown: resets the unread counts and sets the cookies (CH-044, CH-046). */
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

/** Runs at the next counted message: removes the cookie (CH-046). */
export function forgetSeen(context: ChatContext, adapterId: keyof typeof queueTypes): void {
  const key = seenKeyOf(queueTypes[adapterId]);
  context.state.seenKeys = context.state.seenKeys.filter((one) => one !== key);
  write(context, key, null);
}

function write(context: ChatContext, key: HostKey, value: string | null): void {
  context.seenKeysWritten.add(key);
  void context.ports.host.writeStore(key, value).catch(() => {
    // Ignore the error: without the cookie, the badge is shown once more.
  });
}
