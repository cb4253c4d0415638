import { isLive, isOver } from '../chatState.ts';
import { spendAll } from '../conversations/choices.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { hasTranscript, linkSession, offerTranscript, putBackUndelivered } from '../conversations/history.ts';
import { forgetConversation, saveConversation } from '../conversations/savedConversations.ts';
import { type ChatCore, track } from '../core.ts';
import { lastMessage } from '../messages/messageLog.ts';
import { type AdapterId, queueTypes } from '../routing/adapters.ts';
import { outdatedProblem } from '../state.ts';
import { storeDraft } from '../window/draft.ts';
import { returnToOrigin, startConversation } from './startConversation.ts';
import {
  type ConversationEffect,
  type ConversationFacts,
  type Effect,
  type LifecycleEvent,
  type RoomEffect,
  type Transition,
  transitionOf,
} from './transitions.ts';

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
  for (const effect of effects) {
    // TypeScript does not see that the handler and the effect have the same type.
    if (isRoomEffect(effect)) (roomEffects[effect.type] as RunInRoom<RoomEffect>)(core, adapterId, effect);
    else if (subject?.published) (conversationEffects[effect.type] as Run<ConversationEffect>)(core, subject, effect);
  }
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
    hasOtherLive: [...conversations.all].some((one) => one !== record && isLive(one.published?.state)),
    isWindowEmpty: state.hasOverride && state.conversations.length === 0,
  };
}

function originOf({ conversations }: ChatCore, record: ConversationRecord | undefined): ConversationFacts['origin'] {
  const transfer = record?.transfer;
  if (!transfer || !isLive(conversations.find(transfer.fromId)?.published?.state)) return 'none';
  return transfer.noSwitchBack ? 'closes' : 'returns';
}

function begin(
  { conversations, state }: ChatCore,
  adapterId: AdapterId,
  first: NonNullable<Transition['state']>,
  begins: NonNullable<Transition['begins']>,
): ConversationRecord {
  const saved = begins === 'new' ? undefined : conversations.saved.get(adapterId);
  if (begins !== 'new') conversations.saved.delete(adapterId);
  const reportedId = state.adapters.find((one) => one.id === adapterId)?.conversationId;
  if (!saved || (begins === 'reported' && saved.conversationId !== reportedId))
    return conversations.add(adapterId, first);
  const record = conversations.add(adapterId, first, saved.localId);
  for (const [id, rating] of saved.ratings ?? []) record.ratings.set(id, rating);
  if (saved.fromId !== undefined) {
    record.transfer = { fromId: saved.fromId, noSwitchBack: saved.noSwitchBack ?? false };
  }
  return record;
}

type RunInRoom<E> = (core: ChatCore, adapterId: AdapterId, effect: E) => void;
type Run<E> = (core: ChatCore, record: ConversationRecord, effect: E) => void;

const roomEffects: { readonly [T in RoomEffect['type']]: RunInRoom<Extract<RoomEffect, { readonly type: T }>> } = {
  showOverlay: ({ overlay }) => overlay.show(),
  hideOverlay: ({ overlay }) => overlay.hide(),
  clearProblem({ state }, adapterId) {
    state.refusedId = undefined;
    state.problem = state.outdatedAdapters.includes(adapterId) ? outdatedProblem : undefined;
  },
  problem({ state, conversations }, adapterId, { key, action }) {
    const reported = state.problems[conversations.currentOf(adapterId)?.id ?? ''];
    state.problem ??= reported ?? { key, action, link: undefined };
  },
  settleTransfer({ state }) {
    state.transferToId = undefined;
  },
  keepWindow({ state }) {
    state.hasOverride = true;
  },
  releaseWindow({ state }) {
    state.hasOverride = false;
  },
  closeSurveys(core) {
    core.state.survey = 'open';
    for (const one of core.conversations.all) {
      if (one.published?.exitSurvey) core.dispatch(one.adapterId, { type: 'surveyOvertaken' }, one);
    }
  },
  putBackEndedTexts(core) {
    for (const one of core.conversations.all) if (isOver(one.published?.state)) putBackUndelivered(core, one);
  },
  surveyProgress({ state }, _, { progress }) {
    state.survey = progress;
  },
  restartBot(core) {
    const bot = core.state.adapters.find((one) => one.queueType === 'bot');
    if (bot?.skill !== core.ports.deployment.restartSkill) return;
    if (!isLive(core.conversations.currentOf(bot.id)?.published?.state))
      void startConversation(core, bot.id, 'restart');
  },
  start: (core, adapterId, { startType }) => void startConversation(core, adapterId, startType),
};

