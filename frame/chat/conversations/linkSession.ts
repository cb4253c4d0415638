import type { ChatCore } from '../core.ts';
import type { ConversationRecord } from './conversations.ts';

/**
 * CH-098: reports the agent's session to the channel that handed the visitor over. Call it when the session opens and when
 * the conversation that the transfer started from becomes known: either may be first.
 */
export function linkSession({ conversations, channels }: ChatCore, record: ConversationRecord): void {
  const origin = conversations.find(record.transfer?.fromId);
  if (!origin || record.unlinkedSession === undefined) return;
  channels.of(origin.adapterId)?.linkSession?.(record.unlinkedSession);
  record.unlinkedSession = undefined;
}
