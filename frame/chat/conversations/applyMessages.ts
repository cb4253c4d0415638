import type { EventOf } from '../channel.ts';
import type { Message, MessageInput, ParticipantInput } from '../conversation.ts';
import type { ChatCore } from '../core.ts';
import { plainText } from '../messages/transcript.ts';
import type { AdapterId } from '../routing/adapters.ts';
import { type ChatTextKey, type ChatTexts, person } from '../texts.ts';
import { storeDraft } from '../window/draft.ts';
import { seenRecord } from '../window/shown.ts';
import { spendOldChoices } from './choices.ts';
import type { ConversationRecord } from './conversations.ts';
import { holderIn, putBackUndelivered, targetOf } from './history.ts';

export function applyMessages(
  core: ChatCore,
  adapterId: AdapterId,
  { messages, countsUnread = true }: EventOf<'messages'>,
): void {
  const record = core.dispatch(adapterId, { type: 'spoke' });
  if (!record) return;
  const visible = visibleMessages(messages, record.hiddenAgents, core.ports.deployment.hiddenAgentMarkers).map((one) =>
    withName(one, record),
  );
  const edits = visible.filter((one) => isEdit(one, record.log.find(one.id)));
  const removed = visible.filter(
    (one) => one.isRemoved && !one.isHistory && record.log.find(one.id)?.isRemoved === false,
  );
  const known = visible.filter((one) => record.log.has(one.id));
  const added = record.add(visible);
  const rateable = [...added, ...known].filter((one) => one.displayFeedback && !record.ratings.has(one.id));
  for (const { id } of rateable) record.ratings.set(id, 'none');
  if (rateable.length > 0) core.dispatch(adapterId, { type: 'identified' }, record);
  const fresh = added.filter((one) => one.type !== 'visitor' && (one.progress === 'open' || isFirstTime(record, one)));
  if (isSeen(core, record)) core.readMarks.read(record);
  else if (core.readMarks.count(record, fresh, countsUnread)) core.seenCookies.remove(adapterId);
  core.announce([
    ...fresh.flatMap((one): [string, string][] =>
      one.isHistory || one.isRemoved || one.progress === 'open' ? [] : [[senderName(core, one), plainText(one)]],
    ),
    ...edits.flatMap(({ id }) => editAnnouncement(core, record.log.find(id))),
    ...removed.map(() => removalAnnouncement(core)),
  ]);
  spendOldChoices(record, visible);
}

/** The sender is announced with the first words only. */
export function applySpoken(core: ChatCore, adapterId: AdapterId, { id, text }: EventOf<'spoken'>): void {
  const record = holderOf(core, adapterId, id);
  const message = record?.log.find(id);
  if (record && message) core.announce([[isFirstTime(record, message) ? senderName(core, message) : '', text]]);
}

export function applyRemoved(core: ChatCore, adapterId: AdapterId, { id }: EventOf<'removed'>): void {
  const own = holderOf(core, adapterId, id);
  const message = own?.log.find(id);
  if (!own || !message || message.isRemoved) return;
  own.add([{ id, type: message.type, isRemoved: true }]);
  core.announce([removalAnnouncement(core)]);
}

/** The service has the visitor's message. */
export function applyDelivered(core: ChatCore, adapterId: AdapterId, { id, as }: EventOf<'delivered'>): void {
  const record = holderOf(core, adapterId, id);
  if (!record) return;
  const message = record.log.find(id);
  record.changeLog((log) => log.confirm(id, as));
  storeDraft(core);
  if (!message?.isPending && !message?.isNotSent) return;
  core.announce([[core.text('you'), core.text('sent')]]);
}

export function markNotSent(core: ChatCore, adapterId: AdapterId, id: string): void {
  const record = holderOf(core, adapterId, id);
  // A message that the service has confirmed in the meantime stays confirmed.
  if (!record?.log.find(id)?.isPending) return;
  record.add([{ id, type: 'visitor', isPending: false, isNotSent: true }]);
  // The window no longer shows it, and another person answers now.
  if (targetOf(core, record)) putBackUndelivered(core, record, { keepsPending: true });
  storeDraft(core);
}

