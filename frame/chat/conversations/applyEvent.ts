import { isRecord } from '../../../bridge/guards.ts';
import { maxTextLength } from '../../platform/parseJson.ts';
import type { ChannelEvent, EventOf } from '../channel.ts';
import {
  isConversationState,
  isLive,
  type Message,
  type MessageInput,
  type ParticipantInput,
} from '../conversation.ts';
import type { ChatCore } from '../core.ts';
import { maxAgentTypingMs } from '../limits.ts';
import { listText } from '../messages/listText.ts';
import { mergeParticipants } from '../messages/messageLog.ts';
import { plainText } from '../messages/transcript.ts';
import type { AdapterId } from '../routing/adapters.ts';
import { outdatedProblem, type Problem } from '../state.ts';
import { type ChatTextKey, type ChatTexts, person } from '../texts.ts';
import { seenRecord, shownRecord } from '../window/shown.ts';
import { offerReplies, spendOldChoices } from './choices.ts';
import type { ConversationRecord } from './conversations.ts';
import { holderIn, linkSession, putBack, putBackUndelivered, storeDraft, targetOf } from './history.ts';

type Apply<T extends ChannelEvent['type']> = (core: ChatCore, adapterId: AdapterId, event: EventOf<T>) => void;

/** Applies an event of a channel to its conversation. This is the only way in which channels change the state. */
export function applyEvent(core: ChatCore, adapterId: AdapterId, event: ChannelEvent): void {
  // TypeScript does not see that the function and the event have the same type.
  (appliers[event.type] as Apply<ChannelEvent['type']>)(core, adapterId, withinLimits(event));
}

const appliers: { readonly [T in ChannelEvent['type']]: Apply<T> } = {
  changed: applyChanges,
  messages: applyMessages,
  delivered: applyDelivered,
  notDelivered: (core, adapterId, { id }) => markNotSent(core, adapterId, id),
  spoken: applySpoken,
  removed: applyRemoved,
  receipt: applyReceipt,
  clock({ state }, adapterId, { aheadMs }) {
    state.clocksAheadMs[adapterId] = aheadMs;
  },
  returned: (core, _, { texts }) => putBack(core, texts),
  outdated(core, adapterId) {
    const { outdatedAdapters } = core.state;
    if (!outdatedAdapters.includes(adapterId)) outdatedAdapters.push(adapterId);
    report(core, adapterId, outdatedProblem);
  },
  participants: applyParticipants,
  agentTyping: applyTyping,
  quickReplies: applyReplies,
  survey({ dispatch }, adapterId, { survey }) {
    dispatch(adapterId, survey ? { type: 'surveyOffered', survey } : { type: 'surveyWithdrawn' });
  },
  surveyFailed: ({ ports }) => ports.log.warn('The exit survey could not be loaded. The chat ends without it.'),
  unread(core, adapterId, { count }) {
    const current = core.conversations.currentOf(adapterId);
    if (current && seenRecord(core) !== current && core.readMarks.report(current, count))
      core.seenCookies.remove(adapterId);
  },
  session(core, adapterId, { realtimeId }) {
    const current = core.conversations.currentOf(adapterId);
    if (!current) return;
    current.unlinkedSession = realtimeId;
    linkSession(core, current);
  },
  connection: ({ channels }, adapterId, { isLost }) => channels.opened(adapterId)?.connectionChanged(isLost),
  problem: (core, adapterId, { key, link }) => report(core, adapterId, { key, action: 'none', link }),
};

/** The window shows a problem only with the conversation that it belongs to, or if it shows none. */
function report(core: ChatCore, adapterId: AdapterId, problem: Problem): void {
  const record = core.conversations.currentOf(adapterId);
  const shown = shownRecord(core);
  if (record) core.state.problems[record.id] = problem;
  if (shown && shown !== record) return;
  core.overlay.hide();
  if (!record) core.state.problem = problem;
}

function applyChanges(core: ChatCore, adapterId: AdapterId, { changes }: EventOf<'changed'>): void {
  const { adapters } = core.state;
  const at = adapters.findIndex((one) => one.id === adapterId);
  const before = adapters[at];
  if (!before) return;
  adapters[at] = { ...before, ...changes };
  const { state } = changes;
  const current = core.conversations.currentOf(adapterId);
  if (isLive(state) && current) delete core.state.problems[current.id];
  if (state !== undefined && isConversationState(state)) core.dispatch(adapterId, { type: 'reported', state });
  if (state === 'unavailable' && current) core.overlay.hide();
  if (changes.isLoggedIn === true && !before.isLoggedIn) core.dispatch(adapterId, { type: 'signedIn' });
  if (state !== undefined || 'conversationId' in changes) core.dispatch(adapterId, { type: 'identified' });
}

