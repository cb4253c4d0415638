import { isLive } from '../conversation.ts';
import type { ChatCore } from '../core.ts';
import { allMessages } from '../messages/messageLog.ts';
import { plainText } from '../messages/transcript.ts';
import type { ConversationRecord } from './conversations.ts';

/** The chat's functions for export and deletion of the visitor's data. Downloaded when either is requested. */
export function visitorDataOf(core: ChatCore, endChat: (record: ConversationRecord) => Promise<void>) {
  const { conversations } = core;
  return {
    messages: (): readonly unknown[] =>
      [...conversations.all].map(({ adapterId, published }) => ({
        service: adapterId,
        messages: (published ? allMessages(published.messages) : []).map((message) => ({
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
