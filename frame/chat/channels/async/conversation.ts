import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import { createChatTexts } from '../../texts.ts';
import type { Agents } from './agents.ts';
import { type ConversationView, isStale, viewConversation } from './conversationView.ts';
import type { Delivery } from './delivery.ts';
import type { Dialogs } from './dialogs.ts';
import type { Gateway } from './gateway.ts';
import { listWaitMs, surveyWaitMs } from './limits.ts';
import type { MessagingSocket } from './messagingSocket.ts';
import type { Outbox } from './outbox.ts';
import type { Receipts } from './receipts.ts';
import type { Replies } from './replies.ts';
import {
  closeConversation,
  closeDialog,
  type DialogRef,
  publishChatState,
  subscribeConversations,
  type WireRequest,
} from './requests.ts';
import { toSystemMessage } from './toEvents.ts';
import { type ConversationChange, type ConversationDetails, parseConversationChanges } from './wire.ts';

export interface ConversationParts {
  readonly state: ChannelState;
  readonly socket: Pick<MessagingSocket, 'isUp' | 'request'>;
  readonly outbox: Outbox;
  readonly delivery: Delivery;
  readonly receipts: Receipts;
  readonly dialogs: Dialogs;
  readonly agents: Agents;
  readonly replies: Replies;
  readonly gateway: Gateway;
  readonly logUnanswered: (error: unknown) => void;
}

/** The visitor's conversation at the service, from start to end. The service allows one at a time. */
export interface Conversation {
  /** The service's latest details; undefined until they arrive. */
  readonly view: ConversationView | undefined;
  readonly mainDialog: DialogRef;
  /** Whether the service has listed the open conversations since the current connection was made. */
  readonly isListed: boolean;
  /** Subscribes again on a new connection (CH-149). Missed events follow as notifications. */
  resync(): Promise<void>;
  /** Handles a notification about the visitor's conversations. */
  receive(body: unknown): void;
  /** Shows the messages in the outbox as pending. After a reload the pane does not have them. */
  showOutbox(): void;
  typing(isTyping: boolean): void;
  /** Ends the conversation for the visitor. During a survey this ends the survey too. */
  end(): Promise<void>;
}

