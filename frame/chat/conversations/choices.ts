import { isOver } from '../chatState.ts';
import type { Line, Message, QuickReply } from '../conversation.ts';
import { allLines } from '../message.ts';
import { allMessages } from '../messageLog.ts';
import type { ChatState } from '../state.ts';
import type { ConversationRecord } from './record.ts';

/** A line that sends an answer in the conversation, unlike one that opens something. */
export function isChoice(line: Line): boolean {
  return line.type === 'choice' && line.href === undefined;
}

export function hasChoices(message: Pick<Message, 'lines'>): boolean {
  return allLines(message.lines).some(isChoice);
}

/** Whether the choices of a message can no longer be pressed: they are answered, or their conversation is in the past. */
export function isSpent(record: ConversationRecord, { id }: Pick<Message, 'id'>): boolean {
  const { published } = record;
  if (!published || isOver(published.state) || record.pastChoices.has(id)) return true;
  return [...record.presses].some((ids) => ids.has(id));
}

/** Spends the choices of a message and of all older ones. Returns a function that restores them if the press fails. */
export function spendChoices(record: ConversationRecord, { id }: Pick<Message, 'id'>): () => void {
  const messages = messagesOf(record);
  const older = messages.slice(0, messages.findIndex((one) => one.id === id) + 1);
  const ids = new Set(older.filter(hasChoices).map((one) => one.id));
  const changed = older.filter((one) => ids.has(one.id) && !isSpent(record, one));
  record.presses.add(ids);
  renderAgain(record, changed);
  return () => {
    record.presses.delete(ids);
    renderAgain(record, changed);
  };
}

/** Spends everything that can be pressed: the conversation is over, or was transferred. */
export function spendAll(record: ConversationRecord, state: ChatState): void {
  const messages = messagesOf(record).filter(hasChoices);
  for (const { id } of messages) record.pastChoices.add(id);
  renderAgain(record, messages);
  spendReplies(record, state);
}

/** A choice from before the reload is answered if the visitor has written after it. */
export function spendAnswered(record: ConversationRecord): void {
  const history = messagesOf(record).filter((one) => one.isHistory);
  const last = history.findLastIndex((one) => one.type === 'visitor');
  const answered = history.slice(0, Math.max(last, 0)).filter((one) => hasChoices(one) && !isSpent(record, one));
  for (const { id } of answered) record.pastChoices.add(id);
  renderAgain(record, answered);
}

/** Replies that the service offers instead of the input (CH-139). Returns those that can be pressed. */
export function offerReplies(
  record: ConversationRecord,
  state: ChatState,
  replies: readonly QuickReply[],
): readonly QuickReply[] {
  const isGone = record.published === undefined || isOver(record.published.state);
  record.replies = replies;
  const open = isGone ? [] : replies.filter((one) => !record.spentReplies.has(one.id));
  state.replies[record.id] = [...open];
  return open;
}

/** Spends the offered replies. Returns a function that restores them if the press fails. */
export function spendReplies(record: ConversationRecord, state: ChatState): () => void {
  const offered = record.replies;
  const ids = offered.map((one) => one.id);
  for (const id of ids) record.spentReplies.add(id);
  delete state.replies[record.id];
  return () => {
    for (const id of ids) record.spentReplies.delete(id);
    if (record.replies === offered) offerReplies(record, state, offered);
  };
}

function messagesOf(record: ConversationRecord): readonly Message[] {
  return record.published ? allMessages(record.published.messages) : [];
}

/** Views render a message again when the log has a new copy of it. */
function renderAgain(record: ConversationRecord, messages: readonly Message[]): void {
  if (messages.length > 0) record.add(messages.map(({ id, type }) => ({ id, type })));
}
