import { isLive, isOver } from '../conversation.ts';
import type { ChatCore } from '../core.ts';
import { allMessages } from '../messages/messageLog.ts';
import type { ConversationRecord } from './conversations.ts';

/** The live conversation that this one is transferred to, also while the transfer is pending. */
export function targetOf({ conversations, state }: ChatCore, from: ConversationRecord): ConversationRecord | undefined {
  const isTarget = ({ id, transfer }: ConversationRecord): boolean =>
    transfer?.fromId === from.id || (from.isTransferring && state.transferToId === id);
  return [...conversations.all].find((one) => isTarget(one) && isLive(one.published?.state));
}

/** The conversations whose messages the window shows with this one. */
const threadOf = (record: ConversationRecord) => [record, ...record.earlier.map((one) => one.record)];

/** The conversation of the thread that has the message. It may be one that the window no longer shows by itself. */
export function holderIn(record: ConversationRecord, messageId: string): ConversationRecord | undefined {
  return threadOf(record).find((one) => one.log.has(messageId));
}

/** Offers the transcript. One offer is enough, because the file has the whole conversation (CH-064). */
export function offerTranscript({ text }: ChatCore, record: ConversationRecord): void {
  for (const one of threadOf(record))
    one.removeMessages(one.log.log.pages.flat().filter(({ source }) => source !== undefined));
  record.add([
    { id: `download-${record.id}`, type: 'system', text: text('downloadOffer'), source: 'download-transcript' },
  ]);
}

/**
 * Moves the undelivered texts of a conversation to the composer. `keepsPending`: the conversation is not over, so its channel may
 * still send those that are not shown as not sent.
 */
export function putBackUndelivered(
  core: ChatCore,
  record: ConversationRecord,
  { keepsPending }: { readonly keepsPending?: boolean } = {},
): void {
  const undelivered = (record.published?.messages.pending ?? []).filter((one) => one.isNotSent || !keepsPending);
  record.removeMessages(undelivered);
  for (const { id } of undelivered) core.channels.of(record.adapterId)?.forget?.(id);
  const texts = undelivered.map(({ text }) => text);
  putBack(core, texts);
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

/** The text in the composer survives a reload. */
export function setDraft(core: ChatCore, text: string): void {
  core.state.draft = text;
  storeDraft(core);
}

/** Stores the draft for the next page, after the texts of ended chats that were not sent: only this page shows those. */
export function storeDraft({ state, ports }: ChatCore): void {
  const unsent = state.conversations.flatMap((one) =>
    isOver(one.state) ? one.messages.pending.flatMap(({ isNotSent, text }) => (isNotSent ? [text] : [])) : [],
  );
  const text = linesOf([...unsent, state.draft]);
  if (text === '') ports.storage.remove('cm-draft');
  else ports.storage.write('cm-draft', text);
}

/** Puts texts before the draft, one per line, so that the visitor can send or delete them. Skips those that it has already. */
export function putBack(core: ChatCore, texts: readonly string[]): void {
  const { draft } = core.state;
  const missing = texts.filter((text) => !`\n${draft}\n`.includes(`\n${text}\n`));
  setDraft(core, linesOf([...missing, draft]));
}

const linesOf = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n');