export function createConversation(ports: ChannelPorts, parts: ConversationParts): Conversation {
  const { clock, lifetime, log } = ports;
  const { state, socket, outbox, delivery, receipts, dialogs, agents, replies, gateway } = parts;
  const text = createChatTexts(ports.texts);
  let view: ConversationView | undefined;
  let lastUpdateTs: number | undefined;
  /** Set while the first list of conversations on this connection is pending. */
  let resolveList: (() => void) | undefined;
  let isTyping = false;
  let hasSurveyStarted = false;
  /** Set when the visitor ends the survey early, which then does not count as complete. */
  let hasVisitorLeftSurvey = false;
  let cancelClosing = (): void => {};
  let ending: { promise: Promise<void>; finish: () => void } | undefined;

  const isInSurvey = (): boolean => view?.phase === 'survey';
  function mainDialog(): DialogRef {
    const conversationId = state.conversationId ?? '';
    return { conversationId, dialogId: view?.mainDialogId ?? conversationId };
  }
  /** The dialog that receives the visitor's input. The main dialog is already closed during a survey. */
  function openDialog(): DialogRef {
    const main = mainDialog();
    return isInSurvey() ? { ...main, dialogId: view?.surveyDialogId ?? main.dialogId } : main;
  }

  async function resync(): Promise<void> {
    dialogs.clearSubscriptions();
    const list = new Promise<void>((resolve) => {
      resolveList = resolve;
    });
    await socket.request(subscribeConversations());
    if (!state.hasConversation) {
      await Promise.race([list, pause(ports, listWaitMs)]);
      return;
    }
    delivery.beginReplay();
    await dialogs.subscribe(mainDialog().dialogId);
    if (view?.surveyDialogId !== undefined) await dialogs.subscribe(view.surveyDialogId);
    delivery.replayRequested();
  }

  function receive(body: unknown): void {
    const changes = parseConversationChanges(body);
    for (const one of changes) apply(one);
    if (!resolveList) return;
    const resolve = resolveList;
    resolveList = undefined;
    // A conversation that is missing from the list of open ones was closed while we were disconnected.
    const id = state.conversationId;
    if (id !== undefined && !changes.some((one) => one.conversationId === id)) onClosed();
    resolve();
  }

  function apply({ conversationId, isDeleted, details }: ConversationChange): void {
    if (!state.hasConversation) {
      if (isDeleted || viewConversation(details).phase === 'closed') return;
      // The visitor has an open conversation that started earlier or in another tab (CH-173).
      lastUpdateTs = undefined;
      state.change({ conversationId });
      showOutbox();
      // Its events are requested below; messages with an unknown outcome wait for the replay (REL-05).
      delivery.beginReplay();
      delivery.replayRequested();
    }
    if (conversationId !== state.conversationId || isStale(lastUpdateTs, details.metaDataLastUpdateTs)) return;
    lastUpdateTs = details.metaDataLastUpdateTs ?? lastUpdateTs;
    cancelClosing();
    const before = view;
    view = viewConversation(details);
    agents.recordRoles(details);
    gateway.onRouted(details.skillId);
    if (isDeleted || view.phase === 'closed') {
      onClosing(isDeleted, details);
      return;
    }
    agents.show(before?.agents, view.agents, { updatedAt: lastUpdateTs, isSurvey: isInSurvey() });
    // Details without dialogs imply a main dialog whose id is the conversation id.
    const mainDialogId = details.dialogs.length === 0 ? conversationId : view.mainDialogId;
    for (const dialogId of [mainDialogId, view.surveyDialogId]) {
      if (dialogId !== undefined && !dialogs.isSubscribed(dialogId)) void dialogs.subscribeWithRetry(dialogId);
    }
    if (view.phase === 'survey') hasSurveyStarted = true;
    else state.enter(view.phase);
    delivery.flush();
  }

  function onClosing(isDeleted: boolean, details: ConversationDetails): void {
    const survey = details.dialogs.find((one) => one.dialogType === 'POST_SURVEY');
    if (survey?.closedBy === 'CONSUMER') hasVisitorLeftSurvey = true;
    // All dialogs are closed but the stage is still open: a survey may follow.
    const mayHaveSurvey = !isDeleted && details.stage === 'OPEN' && !hasSurveyStarted;
    if (mayHaveSurvey) cancelClosing = lifetime.add(clock.after(surveyWaitMs, onClosed));
    else onClosed();
  }

  function showOutbox(): void {
    // Messages merge by id, so showing them again adds no duplicates.
    state.say(
      outbox.entries.map((one) => ({
        id: one.id,
        type: 'visitor',
        text: one.text,
        timestamp: one.writtenAt,
        isPending: true,
      })),
    );
    for (const one of outbox.entries) delivery.watch(one.id);
  }

  /** Resets to available after the conversation has closed (CH-138). */
  function onClosed(): void {
    if (!state.hasConversation) return;
    cancelClosing();
    if (hasSurveyStarted) {
      if (!hasVisitorLeftSurvey) ports.track('CM_CHAT_SURVEY_COMPLETE', { adapterId: ports.adapterId });
      state.emit({ type: 'quickReplies', replies: [] });
    }
    dialogs.showHeld();
    state.say([toSystemMessage(state.conversationId, 'ended', text('chatEnded'), clock.now())]);
    for (const lost of outbox.clear()) state.emit({ type: 'notDelivered', id: lost.id });
    ports.storage.remove('cm-external-config');
    reset();
    state.enter('ended');
    state.change({ conversationId: undefined });
    state.enter('available');
    ending?.finish();
  }

  function reset(): void {
    for (const part of [dialogs, agents, replies, gateway, receipts]) part.reset();
    view = undefined;
    lastUpdateTs = undefined;
    hasSurveyStarted = false;
    hasVisitorLeftSurvey = false;
  }

  async function end(): Promise<void> {
    if (!state.hasConversation) return;
    if (isInSurvey()) return leaveSurvey(mainDialog().conversationId);
    if (ending) return ending.promise;
    let finish = (): void => {};
    const promise = new Promise<void>((resolve) => {
      finish = resolve;
    });
    ending = { promise, finish };
    try {
      await requestEnd(closeDialog(mainDialog()));
      // A survey may follow. Without one, treat the conversation as closed even if the service has not confirmed it.
      await Promise.race([promise, pause(ports, surveyWaitMs)]);
      if (isInSurvey()) await promise;
      else onClosed();
    } finally {
      ending = undefined;
    }
  }

  /** Ends the conversation from within a survey, no matter who ended the main dialog. */
  async function leaveSurvey(conversationId: string): Promise<void> {
    hasVisitorLeftSurvey = true;
    await Promise.race([requestEnd(closeConversation(conversationId)), pause(ports, surveyWaitMs)]);
    if (state.conversationId === conversationId) onClosed();
  }

  async function requestEnd(request: WireRequest): Promise<void> {
    try {
      // Clear the typing indicator on the agent desk before closing.
      if (isTyping) typing(false);
      await socket.request(request);
    } catch (error) {
      if (!lifetime.ended) log.warn('The service did not confirm the end of a conversation.', error);
    }
  }

  function typing(isTypingNow: boolean): void {
    if (!state.hasConversation || !socket.isUp) return;
    isTyping = isTypingNow;
    socket.request(publishChatState(openDialog(), isTyping ? 'COMPOSING' : 'ACTIVE')).catch(parts.logUnanswered);
  }

  return {
    get view() {
      return view;
    },
    get mainDialog() {
      return mainDialog();
    },
    get isListed() {
      return resolveList === undefined;
    },
    resync,
    receive,
    showOutbox,
    typing,
    end,
  };
}
