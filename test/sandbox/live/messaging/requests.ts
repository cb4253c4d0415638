import type { Conversations } from './conversations.ts';
import type { MessagingFaults } from './faults.ts';
import type { StoredConversation, StoredDialog } from './records.ts';
import type { Session, Subscribers } from './subscribers.ts';
import { readSubject } from './wire.ts';

/** Faults that the next requests run into, and what the requests leave behind for tests to read. */
export interface RequestState {
  /** The code that refuses the next publish, once. */
  publishRefusal: number | undefined;
  /** The code that refuses the next subscription to a dialog's events, once. */
  subscriptionRefusal: number | undefined;
  /** Subscriptions from an older sequence are refused. */
  oldestSequence: number;
  /** How often a visitor ended a conversation. */
  endings: number;
}

export interface RequestPorts {
  readonly now: () => number;
  readonly isTokenValid: (token: string) => boolean;
  readonly hasSurvey: () => boolean;
  readonly conversations: Conversations;
  readonly subscribers: Subscribers;
  readonly state: RequestState;
  readonly faults: MessagingFaults;
}

type Fields = Readonly<Record<string, unknown>>;

interface Reply {
  respond(type: string, answer: unknown, code?: number): void;
  refuse(code: number, reason: string): void;
}

/** The vendor's limit for one text. */
const maxTextChars = 100_000;

