import { allMessages } from '../messageLog.ts';
import type { ChatSnapshot } from '../state.ts';

/** The id of the newest message of others that arrived on this page; undefined if there is none. */
export function newestMessageId({ conversations }: Pick<ChatSnapshot, 'conversations'>): string | undefined {
  const newest = conversations
    .flatMap(({ id, messages }) =>
      allMessages(messages)
        .filter(({ type, isHistory, isRemoved }) => (type === 'agent' || type === 'bot') && !isHistory && !isRemoved)
        .slice(-1)
        .map((message) => ({ timestamp: message.timestamp, key: `${id} ${message.id}` })),
    )
    .sort((one, other) => one.timestamp - other.timestamp);
  return newest.at(-1)?.key;
}
