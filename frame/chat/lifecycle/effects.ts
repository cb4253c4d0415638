import type { ChatEventName, StartType } from '../channel.ts';
import { type ExitSurvey, isLive, isOver } from '../conversation.ts';
import { spendAll } from '../conversations/choices.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { linkSession, offerTranscript, putBackUndelivered, storeDraft } from '../conversations/history.ts';
import { forgetConversation, saveConversation } from '../conversations/savedConversations.ts';
import { type ChatCore, track } from '../core.ts';
import { type AdapterId, queueTypes } from '../routing/adapters.ts';
import { adapterById, outdatedProblem, type Problem, type SurveyProgress } from '../state.ts';
import { returnToOrigin, startConversation } from './startConversation.ts';

const roomEffects = {
  /** The loading overlay (CH-026). */
  showOverlay: ({ overlay }: ChatCore) => overlay.show(),
  hideOverlay: ({ overlay }: ChatCore) => overlay.hide(),
  clearProblem({ state }: ChatCore, adapterId: AdapterId) {
    state.refusedId = undefined;
    state.problem = state.outdatedAdapters.includes(adapterId) ? outdatedProblem : undefined;
  },
  /** A more precise text from the channel stays (CH-213). */
  problem({ state, conversations }: ChatCore, adapterId: AdapterId, key: string, action: Problem['action']) {
    const reported = state.problems[conversations.currentOf(adapterId)?.id ?? ''];
    state.problem ??= reported ?? { key, action, link: undefined };
  },
  settleTransfer({ state }: ChatCore) {
    state.transferToId = undefined;
  },
  /** The pane shows the chat although nothing is active (CH-048). */
  keepWindow({ state }: ChatCore) {
    state.hasOverride = true;
  },
  /** Without a conversation, the pane shows the menu again. */
  releaseWindow({ state }: ChatCore) {
    state.hasOverride = false;
  },
  /** A new conversation takes the window from an open exit survey (CH-122). */
  closeSurveys(core: ChatCore) {
    core.state.survey = 'open';
    for (const one of core.conversations.all) {
      if (one.published?.exitSurvey) core.dispatch(one.adapterId, { type: 'surveyOvertaken' }, one);
    }
  },
  /** It also takes the window from an ended conversation, whose undelivered texts move to the composer. */
  putBackEndedTexts(core: ChatCore) {
    for (const one of core.conversations.all) if (isOver(one.published?.state)) putBackUndelivered(core, one);
  },
  surveyProgress({ state }: ChatCore, _: AdapterId, progress: SurveyProgress) {
    state.survey = progress;
  },
  /** CH-050. */
  restartBot(core: ChatCore) {
    const bot = core.state.adapters.find((one) => one.queueType === 'bot');
    if (bot?.skill !== core.ports.deployment.restartSkill) return;
    if (!isLive(core.conversations.currentOf(bot.id)?.published?.state))
      void startConversation(core, bot.id, 'restart');
  },
  start: (core: ChatCore, adapterId: AdapterId, startType: StartType) =>
    void startConversation(core, adapterId, startType),
};

