import { type HostKey, hostKeys } from '../../bridge/wire.ts';
import type { QueueType } from './adapters.ts';
import type { Message } from './conversation.ts';

/** CH-044: how much a hidden pane's badge grows. The visitor's own and older messages never count. */
export function countUnread(added: readonly Message[], isPaneShown: boolean, counts: boolean): number {
  return isPaneShown || !counts ? 0 : added.filter(isCounted).length;
}

function isCounted(message: Message): boolean {
  return !message.isHistory && message.type !== 'visitor' && message.type !== 'dateHeader' && message.type !== 'error';
}

/** The host cookie that says the visitor has looked (CH-046). */
export function seenKeyOf(queue: QueueType): HostKey {
  return queue === 'async' ? hostKeys.asyncUnreadsSeen : hostKeys.unreadsSeen;
}

/** CH-045: all three must hold. */
export function badgeCount(facts: { isLoggedIn: boolean; unread: number; hasSeenCookie: boolean }): number {
  return facts.isLoggedIn || facts.hasSeenCookie ? 0 : facts.unread;
}
