import { agentOf, type LiveConversation, type LiveMessage, type LiveState, type LogLine } from '../desk.ts';

export interface StoredEvent {
  readonly sequence: number;
  readonly serverTimestamp: number;
  readonly originatorId: string;
  readonly role: string;
  readonly metadata: unknown;
  readonly event: Readonly<Record<string, unknown>>;
  /** Its number among all events that the service has ever stored. */
  readonly order: number;
}

export interface StoredDialog {
  readonly id: string;
  readonly type: 'MAIN' | 'POST_SURVEY';
  readonly creationTs: number;
  state: 'OPEN' | 'CLOSE';
  endTs?: number;
  closedBy?: string;
  closedCause?: string;
  events: StoredEvent[];
  /** What was stored before the service restarted, under other sequences. */
  earlierEvents: StoredEvent[];
}

export interface StoredConversation {
  readonly id: string;
  readonly consumerId: string;
  readonly startTs: number;
  skillId: string;
  stage: 'OPEN' | 'CLOSE';
  closeReason?: string;
  endTs?: number;
  updatedTs: number;
  agentId: string | undefined;
  isVisitorTyping: boolean;
  /** Sequence of the last event the visitor has read; -1 before the first. */
  readUpTo: number;
  /** Index of the survey question to ask next. */
  surveyStep: number;
  /** The main dialog, then the survey if there is one. */
  dialogs: StoredDialog[];
  readonly log: LogLine[];
}

/** The conversation as the agent desk shows it. */
export function toLive(one: StoredConversation): LiveConversation {
  return {
    id: one.id,
    kind: 'messaging',
    session: one.id,
    visitor: one.consumerId,
    skill: one.skillId,
    state: stateOf(one),
    agent: one.agentId && agentOf(one.agentId).nickname,
    isVisitorTyping: one.isVisitorTyping,
    readUpTo: one.readUpTo < 0 ? undefined : `${one.id}__${one.readUpTo}`,
    startedAt: one.startTs,
    log: one.log,
    messages: one.dialogs.flatMap((dialog) => dialog.events.flatMap((event) => toLiveMessage(dialog, event))),
  };
}

function stateOf(one: StoredConversation): LiveState {
  if (one.dialogs[0]?.state === 'OPEN') return one.agentId ? 'chatting' : 'waiting';
  const survey = one.dialogs.find((dialog) => dialog.type === 'POST_SURVEY');
  return survey?.state === 'OPEN' ? 'survey' : 'ended';
}

function toLiveMessage(dialog: StoredDialog, { sequence, serverTimestamp, role, event }: StoredEvent): LiveMessage[] {
  if (typeof event.message !== 'string') return [];
  const from = role === 'CONSUMER' ? 'visitor' : 'agent';
  return [{ id: `${dialog.id}__${sequence}`, from, text: event.message, time: serverTimestamp }];
}
