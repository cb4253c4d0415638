import type { ChannelEvent } from '../../frame/chat/channel.ts';
import type { MessageInput } from '../../frame/chat/conversation.ts';

/** What a test reads from the events of a channel. */

export function messagesOf(events: readonly ChannelEvent[]): MessageInput[] {
  return events.flatMap((event) => (event.type === 'messages' ? [...event.messages] : []));
}

export function statesOf(events: readonly ChannelEvent[]) {
  return events.flatMap((event) => (event.type === 'changed' && event.changes.state ? [event.changes.state] : []));
}

/** The texts of all emitted messages of one type. */
export function textsOf(events: readonly ChannelEvent[], type: MessageInput['type']): (string | undefined)[] {
  return messagesOf(events).flatMap((one) => (one.type === type ? [one.text] : []));
}

export function deliveredIds(events: readonly ChannelEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'delivered' ? [event.id] : []));
}

export function notDeliveredIds(events: readonly ChannelEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'notDelivered' ? [event.id] : []));
}

export function textOf(message: MessageInput): string {
  return [message.text ?? '', ...(message.lines ?? []).map((line) => line.text)].join('\n');
}
