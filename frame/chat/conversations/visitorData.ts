import { isLive } from '../conversation.ts';
import type { ChatCore } from '../core.ts';
import { allMessages } from '../messages/messageLog.ts';
import { plainText } from '../messages/transcript.ts';
import type { ConversationRecord } from './conversations.ts';

/** The chat's functions for export and deletion of the visitor's data. Downloaded when either is requested. */
export function visitorDataOf(core: ChatCore, endChat: (record: ConversationRecord) => Promise<void>) {
  const { conversations } = core;
  /** The thread of an open conversation may have messages of conversations that are closed. */
  const withEarlier = (): Iterable<ConversationRecord> =>
    new Set([...conversations.all].flatMap((one) => [...one.earlier.map(({ record }) => record), one]));

  return {
    messages: (): readonly unknown[] =>
      [...withEarlier()].map(({ adapterId, log }) => ({
        service: adapterId,
        messages: allMessages(log.log).map((message) => ({
          time: new Date(message.timestamp).toISOString(),
          from: message.type,
          name: message.by || undefined,
          text: message.isRemoved ? undefined : plainText(message),
        })),
      })),
    /** Ends every active conversation, at its service too. */
    end: (): Promise<unknown> =>
      Promise.all([...conversations.all].filter(({ published }) => isLive(published?.state)).map(endChat)),
  };
}