/** Handles the frames of a visitor's connection. */
export function createRequests(ports: RequestPorts) {
  const { now, isTokenValid, hasSurvey, conversations, subscribers, state, faults } = ports;

  function replyTo(session: Session, frame: Fields): Reply {
    const respond: Reply['respond'] = (type, answer, code = 200) =>
      session.link.send(JSON.stringify({ kind: 'resp', reqId: String(frame.id), code, type, body: answer }));
    return { respond, refuse: (code, reason) => respond('StringResponse', reason, code) };
  }

  function connect(session: Session, frame: Fields): void {
    if (faults.versionRefusal === 'answer') {
      replyTo(session, frame).refuse(426, 'This version is no longer spoken');
      return;
    }
    if (faults.versionRefusal !== undefined) {
      session.link.close(faults.versionRefusal);
      return;
    }
    const headers = Array.isArray(frame.headers) ? (frame.headers as Fields[]) : [];
    const token = headers.find((one) => one.type === '.ams.headers.ConsumerAuthentication')?.jwt;
    const consumerId = typeof token === 'string' ? readSubject(token) : undefined;
    if (consumerId === undefined || !isTokenValid(String(token))) {
      session.link.close(4401);
      return;
    }
    session.consumerId = consumerId;
    session.token = String(token);
    replyTo(session, frame).respond('.ReqBody$StringResp', 'OK');
  }

  function subscribeConversations(session: Session, consumerId: string, { respond }: Reply): void {
    session.subscriptionId = conversations.nextId('subscription');
    respond('cqm.SubscribeExConversationsResponse', { subscriptionId: session.subscriptionId });
    subscribers.sendConversations(session, conversations.openOf(consumerId));
  }

  function openConversation(consumerId: string, body: Fields, { respond, refuse }: Reply): void {
    if (conversations.openOf(consumerId).length > 0) {
      refuse(409, 'The consumer has an open conversation');
      return;
    }
    const one = conversations.open(consumerId, typeof body.skillId === 'string' ? body.skillId : '-1');
    respond('cm.RequestConversationResponse', { conversationId: one.id });
    conversations.changed(one);
  }

  function subscribeEvents(
    session: Session,
    one: StoredConversation,
    dialog: StoredDialog,
    body: Fields,
    { respond, refuse }: Reply,
  ): void {
    const from = Number(body.fromSeq ?? 0);
    if (state.subscriptionRefusal !== undefined) {
      refuse(state.subscriptionRefusal, 'Refused');
      state.subscriptionRefusal = undefined;
      return;
    }
    if (from > 0 && from < state.oldestSequence) {
      refuse(410, 'These events are no longer stored');
      return;
    }
    session.dialogs.add(dialog.id);
    respond('.ams.GenericSubscribeResponse', {});
    const changes = conversations.changesFrom(one, dialog, from);
    if (changes.length > 0) subscribers.sendEvents(session, changes);
  }

  function publish(
    one: StoredConversation,
    dialog: StoredDialog,
    frame: Fields,
    body: Fields,
    { respond, refuse }: Reply,
  ): void {
    if (state.publishRefusal !== undefined) {
      refuse(state.publishRefusal, 'Refused');
      state.publishRefusal = undefined;
      return;
    }
    const event = body.event as Fields;
    if (event.type === 'ChatStateEvent') {
      one.isVisitorTyping = event.chatState === 'COMPOSING';
      respond('ms.PublishEventResponse', {});
      return;
    }
    if (dialog.state === 'CLOSE' && event.type === 'ContentEvent') {
      refuse(400, 'The dialog is closed');
      return;
    }
    if (typeof event.message === 'string' && event.message.length > maxTextChars) {
      refuse(413, 'The text is too long');
      return;
    }
    respond('ms.PublishEventResponse', { sequence: dialog.events.length + faults.answeredSequenceOffset });
    conversations.addEvent(one, dialog, { id: one.consumerId, role: 'CONSUMER' }, event, frame.metadata);
    if (event.type === 'AcceptStatusEvent') {
      const sequences = (event.sequenceList ?? []) as readonly number[];
      if (event.status === 'READ' && dialog.type === 'MAIN') one.readUpTo = Math.max(one.readUpTo, ...sequences);
    } else if (dialog.type === 'POST_SURVEY') {
      conversations.surveyAnswered(one, dialog);
    }
  }

  function end(one: StoredConversation, fields: unknown, { respond, refuse }: Reply): void {
    const [refusal, ...laterRefusals] = faults.endRefusals;
    faults.endRefusals = laterRefusals;
    if (refusal !== undefined) {
      refuse(refusal, 'Refused');
      return;
    }
    const field = (Array.isArray(fields) ? fields[0] : fields) as Fields | undefined;
    respond('StringResponse', 'OK Conversation resolved successfully');
    state.endings += 1;
    if (field?.field === 'DialogChange') conversations.closeMain(one, 'CONSUMER', hasSurvey());
    else conversations.closeAll(one);
  }

  function request(session: Session, consumerId: string, frame: Fields): void {
    const body = (frame.body ?? {}) as Fields;
    const reply = replyTo(session, frame);
    const one = conversations
      .all()
      .find((each) => each.consumerId === consumerId && (each.id === body.conversationId || hasDialog(each, body)));
    const dialog = one?.dialogs.find(({ id }) => id === (body.dialogId ?? one.id));
    switch (frame.type) {
      case 'GetClock':
        reply.respond('GetClockResponse', faults.tellsTime ? { currentTime: now() + faults.clockSkewMs } : {});
        break;
      case 'cqm.SubscribeExConversations':
        subscribeConversations(session, consumerId, reply);
        break;
      case 'cm.ConsumerRequestConversation':
        openConversation(consumerId, body, reply);
        break;
      case 'ms.SubscribeMessagingEvents':
        if (one && dialog) subscribeEvents(session, one, dialog, body, reply);
        else reply.refuse(404, 'There is no such dialog');
        break;
      case 'ms.PublishEvent':
        if (one && dialog) publish(one, dialog, frame, body, reply);
        else reply.refuse(404, 'There is no such dialog');
        break;
      case 'cm.UpdateConversationField':
        if (one) end(one, body.conversationField, reply);
        else reply.refuse(404, 'There is no such conversation');
        break;
      default:
        reply.refuse(400, 'Unknown request');
    }
  }

  return {
    receive(session: Session, frame: Fields): void {
      if (frame.type === 'InitConnection') connect(session, frame);
      else if (session.consumerId === undefined) session.link.close(4401);
      else request(session, session.consumerId, frame);
    },
  };
}

const hasDialog = (one: StoredConversation, { dialogId }: Fields): boolean =>
  one.dialogs.some(({ id }) => id === dialogId);
