import { pause } from '../../../../platform/pause.ts';
import type { ChannelPorts } from '../../../channel.ts';
import { createChatTexts } from '../../../texts.ts';
import { createCallers } from '../../ground/connection/callers.ts';
import { endAnswerMs } from '../../ground/connection/limits.ts';
import type { Gateway } from '../gateway.ts';
import type { Agents } from '../inbound/agents.ts';
import type { Dialogs } from '../inbound/dialogs.ts';
import { listWaitMs, surveyWaitMs } from '../limits.ts';
import type { Texts } from '../outbound/texts.ts';
import type { MessagingParts } from '../parts.ts';
import { closeDialog, type DialogRef, publishChatState, subscribeConversations } from '../requests.ts';
import { toSystemMessage } from '../toEvents.ts';
import { type ConversationChange, type ConversationView, parseConversationChanges } from '../wire.ts';
import type { MessagingEndReports } from './endReports.ts';

export interface ConversationParts extends MessagingParts {
  readonly texts: Texts;
  readonly dialogs: Dialogs;
  readonly agents: Agents;
  readonly gateway: Gateway;
  readonly endReports: MessagingEndReports;
  readonly resettable: readonly { reset(): void }[];
}

/** The visitor's conversation at the service, from its first notification to its end. The service allows one at a time. */
export function createConversation(ports: ChannelPorts, parts: ConversationParts) {
  const { clock, lifetime } = ports;
  const { state, socket, texts, dialogs, agents, gateway, endReports, logUnanswered } = parts;
  const text = createChatTexts(ports.texts);
  /** The service's latest details; undefined until they arrive. The service may send older ones again. */
  let view: ConversationView | undefined;
  /** Kept when later details omit it. */
  let mainDialogId: string | undefined;
  /** The service's time of the details. */
  let updatedAt: number | undefined;
  /** When the conversations of this page were closed, by the service's time. */
  const closedAt = new Map<string, number>();
  /** Set while the first list of conversations on this connection is pending, with the conversations that it should contain. */
  let list:
    | { readonly expectedId: string | undefined; readonly endedIds: readonly string[]; readonly arrived: () => void }
    | undefined;
  /** A survey that the visitor has left is incomplete. */
  let survey: 'none' | 'open' | 'left' = 'none';
  let isTyping = false;
  const untilClosed = createCallers();
  /** The visitor has ended the conversation, and it has not closed. */
  let isEnding = false;
  let cancelClosing = (): void => {};

  const isInSurvey = (): boolean => view?.phase === 'survey';

  function mainDialog(): DialogRef {
    const conversationId = state.conversationId ?? '';
    return { conversationId, dialogId: mainDialogId ?? conversationId };
  }
  /** The dialog that receives the visitor's input. The main dialog is already closed during a survey. */
  function openDialog(): DialogRef {
    const main = mainDialog();
    return isInSurvey() ? { ...main, dialogId: view?.surveyDialogId ?? main.dialogId } : main;
  }

  /** Subscribes again on a new connection (CH-149). Missed events follow as notifications. */
  async function resync(): Promise<void> {
    const listed = new Promise<void>((resolve) => {
      list = { expectedId: state.conversationId, endedIds: endReports.ids(), arrived: resolve };
    });
    await socket.request(subscribeConversations());
    if (!state.hasConversation) {
      await Promise.race([listed, pause({ clock, lifetime }, listWaitMs)]);
      return;
    }
    const replays = [dialogs.replay(mainDialog().dialogId)];
    const surveyDialogId = view?.surveyDialogId;
    if (surveyDialogId !== undefined) replays.push(dialogs.replay(surveyDialogId));
    await Promise.all(replays.map(({ answered }) => answered));
  }

  function receive(body: unknown): void {
    const changes = parseConversationChanges(body);
    for (const one of changes) apply(one);
    if (!list) return;
    const { expectedId, endedIds, arrived } = list;
    list = undefined;
    const isListed = (id: string): boolean => changes.some((one) => one.conversationId === id);
    for (const id of endedIds) if (!isListed(id)) endReports.confirmed(id);
    // A conversation that is missing from the list of open ones was closed while we were disconnected. One that has started
    // since may be missing from a late list.
    const id = state.conversationId;
    if (id === undefined) texts.delivery.conversationClosed();
    else if (id === expectedId && !isListed(id)) close();
    arrived();
  }

  function open(conversationId: string): void {
    if (state.conversationId !== conversationId) state.change({ conversationId });
    // Texts are sent after the subscription, so that their echoes are received.
    texts.delivery.setReady(false);
    texts.delivery.conversationOpened(conversationId);
  }

  function apply(change: ConversationChange): void {
    const { conversationId, details, view: now } = change;
    const isClosed = change.isDeleted || now.phase === 'closed';
    const { metaDataLastUpdateTs: at } = details;
    const closed = closedAt.get(conversationId) ?? Number.NEGATIVE_INFINITY;
    if (isClosed && at !== undefined) closedAt.set(conversationId, Math.max(at, closed));
    if (isClosed) endReports.confirmed(conversationId);
    // The visitor has ended it, and the service has not confirmed that yet.
    else if (conversationId !== state.conversationId && endReports.has(conversationId)) return;
    if (!state.hasConversation) {
      // An older notification may arrive after the end (CH-136).
      if (isClosed || (at !== undefined && at <= closed)) return;
      // The visitor has an open conversation that started earlier or in another tab (CH-173).
      open(conversationId);
    }
    if (conversationId !== state.conversationId) return;
    // Older details than the latest ones (CH-136).
    if (at !== undefined && updatedAt !== undefined && at < updatedAt) return;
    const before = view;
    updatedAt = at ?? updatedAt;
    view = now;
    mainDialogId = now.mainDialogId ?? mainDialogId;
    cancelClosing();
    agents.recordRoles(details);
    gateway.onRouted(details.skillId);
    if (isClosed) {
      onClosing(change);
      return;
    }
    agents.show(before?.agents, now.agents, { updatedAt, isSurvey: isInSurvey() });
    // Details without dialogs imply a main dialog whose id is the conversation id.
    const subscribedMainId = details.dialogs.length === 0 ? conversationId : now.mainDialogId;
    for (const dialogId of [subscribedMainId, now.surveyDialogId]) {
      if (dialogId !== undefined && !dialogs.find(dialogId)?.isSubscribed) void dialogs.subscribeWithRetry(dialogId);
    }
    if (now.phase === 'survey') {
      // A survey proves that the service knows the end of the main dialog.
      if (survey === 'none') {
        endReports.confirmed(conversationId);
        survey = 'open';
      }
    } else {
      state.enter(now.phase);
      if (!before) state.emit({ type: 'session', realtimeId: conversationId });
    }
    texts.delivery.setReady(socket.isUp);
  }

  function onClosing({ isDeleted, details: { dialogs: closed, stage } }: ConversationChange): void {
    if (closed.find((one) => one.dialogType === 'POST_SURVEY')?.closedBy === 'CONSUMER') survey = 'left';
    const mayHaveSurvey = stage === 'OPEN' && survey === 'none' && !isDeleted;
    if (!mayHaveSurvey) close();
    else {
      texts.delivery.setReady(false);
      cancelClosing = lifetime.add(clock.after(surveyWaitMs, close));
    }
  }

  function close(): void {
    if (!state.hasConversation) return;
    cancelClosing();
    const before = survey;
    survey = 'none';
    isTyping = false;
    if (before !== 'none') {
      if (before === 'open') ports.track('CM_CHAT_SURVEY_COMPLETE', { adapterId: ports.adapterId });
      state.emit({ type: 'quickReplies', replies: [] });
    }
    dialogs.showHeld();
    state.say([toSystemMessage(state.conversationId, 'ended', text('chatEnded'), parts.endOfLog())]);
    texts.delivery.conversationClosed();
    for (const part of parts.resettable) part.reset();
    view = undefined;
    mainDialogId = undefined;
    updatedAt = undefined;
    state.enter('ended');
    state.change({ conversationId: undefined });
    state.enter('available');
    untilClosed.settle();
  }

  function typing(isTypingNow: boolean): void {
    if (!state.hasConversation || !socket.isUp) return;
    isTyping = isTypingNow;
    socket.request(publishChatState(openDialog(), isTyping ? 'COMPOSING' : 'ACTIVE')).catch(logUnanswered);
  }

  /** Ends the conversation from within a survey, no matter who ended the main dialog. */
  async function leaveSurvey(conversationId: string): Promise<void> {
    survey = 'left';
    await Promise.race([endReports.report(conversationId), pause(ports, surveyWaitMs)]);
    if (state.conversationId === conversationId) close();
  }

  /** Ends the conversation for the visitor. During a survey this ends the survey too. */
  async function end(): Promise<void> {
    const { conversationId } = state;
    if (conversationId === undefined) return;
    if (isInSurvey()) return leaveSurvey(conversationId);
    const closed = untilClosed.wait();
    if (isEnding) return closed;
    isEnding = true;
    try {
      // Clear the typing indicator on the agent desk before closing.
      if (isTyping) typing(false);
      const reported = endReports.report(conversationId, closeDialog(mainDialog()));
      const outcome = await Promise.race([reported, pause(ports, endAnswerMs)]);
      if (outcome === 'reported') await Promise.race([closed, pause(ports, surveyWaitMs)]);
      if (isInSurvey()) await closed;
      else if (state.conversationId === conversationId) {
        // The conversation is over for the visitor even if the service has not confirmed it.
        close();
        // It must no longer send a survey.
        if (outcome === undefined) void endReports.report(conversationId);
      }
    } finally {
      isEnding = false;
    }
  }

  return {
    get view(): ConversationView | undefined {
      return view;
    },
    mainDialog,
    openDialog,
    /** Whether the service has listed the open conversations since the current connection was made. */
    get isListed(): boolean {
      return list === undefined;
    },
    resync,
    receive,
    open,
    typing,
    end,
    close,
  };
}