/** Quick replies replace the input, so a screen reader announces them (CH-139). A service may repeat them. */
function applyReplies(core: ChatCore, adapterId: AdapterId, { replies }: EventOf<'quickReplies'>): void {
  const record = core.conversations.currentOf(adapterId);
  if (!record) return;
  const before = core.state.replies[record.id] ?? [];
  const open = offerReplies(record, core.state, replies);
  const isNew = open.some(({ id }) => !before.some((one) => one.id === id));
  const names = open.map((one) => one.text);
  if (isNew) core.announce([[core.text('quickReplies'), listText(names, core.ports.place().languageCode)]]);
}

function applyTyping({ conversations }: ChatCore, adapterId: AdapterId, { isTyping }: EventOf<'agentTyping'>): void {
  const record = conversations.currentOf(adapterId);
  if (!record) return;
  record.change({ isAgentTyping: isTyping && isLive(record.published?.state) });
  if (isTyping) record.agentTyping.start(maxAgentTypingMs, () => record.change({ isAgentTyping: false }));
  else record.agentTyping.stop();
}

/** Maximum number of lines, choices, questions or answers in one event: each is a row, and nobody reads more. */
const maxRows = 200;

/** Limits the size of a channel's event, regardless of what the service has sent. */
export function withinLimits(event: ChannelEvent): ChannelEvent {
  if (event.type === 'messages') return { ...event, messages: event.messages.map((one) => cut(one)) };
  return /^(quickReplies|participants|survey)$/.test(event.type) ? cut(event) : event;
}

/** Deeper fields are data of the channel, which are not shown: an answer of a survey's question is at depth 5. */
const deepest = 8;

function cut<Value>(value: Value, depth = 0): Value {
  if (depth > deepest) return value;
  if (typeof value === 'string') return value.slice(0, maxTextLength) as Value;
  if (Array.isArray(value)) return value.slice(0, maxRows).map((one) => cut(one, depth + 1)) as Value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cut(field, depth + 1)])) as Value;
}

function applyParticipants(core: ChatCore, adapterId: AdapterId, event: EventOf<'participants'>): void {
  const record = core.dispatch(adapterId, { type: 'spoke' });
  if (!record) return;
  const markers = core.ports.deployment.hiddenAgentMarkers;
  const people = event.participants.filter((one) => {
    const isHidden = isHiddenAgent(one, markers);
    if (isHidden) hide(record, one.id);
    return !isHidden && !record.hiddenAgents.has(one.id);
  });
  record.change({ participants: [...mergeParticipants(record.published?.participants ?? [], people)] });
  for (const { id, name } of people) if (name !== undefined) nameMessages(record, id, name);
}

/** CH-053: the name may arrive after the first messages, so this also removes those. */
function hide(record: ConversationRecord, agentId: string): void {
  record.hiddenAgents.add(agentId);
  const { published } = record;
  if (!published) return;
  record.change({ participants: published.participants.filter((one) => one.id !== agentId) });
  record.removeMessages(record.log.log.pages.flat().filter((one) => one.participantId === agentId));
}

/** Adds a name that arrives late to the participant's earlier messages. */
function nameMessages(record: ConversationRecord, participantId: string, by: string): void {
  const nameless = record.log.log.pages
    .flat()
    .filter((one) => one.participantId === participantId && one.by === undefined);
  if (nameless.length > 0) record.add(nameless.map(({ id, type }) => ({ id, type, by })));
}

function applyMessages(core: ChatCore, adapterId: AdapterId, event: EventOf<'messages'>): void {
  const { messages, countsUnread = true } = event;
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
function applySpoken(core: ChatCore, adapterId: AdapterId, { id, text }: EventOf<'spoken'>): void {
  const record = holderOf(core, adapterId, id);
  const message = record?.log.find(id);
  if (record && message) core.announce([[isFirstTime(record, message) ? senderName(core, message) : '', text]]);
}

function applyRemoved(core: ChatCore, adapterId: AdapterId, { id }: EventOf<'removed'>): void {
  const own = holderOf(core, adapterId, id);
  const message = own?.log.find(id);
  if (!own || !message || message.isRemoved) return;
  own.add([{ id, type: message.type, isRemoved: true }]);
  core.announce([removalAnnouncement(core)]);
}

function applyDelivered(core: ChatCore, adapterId: AdapterId, { id, as }: EventOf<'delivered'>): void {
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
function applyReceipt(core: ChatCore, adapterId: AdapterId, { ids, status }: EventOf<'receipt'>): void {
  for (const id of ids) {
    const record = holderOf(core, adapterId, id);
    const message = record?.log.find(id);
    if (message && message.receipt !== 'read' && message.receipt !== status) {
      record?.add([{ id, type: message.type, receipt: status }]);
    }
  }
}

/** The conversation of this adapter that has the message: after a transfer it may not be the channel's current one. */
function holderOf({ conversations }: ChatCore, adapterId: AdapterId, id: string): ConversationRecord | undefined {
  const current = conversations.currentOf(adapterId);
  if (current?.log.has(id)) return current;
  const holders = [...conversations.all].flatMap((one) => holderIn(one, id) ?? []);
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

const removalAnnouncement = ({ text }: ChatCore): readonly [string, string] => [text('system'), text('messageRemoved')];

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
