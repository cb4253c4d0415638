// Long because one service keeps all of its state.
import { type AgentAction, agentOf, type LiveConversation, type LiveDesk, type LiveMessage } from './desk.ts';

/** A connection of a visitor's browser: what the messaging service sends goes out as text. */
export interface MessagingLink {
  send(text: string): void;
  close(code: number): void;
}

export interface MessagingEnd {
  receive(text: string): void;
  closed(): void;
}

interface StoredEvent {
  readonly sequence: number;
  readonly serverTimestamp: number;
  readonly originatorId: string;
  readonly role: string;
  readonly metadata: unknown;
  readonly event: Readonly<Record<string, unknown>>;
}

interface StoredDialog {
  readonly id: string;
  readonly type: 'MAIN' | 'POST_SURVEY';
  readonly creationTs: number;
  state: 'OPEN' | 'CLOSE';
  endTs?: number;
  closedBy?: string;
  closedCause?: string;
  events: StoredEvent[];
}

interface StoredConversation {
  readonly id: string;
  readonly consumerId: string;
  readonly startTs: number;
  skillId: string;
  stage: 'OPEN' | 'CLOSE';
  closeReason?: string;
  endTs?: number;
  updatedTs: number;
  agentId: string | undefined;
  isVisitorTyping: boolean;
  readUpTo: number;
  surveyStep: number;
  dialogs: StoredDialog[];
}

interface Session {
  readonly link: MessagingLink;
  consumerId: string | undefined;
  subscriptionId: string | undefined;
  readonly dialogs: Set<string>;
}

export interface MessagingDeskOptions {
  readonly now: () => number;
  /** Whether a token is taken; false closes with 4401. */
  readonly isTokenValid?: (token: string) => boolean;
  /** Whether the end of a talk opens a survey. */
  readonly hasSurvey?: () => boolean;
  /** Whether the survey has a question without replies. */
  readonly hasOpenQuestion?: boolean;
}

export interface MessagingDesk extends LiveDesk {
  connect(link: MessagingLink): MessagingEnd;
  /** Texts of the visitor that a conversation holds, in the service's order. */
  received(conversationId?: string): readonly string[];
  /** Statuses of receipts, with their sequences, in order. */
  receipts(): readonly { readonly status: string; readonly sequences: readonly number[] }[];
  /** Open connections at this moment. */
  readonly connections: number;
  /** How often a visitor has ended a talk. */
  readonly endings: number;
  /** Answers the next publish with this code instead of taking it. */
  refuseNext(code: number): void;
  /** Refuses the next subscription to a dialog's events. */
  refuseSubscription(code: number): void;
  /** Sends a structured message, as a bot or an agent's tool does. */
  sayRich(conversationId: string, content: unknown): void;
  /** Forgets older events than this sequence: a subscription below it is refused. */
  trimBelow(sequence: number): void;
  /** An event of a kind that no visitor sees: its sequence is never sent. */
  addPrivateEvent(conversationId: string): void;
  /** Closes every connection with this code. */
  closeAll(code: number): void;
}

const surveyQuestions = [
  { text: 'How would you rate this conversation?', replies: ['5', '4', '3', '2', '1'] },
  { text: 'Was your question answered?', replies: ['Yes', 'No'] },
];
/** Asked by desks that want an answer in the visitor's own words, too. */
const openQuestion = { text: 'What could we do better?', replies: undefined };
const surveyBot = 'survey-bot';

