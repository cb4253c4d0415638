import type { GroundPorts } from '../../../channel.ts';
import type { MessageInput, ReceiptStatus } from '../../../conversation.ts';
import type { Delivery } from '../../../delivery/createDelivery.ts';
import type { ServiceClock } from '../../ground/serviceClock.ts';
import type { Receipts, Replies } from '../outbound/texts.ts';
import type { MessagingParts } from '../parts.ts';
import { type EventFacts, messageIdOf, originatorOf, toMessage } from '../toEvents.ts';
import { eventKey, externalIdOf, type MessagingChange } from '../wire.ts';
import type { Agents } from './agents.ts';
import type { PlacedChange } from './stream.ts';

export interface EventViewParts extends MessagingParts {
  readonly serviceClock: ServiceClock;
  readonly agents: Agents;
  readonly delivery: () => Delivery;
  readonly receipts: Receipts;
  readonly replies: Replies;
}

/** Turns ordered events into messages, typing, receipts and confirmations of the visitor's own messages. */
export function createEventView(ports: Pick<GroundPorts, 'page'>, parts: EventViewParts) {
  const { state, agents, serviceClock, receipts, replies } = parts;
  /** The receipts of agents by message. One may come before its message, and is then reported with it. */
  const agentReceipts = new Map<string, ReceiptStatus>();
  const shownIds = new Set<string>();

  /**
   * Only events of the first replay can be from before this page load. If the service's time is known, it decides,
   * because the agent may have written while the page was loading.
   */
  function isHistory({ serverTimestamp }: MessagingChange, isCaughtUp: boolean): boolean {
    if (isCaughtUp) return false;
    if (serviceClock.aheadMs === undefined || serverTimestamp === undefined) return true;
    return serverTimestamp < serviceClock.fromVisitor(ports.page().timeOrigin);
  }

  function showReceipt({ change, restarts }: PlacedChange, facts: EventFacts): void {
    const { event, originatorId, dialogId } = change;
    if (event.type !== 'AcceptStatusEvent') return;
    if (originatorId === facts.consumerId) receipts.onOwnReceipt(dialogId, event.status, event.sequenceList);
    else if (originatorOf(change, facts) === 'agent') {
      const status = statuses[event.status];
      if (status === undefined) return;
      const all = event.sequenceList.map((one) => messageIdOf(facts.conversationId, dialogId, one, restarts));
      // A status never goes back.
      const changed = all.filter((id) => agentReceipts.get(id) !== 'read' && agentReceipts.get(id) !== status);
      for (const id of changed) agentReceipts.set(id, status);
      const ids = changed.filter((id) => shownIds.has(id));
      if (ids.length > 0) state.emit({ type: 'receipt', ids, status });
    }
  }

  /** The message to show; undefined if there is none, or if it is shown already: the visitor wrote it on this page. */
  function toShown({ change, order, restarts }: PlacedChange, facts: EventFacts): MessageInput | undefined {
    const { dialogId, sequence } = change;
    const message = toMessage(change, facts, restarts);
    if (!message || sequence === undefined) return undefined;
    if (message.type !== 'visitor') receipts.received(dialogId, sequence);
    else {
      // The visitor has answered, perhaps in another tab.
      replies.withdraw(dialogId, order);
      if (echo(change, sequence, message.text ?? '')) return undefined;
    }
    return replies.offer(change, { ...message, order });
  }

  /** The content of a shown message has changed or was removed. */
  function showReplacement({ change, order, restarts }: PlacedChange, facts: EventFacts): void {
    const { dialogId, sequence } = change;
    if (sequence === undefined) return;
    const message = toMessage(change, facts, restarts);
    if (message) state.say([{ ...replies.offer(change, { ...message, order }), isEdited: true }]);
    else state.emit({ type: 'removed', id: messageIdOf(facts.conversationId, dialogId, sequence, restarts) });
  }

  function echo(change: MessagingChange, position: number, text: string): boolean {
    const streamId = parts.streamOf(change.dialogId);
    return (
      parts.delivery().echo({ id: externalIdOf(change), text, position, streamId, key: eventKey(change) }) !== undefined
    );
  }

  return {
    show(changes: readonly PlacedChange[], isCaughtUp: boolean): void {
      const { conversationId, emit } = state;
      if (conversationId === undefined || changes.length === 0) return;
      const facts = {
        conversationId,
        consumerId: parts.visitor.consumerId,
        now: serviceClock.now(),
        roleOf: agents.roleOf,
      };
      const messages: MessageInput[] = [];
      const flushMessages = (): void => state.say(messages.splice(0));
      for (const one of changes) {
        const { change } = one;
        const { event } = change;
        if (event.type === 'ChatStateEvent') {
          if (change.originatorId === facts.consumerId) continue;
          emit({ type: 'agentTyping', isTyping: event.chatState === 'COMPOSING' });
        } else if (event.type === 'AcceptStatusEvent') {
          // The messages that it refers to come first.
          flushMessages();
          showReceipt(one, facts);
        } else if (one.isReplacement) {
          flushMessages();
          showReplacement(one, facts);
        } else {
          const isVisitors = originatorOf(change, facts) === 'visitor';
          // `delivered` is emitted within, and must not overtake earlier messages.
          if (isVisitors) flushMessages();
          const message = toShown(one, facts);
          if (message) messages.push({ ...message, isHistory: isHistory(change, isCaughtUp) });
          if (isVisitors && change.sequence !== undefined) {
            flushMessages();
            const id = messageIdOf(conversationId, change.dialogId, change.sequence, one.restarts);
            shownIds.add(id);
            const status = agentReceipts.get(id);
            if (status) emit({ type: 'receipt', ids: [id], status });
          }
        }
      }
      flushMessages();
      receipts.send();
    },
    reset(): void {
      agentReceipts.clear();
      shownIds.clear();
    },
  };
}

const statuses: Readonly<Record<string, ReceiptStatus | undefined>> = { ACCEPT: 'delivered', READ: 'read' };
