import { isLive } from '../chatState.ts';
import type { ChatCore } from '../core.ts';
import { allMessages } from '../messages/messageLog.ts';
import { putBack } from '../window/draft.ts';
import type { ConversationRecord } from './conversations.ts';

/** The live conversation that this one is transferred to, also while the transfer is pending. */
export function targetOf(
  { conversations, state }: Pick<ChatCore, 'conversations' | 'state'>,
  from: ConversationRecord,
): ConversationRecord | undefined {
  const isTarget = ({ id, transfer }: ConversationRecord): boolean =>
    transfer?.fromId === from.id || (from.isTransferring && state.transferToId === id);
  return [...conversations.all].find((one) => isTarget(one) && isLive(one.published?.state));
}

/** The conversation of the thread that has the message. It may be one that the window no longer shows by itself. */
export function holderIn(record: ConversationRecord, messageId: string): ConversationRecord | undefined {
  return [record, ...record.earlier.map((one) => one.record)].find((one) => one.log.has(messageId));
}

/** Offers the transcript. One offer is enough, because the file has the whole conversation (CH-064). */
export function offerTranscript({ text }: Pick<ChatCore, 'text'>, record: ConversationRecord): void {
  for (const one of [record, ...record.earlier.map((part) => part.record)]) removeOffers(one);
  record.add([
    { id: `download-${record.id}`, type: 'system', text: text('downloadOffer'), source: 'download-transcript' },
  ]);
}

function removeOffers(record: ConversationRecord): void {
  record.removeMessages(record.log.log.pages.flat().filter((one) => one.source !== undefined));
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

/**
 * CH-098: reports the agent's session to the channel that handed the visitor over. Call it when the session opens and when
 * the conversation that the transfer started from becomes known: either may be first.
 */
export function linkSession({ conversations, channels }: ChatCore, record: ConversationRecord): void {
  const origin = conversations.find(record.transfer?.fromId);
  if (!origin || record.unlinkedSession === undefined) return;
  channels.of(origin.adapterId)?.linkSession?.(record.unlinkedSession);
  record.unlinkedSession = undefined;
}