/** Effects on the conversation. They do nothing once it is removed. */
const conversationEffects = {
  show({ state, ports }: ChatCore, { id, adapterId }: ConversationRecord) {
    state.activeId = id;
    state.hasOverride = false;
    ports.storage.write('cm-tab-shown', adapterId);
    ports.pane.chatAppeared(queueTypes[adapterId]);
  },
  leaveWindow({ state }: ChatCore) {
    state.activeId = undefined;
  },
  track(core: ChatCore, record: ConversationRecord, name: ChatEventName, detail?: Readonly<Record<string, string>>) {
    if (name !== 'CM_CHAT_CONNECT' || core.readMarks.isFirst(record, 'connected'))
      track(core, record.adapterId, name, detail);
  },
  /** A returning visitor of an async queue (CH-034). */
  greet({ ports, state, text, readMarks }: ChatCore, record: ConversationRecord) {
    const known = adapterById(state, record.adapterId)?.known;
    if (known?.isNew || !readMarks.isFirst(record, 'greeted')) return;
    const name = ports.visitor().firstName ?? known?.firstName;
    const greeting = name === undefined ? text('welcomeBack') : text('welcomeBackNamed', { name });
    record.add([{ id: `welcome-${record.id}`, type: 'system', text: greeting }]);
  },
  /** Stores the data for continuing the conversation after a reload, and for returning from it (CH-052). */
  save({ state, ports, channels, conversations }: ChatCore, record: ConversationRecord) {
    const { id, adapterId, transfer, ratings } = record;
    if (!channels.of(adapterId)?.resume) return;
    const from = conversations.find(transfer?.fromId);
    const conversationId = adapterById(state, adapterId)?.conversationId;
    const entry = {
      ...{ adapterId, localId: id, conversationId, tabId: ports.tabs.id, ratings: [...ratings] },
      ...transfer,
      ...(from && { fromId: from.savedId }),
    };
    record.savedId = saveConversation(ports.storage, entry);
  },
  /** A reload must not continue it. The entry of its transfer is no longer in force (CH-060). */
  forget(core: ChatCore, record: ConversationRecord) {
    forgetConversation(core.ports.storage, record.adapterId, record.savedId);
    storeDraft(core);
  },
  remove: ({ conversations }: ChatCore, record: ConversationRecord) => conversations.remove(record),
  makeCurrent: ({ conversations }: ChatCore, record: ConversationRecord) => conversations.makeCurrent(record),
  stopTyping(_: ChatCore, record: ConversationRecord) {
    record.agentTyping.stop();
    record.change({ isAgentTyping: false });
  },
  spendChoices: ({ state }: ChatCore, record: ConversationRecord) => spendAll(record, state),
  offerTranscript,
  holdTransfer({ state }: ChatCore, { id }: ConversationRecord) {
    state.transferToId = id;
  },
  recordTransfer(_: ChatCore, record: ConversationRecord, transfer: NonNullable<ConversationRecord['transfer']>) {
    record.transfer = transfer;
  },
  /** CH-098. */
  linkSession,
  /** Removes the conversation of a failed transfer. Its texts move to the composer. */
  removeTarget(core: ChatCore, _: ConversationRecord, targetId: string) {
    const target = core.conversations.find(targetId);
    if (target) removeConversation(core, target);
  },
  /** A message rather than a notice, so that it keeps its place in the conversation and in the transcript (CH-217). */
  sayTransferFailed(core: ChatCore, record: ConversationRecord) {
    const text = core.text('transferFailed');
    record.add([{ id: core.ports.createId(), type: 'error', text }]);
    core.announce([[core.text('error'), text]]);
  },
  returnToOrigin: (core: ChatCore, record: ConversationRecord, hasFailed: boolean) =>
    void returnToOrigin(core, record, hasFailed),
  closeOrigin(core: ChatCore, record: ConversationRecord) {
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
  /** The window shows the messages of the other conversation's thread, too (CH-057). */
  continueThread({ conversations }: ChatCore, record: ConversationRecord, fromId: string) {
    const from = conversations.find(fromId);
    if (from) conversations.continueHere(record, from);
  },
  passThread: ({ conversations }: ChatCore, record: ConversationRecord, toId: string) =>
    conversations.find(toId)?.continueThread(record),
  putBackTexts: putBackUndelivered,
  offerSurvey({ announce, text }: ChatCore, record: ConversationRecord, survey: ExitSurvey) {
    record.change({ exitSurvey: survey });
    announce([[text('system'), survey.header || text('surveyTitle')]]);
  },
  closeSurvey: (_: ChatCore, record: ConversationRecord) => record.change({ exitSurvey: undefined }),
  /** A failed cancellation is only logged: the panel is closed in any case (CH-069). */
  async cancelSurvey({ channels, ports }: ChatCore, { adapterId }: ConversationRecord) {
    try {
      await channels.of(adapterId)?.cancelSurvey?.();
    } catch (error) {
      ports.log.warn('An exit survey was not cancelled.', error);
    }
  },
};

type RoomEffects = typeof roomEffects;
type ConversationEffects = typeof conversationEffects;

/** The arguments of an effect, after the room and what it is about. */
type ArgumentsOf<Run> = Run extends (core: ChatCore, about: never, ...rest: infer Rest) => unknown ? Rest : never;

type Named<Effects> = {
  [Name in keyof Effects]: [] extends ArgumentsOf<Effects[Name]>
    ? Name | readonly [Name, ...ArgumentsOf<Effects[Name]>]
    : readonly [Name, ...ArgumentsOf<Effects[Name]>];
}[keyof Effects];

/** The name of an effect, or the name with its arguments. */
export type Effect = Named<RoomEffects> | Named<ConversationEffects>;

export function runEffect(effect: Effect, core: ChatCore, adapterId: AdapterId, record?: ConversationRecord): void {
  const [name, ...args] = typeof effect === 'string' ? [effect] : effect;
  // TypeScript does not see that the arguments belong to the name.
  if (name in roomEffects) (roomEffects[name as keyof RoomEffects] as Run<AdapterId>)(core, adapterId, ...args);
  else if (record?.published)
    (conversationEffects[name as keyof ConversationEffects] as Run<ConversationRecord>)(core, record, ...args);
}

type Run<About> = (core: ChatCore, about: About, ...rest: readonly unknown[]) => unknown;

/** Its undelivered texts move to the composer. */
function removeConversation(core: ChatCore, record: ConversationRecord): void {
  putBackUndelivered(core, record);
  forgetConversation(core.ports.storage, record.adapterId, record.savedId);
  core.conversations.remove(record);
}
