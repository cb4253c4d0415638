import { type ConversationState, isLive } from '../conversation.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { hasTranscript } from '../conversations/history.ts';
import type { ChatCore, LifecycleEvent } from '../core.ts';
import { allMessages, lastMessage, shownTime } from '../messages/messageLog.ts';
import { type AdapterId, queueTypes } from '../routing/adapters.ts';
import { adapterById } from '../state.ts';
import { runEffect } from './effects.ts';
import { type ConversationFacts, type Transition, transitionOf } from './transitions.ts';

/** Looks up an event in the table, changes the conversation and runs the effects. See `ChatCore.dispatch`. */
export function dispatch(
  core: ChatCore,
  adapterId: AdapterId,
  event: LifecycleEvent,
  record = core.conversations.currentOf(adapterId),
): ConversationRecord | undefined {
  // The visitor has changed: nothing of the previous one may be stored, shown or started.
  if (core.ports.lifetime.ended) return record;
  const facts = factsOf(core, adapterId, record);
  const { state, begins, effects } = transitionOf(facts, event);
  let subject = record;
  if (begins && state) subject = begin(core, adapterId, state, begins);
  else if (record && state && state !== facts.state) record.change({ state });
  for (const effect of effects) runEffect(effect, core, adapterId, subject);
  return subject;
}

function factsOf(core: ChatCore, adapterId: AdapterId, record: ConversationRecord | undefined): ConversationFacts {
  const { state, conversations } = core;
  const conversation = record?.published;
  return {
    state: conversation?.state,
    queue: queueTypes[adapterId],
    hasMessages: conversation !== undefined && lastMessage(conversation.messages) !== undefined,
    // Lazy, because few rows read it and it is expensive in a long conversation.
    get hasTranscript() {
      return record !== undefined && hasTranscript(record);
    },
    hasSurvey: conversation?.exitSurvey !== undefined,
    isTransferTarget: record !== undefined && state.transferToId === record.id,
    origin: originOf(core, record),
    window: state.activeId === undefined ? 'free' : state.activeId === record?.id ? 'this' : 'other',
    // A visitor who has returned to the bot goes on with the first text.
    isOvertaken: !record?.earlier.some(
      ({ record: { id, log }, untilMs }) =>
        id === state.activeId &&
        !allMessages(log.log).some((one) => one.type === 'visitor' && shownTime(one) >= untilMs),
    ),
    hasOtherLive: [...conversations.all].some((one) => one !== record && isLive(one.published?.state)),
    isWindowEmpty: state.hasOverride && state.conversations.length === 0,
  };
}

function originOf({ conversations }: ChatCore, record: ConversationRecord | undefined): ConversationFacts['origin'] {
  const transfer = record?.transfer;
  if (!transfer || !isLive(conversations.find(transfer.fromId)?.published?.state)) return 'none';
  return transfer.noSwitchBack ? 'closes' : 'returns';
}

function begin(core: ChatCore, adapterId: AdapterId, first: ConversationState, begins: Transition['begins']) {
  const { conversations, state } = core;
  const saved = begins === 'new' ? undefined : conversations.saved.get(adapterId);
  if (begins !== 'new') conversations.saved.delete(adapterId);
  const reportedId = adapterById(state, adapterId)?.conversationId;
  if (!saved || (begins === 'reported' && saved.conversationId !== reportedId))
    return conversations.add(adapterId, first);
  const record = conversations.add(adapterId, first, saved.localId);
  for (const [id, rating] of saved.ratings ?? []) record.ratings.set(id, rating);
  if (saved.fromId !== undefined) {
    record.transfer = { fromId: saved.fromId, noSwitchBack: saved.noSwitchBack };
  }
  return record;
}