/** The messaging service of the agents' vendor: conversations, dialogs, sequences, subscriptions, in memory. */
export function createMessagingDesk(options: MessagingDeskOptions): MessagingDesk {
  const { now } = options;
  const sessions = new Set<Session>();
  let conversations: StoredConversation[] = [];
  let serial = 0;
  let lastTs = 0;
  let refusal: number | undefined;
  let subscriptionRefusal: number | undefined;
  let trimmed = 0;
  let endings = 0;

  /** Strictly rising, as a server's clock for one account. */
  function stamp(): number {
    lastTs = Math.max(now(), lastTs + 1);
    return lastTs;
  }

  function details(one: StoredConversation): Record<string, unknown> {
    const main = one.dialogs[0];
    const people = (type: string) => [
      { id: one.consumerId, role: 'CONSUMER', state: 'ACTIVE' },
      ...(type === 'MAIN' && one.agentId ? [{ id: one.agentId, role: 'ASSIGNED_AGENT', state: 'ACTIVE' }] : []),
      ...(type === 'POST_SURVEY' ? [{ id: surveyBot, role: 'AGENT', state: 'ACTIVE' }] : []),
    ];
    return {
      skillId: one.skillId,
      brandId: '1',
      state: main?.state ?? 'CLOSE',
      stage: one.stage,
      ...(one.closeReason ? { closeReason: one.closeReason } : {}),
      startTs: one.startTs,
      ...(one.endTs ? { endTs: one.endTs } : {}),
      metaDataLastUpdateTs: one.updatedTs,
      participants: people('MAIN').map(({ id, role }) => ({ id, role })),
      dialogs: one.dialogs.map((dialog) => ({
        dialogId: dialog.id,
        dialogType: dialog.type,
        channelType: 'MESSAGING',
        state: dialog.state,
        creationTs: dialog.creationTs,
        ...(dialog.endTs ? { endTs: dialog.endTs, closedBy: dialog.closedBy, closedCause: dialog.closedCause } : {}),
        metaDataLastUpdateTs: one.updatedTs,
        participantsDetails: people(dialog.type),
      })),
    };
  }

  function change(one: StoredConversation): Record<string, unknown> {
    return { type: 'UPSERT', result: { convId: one.id, effectiveTTR: -1, conversationDetails: details(one) } };
  }

  function changeEvent(one: StoredConversation, dialog: StoredDialog, event: StoredEvent): Record<string, unknown> {
    return {
      sequence: event.sequence,
      originatorId: event.originatorId,
      originatorMetadata: { id: event.originatorId, role: event.role },
      serverTimestamp: event.serverTimestamp,
      event: event.event,
      conversationId: one.id,
      dialogId: dialog.id,
      metadata: event.metadata ?? null,
    };
  }

  const notify = (session: Session, type: string, body: unknown): void =>
    session.link.send(JSON.stringify({ kind: 'notification', type, body }));

  /** The conversation has changed: everybody who watches it hears so. */
  function touch(one: StoredConversation): void {
    one.updatedTs = stamp();
    for (const session of sessions) {
      if (session.consumerId !== one.consumerId || session.subscriptionId === undefined) continue;
      notify(session, 'cqm.ExConversationChangeNotification', {
        subscriptionId: session.subscriptionId,
        changes: [change(one)],
      });
    }
  }

  function addEvent(
    one: StoredConversation,
    dialog: StoredDialog,
    from: { readonly id: string; readonly role: string },
    event: Readonly<Record<string, unknown>>,
    metadata?: unknown,
  ): StoredEvent {
    const stored: StoredEvent = {
      sequence: dialog.events.length,
      serverTimestamp: stamp(),
      originatorId: from.id,
      role: from.role,
      metadata,
      event,
    };
    dialog.events.push(stored);
    tell(one, dialog, [changeEvent(one, dialog, stored)]);
    return stored;
  }

  function tell(one: StoredConversation, dialog: StoredDialog, changes: readonly unknown[]): void {
    for (const session of sessions) {
      if (session.consumerId === one.consumerId && session.dialogs.has(dialog.id)) {
        notify(session, 'ms.MessagingEventNotification', { changes });
      }
    }
  }

  const content = (message: string, replies?: readonly string[]): Record<string, unknown> => ({
    type: 'ContentEvent',
    contentType: 'text/plain',
    message,
    ...(replies
      ? {
          quickReplies: {
            type: 'quickReplies',
            itemsPerRow: 8,
            replies: replies.map((title, at) => ({
              type: 'button',
              title,
              tooltip: title,
              style: {},
              click: {
                metadata: [{ type: 'Answer', questionId: `q${at}`, id: `a${at}`, provider: 'AC' }],
                actions: [{ type: 'publishText', text: title }],
              },
            })),
          },
        }
      : {}),
  });

  function closeMain(one: StoredConversation, by: 'CONSUMER' | 'AGENT', withSurvey: boolean): void {
    const main = one.dialogs[0];
    if (!main || main.state === 'CLOSE') return;
    Object.assign(main, { state: 'CLOSE', endTs: stamp(), closedBy: by, closedCause: `Closed by ${by.toLowerCase()}` });
    one.closeReason = by;
    one.endTs = stamp();
    one.isVisitorTyping = false;
    if (!withSurvey) {
      one.stage = 'CLOSE';
      touch(one);
      return;
    }
    serial += 1;
    const survey: StoredDialog = {
      id: `survey-${serial}`,
      type: 'POST_SURVEY',
      creationTs: stamp(),
      state: 'OPEN',
      events: [],
    };
    one.dialogs.push(survey);
    one.surveyStep = 0;
    touch(one);
    askSurvey(one, survey);
  }

  function askSurvey(one: StoredConversation, survey: StoredDialog): void {
    const questions = options.hasOpenQuestion ? [...surveyQuestions, openQuestion] : surveyQuestions;
    const question = questions[one.surveyStep];
    const bot = { id: surveyBot, role: 'AGENT' };
    if (question) {
      addEvent(one, survey, bot, content(question.text, question.replies));
      return;
    }
    addEvent(one, survey, bot, content('Thank you for your answers.'));
    Object.assign(survey, { state: 'CLOSE', endTs: stamp(), closedBy: 'AGENT', closedCause: 'Completed' });
    one.stage = 'CLOSE';
    touch(one);
  }

  function request(session: Session, consumerId: string, frame: Record<string, unknown>): void {
    const body = (frame.body ?? {}) as Record<string, unknown>;
    const respond = (type: string, answer: unknown, code = 200): void =>
      session.link.send(JSON.stringify({ kind: 'resp', reqId: String(frame.id), code, type, body: answer }));
    const refuse = (code: number, reason: string): void => respond('StringResponse', reason, code);
    const own = conversations.find(
      (one) => one.consumerId === consumerId && (one.id === body.conversationId || hasDialog(one, body.dialogId)),
    );
    const dialog = own?.dialogs.find((one) => one.id === (body.dialogId ?? own.id));

    switch (frame.type) {
      case 'GetClock':
        respond('GetClockResponse', { currentTime: now() });
        break;
      case 'cqm.SubscribeExConversations': {
        serial += 1;
        session.subscriptionId = `subscription-${serial}`;
        respond('cqm.SubscribeExConversationsResponse', { subscriptionId: session.subscriptionId });
        const open = conversations.filter((one) => one.consumerId === consumerId && one.stage === 'OPEN');
        notify(session, 'cqm.ExConversationChangeNotification', {
          subscriptionId: session.subscriptionId,
          changes: open.map(change),
        });
        break;
      }
      case 'cm.ConsumerRequestConversation': {
        if (conversations.some((one) => one.consumerId === consumerId && one.stage === 'OPEN')) {
          refuse(409, 'The consumer has an open conversation');
          break;
        }
        const one = open(consumerId, typeof body.skillId === 'string' ? body.skillId : '-1');
        respond('cm.RequestConversationResponse', { conversationId: one.id });
        touch(one);
        break;
      }
      case 'ms.SubscribeMessagingEvents': {
        const from = Number(body.fromSeq ?? 0);
        if (!own || !dialog) refuse(404, 'There is no such dialog');
        else if (subscriptionRefusal !== undefined) {
          refuse(subscriptionRefusal, 'Refused');
          subscriptionRefusal = undefined;
        } else if (from > 0 && from < trimmed) refuse(410, 'These events are not kept any more');
        else {
          session.dialogs.add(dialog.id);
          respond('.ams.GenericSubscribeResponse', {});
          const events = dialog.events.filter((one) => one.sequence >= from && one.event.type !== 'private');
          if (events.length > 0) {
            const changes = events.map((one) => changeEvent(own, dialog, one));
            notify(session, 'ms.MessagingEventNotification', { changes });
          }
        }
        break;
      }
      case 'ms.PublishEvent':
        if (!own || !dialog) refuse(404, 'There is no such dialog');
        else if (refusal !== undefined) {
          refuse(refusal, 'Refused');
          refusal = undefined;
        } else publish(own, dialog, frame, body, respond, refuse);
        break;
      case 'cm.UpdateConversationField':
        if (!own) refuse(404, 'There is no such conversation');
        else update(own, body.conversationField, respond);
        break;
      default:
        refuse(400, 'Unknown request');
    }
  }

  const hasDialog = (one: StoredConversation, id: unknown): boolean => one.dialogs.some((dialog) => dialog.id === id);

  function publish(
    one: StoredConversation,
    dialog: StoredDialog,
    frame: Record<string, unknown>,
    body: Record<string, unknown>,
    respond: (type: string, answer: unknown) => void,
    refuse: (code: number, reason: string) => void,
  ): void {
    const event = body.event as Record<string, unknown>;
    const consumer = { id: one.consumerId, role: 'CONSUMER' };
    if (event.type === 'ChatStateEvent') {
      one.isVisitorTyping = event.chatState === 'COMPOSING';
      respond('ms.PublishEventResponse', {});
      return;
    }
    if (dialog.state === 'CLOSE' && event.type === 'ContentEvent') {
      refuse(400, 'The dialog is closed');
      return;
    }
    if (typeof event.message === 'string' && event.message.length > mostTextChars) {
      refuse(413, 'The text is too long');
      return;
    }
    respond('ms.PublishEventResponse', { sequence: dialog.events.length });
    addEvent(one, dialog, consumer, event, frame.metadata);
    if (event.type === 'AcceptStatusEvent') {
      const sequences = (event.sequenceList ?? []) as readonly number[];
      if (event.status === 'READ' && dialog.type === 'MAIN') one.readUpTo = Math.max(one.readUpTo, ...sequences);
    } else if (dialog.type === 'POST_SURVEY') {
      one.surveyStep += 1;
      askSurvey(one, dialog);
    }
  }

  function update(one: StoredConversation, fields: unknown, respond: (type: string, answer: unknown) => void): void {
    const field = (Array.isArray(fields) ? fields[0] : fields) as Record<string, unknown> | undefined;
    respond('StringResponse', 'OK Conversation resolved successfully');
    endings += 1;
    if (field?.field === 'DialogChange') closeMain(one, 'CONSUMER', options.hasSurvey?.() ?? false);
    else {
      for (const dialog of one.dialogs)
        if (dialog.state === 'OPEN') Object.assign(dialog, { state: 'CLOSE', endTs: stamp() });
      one.stage = 'CLOSE';
      touch(one);
    }
  }

  function open(consumerId: string, skillId: string): StoredConversation {
    serial += 1;
    const id = `conversation-${serial}`;
    const startTs = stamp();
    const one: StoredConversation = {
      id,
      consumerId,
      skillId,
      startTs,
      updatedTs: startTs,
      stage: 'OPEN',
      agentId: undefined,
      isVisitorTyping: false,
      readUpTo: -1,
      surveyStep: 0,
      dialogs: [{ id, type: 'MAIN', creationTs: startTs, state: 'OPEN', events: [] }],
    };
    conversations.push(one);
    return one;
  }

  function greet(session: Session, frame: Record<string, unknown>): void {
    const headers = Array.isArray(frame.headers) ? (frame.headers as Record<string, unknown>[]) : [];
    const token = headers.find((one) => one.type === '.ams.headers.ConsumerAuthentication')?.jwt;
    const consumerId = typeof token === 'string' ? subjectOf(token) : undefined;
    if (consumerId === undefined || !(options.isTokenValid?.(String(token)) ?? true)) {
      session.link.close(4401);
      return;
    }
    session.consumerId = consumerId;
    const answer = { kind: 'resp', reqId: String(frame.id), code: 200, type: '.ReqBody$StringResp', body: 'OK' };
    session.link.send(JSON.stringify(answer));
  }

  return {
    connect(link) {
      const session: Session = { link, consumerId: undefined, subscriptionId: undefined, dialogs: new Set() };
      sessions.add(session);
      return {
        receive(text) {
          if (!sessions.has(session)) return;
          let frame: Record<string, unknown>;
          try {
            frame = JSON.parse(text) as Record<string, unknown>;
          } catch {
            return; // Silent: a broken frame is no request; its sender waits in vain, as with the real service.
          }
          if (frame.type === 'InitConnection') greet(session, frame);
          else if (session.consumerId === undefined) link.close(4401);
          else request(session, session.consumerId, frame);
        },
        closed: () => void sessions.delete(session),
      };
    },
    list: () => conversations.map(toLive),
    act(id, action) {
      const one = conversations.find((conversation) => conversation.id === id);
      const main = one?.dialogs[0];
      if (!one || !main || one.stage === 'CLOSE') return false;
      return perform(one, main, action);
    },
    received: (id) =>
      conversations
        .filter((one) => id === undefined || one.id === id)
        .flatMap((one) => one.dialogs.flatMap((dialog) => dialog.events))
        .flatMap(({ role, event }) =>
          role === 'CONSUMER' && typeof event.message === 'string' ? [event.message] : [],
        ),
    receipts: () =>
      conversations
        .flatMap((one) => one.dialogs.flatMap((dialog) => dialog.events))
        .flatMap(({ event }) =>
          event.type === 'AcceptStatusEvent'
            ? [{ status: String(event.status), sequences: (event.sequenceList ?? []) as readonly number[] }]
            : [],
        ),
    get connections() {
      return sessions.size;
    },
    get endings() {
      return endings;
    },
    refuseNext(code) {
      refusal = code;
    },
    refuseSubscription(code) {
      subscriptionRefusal = code;
    },
    sayRich(id, content) {
      const one = conversations.find((conversation) => conversation.id === id);
      const main = one?.dialogs[0];
      if (!one || !main) return;
      const agent = { id: one.agentId ?? agentOf(undefined).id, role: 'ASSIGNED_AGENT' };
      addEvent(one, main, agent, { type: 'RichContentEvent', content, message: content });
    },
    trimBelow(sequence) {
      trimmed = sequence;
    },
    addPrivateEvent(id) {
      const dialog = conversations.find((one) => one.id === id)?.dialogs[0];
      dialog?.events.push({
        sequence: dialog.events.length,
        serverTimestamp: stamp(),
        originatorId: 'manager',
        role: 'MANAGER',
        metadata: null,
        event: { type: 'private' },
      });
    },
    closeAll(code) {
      for (const session of [...sessions]) session.link.close(code);
    },
    reset() {
      conversations = [];
      refusal = undefined;
      subscriptionRefusal = undefined;
      trimmed = 0;
      endings = 0;
    },
  };

  function perform(one: StoredConversation, main: StoredDialog, action: AgentAction): boolean {
    const agent = { id: one.agentId ?? agentOf(action.agentId).id, role: 'ASSIGNED_AGENT' };
    const isOpen = main.state === 'OPEN';
    if (!isOpen && action.action !== 'end') return false;
    switch (action.action) {
      case 'join':
        one.agentId = agentOf(action.agentId).id;
        touch(one);
        return true;
      case 'say':
        if (one.agentId === undefined) perform(one, main, { action: 'join', agentId: action.agentId });
        addEvent(one, main, { ...agent, id: one.agentId ?? agent.id }, content(action.text ?? ''));
        return true;
      case 'quickReplies':
        addEvent(one, main, agent, content(action.text ?? 'Please choose:', action.replies ?? ['Yes', 'No']));
        return true;
      case 'typing': {
        const chatState = action.isTyping === false ? 'ACTIVE' : 'COMPOSING';
        const event = { type: 'ChatStateEvent', chatState };
        tell(one, main, [{ originatorId: agent.id, dialogId: main.id, event }]);
        return true;
      }
      case 'leave':
        one.agentId = undefined;
        touch(one);
        return true;
      case 'transfer':
        one.agentId = undefined;
        one.skillId = action.skill ?? 'sales';
        touch(one);
        return true;
      case 'end':
      case 'survey':
        if (isOpen) closeMain(one, 'AGENT', action.action === 'survey');
        else {
          for (const dialog of one.dialogs) dialog.state = 'CLOSE';
          one.stage = 'CLOSE';
          touch(one);
        }
        return true;
    }
  }
}

