import { pause } from '../../../../platform/pause.ts';
import type { ChannelPorts } from '../../../channel.ts';
import type { MessageOrder } from '../../../conversation.ts';
import { createChatTexts } from '../../../texts.ts';
import type { ChannelState } from '../../ground/channelState.ts';
import type { MessagingSocket } from '../connection/messagingSocket.ts';
import { type ConversationView, isStale, viewConversation } from '../conversationView.ts';
import type { Gateway } from '../gateway.ts';
import type { Agents } from '../inbound/agents.ts';
import type { Dialogs } from '../inbound/dialogs.ts';
import { listWaitMs, surveyWaitMs } from '../limits.ts';
import type { Texts } from '../outbound/texts.ts';
import { type DialogRef, subscribeConversations } from '../requests.ts';
import { toSystemMessage } from '../toEvents.ts';
import { type ConversationChange, type ConversationDetails, parseConversationChanges } from '../wire.ts';
import type { MessagingEndReports } from './endReports.ts';

export interface ConversationParts {
  readonly state: ChannelState;
  readonly socket: Pick<MessagingSocket, 'isUp' | 'request'>;
  readonly texts: Texts;
  readonly dialogs: Dialogs;
  readonly agents: Agents;
  readonly gateway: Gateway;
  readonly endReports: MessagingEndReports;
  /** Parts that are reset after each conversation. */
  readonly resettable: readonly { reset(): void }[];
  readonly endOfLog: () => MessageOrder;
  readonly onClosed: () => void;
}

/** The visitor's conversation at the service, from its first notification to its end. The service allows one at a time. */
export interface Conversation {
  /** The service's latest details; undefined until they arrive. */
  readonly view: ConversationView | undefined;
  readonly mainDialog: DialogRef;
  /** The dialog that receives the visitor's input. The main dialog is already closed during a survey. */
  readonly openDialog: DialogRef;
  /** Whether the service has listed the open conversations since the current connection was made. */
  readonly isListed: boolean;
  /** Subscribes again on a new connection (CH-149). Missed events follow as notifications. */
  resync(): Promise<void>;
  /** Handles a notification about the visitor's conversations. */
  receive(body: unknown): void;
  /** The visitor's conversation has this id now. */
  open(conversationId: string): void;
  /** Called when the visitor leaves the survey, which is then incomplete. */
  leaveSurvey(): void;
  /** Resets to available after the conversation has closed (CH-138). */
  close(): void;
}

