import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import type { MessageInput } from '../../conversation.ts';
import type { Agents } from './agents.ts';
import type { Delivery } from './delivery.ts';
import type { Outbox } from './outbox.ts';
import type { Receipts } from './receipts.ts';
import type { Replies } from './replies.ts';
import { toMessage } from './toEvents.ts';
import { externalIdOf, type MessagingChange } from './wire.ts';

export interface ShowEventsParts {
  readonly state: ChannelState;
  readonly consumerId: () => string;
  readonly agents: Pick<Agents, 'roleOf'>;
  readonly outbox: Outbox;
  readonly delivery: Pick<Delivery, 'onEcho'>;
  readonly receipts: Receipts;
  readonly replies: Replies;
}

/** Turns ordered events into messages, typing, receipts and confirmations of the visitor's own messages. */
export function showEvents(ports: ChannelPorts, parts: ShowEventsParts, changes: readonly MessagingChange[]): void {
  const { state, agents, outbox, delivery, receipts, replies } = parts;
  const { conversationId, emit } = state;
  if (conversationId === undefined || changes.length === 0) return;
  const consumerId = parts.consumerId();
  const facts = {
    conversationId,
    consumerId,
    pageLoadMs: ports.page().timeOrigin,
    now: ports.clock.now(),
    roleOf: agents.roleOf,
  };
  const messages: MessageInput[] = [];
  const flushMessages = (): void => state.say(messages.splice(0));
  for (const one of changes) {
    const { event } = one;
    if (event.type === 'ChatStateEvent') {
      if (one.originatorId !== consumerId) emit({ type: 'agentTyping', isTyping: event.chatState === 'COMPOSING' });
      continue;
    }
    if (event.type === 'AcceptStatusEvent') {
      if (one.originatorId === consumerId) receipts.onOwnReceipt(one.dialogId, event.status, event.sequenceList);
      continue;
    }
    const message = toMessage(one, facts);
    if (!message || one.sequence === undefined) continue;
    if (message.type === 'visitor') {
      const sent = outbox.match(externalIdOf(one), message.text ?? '');
      if (sent) {
        flushMessages();
        outbox.remove(sent.id);
        delivery.onEcho(sent.id);
        emit({
          type: 'delivered',
          id: sent.id,
          as: { id: message.id, timestamp: message.timestamp ?? facts.now },
        });
        replies.withdraw(one.dialogId);
        continue;
      }
    } else receipts.received(one.dialogId, one.sequence);
    messages.push(replies.offer(one, message));
  }
  flushMessages();
  receipts.send();
}
