// Long because one conversation's state is shared by all of its verbs and notifications.
import * as v from 'valibot';
import { textOf } from '../../../host/queryValue.ts';
import { createError, describeError, isWidgetError } from '../../../platform/errors.ts';
import type {
  AgentStatus,
  Channel,
  ChannelIdentity,
  ChannelPorts,
  ChannelSnapshot,
  GatewayAccount,
  OutgoingMessage,
} from '../../channel.ts';
import type { ChatState } from '../../chatState.ts';
import type { Line, Message, MessageInput, QuickReply } from '../../conversation.ts';
import { openLinkOf } from '../../links.ts';
import { createChatTexts } from '../../texts.ts';
import { createAsyncApi, toSocketUrl } from './api.ts';
import { type ConversationView, isStale, viewConversation } from './conversationView.ts';
import { createDelivery, isFinalRefusal } from './delivery.ts';
import { asyncDeployment } from './deployment.ts';
import { createDialogOrder, type DialogOrder } from './dialogOrder.ts';
import { pollGatewayEngagement } from './gatewayEngagement.ts';
import {
  busyWaitMs,
  gapMaxMs,
  gapPatienceMs,
  keepAliveMs,
  listWaitMs,
  lookAgainMs,
  reconnectMaxMs,
  surveyWaitMs,
} from './limits.ts';
import { createMessagingSocket } from './messagingSocket.ts';
import { createOutbox, type OutboxEntry } from './outbox.ts';
import { createReceipts } from './receipts.ts';
import {
  type ConsumerInfo,
  closeConversation,
  closeDialog,
  getClock,
  initConnection,
  publishChatState,
  publishReceipt,
  publishText,
  requestConversation,
  subscribeConversations,
  subscribeEvents,
  type WireRequest,
} from './requests.ts';
import { type ReplyData, toButtons, toChoices, toMessage, toQuickReplies } from './toEvents.ts';
import { browserTransport, type MessagingTransport } from './transport.ts';
import { isMonitored, monitorVisit, visitBody, visitWaitMs } from './visit.ts';
import {
  type ConversationChange,
  consumerIdOf,
  externalIdOf,
  type MessagingChange,
  type MessagingChanges,
  type NotificationFrame,
  parseConversationChanges,
  parseConversationId,
  parseMessagingChanges,
} from './wire.ts';

export type LoadConsumerInfo = (ports: ChannelPorts, consumerId: string) => Promise<ConsumerInfo>;

export interface AsyncSeams {
  readonly transport: MessagingTransport;
  /** What the monitor says of the visit (CH-151). */
  readonly consumerInfo?: LoadConsumerInfo;
}

