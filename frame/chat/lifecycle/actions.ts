import { createError } from '../../platform/errors.ts';
import { createTimer } from '../../platform/timer.ts';
import type { StartType } from '../channel.ts';
import { type Conversation, isLive, type SurveyAnswers } from '../conversation.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { targetOf } from '../conversations/history.ts';
import type { ChatCore } from '../core.ts';
import { signInSettleMs, signInWatchMs } from '../limits.ts';
import { type AdapterId, queueTypes } from '../routing/adapters.ts';
import { chooseAdapter } from '../routing/chooseAdapter.ts';
import { adapterById, outdatedProblem } from '../state.ts';
import { inputOf, shownRecord, shownState, surveyedConversation } from '../window/shown.ts';
import { createChatStartup } from './chatStartup.ts';
import { reopenExternal, startConversation } from './startConversation.ts';

/** The window in which the visitor signs in. The frame can only read whether it is closed. */
type SignInWindow = Pick<Window, 'closed'>;

export function createLifecycleActions(core: ChatCore, watch: (listener: () => void) => () => void) {
  const { state, ports, conversations, channels, overlay } = core;
  const startup = createChatStartup(core, startChat, watch);
  const signIn = createTimer(ports.clock, ports.lifetime);

  /** Starts a chat from the menu, a link, a card or a parameter, or continues the live conversation (CH-009). */
  async function startChat(startType: StartType, adapterId?: AdapterId, skill?: string): Promise<void> {
    ports.pane.show(startType);
    if (state.isStarting) return;
    if (!startup.isUsable(adapterId)) {
      overlay.show();
      await startup.whenUsable(adapterId);
      overlay.hide();
      if (ports.lifetime.ended) return;
    }
    const isOther = adapterId && skill !== undefined && startup.chooseRow(adapterId, skill);
    const running = findRunning(adapterId);
    // A chat in the provider's window with another skill is another chat.
    if (running && isOther && channels.of(adapterId)?.isExternal) await endChat(running);
    else if (running) {
      // The page's own product is not in the pane, so its links open it each time (CH-158).
      if (startType === 'link' && queueTypes[running.adapterId] === 'other') {
        await reopenExternal(core, running.adapterId);
      }
      core.dispatch(running.adapterId, { type: 'chosen' }, running);
      return;
    }
    const adapter = adapterId === undefined ? chooseAdapter(state.adapters) : adapterById(state, adapterId);
    if (!adapter) {
      const isOutdated = state.outdatedAdapters.length > 0;
      state.problem = isOutdated ? outdatedProblem : { key: 'notAvailable', action: 'menu', link: undefined };
      state.hasOverride = true;
      return;
    }
    await startConversation(core, adapter.id, startType);
  }

  /**
   * The live conversation that a start continues: the one in the window, or that of the wanted adapter. A visitor who has
   * been transferred continues with the agent.
   */
  function findRunning(adapterId: AdapterId | undefined): ConversationRecord | undefined {
    if (adapterId === undefined && isLive(shownState(state))) return shownRecord(core);
    const wantedId = adapterId ?? chooseAdapter(state.adapters)?.id;
    const wanted = wantedId && conversations.currentOf(wantedId);
    if (!wanted || !isLive(wanted.published?.state)) return undefined;
    return targetOf(core, wanted) ?? wanted;
  }

  /** Replaces the ended conversation with a new one (CH-218). */
  async function startNewChat(): Promise<void> {
    if (!isLive(shownRecord(core)?.published?.state)) clear();
    await startChat('restart');
  }

  /**
   * The answer to the end-chat question, which the shell asks (CH-022, CH-023) about chats with agents (CH-021). The chat
   * may have ended in the meantime, and the window may show the bot again.
   */
  function answerEnd(isYes: boolean): void {
    const record = shownRecord(core);
    if (isYes && record && queueTypes[record.adapterId] !== 'bot') void endChat(record);
  }

  /** The conversation ends for the visitor even if the service cannot be reached. */
  async function endChat(record: ConversationRecord): Promise<void> {
    const { adapterId } = record;
    if (isLive(record.published?.state)) record.isEndedByVisitor = true;
    try {
      await channels.of(adapterId)?.end();
    } catch (error) {
      ports.log.warn('The service was not notified of the end of a chat.', error);
    }
    if (isLive(record.published?.state) && conversations.currentOf(adapterId) === record) {
      core.dispatch(adapterId, { type: 'reported', state: 'ended' }, record);
    }
  }

  /** Removes the conversation in the window and all ended ones, with their surveys. The unsent texts of ended ones move to the composer. */
  function clear(): void {
    const record = shownRecord(core);
    state.hasOverride = false;
    state.problem = undefined;
    state.refusedId = undefined;
    if (!record) return;
    const cleared = [...conversations.all].filter((one) => one === record || !isLive(one.published?.state));
    for (const one of cleared) core.dispatch(one.adapterId, { type: 'cleared' }, one);
  }

  /** The survey may belong to another conversation than the one in the window. */
  const surveyedRecord = (): ConversationRecord | undefined =>
    conversations.find(surveyedConversation(state)?.id) ?? shownRecord(core);

  /** Only the newest window matters, so all share one timer. The identity may arrive shortly after the window closes. */
  function watchSignIn(opened: SignInWindow): void {
    if (opened.closed) signIn.start(signInSettleMs, reportSignIn);
    else signIn.start(signInWatchMs, () => watchSignIn(opened));
  }

  function reportSignIn(): void {
    if (inputOf(state, false).isOffline) state.problem = { key: 'signInFailed', action: 'none', link: undefined };
  }

  return {
    begin: startup.begin,
    startChat,
    startNewChat,
    answerEnd,
    endChat,
    clear,
    /** Returns to the menu from a chat that cannot be used here. */
    async leaveToMenu(): Promise<void> {
      const record = shownRecord(core);
      // The provider's window stays open.
      if (record && channels.of(record.adapterId)?.isExternal) await endChat(record);
      // A live conversation stays: it may have messages that were not sent.
      if (isLive(shownRecord(core)?.published?.state)) ports.pane.showMenu();
      else clear();
    },
    /** CH-219: says so if the browser blocked the window, or if the visitor is not signed in shortly after it has closed. */
    signInOpened(opened: SignInWindow | null): void {
      ports.storage.write('cm-sign-in', ports.clock.now());
      delete state.problems[shownRecord(core)?.id ?? ''];
      state.problem = undefined;
      if (opened) watchSignIn(opened);
      else reportSignIn();
    },
    reopenExternal: ({ adapterId }: Pick<Conversation, 'adapterId'>): void => void reopenExternal(core, adapterId),
    /** Sends the answers to the exit survey. Without a survey, the visitor sees that it failed (CH-069). */
    async submitSurvey(answers: SurveyAnswers): Promise<void> {
      const record = surveyedRecord();
      if (!record || state.survey === 'sending') return;
      const { adapterId } = record;
      const survey = record.published?.exitSurvey;
      core.dispatch(adapterId, { type: 'surveySent' }, record);
      if (!survey) return;
      try {
        const channel = channels.of(adapterId);
        if (!channel) throw createError('CHANNEL_UNAVAILABLE', `There is no open channel for ${adapterId}.`);
        await channel.submitSurvey?.(answers);
        core.dispatch(adapterId, { type: 'surveyAccepted' }, record);
      } catch (error) {
        ports.log.warn('The answers of an exit survey were not sent.', error);
        core.dispatch(adapterId, { type: 'surveyRefused' }, record);
      }
    },
    async closeSurvey(): Promise<void> {
      const record = surveyedRecord();
      if (record) core.dispatch(record.adapterId, { type: 'surveyClosed' }, record);
    },
  };
}
