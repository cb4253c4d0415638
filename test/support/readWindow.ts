import type { ChannelEvent } from '../../frame/chat/channel.ts';
import { allMessages, createMessageLog } from '../../frame/chat/messages/messageLog.ts';

/** The messages in the chat window, built from a channel's events the way the store does it. */
export function readWindow(events: readonly ChannelEvent[]) {
  const log = createMessageLog();
  for (const event of events) {
    if (event.type === 'messages') log.merge(event.messages, 0);
    else if (event.type === 'delivered') log.confirm(event.id, event.as);
    else if (event.type === 'notDelivered' && log.find(event.id)?.isPending)
      log.merge([{ id: event.id, type: 'visitor', isPending: false, isNotSent: true }], 0);
  }
  return allMessages(log.log);
}