/** The vendor's limit of one text. Longer ones are refused. */
const mostTextChars = 100_000;

function subjectOf(token: string): string | undefined {
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as unknown;
    const { sub } = payload as { readonly sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined; // Silent: a token that nobody can read names nobody.
  }
}

function toLive(one: StoredConversation): LiveConversation {
  const survey = one.dialogs.find((dialog) => dialog.type === 'POST_SURVEY');
  const open = one.dialogs[0]?.state === 'OPEN';
  const messages = one.dialogs.flatMap((dialog) =>
    dialog.events.flatMap(({ sequence, serverTimestamp, role, event }): LiveMessage[] =>
      typeof event.message === 'string'
        ? [
            {
              id: `${dialog.id}__${sequence}`,
              from: role === 'CONSUMER' ? 'visitor' : 'agent',
              text: event.message,
              time: serverTimestamp,
            },
          ]
        : [],
    ),
  );
  return {
    id: one.id,
    kind: 'messaging',
    visitor: one.consumerId,
    skill: one.skillId,
    state: open ? (one.agentId ? 'chatting' : 'waiting') : survey?.state === 'OPEN' ? 'survey' : 'ended',
    agent: one.agentId && agentOf(one.agentId).nickname,
    isVisitorTyping: one.isVisitorTyping,
    readUpTo: one.readUpTo < 0 ? undefined : `${one.id}__${one.readUpTo}`,
    startedAt: one.startTs,
    messages,
  };
}