const conversationEffects: {
  readonly [T in ConversationEffect['type']]: Run<Extract<ConversationEffect, { readonly type: T }>>;
} = {
  show({ state, ports }, { id, adapterId }) {
    state.activeId = id;
    state.hasOverride = false;
    ports.storage.write('cm-tab-shown', adapterId);
    ports.pane.chatAppeared(queueTypes[adapterId]);
  },
  leaveWindow({ state }) {
    state.activeId = undefined;
  },
  track(core, record, { name, detail }) {
    if (name !== 'CM_CHAT_CONNECT' || core.readMarks.isFirst(record, 'connected'))
      track(core, record.adapterId, name, detail);
  },
  greet({ ports, state, text, readMarks }, record) {
    const known = state.adapters.find((one) => one.id === record.adapterId)?.known;
    if (known?.isNew || !readMarks.isFirst(record, 'greeted')) return;
    const name = ports.visitor().firstName ?? known?.firstName;
    const greeting = name === undefined ? text('welcomeBack') : text('welcomeBackNamed', { name });
    record.add([{ id: `welcome-${record.id}`, type: 'system', text: greeting }]);
  },
  save,
  forget(core, record) {
    forgetConversation(core.ports.storage, record);
    storeDraft(core);
  },
  remove: ({ conversations }, record) => conversations.remove(record),
  makeCurrent: ({ conversations }, record) => conversations.makeCurrent(record),
  stopTyping(_, record) {
    record.agentTyping.stop();
    record.change({ isAgentTyping: false });
  },
  spendChoices: ({ state }, record) => spendAll(record, state),
  offerTranscript,
  holdTransfer({ state }, { id }) {
    state.transferToId = id;
  },
  recordTransfer(_, record, { fromId, noSwitchBack }) {
    record.transfer = { fromId, noSwitchBack };
  },
  linkSession,
  removeTarget(core, _, { targetId }) {
    const target = core.conversations.find(targetId);
    if (target) removeConversation(core, target);
  },
  sayTransferFailed(core, record) {
    // A message rather than a notice, so that it keeps its place in the conversation and in the transcript (CH-217).
    const text = core.text('transferFailed');
    record.add([{ id: core.ports.createId(), type: 'error', text }]);
    core.announce([[core.text('error'), text]]);
  },
  returnToOrigin: (core, record, { hasFailed }) => void returnToOrigin(core, record, hasFailed),
  closeOrigin(core, record) {
    const from = core.conversations.find(record.transfer?.fromId);
    record.transfer = undefined;
    if (!from) return;
    // The channel reports synchronously which texts the service has; the others then move to the composer.
    core.channels
      .of(from.adapterId)
      ?.end()
      .catch((error: unknown) => core.ports.log.warn('Could not end the bot chat.', error));
    removeConversation(core, from);
  },
  continueThread({ conversations }, record, { fromId }) {
    const from = conversations.find(fromId);
    if (from) conversations.continueHere(record, from);
  },
  passThread: ({ conversations }, record, { toId }) => conversations.find(toId)?.continueThread(record),
  putBackTexts: putBackUndelivered,
  offerSurvey({ announce, text }, record, { survey }) {
    record.change({ exitSurvey: survey });
    announce([[text('system'), survey.header || text('surveyTitle')]]);
  },
  closeSurvey: (_, record) => record.change({ exitSurvey: undefined }),
  cancelSurvey: (core, { adapterId }) => void cancelSurvey(core, adapterId),
};

/** Its undelivered texts move to the composer. */
function removeConversation(core: ChatCore, record: ConversationRecord): void {
  putBackUndelivered(core, record);
  forgetConversation(core.ports.storage, record);
  core.conversations.remove(record);
}

function isRoomEffect(effect: Effect): effect is RoomEffect {
  return Object.hasOwn(roomEffects, effect.type);
}

/** Stores the data for continuing the conversation after a reload, and for returning from it (CH-052). */
function save({ state, ports, conversations }: ChatCore, record: ConversationRecord): void {
  const { id, adapterId, transfer, ratings } = record;
  const from = conversations.find(transfer?.fromId);
  const conversationId = state.adapters.find((one) => one.id === adapterId)?.conversationId;
  const entry = {
    adapterId,
    localId: id,
    conversationId,
    tabId: ports.tabs.id,
    ratings: [...ratings],
    ...transfer,
    ...(from && { fromId: from.savedId }),
  };
  record.savedId = saveConversation(ports.storage, entry);
}

/** A failed cancellation is only logged: the panel is closed in any case (CH-069). */
async function cancelSurvey({ channels, ports }: ChatCore, adapterId: AdapterId): Promise<void> {
  try {
    await channels.of(adapterId)?.cancelSurvey?.();
  } catch (error) {
    ports.log.warn('An exit survey was not cancelled.', error);
  }
}
