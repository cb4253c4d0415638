import type { Clock } from '../../../frame/platform/clock.ts';
import type { DataHolder } from '../dataHolder.ts';
import type { LiveDesk } from './desk.ts';
import { assignedAgent, performAgentAction } from './messaging/agentActions.ts';
import { createConversations } from './messaging/conversations.ts';
import { type MessagingFaults, noMessagingFaults } from './messaging/faults.ts';
import { toLive } from './messaging/records.ts';
import { createRequests, type RequestState } from './messaging/requests.ts';
import { createSubscribers, type MessagingLink, type Session } from './messaging/subscribers.ts';

export interface MessagingConnection {
  receive(text: string): void;
  closed(): void;
}

export interface MessagingDeskOptions {
  /** Tells the time, and closes connections that are silent. */
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** An invalid token closes the connection with code 4401. Default: every token is valid. */
  readonly isTokenValid?: (token: string) => boolean;
  /** Whether a survey opens when the visitor ends the conversation. Default: no. */
  readonly hasSurvey?: () => boolean;
  /** Whether the survey also has a question without quick replies. */
  readonly hasOpenQuestion?: boolean;
  /** How the service misbehaves from the start. Default: not at all. */
  readonly faults?: Partial<MessagingFaults>;
}

export interface MessagingDesk extends LiveDesk, DataHolder {
  /** How the service misbehaves. Change it at any time. */
  readonly faults: MessagingFaults;
  /** Restarts the service: closes all connections, and counts from 0 again. It has kept the messages, or nothing. */
  restart(options?: { readonly keepsHistory?: boolean; readonly code?: number }): void;
  connect(link: MessagingLink): MessagingConnection;
  /** The visitor's texts in a conversation, or in all of them, in the service's order. */
  received(conversationId?: string): readonly string[];
  /** The statuses of receipts with their sequences, in order. */
  receipts(): readonly { readonly status: string; readonly sequences: readonly number[] }[];
  /** The number of open connections. */
  readonly connections: number;
  /** How often a visitor ended a conversation. */
  readonly endings: number;
  /** Refuses the next publish with this code. */
  refuseNext(code: number): void;
  /** Refuses the next subscription to a dialog's events with this code. */
  refuseSubscription(code: number): void;
  /** Sends a structured message, as a bot or an agent's tool does. */
  sendRichContent(conversationId: string, content: unknown, replies?: readonly unknown[]): void;
  /** Drops events before this sequence: a subscription from an older one is refused. */
  trimBelow(sequence: number): void;
  /** Adds an event that the visitor may not see: its sequence is never sent. */
  addPrivateEvent(conversationId: string): void;
  /** Closes every connection with this code. */
  closeAll(code: number): void;
  /** Closes the connections whose tokens are not valid any more. */
  closeInvalid(): void;
}

/** A connection without `InitConnection` is closed after this time. The vendor says "within a few seconds". */
export const greetingTimeoutMs = 10_000;
/** A connection without a frame from the browser is closed after this time. */
export const idleTimeoutMs = 60_000;
/** The vendor gives no code. This one means that the service leaves. */
const idleCode = 1001;

const noFaults: Readonly<RequestState> = {
  publishRefusal: undefined,
  subscriptionRefusal: undefined,
  oldestSequence: 0,
  endings: 0,
};

/** The messaging service of the agents' vendor: conversations, dialogs, sequences and subscriptions, in memory. */
export function createMessagingDesk(options: MessagingDeskOptions): MessagingDesk {
  const { clock, isTokenValid = () => true, hasSurvey = () => false, hasOpenQuestion = false } = options;
  const { now } = clock;
  const subscribers = createSubscribers();
  const { sessions } = subscribers;
  const faults: MessagingFaults = { ...noMessagingFaults, ...options.faults };
  const conversations = createConversations({ now, subscribers, hasOpenQuestion, faults });
  const state: RequestState = { ...noFaults };
  const requests = createRequests({ now, isTokenValid, hasSurvey, conversations, subscribers, state, faults });

  const eventsOf = (id?: string) =>
    conversations
      .all()
      .filter((one) => id === undefined || one.id === id)
      .flatMap((one) => one.dialogs.flatMap((dialog) => [...dialog.earlierEvents, ...dialog.events]))
      .sort((a, b) => a.order - b.order);

  return {
    faults,
    restart({ keepsHistory = false, code = 1012 } = {}) {
      conversations.restart(keepsHistory);
      for (const session of [...sessions]) session.link.close(code);
    },
    connect(link) {
      const session: Session = {
        ...{ link, consumerId: undefined, token: undefined, subscriptionId: undefined },
        dialogs: new Set(),
      };
      sessions.add(session);
      const closeAfter = (ms: number) => clock.after(ms, () => link.close(idleCode));
      let stopTimer = closeAfter(greetingTimeoutMs);
      return {
        receive(text) {
          const frame = parseFrame(text);
          if (!frame || !sessions.has(session)) return;
          requests.receive(session, frame);
          if (session.consumerId === undefined) return;
          stopTimer();
          stopTimer = closeAfter(idleTimeoutMs);
        },
        closed() {
          stopTimer();
          sessions.delete(session);
        },
      };
    },
    list: () => conversations.all().map(toLive),
    act(id, action) {
      const one = conversations.find(id);
      const main = one?.dialogs[0];
      if (!one || !main || one.stage === 'CLOSE') return false;
      return performAgentAction({ conversations, subscribers }, one, main, action);
    },
    received: (id) =>
      eventsOf(id).flatMap(({ role, event }) =>
        role === 'CONSUMER' && typeof event.message === 'string' ? [event.message] : [],
      ),
    receipts: () =>
      eventsOf().flatMap(({ event }) =>
        event.type === 'AcceptStatusEvent'
          ? [{ status: String(event.status), sequences: (event.sequenceList ?? []) as readonly number[] }]
          : [],
      ),
    get connections() {
      return sessions.size;
    },
    get endings() {
      return state.endings;
    },
    refuseNext(code) {
      state.publishRefusal = code;
    },
    refuseSubscription(code) {
      state.subscriptionRefusal = code;
    },
    sendRichContent(id, content, replies) {
      const one = conversations.find(id);
      const main = one?.dialogs[0];
      if (!one || !main) return;
      const quickReplies = replies && { type: 'quickReplies', replies };
      const event = { type: 'RichContentEvent', content, message: content, quickReplies };
      conversations.addEvent(one, main, assignedAgent(one), event);
    },
    trimBelow(sequence) {
      state.oldestSequence = sequence;
    },
    addPrivateEvent(id) {
      const dialog = conversations.find(id)?.dialogs[0];
      if (dialog) conversations.addPrivateEvent(dialog);
    },
    closeAll(code) {
      for (const session of [...sessions]) session.link.close(code);
    },
    name: 'messaging',
    held: ({ subjects }) =>
      conversations
        .all()
        .filter(({ consumerId }) => subjects.has(consumerId))
        .map(toLive),
    forget: ({ subjects }) => conversations.forget(subjects),
    closeInvalid() {
      for (const { token, link } of [...sessions]) if (token && !isTokenValid(token)) link.close(4401);
    },
    reset() {
      conversations.clear();
      Object.assign(state, noFaults);
      Object.assign(faults, noMessagingFaults, options.faults);
    },
  };
}

/** The real service does not answer a frame that it cannot read. */
function parseFrame(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
