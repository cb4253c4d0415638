import { isOver, type Line, type Message, type MessageInput, type QuickReply } from '../conversation.ts';
import { allLines, allMessages } from '../messages/messageLog.ts';
import type { RoomState } from '../state.ts';
import type { ConversationRecord } from './conversations.ts';

/** A line that sends an answer in the conversation, unlike one that opens something. Its address, if it has one, is not used (CH-094). */
export const isChoice = ({ type }: Line): boolean => type === 'choice';

/** Whether a message offers something that only its own conversation can answer. */
export function needsConversation({ lines }: Pick<Message, 'lines'>): boolean {
  return allLines(lines).some((line) => isChoice(line) || line.type === 'chat');
}

const hasChoices = (message: Pick<Message, 'lines'>): boolean => allLines(message.lines).some(isChoice);

/** Whether the choices of a message can no longer be pressed: they are answered, or their conversation is in the past. */
export function isSpent(record: ConversationRecord, message: Pick<Message, 'id' | 'lines'>): boolean {
  const { published } = record;
  if (!published || isOver(published.state) || record.pastChoices.has(message.id)) return true;
  // Only its own conversation, which is an earlier one, could answer.
  if (!record.log.has(message.id)) return needsConversation(message);
  return [...record.presses].some((ids) => ids.has(message.id));
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

/** Spends all choices, because the conversation is over or was transferred. */
export function spendAll(record: ConversationRecord, state: RoomState): void {
  const messages = messagesOf(record).filter(hasChoices);
  for (const { id } of messages) record.pastChoices.add(id);
  record.openChoices.clear();
  renderAgain(record, messages);
  spendReplies(record, state);
}

/**
 * Spends the choices that a newer answer has replaced: the visitor has written after them, and was answered. A text from
 * before the reload needs no answer. Several messages of one answer do not replace each other.
 */
export function spendOldChoices(record: ConversationRecord, added: readonly MessageInput[]): void {
  const { openChoices, pastChoices } = record;
  for (const { id, lines } of added) if (lines && hasChoices({ lines }) && !pastChoices.has(id)) openChoices.add(id);
  const old: Message[] = [];
  let hasAnswer = false;
  let isOld = false;
  let unseen = openChoices.size;
  // From the newest message back, because the open choices are near the end.
  for (const page of record.log.log.pages.toReversed()) {
    for (const one of page.toReversed()) {
      if (unseen === 0) break;
      if (openChoices.has(one.id)) {
        unseen -= 1;
        if (isOld) old.push(one);
      }
      if (one.type === 'visitor') isOld ||= hasAnswer || one.isHistory;
      else hasAnswer ||= one.type === 'bot' || one.type === 'agent';
    }
  }
  for (const { id } of old) {
    openChoices.delete(id);
    pastChoices.add(id);
  }
  renderAgain(record, old);
}

/** Replies that the service offers instead of the input (CH-139). Returns those that can be pressed. */
export function offerReplies(record: ConversationRecord, state: RoomState, replies: readonly QuickReply[]) {
  const isGone = record.published === undefined || isOver(record.published.state);
  record.replies = replies;
  const open = isGone ? [] : replies.filter((one) => !record.spentReplies.has(one.id));
  state.replies[record.id] = [...open];
  return open;
}

/** Spends the offered replies. Returns a function that restores them if the press fails. */
export function spendReplies(record: ConversationRecord, state: RoomState): () => void {
  const offered = record.replies;
  const ids = offered.map((one) => one.id);
  for (const id of ids) record.spentReplies.add(id);
  delete state.replies[record.id];
  return () => {
    for (const id of ids) record.spentReplies.delete(id);
    if (record.replies === offered) offerReplies(record, state, offered);
  };
}

const messagesOf = (record: ConversationRecord): readonly Message[] => allMessages(record.log.log);

/** Views render a message again when the log has a new copy of it. */
function renderAgain(record: ConversationRecord, messages: readonly Message[]): void {
  if (messages.length > 0) record.add(messages.map(({ id, type }) => ({ id, type })));
}
