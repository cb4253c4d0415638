import type { Clock } from '../../../frame/platform/clock.ts';
import { createMessagingDesk, type MessagingDesk } from '../../sandbox/live/messagingDesk.ts';
import type { Conversation, ReferenceService, SocketEnd, TextArrival } from './service.ts';

export interface MessagingService extends ReferenceService {
  readonly desk: MessagingDesk;
  /** Tokens are refused with 4401 until new ones are fetched. */
  expireTokens(): void;
  readonly tokenIssue: number;
  connect(link: { send(text: string): void; close(code: number): void }, by: string): SocketEnd;
}

/** A token of the service's identity provider. Its subject is the visitor. */
export function createToken(person: string, issue: number): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: person, jti: issue })}.signature`;
}

const issueOf = (token: string): number =>
  Number((JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: number }).jti);

/**
 * Messaging over a websocket. `variant` is a set of bits: the service returns our ids (1), and our receipts (2), its answers
 * are off by one and its times are in whole milliseconds (4), and two nodes with different clocks store the events (8).
 */
export function createMessagingService(clock: Pick<Clock, 'now' | 'after'>, variant: number): MessagingService {
  const arrivals: TextArrival[] = [];
  const refusals: number[] = [];
  let era = 0;
  let count = 0;
  let tokenIssue = 1;
  const desk = createMessagingDesk({
    clock,
    isTokenValid: (token) => issueOf(token) >= tokenIssue,
    faults: {
      returnsIds: (variant & 1) !== 0,
      returnsReceipts: (variant & 2) !== 0,
      answeredSequenceOffset: (variant & 4) !== 0 ? 1 : 0,
      nodeSkewsMs: (variant & 8) !== 0 ? [0, -1_500] : [0],
      repeatsTimes: (variant & 4) !== 0,
    },
  });

  /** The same object for a conversation each time. */
  const conversationOf = new Map<string, Conversation>();
  /** Undefined once the desk may have changed. Pages ask for the conversations far more often than the desk changes. */
  let conversations: readonly Conversation[] | undefined;

  function toConversation({ id, visitor, state, messages }: ReturnType<MessagingDesk['list']>[number]): Conversation {
    const conversation = conversationOf.get(id) ?? { id, person: visitor, isOpen: true, events: [] };
    conversationOf.set(id, conversation);
    conversation.isOpen = state !== 'ended';
    const events = messages.flatMap((one) =>
      one.from === 'system' ? [] : [{ id: one.id, from: one.from, text: one.text }],
    );
    conversation.events.splice(0, conversation.events.length, ...events);
    return conversation;
  }

  const allConversations = (): readonly Conversation[] => {
    conversations ??= desk.list().map(toConversation);
    return conversations;
  };

  function noteArrival(frame: string, by: string, before: number): void {
    const { body } = JSON.parse(frame) as {
      body?: { dialogId?: string; conversationId?: string; event?: { message?: string } };
    };
    if (desk.received().length === before) return;
    const conversation = allConversations().find((one) => one.id === body?.conversationId || one.id === body?.dialogId);
    if (conversation) arrivals.push({ text: body?.event?.message ?? '', by, conversation, era });
  }

  return {
    desk,
    get conversations() {
      return allConversations();
    },
    arrivals,
    refusals,
    get era() {
      return era;
    },
    get tokenIssue() {
      return tokenIssue;
    },
    expireTokens() {
      tokenIssue += 1;
      desk.closeAll(4401);
    },
    connect(link, by) {
      const end = desk.connect(link);
      return {
        receive(frame) {
          conversations = undefined;
          if (!frame.includes('"ContentEvent"')) {
            end.receive(frame);
            return;
          }
          const refusal = refusals.shift();
          if (refusal !== undefined) desk.refuseNext(refusal);
          const before = desk.received().length;
          end.receive(frame);
          conversations = undefined;
          noteArrival(frame, by, before);
        },
        closed: end.closed,
      };
    },
    say(conversation) {
      conversations = undefined;
      count += 1;
      const text = `answer ${count} to ${conversation.person}`;
      return desk.act(conversation.id, { action: 'say', text }) ? text : '';
    },
    close(conversation) {
      conversations = undefined;
      desk.act(conversation.id, { action: 'end' });
    },
    restart(keepsHistory) {
      conversations = undefined;
      if (!keepsHistory) era += 1;
      desk.restart({ keepsHistory });
    },
  };
}
