import type { Message } from '../conversation.ts';
import { shownTime } from '../messages/message.ts';
import type { RoomSnapshot } from '../state.ts';

export interface NewestMessage {
  /** Unique among the messages of all conversations. */
  readonly key: string;
  readonly id: string;
  readonly conversationId: string;
  readonly timestamp: number;
}

/** The newest message of others that arrived on this page; undefined if there is none. */
export function newestMessage({ conversations }: Pick<RoomSnapshot, 'conversations'>): NewestMessage | undefined {
  return conversations
    .flatMap(({ id, messages }) => {
      // It is usually on the last page, so a long conversation costs no more.
      const found = messages.pages.findLast((page) => page.some(isOfOthers))?.findLast(isOfOthers);
      return found ? [{ key: `${id} ${found.id}`, id: found.id, conversationId: id, timestamp: shownTime(found) }] : [];
    })
    .sort((one, other) => one.timestamp - other.timestamp)
    .at(-1);
}

function isOfOthers({ type, isHistory, isRemoved }: Message): boolean {
  return (type === 'agent' || type === 'bot') && !isHistory && !isRemoved;
}