export function createConversation(
  ports: Pick<ChannelPorts, 'adapterId' | 'clock' | 'lifetime' | 'storage' | 'texts' | 'track'>,
  parts: ConversationParts,
): Conversation {
  const { clock, lifetime } = ports;
  const { state, socket, texts, dialogs, agents, gateway, endReports } = parts;
  const text = createChatTexts(ports.texts);
  const latest = createLatestDetails();
  /** When the conversations of this page were closed, by the service's time. */
  const closedAt = new Map<string, number>();
  /** Set while the first list of conversations on this connection is pending, with the conversations that it should contain. */
  let list:
    | { readonly expectedId: string | undefined; readonly endedIds: readonly string[]; readonly arrived: () => void }
    | undefined;
  const survey = createSurveyProgress();
  let cancelClosing = (): void => {};

  const isInSurvey = (): boolean => latest.view?.phase === 'survey';
  function mainDialog(): DialogRef {
    const conversationId = state.conversationId ?? '';
    return { conversationId, dialogId: latest.mainDialogId ?? conversationId };
  }

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
    const surveyDialogId = latest.view?.surveyDialogId;
    if (surveyDialogId !== undefined) replays.push(dialogs.replay(surveyDialogId));
    texts.replayRequested(Promise.all(replays.map(({ complete }) => complete)).then(() => {}));
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

  function apply({ conversationId, isDeleted, details }: ConversationChange): void {
    const isClosed = isDeleted || viewConversation(details).phase === 'closed';
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
    const before = latest.view;
    const view = latest.update(details);
    if (!view) return;
    cancelClosing();
    agents.recordRoles(details);
    gateway.onRouted(details.skillId);
    if (isClosed) {
      onClosing(isDeleted, details);
      return;
    }
    agents.show(before?.agents, view.agents, { updatedAt: latest.updatedAt, isSurvey: isInSurvey() });
    // Details without dialogs imply a main dialog whose id is the conversation id.
    const subscribedMainId = details.dialogs.length === 0 ? conversationId : view.mainDialogId;
    for (const dialogId of [subscribedMainId, view.surveyDialogId]) {
      if (dialogId !== undefined && !dialogs.isSubscribed(dialogId)) void dialogs.subscribeWithRetry(dialogId);
    }
    if (view.phase === 'survey') {
      // A survey proves that the service knows the end of the main dialog.
      if (!survey.hasStarted) endReports.confirmed(conversationId);
      survey.start();
    } else {
      state.enter(view.phase);
      if (!before) state.emit({ type: 'session', realtimeId: conversationId });
    }
    texts.delivery.setReady(socket.isUp);
  }

  function onClosing(isDeleted: boolean, details: ConversationDetails): void {
    if (!survey.mayFollow(details) || isDeleted) close();
    else {
      texts.delivery.setReady(false);
      cancelClosing = lifetime.add(clock.after(surveyWaitMs, close));
    }
  }

  function close(): void {
    if (!state.hasConversation) return;
    cancelClosing();
    const endOfSurvey = survey.end();
    if (endOfSurvey === 'complete') ports.track('CM_CHAT_SURVEY_COMPLETE', { adapterId: ports.adapterId });
    if (endOfSurvey) state.emit({ type: 'quickReplies', replies: [] });
    dialogs.showHeld();
    state.say([toSystemMessage(state.conversationId, 'ended', text('chatEnded'), parts.endOfLog())]);
    texts.delivery.conversationClosed();
    for (const part of parts.resettable) part.reset();
    latest.reset();
    state.enter('ended');
    state.change({ conversationId: undefined });
    state.enter('available');
    parts.onClosed();
  }

  return {
    get view() {
      return latest.view;
    },
    get mainDialog() {
      return mainDialog();
    },
    get openDialog() {
      const main = mainDialog();
      return isInSurvey() ? { ...main, dialogId: latest.view?.surveyDialogId ?? main.dialogId } : main;
    },
    get isListed() {
      return list === undefined;
    },
    resync,
    receive,
    open,
    leaveSurvey: survey.leave,
    close,
  };
}

/** The latest details of the conversation. The service may send older ones again. */
function createLatestDetails() {
  let view: ConversationView | undefined;
  let mainDialogId: string | undefined;
  let updatedAt: number | undefined;
  return {
    get view() {
      return view;
    },
    /** Kept when later details omit it. */
    get mainDialogId() {
      return mainDialogId;
    },
    /** The service's time of the details. */
    get updatedAt() {
      return updatedAt;
    },
    /** Returns the new view; undefined for details that are older than the latest. */
    update(details: ConversationDetails): ConversationView | undefined {
      if (isStale(updatedAt, details.metaDataLastUpdateTs)) return undefined;
      updatedAt = details.metaDataLastUpdateTs ?? updatedAt;
      view = viewConversation(details);
      mainDialogId = view.mainDialogId ?? mainDialogId;
      return view;
    },
    reset(): void {
      view = undefined;
      mainDialogId = undefined;
      updatedAt = undefined;
    },
  };
}

/** The progress of the survey after the main dialog. */
interface SurveyProgress {
  readonly hasStarted: boolean;
  start(): void;
  /** Called when the visitor leaves the survey, which is then incomplete. */
  leave(): void;
  /** Whether a survey may follow, now that all dialogs are closed. */
  mayFollow(details: ConversationDetails): boolean;
  /** Called when the conversation has closed. Returns the outcome of the survey; undefined if there was none. */
  end(): 'complete' | 'left' | undefined;
}

function createSurveyProgress(): SurveyProgress {
  let hasStarted = false;
  let hasLeft = false;

  return {
    get hasStarted() {
      return hasStarted;
    },
    start() {
      hasStarted = true;
    },
    leave() {
      hasLeft = true;
    },
    mayFollow({ dialogs, stage }) {
      const survey = dialogs.find((one) => one.dialogType === 'POST_SURVEY');
      if (survey?.closedBy === 'CONSUMER') hasLeft = true;
      return stage === 'OPEN' && !hasStarted;
    },
    end() {
      const result = hasStarted ? (hasLeft ? 'left' : 'complete') : undefined;
      hasStarted = false;
      hasLeft = false;
      return result;
    },
  };
}
