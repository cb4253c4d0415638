import type { MessagingFaults } from './faults.ts';
import type { StoredConversation, StoredDialog, StoredEvent } from './records.ts';
import type { Subscribers } from './subscribers.ts';
import { contentEvent, eventChange, surveyBot } from './wire.ts';

export interface ConversationsOptions {
  readonly now: () => number;
  readonly subscribers: Subscribers;
  /** Whether the survey also has a question without quick replies. */
  readonly hasOpenQuestion: boolean;
  readonly faults: MessagingFaults;
}

interface Originator {
  readonly id: string;
  readonly role: string;
}

const choiceQuestions = [
  { text: 'How would you rate this conversation?', replies: ['5', '4', '3', '2', '1'] },
  { text: 'Was your question answered?', replies: ['Yes', 'No'] },
];
const openQuestion = { text: 'What could we do better?', replies: undefined };

/** The stored conversations, and every change to them. Each change notifies the subscribers. */
export function createConversations({ now, subscribers, hasOpenQuestion, faults }: ConversationsOptions) {
  const questions = hasOpenQuestion ? [...choiceQuestions, openQuestion] : choiceQuestions;
  let stored: StoredConversation[] = [];
  let serial = 0;
  let lastTs = 0;
  /** How many events were stored; the nodes take turns. */
  let turn = 0;

  function timestamp(): number {
    lastTs = Math.max(now() + faults.clockSkewMs, lastTs + (faults.repeatsTimes ? 0 : 1));
    return lastTs;
  }

  function nextId(kind: string): string {
    serial += 1;
    return `${kind}-${serial}`;
  }

  /** Call after each change to a conversation's fields. */
  function changed(one: StoredConversation): void {
    one.updatedTs = timestamp();
    subscribers.notifyConversation(one);
  }

  function store(
    dialog: StoredDialog,
    from: Originator,
    event: Readonly<Record<string, unknown>>,
    metadata: unknown,
  ): StoredEvent {
    const nodeSkewMs = faults.nodeSkewsMs[turn % faults.nodeSkewsMs.length] ?? 0;
    turn += 1;
    const entry: StoredEvent = {
      sequence: dialog.events.length,
      serverTimestamp: timestamp() + nodeSkewMs,
      originatorId: from.id,
      role: from.role,
      metadata,
      event,
      order: turn,
    };
    dialog.events.push(entry);
    return entry;
  }

  function addEvent(
    one: StoredConversation,
    dialog: StoredDialog,
    from: Originator,
    event: Readonly<Record<string, unknown>>,
    metadata?: unknown,
  ): void {
    const entry = store(dialog, from, event, metadata);
    if (isVisible(entry)) subscribers.notifyEvents(one, dialog, [toChange(one, dialog, entry)]);
  }

  /** Whether the visitor gets the event. Its sequence is used up in any case. */
  function isVisible({ role, event }: StoredEvent): boolean {
    const isOwnReceipt = role === 'CONSUMER' && event.type === 'AcceptStatusEvent';
    return event.type !== 'private' && (faults.returnsReceipts || !isOwnReceipt);
  }

  function toChange(one: StoredConversation, dialog: StoredDialog, entry: StoredEvent): Record<string, unknown> {
    return eventChange(one, dialog, faults.returnsIds ? entry : { ...entry, metadata: withoutIds(entry.metadata) });
  }

  /** Asks the next question, or ends the survey and its conversation after the last one. */
  function askSurvey(one: StoredConversation, survey: StoredDialog): void {
    const question = questions[one.surveyStep];
    const bot = { id: surveyBot, role: 'AGENT' };
    if (question) {
      addEvent(one, survey, bot, contentEvent(question.text, question.replies));
      return;
    }
    addEvent(one, survey, bot, contentEvent('Thank you for your answers.'));
    Object.assign(survey, { state: 'CLOSE', endTs: timestamp(), closedBy: 'AGENT', closedCause: 'Completed' });
    one.stage = 'CLOSE';
    changed(one);
  }

  return {
    all: (): readonly StoredConversation[] => stored,
    find: (id: string): StoredConversation | undefined => stored.find((one) => one.id === id),
    openOf: (consumerId: string): readonly StoredConversation[] =>
      stored.filter((one) => one.consumerId === consumerId && one.stage === 'OPEN'),
    nextId,
    changed,
    addEvent,
    forget(consumerIds: ReadonlySet<string>): void {
      stored = stored.filter((one) => !consumerIds.has(one.consumerId));
    },
    /** The events from a sequence on that the visitor gets. */
    changesFrom: (one: StoredConversation, dialog: StoredDialog, from: number): readonly Record<string, unknown>[] =>
      dialog.events
        .filter((event) => event.sequence >= from && isVisible(event))
        .map((event) => toChange(one, dialog, event)),
    /** The service starts again and counts from 0. It has kept the messages, or nothing. */
    restart(keepsHistory: boolean): void {
      for (const dialog of stored.flatMap((one) => one.dialogs)) {
        const kept = keepsHistory
          ? dialog.events.filter(({ event }) => String(event.type).endsWith('ContentEvent'))
          : [];
        dialog.earlierEvents.push(...dialog.events.filter((event) => !kept.includes(event)));
        dialog.events = kept.map((event, sequence) => ({ ...event, sequence }));
      }
    },
    /** Changes the text of a message, or removes it: the event is sent again, empty. Returns false if there is no such message. */
    replaceText(one: StoredConversation, messageId: string, text: string): boolean {
      for (const dialog of one.dialogs) {
        const at = dialog.events.findIndex(({ sequence }) => `${dialog.id}__${sequence}` === messageId);
        const before = dialog.events[at];
        if (typeof before?.event.message !== 'string') continue;
        const entry = { ...before, event: { ...before.event, message: text } };
        dialog.events[at] = entry;
        subscribers.notifyEvents(one, dialog, [toChange(one, dialog, entry)]);
        return true;
      }
      return false;
    },
    /** Stores an event that the visitor may not see: its sequence is used up but never sent. */
    addPrivateEvent(dialog: StoredDialog): void {
      store(dialog, { id: 'manager', role: 'MANAGER' }, { type: 'private' }, null);
    },
    open(consumerId: string, skillId: string): StoredConversation {
      const id = nextId('conversation');
      const startTs = timestamp();
      const one: StoredConversation = {
        id,
        consumerId,
        skillId,
        startTs,
        updatedTs: startTs,
        stage: 'OPEN',
        agentId: undefined,
        isVisitorTyping: false,
        readUpTo: -1,
        surveyStep: 0,
        log: [],
        dialogs: [{ id, type: 'MAIN', creationTs: startTs, state: 'OPEN', events: [], earlierEvents: [] }],
      };
      stored.push(one);
      return one;
    },
    /** Ends the main dialog. The conversation ends with it, or after the survey. */
    closeMain(one: StoredConversation, by: 'CONSUMER' | 'AGENT', withSurvey: boolean): void {
      const main = one.dialogs[0];
      if (!main || main.state === 'CLOSE') return;
      const closedCause = `Closed by ${by.toLowerCase()}`;
      Object.assign(main, { state: 'CLOSE', endTs: timestamp(), closedBy: by, closedCause });
      one.closeReason = by;
      if (by === 'CONSUMER') one.log.push({ text: 'The visitor ended the conversation.', time: timestamp() });
      one.endTs = timestamp();
      one.isVisitorTyping = false;
      if (!withSurvey) {
        one.stage = 'CLOSE';
        changed(one);
        return;
      }
      const survey: StoredDialog = {
        id: nextId('survey'),
        type: 'POST_SURVEY',
        creationTs: timestamp(),
        state: 'OPEN',
        events: [],
        earlierEvents: [],
      };
      one.dialogs.push(survey);
      one.surveyStep = 0;
      changed(one);
      askSurvey(one, survey);
    },
    /** Ends the conversation with all of its dialogs, and without a survey. */
    closeAll(one: StoredConversation): void {
      for (const dialog of one.dialogs) {
        if (dialog.state === 'OPEN') Object.assign(dialog, { state: 'CLOSE', endTs: timestamp() });
      }
      one.stage = 'CLOSE';
      changed(one);
    },
    logged(one: StoredConversation, text: string): void {
      one.log.push({ text, time: timestamp() });
    },
    surveyAnswered(one: StoredConversation, survey: StoredDialog): void {
      one.surveyStep += 1;
      askSurvey(one, survey);
    },
    clear(): void {
      stored = [];
    },
  };
}

function withoutIds(metadata: unknown): unknown {
  if (!Array.isArray(metadata)) return metadata;
  const left = metadata.filter((one: { readonly type?: unknown } | null) => one?.type !== 'ExternalId');
  return left.length > 0 ? left : null;
}

export type Conversations = ReturnType<typeof createConversations>;