/** Messaging over days on the vendor's websocket (CH-132 to CH-152). */
export function createAsyncChannel(
  ports: ChannelPorts,
  seams: AsyncSeams = { transport: browserTransport, consumerInfo: monitorVisit },
): Channel {
  const { clock, lifetime, log, entry } = ports;
  const deployment = v.parse(asyncDeployment, ports.deployment.async ?? {});
  const api = createAsyncApi(ports.call, deployment, lifetime.signal);
  const text = createChatTexts(ports.texts);
  const outbox = createOutbox(ports.storage, `channel.${ports.adapterId}`);
  const emit: ChannelPorts['emit'] = (event) => {
    if (!lifetime.ended) ports.emit(event);
  };
  let snapshot: ChannelSnapshot = {
    id: ports.adapterId,
    queueType: 'async',
    skill: entry.skill,
    state: 'initialised',
    agentStatus: 'unknown',
    isLoggedIn: false,
    isReady: false,
    routedSkill: entry.skill,
    conversationId: undefined,
    purpose: entry.purpose,
    config: { service: entry.service, skill: entry.skill, account: undefined, queueType: 'async' },
  };
  let identity: ChannelIdentity | undefined;
  let consumerId = '';
  let account: GatewayAccount | undefined;
  let ready: Promise<void> | undefined;
  let view: ConversationView | undefined;
  let lastUpdateTs: number | undefined;
  const roles = new Map<string, string>();
  const orders = new Map<string, DialogOrder>();
  /** Dialogs whose events have been asked for on this connection. */
  const subscribed = new Set<string>();
  const gapTimers = new Map<string, () => void>();
  const choices = new Map<string, ReplyData>();
  const profiled = new Set<string>();
  /** The first list of conversations on this connection. */
  let list: { subscriptionId: string | undefined; resolve: () => void } | undefined;
  /** What the gateway has said, which is newer than what the identity was stored with. */
  let gatewayStatus: AgentStatus | undefined;
  let triedAtMs = 0;
  let isTyping = false;
  /** The skill that the conversation was last told to have. */
  let skillIdOf = entry.skill;
  let surveySeen = false;
  /** Told once the survey is over in the service's own words, and not when the visitor leaves it. */
  let surveyLeft = false;
  let cancelClosing = (): void => {};
  let ending: { promise: Promise<void>; finish: () => void } | undefined;

  function change(changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>>): void {
    snapshot = { ...snapshot, ...changes };
    emit({ type: 'changed', changes });
  }
  function enter(state: ChatState): void {
    if (state !== snapshot.state) change({ state });
  }
  const isTalking = (): boolean => snapshot.conversationId !== undefined;
  /** The service closes what is idle: without a talk and with nobody looking it stays closed, or it would every minute. */
  const isLookedFor = (): boolean => snapshot.state === 'available' && ports.attention.isPaneShown();
  const mainDialog = () => {
    const conversationId = snapshot.conversationId ?? '';
    return { conversationId, dialogId: view?.mainDialogId ?? conversationId };
  };
  const isSurveyed = (): boolean => view?.phase === 'survey';
  /** Where the visitor speaks now: the main dialog is closed while a survey runs. */
  const openDialog = () => {
    const main = mainDialog();
    return isSurveyed() ? { ...main, dialogId: view?.surveyDialogId ?? main.dialogId } : main;
  };

  const socket = createMessagingSocket({
    clock,
    log,
    lifetime,
    random: ports.random,
    transport: seams.transport,
    address: async () => {
      if (!account) throw createError('CHANNEL_UNAVAILABLE', 'There is no account for this service.');
      return toSocketUrl(await api.domain(account, 'asyncMessagingEnt'), account.account);
    },
    token: async () => tokenOf(identity ?? (await ports.identity.find(entry.service))),
    refreshToken: async () => tokenOf(await ports.identity.refresh(entry.service)),
    greeting: (token) =>
      initConnection(token, {
        userAgent: ports.place().userAgent,
        timeZone: seams.transport.timeZone(),
        appVersion: '1.0',
      }),
    resync,
    notify: receive,
    isWanted: () => isTalking() || outbox.entries.length > 0 || isLookedFor(),
    onUp: () => {
      emit({ type: 'connection', isLost: false });
      if (snapshot.state === 'unavailable' && !isTalking()) enter('available');
      delivery.flush();
      // Receipts that the connection took with it, or that came due without one (CH-141, CH-142).
      receipts.send();
    },
    onDown: () => emit({ type: 'connection', isLost: true }),
    onRefused: () => {
      if (isTalking()) emit({ type: 'trouble', key: 'signInFailed' });
      enter('unavailable');
    },
  });

  const delivery = createDelivery({
    clock,
    lifetime,
    outbox,
    canSend: () => socket.isUp && isTalking() && view?.phase !== 'closed',
    publish: (one: OutboxEntry) => {
      const dialog = mainDialog();
      const target = one.dialogId === undefined ? dialog : { ...dialog, dialogId: one.dialogId };
      return socket.request(publishText(target, one.text, one.id, one.metadata));
    },
    askReplay: () => subscribe(mainDialog().dialogId),
    delivered: (id) => emit({ type: 'delivered', id }),
    notDelivered: (id) => emit({ type: 'notDelivered', id }),
  });

  const receipts = createReceipts({
    publish: (dialogId, status, sequences) => {
      const dialog = { conversationId: snapshot.conversationId ?? '', dialogId };
      return socket.request(publishReceipt(dialog, status, sequences)).catch((error: unknown) => {
        ignoreLoss(error);
        throw error;
      });
    },
    isFinal: isFinalRefusal,
    isLookedAt: () => ports.attention.isFocused() && ports.attention.isPaneShown(),
  });

  function ignoreLoss(error: unknown): void {
    // The next connection asks again for what is missing.
    if (!lifetime.ended) log.info('A request to the messaging service was not answered.', describeError(error));
  }

  function tokenOf(found: ChannelIdentity | undefined): string {
    const id = found?.token === undefined ? undefined : consumerIdOf(found.token);
    if (!found || found.token === undefined || id === undefined) {
      throw createError('NOT_SIGNED_IN', 'There is no usable token for this service.');
    }
    identity = found;
    consumerId = id;
    const isLoggedIn = found.isLoggedIn;
    const agentStatus = gatewayStatus ?? found.agentStatus;
    if (isLoggedIn !== snapshot.isLoggedIn || agentStatus !== snapshot.agentStatus) change({ isLoggedIn, agentStatus });
    return found.token;
  }

  async function init(): Promise<void> {
    try {
      account = ports.account(entry.service);
      const override = textOf(ports.query.chatAccount);
      if (account && override !== undefined) account = { ...account, account: override };
      change({ config: { ...snapshot.config, account: account?.account } });
      tokenOf(await ports.identity.find(entry.service));
      if (!socket.isUp) await socket.connect();
      if (!isTalking()) enter('available');
      // Told once the service has named the conversation that they belong to.
      else if (identity && identity.unread > 0) emit({ type: 'unread', count: identity.unread });
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The messaging service cannot be used.', describeError(error));
      if (!isTalking()) enter('unavailable');
    }
    triedAtMs = clock.now();
    if (!lifetime.ended) change({ isReady: true });
    if (!lifetime.ended && deployment.gatewayHosts.length > 0) void polling.start();
  }

  /** CH-180 to CH-183: whether somebody could answer, before a conversation begins. */
  const polling = pollGatewayEngagement(ports, deployment, {
    consumerId: () => consumerId,
    isKnown: () => snapshot.state === 'available' || snapshot.state === 'unavailable',
    isBusy: isTalking,
    answered({ agentStatus, skillName }) {
      if (isTalking()) return;
      gatewayStatus = agentStatus;
      if (agentStatus !== snapshot.agentStatus) change({ agentStatus });
      if (skillName !== undefined && skillName !== snapshot.routedSkill) change({ routedSkill: skillName });
      // The service may be back.
      if (snapshot.state === 'unavailable') socket.wake();
    },
  });

  /** CH-149: subscribes anew; what is missing follows as notifications. */
  async function resync(): Promise<void> {
    subscribed.clear();
    const listed = new Promise<void>((resolve) => {
      list = { subscriptionId: undefined, resolve };
    });
    const answer = await socket.request(subscribeConversations());
    const parsed = v.safeParse(v.object({ subscriptionId: v.string() }), answer);
    if (list) list.subscriptionId = parsed.success ? parsed.output.subscriptionId : undefined;
    if (!isTalking()) {
      await Promise.race([listed, pause(listWaitMs)]);
      return;
    }
    delivery.replayBegins();
    await subscribe(mainDialog().dialogId);
    if (view?.surveyDialogId !== undefined) await subscribe(view.surveyDialogId);
    delivery.replayAsked();
  }

  function pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = lifetime.add(clock.after(delayMs, () => resolve()));
      lifetime.add(() => {
        stop();
        resolve();
      });
    });
  }

  function orderOf(dialogId: string): DialogOrder {
    const known = orders.get(dialogId);
    if (known) return known;
    const created = createDialogOrder();
    orders.set(dialogId, created);
    return created;
  }

  /** From the last known sequence + 1; from the beginning when the service has no memory of that (REL-17). */
  async function subscribe(dialogId: string): Promise<void> {
    const conversationId = snapshot.conversationId;
    if (conversationId === undefined) return;
    subscribed.add(dialogId);
    const from = orderOf(dialogId).next;
    try {
      await socket.request(subscribeEvents(conversationId, dialogId, from));
    } catch (error) {
      if (from === 0 || !isWidgetError(error) || error.status === undefined) throw error;
      await socket.request(subscribeEvents(conversationId, dialogId, 0));
    }
  }

  /** Until it is taken: a dialog that nobody listens to would be a silent one. A new connection asks by itself. */
  async function listenTo(dialogId: string, waitMs = busyWaitMs): Promise<void> {
    const { conversationId } = snapshot;
    try {
      await subscribe(dialogId);
    } catch (error) {
      ignoreLoss(error);
      if (conversationId === snapshot.conversationId) subscribed.delete(dialogId);
      await pause(waitMs);
      const isWanted = conversationId === snapshot.conversationId && !subscribed.has(dialogId) && !lifetime.ended;
      if (isWanted && socket.isUp) void listenTo(dialogId, Math.min(2 * waitMs, reconnectMaxMs));
    }
  }

  function receive(frame: NotificationFrame): void {
    if (lifetime.ended) return;
    if (frame.type === 'cqm.ExConversationChangeNotification') receiveConversations(frame.body);
    else if (frame.type === 'ms.MessagingEventNotification') receiveEvents(parseMessagingChanges(frame.body));
  }

  function receiveConversations(body: unknown): void {
    const changes = parseConversationChanges(body);
    for (const one of changes) applyConversation(one);
    if (!list) return;
    const isFirst = list;
    list = undefined;
    // What ran and is not in the list of open conversations has been closed in the meantime.
    const id = snapshot.conversationId;
    if (id !== undefined && !changes.some((one) => one.conversationId === id)) closed();
    isFirst.resolve();
  }

  function applyConversation({ conversationId, isDeleted, details }: ConversationChange): void {
    if (!isTalking()) {
      if (isDeleted || viewConversation(details).phase === 'closed') return;
      // An open conversation of this visitor, begun earlier or elsewhere (CH-173).
      lastUpdateTs = undefined;
      change({ conversationId });
      announceWaiting();
      // Its events are asked for below: a text of unknown fate waits for them (REL-05).
      delivery.replayBegins();
      delivery.replayAsked();
    }
    if (conversationId !== snapshot.conversationId || isStale(lastUpdateTs, details.metaDataLastUpdateTs)) return;
    lastUpdateTs = details.metaDataLastUpdateTs ?? lastUpdateTs;
    cancelClosing();
    const before = view;
    view = viewConversation(details);
    for (const one of [...details.participants, ...details.dialogs.flatMap((dialog) => dialog.participantsDetails)]) {
      roles.set(one.id, one.role);
    }
    if (details.skillId !== undefined && details.skillId !== skillIdOf) void nameSkill(details.skillId);
    if (isDeleted || view.phase === 'closed') {
      const survey = details.dialogs.find((one) => one.dialogType === 'POST_SURVEY');
      if (survey?.closedBy === 'CONSUMER') surveyLeft = true;
      // A stage that is open with every dialog closed: the survey may be on its way.
      const mayGoOn = !isDeleted && details.stage === 'OPEN' && !surveySeen;
      if (mayGoOn) cancelClosing = lifetime.add(clock.after(surveyWaitMs, closed));
      else closed();
      return;
    }
    applyAgents(before?.agents, view.agents);
    // A conversation told without dialogs has one, under its own id.
    const mainDialogId = details.dialogs.length === 0 ? conversationId : view.mainDialogId;
    for (const dialogId of [mainDialogId, view.surveyDialogId]) {
      if (dialogId !== undefined && !subscribed.has(dialogId)) void listenTo(dialogId);
    }
    if (view.phase === 'survey') surveySeen = true;
    else enter(view.phase);
    delivery.flush();
  }

  /** Who was there before this page load is not announced as joining. The service's roles are its own words (CH-137). */
  function applyAgents(before: readonly string[] | undefined, after: readonly string[]): void {
    const joined = after.filter((id) => !before?.includes(id));
    const left = before?.filter((id) => !after.includes(id)) ?? [];
    if (joined.length > 0) {
      emit({ type: 'participants', participants: joined.map((id) => ({ id, isActive: true })) });
    }
    for (const id of joined) void welcome(id, before !== undefined);
    if (left.length === 0) return;
    emit({ type: 'participants', participants: left.map((id) => ({ id, isActive: false })) });
    emit({ type: 'agentTyping', isTyping: false });
    // Whoever leaves because the talk is over is not announced between the questions of the survey.
    if (view?.phase === 'survey') return;
    say(
      left.map((id) => ({
        ...note(`left-${id}-${lastUpdateTs ?? clock.now()}`, text('agentLeft', { name: nameOf(id) })),
        participantId: id,
      })),
    );
  }

  const names = new Map<string, string>();
  const nameOf = (id: string): string => names.get(id) ?? text('agent');

  async function welcome(id: string, isNew: boolean): Promise<void> {
    const told = note(`joined-${id}-${lastUpdateTs ?? clock.now()}`, '');
    await showProfile(id);
    if (isNew && !lifetime.ended)
      say([{ ...told, type: 'agentJoin', participantId: id, text: text('agentJoined', { name: nameOf(id) }) }]);
  }

  async function showProfile(id: string): Promise<void> {
    if (!account || profiled.has(id)) return;
    profiled.add(id);
    try {
      const profile = await api.profile(account, id);
      if (profile.nickname !== undefined) names.set(id, profile.nickname);
      emit({
        type: 'participants',
        participants: [{ id, name: profile.nickname, agentPictureUrl: profile.pictureUrl }],
      });
    } catch (error) {
      if (lifetime.ended) return;
      log.warn(describeError(error).replace(/^\w+: /, ''));
      await showNickname(id);
    }
  }

  /** CH-152: the gateway may know the agent's name where the vendor's public profile does not tell it. */
  async function showNickname(id: string): Promise<void> {
    if (deployment.gatewayHosts.length === 0) return;
    try {
      const { agentId, nickname } = await api.agent(entry.service, snapshot.conversationId ?? '');
      if (!nickname || (agentId && agentId !== id)) return;
      names.set(id, nickname);
      emit({ type: 'participants', participants: [{ id, name: nickname }] });
    } catch (error) {
      if (!lifetime.ended) log.info('The name of an agent is not known.', describeError(error));
    }
  }

  function note(id: string, words: string): MessageInput {
    return { id: `${snapshot.conversationId ?? ''}__${id}`, type: 'system', text: words, timestamp: clock.now() };
  }

  function say(messages: readonly MessageInput[]): void {
    if (messages.length > 0) emit({ type: 'messages', messages });
  }

  function receiveEvents(told: MessagingChanges): void {
    const dialogs = new Set([...told.changes, ...told.unknown].map((one) => one.dialogId));
    for (const dialogId of dialogs) {
      if (!subscribed.has(dialogId)) continue;
      const order = orderOf(dialogId);
      const changes = told.changes.filter((one) => one.dialogId === dialogId);
      showEvents(order.take({ changes, unknown: told.unknown.filter((one) => one.dialogId === dialogId) }));
      watchGap(dialogId, order);
    }
  }

  /** A gap is given a moment, then history is asked for, then what came is shown all the same (REL-14, REL-15). */
  function watchGap(dialogId: string, order: DialogOrder): void {
    const running = gapTimers.get(dialogId);
    if (!order.hasGap) {
      running?.();
      gapTimers.delete(dialogId);
      return;
    }
    if (running) return;
    const inner = lifetime.child();
    inner.add(clock.after(gapPatienceMs, () => void subscribe(dialogId).catch(ignoreLoss)));
    inner.add(
      clock.after(gapMaxMs, () => {
        gapTimers.delete(dialogId);
        inner.end();
        showEvents(order.release());
      }),
    );
    gapTimers.set(dialogId, () => inner.end());
  }

  function showEvents(changes: readonly MessagingChange[]): void {
    const conversationId = snapshot.conversationId;
    if (conversationId === undefined || changes.length === 0) return;
    const facts = {
      conversationId,
      consumerId,
      pageLoadMs: ports.page().timeOrigin,
      now: clock.now(),
      roleOf: (id: string) => roles.get(id),
    };
    const messages: MessageInput[] = [];
    const flushMessages = (): void => say(messages.splice(0));
    for (const one of changes) {
      const { event } = one;
      if (event.type === 'ChatStateEvent') {
        if (one.originatorId !== consumerId) emit({ type: 'agentTyping', isTyping: event.chatState === 'COMPOSING' });
        continue;
      }
      if (event.type === 'AcceptStatusEvent') {
        if (one.originatorId === consumerId) receipts.known(one.dialogId, event.status, event.sequenceList);
        continue;
      }
      const message = toMessage(one, facts);
      if (!message || one.sequence === undefined) continue;
      if (message.type === 'visitor') {
        const sent = outbox.match(externalIdOf(one), message.text ?? '');
        if (sent) {
          flushMessages();
          outbox.remove(sent.id);
          delivery.settled(sent.id);
          emit({
            type: 'delivered',
            id: sent.id,
            as: { id: message.id, timestamp: message.timestamp ?? facts.now },
          });
          offerReplies(one.dialogId, []);
          continue;
        }
      } else receipts.received(one.dialogId, one.sequence);
      messages.push(withReplies(one, message));
    }
    flushMessages();
    receipts.send();
  }

  /** CH-139: in a survey the replies stand in place of the input; in a talk they are choices under the message. */
  function withReplies(one: MessagingChange, message: MessageInput): MessageInput {
    if (message.type !== 'agent') return message;
    const replies = toQuickReplies(one);
    const buttons = toButtons(one);
    const remember = (text: string, data: unknown): void =>
      void choices.set(`${message.id} ${text}`, data as ReplyData);
    for (const { line, data } of buttons) if (data) remember(line.text, data);
    const isSurvey = one.dialogId === view?.surveyDialogId;
    if (isSurvey) offerReplies(one.dialogId, replies);
    else for (const reply of replies) remember(reply.text, reply.data);
    const lines = [...buttons.map(({ line }) => line), ...(isSurvey ? [] : toChoices(replies))];
    return lines.length === 0 ? message : { ...message, lines };
  }

  function offerReplies(dialogId: string, replies: readonly QuickReply[]): void {
    if (dialogId === view?.surveyDialogId) emit({ type: 'quickReplies', replies });
  }

  function announceWaiting(): void {
    const waiting = outbox.entries;
    if (waiting.length === 0) return;
    // After a reload the window does not know them yet; by their ids they are never doubled.
    say(
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
    if (!isTalking()) return;
    cancelClosing();
    if (surveySeen) {
      if (!surveyLeft) ports.track('CM_CHAT_SURVEY_COMPLETE', { adapterId: ports.adapterId });
      emit({ type: 'quickReplies', replies: [] });
    }
    for (const order of orders.values()) showEvents(order.release());
    say([note('ended', text('chatEnded'))]);
    for (const lost of outbox.clear()) emit({ type: 'notDelivered', id: lost.id });
    ports.storage.remove('cm-external-config');
    forget();
    enter('ended');
    change({ conversationId: undefined });
    enter('available');
    ending?.finish();
  }

  function forget(): void {
    for (const stop of gapTimers.values()) stop();
    gapTimers.clear();
    orders.clear();
    subscribed.clear();
    roles.clear();
    choices.clear();
    profiled.clear();
    receipts.reset();
    view = undefined;
    lastUpdateTs = undefined;
    surveySeen = false;
    surveyLeft = false;
    skillIdOf = entry.skill;
  }

  async function start(): Promise<void> {
    try {
      await begin();
    } catch (error) {
      // The texts stay with the conversation that they came from; here they would surface in a later one.
      for (const lost of outbox.clear()) emit({ type: 'notDelivered', id: lost.id });
      throw error;
    }
  }

  async function begin(): Promise<void> {
    await (ready ?? channel.init());
    if (isTalking()) {
      // The visitor's open conversation goes on; the service allows one at a time.
      if (view && view.phase !== 'closed' && view.phase !== 'survey') change({ state: view.phase });
      return;
    }
    const mayStart = snapshot.state === 'available' && (snapshot.isLoggedIn || snapshot.agentStatus !== 'unavailable');
    if (!mayStart) throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by messaging now.');
    if (!socket.isUp) await socket.connect();
    const info = await consumerInfo();
    await askEngagement(info);
    const answer = await socket.request(requestConversation(entry.skill, ports.place().languageCode, info));
    const conversationId = parseConversationId(answer);
    if (conversationId === undefined) {
      enter('unavailable');
      throw createError('ANSWER_INVALID', 'There is no conversationId');
    }
    if (!isTalking()) change({ conversationId });
    if (!subscribed.has(conversationId)) {
      // The conversation stands whatever becomes of this: it is asked for again.
      const listening = listenTo(conversationId);
      await Promise.race([listening, pause(busyWaitMs)]);
    }
    if (view === undefined) enter('chatting');
    delivery.flush();
    if (deployment.gatewayHosts.length === 0) return;
    void askAgents(conversationId);
    void reportVisitor();
  }

  /** CH-133, CH-152: the gateway's newest word on the engagements of this visit; not knowing changes nothing. */
  async function askEngagement({ engagementDetails }: ConsumerInfo): Promise<void> {
    if (engagementDetails === undefined || deployment.gatewayHosts.length === 0) return;
    try {
      const agentStatus = await Promise.race([
        api.engagementStatus(entry.service, engagementDetails),
        pause(visitWaitMs).then((): AgentStatus => 'unknown'),
      ]);
      if (lifetime.ended || agentStatus === 'unknown') return;
      change({ agentStatus });
    } catch (error) {
      log.warn('The status of the engagement is not known.', describeError(error));
    }
    if (snapshot.agentStatus === 'unavailable' && !snapshot.isLoggedIn) {
      throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by messaging now.');
    }
  }

  /** CH-152: who writes, for the agents' desk; a desk that does not know goes on without. */
  async function reportVisitor(): Promise<void> {
    try {
      const { personalInfo, customerInfo } = visitBody(ports, consumerId);
      await api.report({ personalInfo, customerInfo });
    } catch (error) {
      if (!lifetime.ended) log.warn('The visitor was not reported to the agents.', describeError(error));
    }
  }

  /** CH-152: the skill that a conversation was routed to, by its name where the gateway knows it. */
  async function nameSkill(skillId: string): Promise<void> {
    skillIdOf = skillId;
    change({ routedSkill: skillId });
    if (deployment.gatewayHosts.length === 0 || !account) return;
    try {
      const routedSkill = await api.skillName(skillId, account.account);
      if (routedSkill !== undefined && !lifetime.ended && skillIdOf === skillId) change({ routedSkill });
    } catch (error) {
      if (!lifetime.ended) log.info('The name of a skill is not known.', describeError(error));
    }
  }

  /** CH-152: whether somebody is there for this conversation; not knowing changes nothing. */
  async function askAgents(conversationId: string): Promise<void> {
    try {
      const agentStatus = await api.agentAvailability(conversationId);
      if (!lifetime.ended && agentStatus !== 'unknown') change({ agentStatus });
    } catch (error) {
      if (!lifetime.ended) log.warn('The availability of agents is not known.', describeError(error));
    }
  }

  async function consumerInfo(): Promise<ConsumerInfo> {
    try {
      return (await seams.consumerInfo?.(ports, consumerId)) ?? {};
    } catch (error) {
      log.warn('The visit could not be monitored; the conversation begins without it.', describeError(error));
      return {};
    }
  }

  function publishReply(data: ReplyData, id: string): void {
    const dialog = { conversationId: snapshot.conversationId ?? '', dialogId: data.dialogId };
    socket.request(publishReceipt(dialog, 'ACTION', [data.sequence], data.metadata)).catch(ignoreLoss);
    say([{ id, type: 'visitor', text: data.text, isPending: true }]);
    const metadata = data.metadata.map((one) => ({ ...one }));
    outbox.add({ id, text: data.text, writtenAt: clock.now(), dialogId: data.dialogId, metadata });
    delivery.watch(id);
    delivery.flush();
  }

  async function end(): Promise<void> {
    if (!isTalking()) return;
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
      await Promise.race([promise, pause(surveyWaitMs)]);
      if (isSurveyed()) await promise;
      else closed();
    } finally {
      ending = undefined;
    }
  }

  /** The visitor's end holds in a survey too, whoever ended the talk before it. */
  async function leaveSurvey(conversationId: string): Promise<void> {
    surveyLeft = true;
    await Promise.race([tellEnd(closeConversation(conversationId)), pause(surveyWaitMs)]);
    if (snapshot.conversationId === conversationId) closed();
  }

  async function tellEnd(request: WireRequest): Promise<void> {
    try {
      // Nobody is left typing.
      if (isTyping) channel.typing(false);
      await socket.request(request);
    } catch (error) {
      if (!lifetime.ended) log.warn('The end of a conversation was not told to the service.', describeError(error));
    }
  }

  function ping(): void {
    const isVisible = ports.attention.isPaneShown() && snapshot.state === 'chatting';
    if (!isVisible || !socket.isUp) return;
    // A ping without an answer leads to a probe, and that to a new connection (REL-06).
    socket.request(getClock()).catch(ignoreLoss);
  }

  lifetime.add(clock.every(keepAliveMs, ping));
  ports.attention.onChange(lifetime, () => {
    receipts.send();
    if (!ports.attention.isPaneShown() || socket.isUp) return;
    const isDue = snapshot.isReady && snapshot.state === 'unavailable' && clock.now() - triedAtMs >= lookAgainMs;
    if (isDue) triedAtMs = clock.now();
    if (isDue || isTalking() || isLookedFor()) socket.wake();
  });
  ports.identity.onChange(lifetime, (service) => {
    if (service !== entry.service) return;
    void changeIdentity();
  });

  async function changeIdentity(): Promise<void> {
    const before = consumerId;
    try {
      tokenOf(await ports.identity.find(entry.service));
    } catch {
      return; // Silent: an identity without a token changes nothing; the one in use goes on.
    }
    if (before !== '' && before !== consumerId) socket.disconnect();
    if (!socket.isUp && snapshot.isReady) socket.wake();
    // CH-175: who has signed in is the same visit.
    if (before !== consumerId && isMonitored(ports)) void consumerInfo();
  }

  const channel: Channel = {
    get snapshot() {
      return snapshot;
    },
    capabilities: { tellsTyping: true, isExternal: false, canEnd: true, queuesTexts: true },
    init() {
      ready ??= init();
      return ready;
    },
    start,
    async resume({ conversationId }) {
      await (ready ?? channel.init());
      if (isTalking()) return true;
      if (conversationId === undefined || socket.isUp || identity === undefined) return false;
      // The service cannot be reached now: the conversation is believed to go on until it says otherwise.
      change({ conversationId, state: 'resume' });
      announceWaiting();
      emit({ type: 'connection', isLost: true });
      socket.wake();
      return true;
    },
    async send({ id, text: words }: OutgoingMessage) {
      // The answer to a question without replies belongs to the survey that asks it.
      const dialogId = isSurveyed() ? view?.surveyDialogId : undefined;
      outbox.add({ id, text: words, writtenAt: clock.now(), ...(dialogId === undefined ? {} : { dialogId }) });
      delivery.watch(id);
      if (!socket.isUp && isTalking()) socket.wake();
      delivery.flush();
    },
    typing(does) {
      if (!isTalking() || !socket.isUp) return;
      isTyping = does;
      socket.request(publishChatState(openDialog(), does ? 'COMPOSING' : 'ACTIVE')).catch(ignoreLoss);
    },
    async press(line: Line, message: Message) {
      if (line.href !== undefined) {
        const link = openLinkOf(line.href, ports.page().url, ports.isBotPage);
        await ports.host.openUrl(link.url, link.target);
        return;
      }
      const data = choices.get(`${message.id} ${line.text}`);
      if (data) publishReply(data, ports.createId());
    },
    async reply(reply: QuickReply) {
      const data = reply.data as ReplyData | undefined;
      if (data) publishReply(data, ports.createId());
    },
    rate: () => Promise.resolve(),
    seen: () => receipts.send(),
    end,
    submitSurvey: () => Promise.resolve(),
    cancelSurvey: () => Promise.resolve(),
  };
  return channel;
}
