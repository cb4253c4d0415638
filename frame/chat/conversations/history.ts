import { isLive } from '../chatState.ts';
import type { Message, MessageInput } from '../conversation.ts';
import type { ChatCore } from '../core.ts';
import { allMessages } from '../messages/messageLog.ts';
import { putBack } from '../window/draft.ts';
import { needsConversation } from './choices.ts';
import type { ConversationRecord, Conversations } from './conversations.ts';

/** Copies the messages of one conversation to another as history (CH-057). Their choices belong to the first one. */
export function copyAsHistory(
  from: ConversationRecord | undefined,
  to: ConversationRecord | undefined,
  settled: readonly Message[] = from?.published?.messages.pages.flat() ?? [],
): void {
  if (!from || !to) return;
  if (settled.some((one) => one.source !== undefined)) removeOffers(to);
  for (const one of settled) {
    if (to.log.has(one.id)) continue;
    to.copiedFrom.set(one.id, from.copiedFrom.get(one.id) ?? from.adapterId);
    if (needsConversation(one)) to.pastChoices.add(one.id);
  }
  to.add(settled.map(copyOf), true);
}

/** The live conversation that this one is transferred to, also while the transfer is pending. */
export function targetOf(
  { conversations, state }: Pick<ChatCore, 'conversations' | 'state'>,
  from: ConversationRecord,
): ConversationRecord | undefined {
  const isTarget = ({ id, transfer }: ConversationRecord): boolean =>
    transfer?.fromId === from.id || (from.isTransferring && state.transferToId === id);
  return [...conversations.all].find((one) => isTarget(one) && isLive(one.published?.state));
}

const copyOf = ({ dateStamp, ...content }: Message): MessageInput => ({ ...content, isHistory: true });

/** Brings the copies of a message up to date after an edit or a removal. */
export function updateCopies({ all }: Pick<Conversations, 'all'>, own: ConversationRecord, id: string): void {
  const message = own.log.find(id);
  if (!message) return;
  const origin = own.copiedFrom.get(id) ?? own.adapterId;
  for (const one of all) {
    const copy = one.log.find(id);
    const isCopy = one !== own && one.copiedFrom.get(id) === origin && copy?.timestamp === message.timestamp;
    if (!isCopy || !isOutdated(copy, message)) continue;
    if (needsConversation(message)) one.pastChoices.add(id);
    one.add([copyOf(message)]);
  }
}

function isOutdated(copy: Message, { text, lines, isEdited, isRemoved, progress }: Message): boolean {
  const mayChange = isEdited || copy.progress !== undefined;
  const hasChanged = text !== copy.text || lines !== copy.lines || progress !== copy.progress;
  return isRemoved !== copy.isRemoved || (mayChange && hasChanged);
}

/** Offers the transcript. One offer is enough, because the file has the whole conversation (CH-064). */
export function offerTranscript({ text }: Pick<ChatCore, 'text'>, record: ConversationRecord): void {
  removeOffers(record);
  record.add([
    { id: `download-${record.id}`, type: 'system', text: text('downloadOffer'), source: 'download-transcript' },
  ]);
}

function removeOffers(record: ConversationRecord): void {
  record.removeMessages(record.published?.messages.pages.flat().filter((one) => one.source !== undefined) ?? []);
}

/**
 * Moves the undelivered texts of a conversation to the composer. `keepsPending`: the conversation is not over, so its channel may
 * still send those that are not shown as not sent.
 */
export function putBackUndelivered(
  core: Pick<ChatCore, 'state' | 'ports' | 'channels'>,
  record: ConversationRecord,
  { keepsPending }: { readonly keepsPending?: boolean } = {},
): void {
  const undelivered = (record.published?.messages.pending ?? []).filter((one) => one.isNotSent || !keepsPending);
  record.removeMessages(undelivered);
  for (const { id } of undelivered) core.channels.of(record.adapterId)?.forget?.(id);
  putBack(
    core,
    undelivered.map((one) => one.text),
  );
}

/** Whether there is anything to show in a transcript. */
export function hasTranscript(record: ConversationRecord): boolean {
  const messages = record.published ? allMessages(record.published.messages) : [];
  return messages.some((one) => one.type !== 'system' && one.type !== 'error');
}