/** The other side has received or read messages. A late receipt never lowers a status. */
export function applyReceipt(core: ChatCore, adapterId: AdapterId, { ids, status }: EventOf<'receipt'>): void {
  for (const id of ids) {
    const record = holderOf(core, adapterId, id);
    const message = record?.log.find(id);
    if (message && message.receipt !== 'read' && message.receipt !== status) {
      record?.add([{ id, type: message.type, receipt: status }]);
    }
  }
}

/** The conversation of this adapter that has the message: after a transfer it may not be the channel's current one. */
function holderOf(
  { conversations }: ChatCore,
  adapterId: AdapterId,
  messageId: string,
): ConversationRecord | undefined {
  const current = conversations.currentOf(adapterId);
  if (current?.log.has(messageId)) return current;
  const holders = [...conversations.all].flatMap((one) => holderIn(one, messageId) ?? []);
  return holders.find((one) => one.adapterId === adapterId);
}

/** Whether the visitor sees the messages of this conversation: it is in the thread in the window. */
function isSeen(core: ChatCore, record: ConversationRecord): boolean {
  const seen = seenRecord(core);
  return seen === record || (seen?.earlier.some((one) => one.record === record) ?? false);
}

/** The text that names the sender of a message of this type, if the message does not. All other types are the system's. */
const senders: Readonly<Partial<Record<Message['type'], ChatTextKey>>> = {
  visitor: 'you',
  bot: 'assistant',
  agent: 'agent',
  agentJoin: 'joined',
  error: 'error',
};

export function senderName({ text }: { readonly text: ChatTexts }, { type, by }: Message): string {
  return ((type === 'bot' || type === 'agent') && by) || text(senders[type] ?? 'system');
}

function withName(message: MessageInput, record: ConversationRecord): MessageInput {
  if (message.by !== undefined || message.participantId === undefined) return message;
  const name = record.published?.participants.find((one) => one.id === message.participantId)?.name;
  return name === undefined ? message : { ...message, by: name };
}

/**
 * Whether the message has not been counted and announced yet. A service that restarts its numbering repeats its messages
 * under new ids, and may reuse the old ids. So numbered messages with the same text, sender and time are the same message,
 * and an id is only unique together with its time.
 */
function isFirstTime({ announced }: ConversationRecord, message: Message): boolean {
  const { id, order, type, by, participantId, timestamp } = message;
  const content = JSON.stringify([type, participantId ?? by, timestamp, plainText(message)]);
  const keys = order ? [`${id} ${timestamp}`, content] : [id];
  const isKnown = keys.some((key) => announced.has(key));
  for (const key of keys) announced.add(key);
  return !isKnown;
}

/** Whether the input changes the text of a message that the visitor may have read. */
function isEdit(input: MessageInput, before: Message | undefined): boolean {
  return (
    before !== undefined &&
    before.type !== 'visitor' &&
    !before.isRemoved &&
    input.isEdited === true &&
    input.isHistory !== true &&
    input.isRemoved !== true &&
    input.text !== undefined &&
    input.text !== before.text
  );
}

function editAnnouncement(core: ChatCore, message: Message | undefined): readonly [string, string][] {
  if (!message) return [];
  const by = person(core.text, message.by, message.type === 'bot' ? 'assistant' : 'agent');
  return [[core.text('system'), core.text('messageEdited', { ...by, text: plainText(message) })]];
}

function removalAnnouncement({ text }: ChatCore): readonly [string, string] {
  return [text('system'), text('messageRemoved')];
}

/** Whether the agent's name contains a sales-routing marker of the deployment. Such an agent is not a person (CH-053). */
export function isHiddenAgent(agent: Pick<ParticipantInput, 'name'> | undefined, markers: readonly string[]): boolean {
  const name = agent?.name?.toLowerCase();
  return name !== undefined && markers.some((marker) => marker !== '' && name.includes(marker.toLowerCase()));
}

/** Removes the messages of hidden agents, identified by participant id or by the name on the message. */
export function visibleMessages(
  messages: readonly MessageInput[],
  hiddenIds: ReadonlySet<string>,
  markers: readonly string[],
): readonly MessageInput[] {
  return messages.filter(
    (message) =>
      !(message.participantId !== undefined && hiddenIds.has(message.participantId)) &&
      !(message.type !== 'visitor' && isHiddenAgent({ name: message.by }, markers)),
  );
}
