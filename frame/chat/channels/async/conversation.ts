import { describeError } from '../../../platform/errors.ts';
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
import { toNote } from './toEvents.ts';
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
  readonly ignoreLoss: (error: unknown) => void;
}

/** The visitor's conversation at the service, from its first word to its end; the service allows one at a time. */
export interface Conversation {
  /** What the service last said of it; undefined until it has. */
  readonly view: ConversationView | undefined;
  readonly mainDialog: DialogRef;
  /** The service has told which conversations are open, since the last connection was made. */
  readonly isListed: boolean;
  /** CH-149: subscribes anew on a new connection; what is missing follows as notifications. */
  resync(): Promise<void>;
  /** News of the visitor's conversations. */
  receive(body: unknown): void;
  /** Shows the texts that wait: after a reload the window does not know them yet. */
  announceWaiting(): void;
  typing(does: boolean): void;
  /** The visitor ends it; within a survey that is the end of all. */
  end(): Promise<void>;
}

export function createConversation(ports: ChannelPorts, parts: ConversationParts): Conversation {
  const { clock, lifetime, log } = ports;
  const { state, socket, outbox, delivery, receipts, dialogs, agents, replies, gateway } = parts;
  const text = createChatTexts(ports.texts);
  let view: ConversationView | undefined;
  let lastUpdateTs: number | undefined;
  /** Whoever waits for the first list of conversations on this connection. */
  let listed: (() => void) | undefined;
  let isTyping = false;
  let surveySeen = false;
  /** Told once the survey is over in the service's own words, and not when the visitor leaves it. */
  let surveyLeft = false;
  let cancelClosing = (): void => {};
  let ending: { promise: Promise<void>; finish: () => void } | undefined;

  const isSurveyed = (): boolean => view?.phase === 'survey';
  function mainDialog(): DialogRef {
    const conversationId = state.conversationId ?? '';
    return { conversationId, dialogId: view?.mainDialogId ?? conversationId };
  }
  /** Where the visitor speaks now: the main dialog is closed while a survey runs. */
  function openDialog(): DialogRef {
    const main = mainDialog();
    return isSurveyed() ? { ...main, dialogId: view?.surveyDialogId ?? main.dialogId } : main;
  }

  async function resync(): Promise<void> {
    dialogs.connectionBegins();
    const list = new Promise<void>((resolve) => {
      listed = resolve;
    });
    await socket.request(subscribeConversations());
    if (!state.hasConversation) {
      await Promise.race([list, pause(ports, listWaitMs)]);
      return;
    }
    delivery.replayBegins();
    await dialogs.subscribe(mainDialog().dialogId);
    if (view?.surveyDialogId !== undefined) await dialogs.subscribe(view.surveyDialogId);
    delivery.replayAsked();
  }

  function receive(body: unknown): void {
    const changes = parseConversationChanges(body);
    for (const one of changes) apply(one);
    if (!listed) return;
    const isFirst = listed;
    listed = undefined;
    // What ran and is not in the list of open conversations has been closed in the meantime.
    const id = state.conversationId;
    if (id !== undefined && !changes.some((one) => one.conversationId === id)) closed();
    isFirst();
  }

  function apply({ conversationId, isDeleted, details }: ConversationChange): void {
    if (!state.hasConversation) {
      if (isDeleted || viewConversation(details).phase === 'closed') return;
      // An open conversation of this visitor, begun earlier or elsewhere (CH-173).
      lastUpdateTs = undefined;
      state.change({ conversationId });
      announceWaiting();
      // Its events are asked for below: a text of unknown fate waits for them (REL-05).
      delivery.replayBegins();
      delivery.replayAsked();
    }
    if (conversationId !== state.conversationId || isStale(lastUpdateTs, details.metaDataLastUpdateTs)) return;
    lastUpdateTs = details.metaDataLastUpdateTs ?? lastUpdateTs;
    cancelClosing();
    const before = view;
    view = viewConversation(details);
    agents.learnRoles(details);
    gateway.routedTo(details.skillId);
    if (isDeleted || view.phase === 'closed') {
      closing(isDeleted, details);
      return;
    }
    agents.show(before?.agents, view.agents, { at: lastUpdateTs, isSurvey: isSurveyed() });
    // A conversation told without dialogs has one, under its own id.
    const mainDialogId = details.dialogs.length === 0 ? conversationId : view.mainDialogId;
    for (const dialogId of [mainDialogId, view.surveyDialogId]) {
      if (dialogId !== undefined && !dialogs.isHeard(dialogId)) void dialogs.listenTo(dialogId);
    }
    if (view.phase === 'survey') surveySeen = true;
    else state.enter(view.phase);
    delivery.flush();
  }

  function closing(isDeleted: boolean, details: ConversationDetails): void {
    const survey = details.dialogs.find((one) => one.dialogType === 'POST_SURVEY');
    if (survey?.closedBy === 'CONSUMER') surveyLeft = true;
    // A stage that is open with every dialog closed: the survey may be on its way.
    const mayGoOn = !isDeleted && details.stage === 'OPEN' && !surveySeen;
    if (mayGoOn) cancelClosing = lifetime.add(clock.after(surveyWaitMs, closed));
    else closed();
  }

  function announceWaiting(): void {
    const waiting = outbox.entries;
    // By their ids they are never doubled.
    state.say(
      waiting.map((one) => ({
        id: one.id,
        type: 'visitor',
        text: one.text,
        timestamp: one.writtenAt,
        isPending: true,
      })),
    );
    for (const one of waiting) delivery.watch(one.id);
  }

  /** CH-138. */
  function closed(): void {
    if (!state.hasConversation) return;
    cancelClosing();
    if (surveySeen) {
      if (!surveyLeft) ports.track('CM_CHAT_SURVEY_COMPLETE', { adapterId: ports.adapterId });
      state.emit({ type: 'quickReplies', replies: [] });
    }
    dialogs.release();
    state.say([toNote(state.conversationId, 'ended', text('chatEnded'), clock.now())]);
    for (const lost of outbox.clear()) state.emit({ type: 'notDelivered', id: lost.id });
    ports.storage.remove('cm-external-config');
    forget();
    state.enter('ended');
    state.change({ conversationId: undefined });
    state.enter('available');
    ending?.finish();
  }

  function forget(): void {
    for (const part of [dialogs, agents, replies, gateway]) part.forget();
    receipts.reset();
    view = undefined;
    lastUpdateTs = undefined;
    surveySeen = false;
    surveyLeft = false;
  }

  async function end(): Promise<void> {
    if (!state.hasConversation) return;
    if (isSurveyed()) return leaveSurvey(mainDialog().conversationId);
    if (ending) return ending.promise;
    let finish = (): void => {};
    const promise = new Promise<void>((resolve) => {
      finish = resolve;
    });
    ending = { promise, finish };
    try {
      await tellEnd(closeDialog(mainDialog()));
      // A survey may follow; without one, what the service has not said by now is said by us.
      await Promise.race([promise, pause(ports, surveyWaitMs)]);
      if (isSurveyed()) await promise;
      else closed();
    } finally {
      ending = undefined;
    }
  }

  /** The visitor's end holds in a survey too, whoever ended the talk before it. */
  async function leaveSurvey(conversationId: string): Promise<void> {
    surveyLeft = true;
    await Promise.race([tellEnd(closeConversation(conversationId)), pause(ports, surveyWaitMs)]);
    if (state.conversationId === conversationId) closed();
  }

  async function tellEnd(request: WireRequest): Promise<void> {
    try {
      // Nobody is left typing.
      if (isTyping) typing(false);
      await socket.request(request);
    } catch (error) {
      if (!lifetime.ended) log.warn('The end of a conversation was not told to the service.', describeError(error));
    }
  }

  function typing(does: boolean): void {
    if (!state.hasConversation || !socket.isUp) return;
    isTyping = does;
    socket.request(publishChatState(openDialog(), does ? 'COMPOSING' : 'ACTIVE')).catch(parts.ignoreLoss);
  }

  return {
    get view() {
      return view;
    },
    get mainDialog() {
      return mainDialog();
    },
    get isListed() {
      return listed === undefined;
    },
    resync,
    receive,
    announceWaiting,
    typing,
    end,
  };
}
