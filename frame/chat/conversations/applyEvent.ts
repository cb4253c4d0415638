import { isRecord } from '../../../bridge/guards.ts';
import { maxTextLength } from '../../platform/backend/readAnswer.ts';
import type { ChannelEvent, EventOf } from '../channel.ts';
import { isConversationState, isLive } from '../chatState.ts';
import type { ChatCore } from '../core.ts';
import { maxAgentTypingMs } from '../limits.ts';
import { listText } from '../messages/listText.ts';
import { mergeParticipants } from '../messages/message.ts';
import type { AdapterId } from '../routing/adapters.ts';
import { outdatedProblem, type Problem } from '../state.ts';
import { putBack } from '../window/draft.ts';
import { seenRecord, shownRecord } from '../window/shown.ts';
import {
  applyDelivered,
  applyMessages,
  applyReceipt,
  applyRemoved,
  applySpoken,
  isHiddenAgent,
  markNotSent,
} from './applyMessages.ts';
import { offerReplies } from './choices.ts';
import type { ConversationRecord } from './conversations.ts';
import { linkSession } from './history.ts';

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
  if (isNew)
    core.announce([
      [
        core.text('quickReplies'),
        listText(
          open.map((one) => one.text),
          core.ports.place().languageCode,
        ),
      ],
    ]);
}

function applyTyping({ conversations }: ChatCore, adapterId: AdapterId, { isTyping }: EventOf<'agentTyping'>): void {
  const record = conversations.currentOf(adapterId);
  if (!record) return;
  const stop = (): void => record.change({ isAgentTyping: false });
  record.change({ isAgentTyping: isTyping && isLive(record.published?.state) });
  if (isTyping) record.agentTyping.start(maxAgentTypingMs, stop);
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
