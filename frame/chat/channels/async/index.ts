import * as v from 'valibot';
import { textOf } from '../../../host/queryValue.ts';
import { createError, describeError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { Channel, ChannelIdentity, ChannelPorts, GatewayAccount, OutgoingMessage } from '../../channel.ts';
import { createChannelState } from '../../channelState.ts';
import type { Line, Message, QuickReply } from '../../conversation.ts';
import { openLinkOf } from '../../links.ts';
import { createAgents } from './agents.ts';
import { createAsyncApi, toSocketUrl } from './api.ts';
import { createConversation } from './conversation.ts';
import { createDelivery, isFinalRefusal } from './delivery.ts';
import { asyncDeployment } from './deployment.ts';
import { createDialogs } from './dialogs.ts';
import { createGateway } from './gateway.ts';
import { busyWaitMs, keepAliveMs, lookAgainMs } from './limits.ts';
import { createMessagingSocket } from './messagingSocket.ts';
import { createOutbox, type OutboxEntry } from './outbox.ts';
import { createReceipts } from './receipts.ts';
import { createReplies } from './replies.ts';
import { getClock, initConnection, publishReceipt, publishText, requestConversation } from './requests.ts';
import { showEvents } from './showEvents.ts';
import type { ReplyData } from './toEvents.ts';
import { browserTransport, type MessagingTransport } from './transport.ts';
import { createVisit, type Visit } from './visit.ts';
import { consumerIdOf, type NotificationFrame, parseConversationId, parseMessagingChanges } from './wire.ts';

export interface AsyncSeams {
  readonly transport: MessagingTransport;
  readonly createVisit?: (ports: ChannelPorts) => Visit;
}

/** Messaging over days on the vendor's websocket (CH-132 to CH-152). */
export function createAsyncChannel(
  ports: ChannelPorts,
  seams: AsyncSeams = { transport: browserTransport, createVisit },
): Channel {
  const { clock, lifetime, log, entry, attention } = ports;
  const deployment = v.parse(asyncDeployment, ports.deployment.async ?? {});
  const api = createAsyncApi(ports.call, deployment, lifetime.signal);
  const outbox = createOutbox(ports.storage, `channel.${ports.adapterId}`);
  const state = createChannelState(ports, 'async');
  const visit = seams.createVisit?.(ports);
  let identity: ChannelIdentity | undefined;
  let consumerId = '';
  let account: GatewayAccount | undefined;
  let ready: Promise<void> | undefined;
  let triedAtMs = 0;
  let isStarting = false;

  const isLookedFor = (): boolean => state.snapshot.state === 'available' && attention.isPaneShown();
  /** The service closes what is idle: without a talk and with nobody looking it stays closed, or it would every minute. */
  const isWanted = (): boolean => isStarting || state.hasConversation || outbox.entries.length > 0 || isLookedFor();

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
    resync: () => conversation.resync(),
    notify: receive,
    isWanted,
    onUp: () => {
      state.emit({ type: 'connection', isLost: false });
      if (state.snapshot.state === 'unavailable' && !state.hasConversation) state.enter('available');
      delivery.flush();
      // Receipts that the connection took with it, or that came due without one (CH-141, CH-142).
      receipts.send();
    },
    onDown: () => {
      // One that nobody wants is no loss.
      if (isWanted()) state.emit({ type: 'connection', isLost: true });
    },
    onRefused: () => {
      if (state.hasConversation) state.emit({ type: 'trouble', key: 'signInFailed' });
      state.enter('unavailable');
    },
  });

  const delivery = createDelivery({
    clock,
    lifetime,
    outbox,
    canSend: () => socket.isUp && state.hasConversation && conversation.view?.phase !== 'closed',
    publish: (one: OutboxEntry) => {
      const dialog = conversation.mainDialog;
      const target = one.dialogId === undefined ? dialog : { ...dialog, dialogId: one.dialogId };
      return socket.request(publishText(target, one.text, one.id, one.metadata));
    },
    askReplay: () => dialogs.subscribe(conversation.mainDialog.dialogId),
    delivered: (id) => state.emit({ type: 'delivered', id }),
    notDelivered: (id) => state.emit({ type: 'notDelivered', id }),
  });

  const receipts = createReceipts({
    publish: (dialogId, status, sequences) => {
      const dialog = { conversationId: state.conversationId ?? '', dialogId };
      return socket.request(publishReceipt(dialog, status, sequences)).catch((error: unknown) => {
        ignoreLoss(error);
        throw error;
      });
    },
    isFinal: isFinalRefusal,
    isLookedAt: () => attention.isFocused() && attention.isPaneShown(),
  });

  const agents = createAgents(ports, { state, api, account: () => account });
  const replies = createReplies(state, (dialogId) => dialogId === conversation.view?.surveyDialogId);
  const dialogs = createDialogs(ports, {
    state,
    socket,
    ignoreLoss,
    show: (changes) =>
      showEvents(ports, { state, consumerId: () => consumerId, agents, outbox, delivery, receipts, replies }, changes),
  });
  const gateway = createGateway(ports, {
    state,
    api,
    deployment,
    account: () => account,
    consumerId: () => consumerId,
    mayBeBack: () => socket.wake(),
  });
  const conversation = createConversation(ports, {
    state,
    socket,
    outbox,
    delivery,
    receipts,
    dialogs,
    agents,
    replies,
    gateway,
    ignoreLoss,
  });

  function ignoreLoss(error: unknown): void {
    // The next connection asks again for what is missing.
    if (!lifetime.ended) log.info('A request to the messaging service was not answered.', describeError(error));
  }

  function receive(frame: NotificationFrame): void {
    if (lifetime.ended) return;
    if (frame.type === 'cqm.ExConversationChangeNotification') conversation.receive(frame.body);
    else if (frame.type === 'ms.MessagingEventNotification') dialogs.take(parseMessagingChanges(frame.body));
  }

  function tokenOf(found: ChannelIdentity | undefined): string {
    const id = found?.token === undefined ? undefined : consumerIdOf(found.token);
    if (!found || found.token === undefined || id === undefined) {
      throw createError('NOT_SIGNED_IN', 'There is no usable token for this service.');
    }
    identity = found;
    consumerId = id;
    const { snapshot } = state;
    const isLoggedIn = found.isLoggedIn;
    const agentStatus = gateway.agentStatus ?? found.agentStatus;
    if (isLoggedIn !== snapshot.isLoggedIn || agentStatus !== snapshot.agentStatus) {
      state.change({ isLoggedIn, agentStatus });
    }
    return found.token;
  }

  async function init(): Promise<void> {
    try {
      account = ports.account(entry.service);
      const override = textOf(ports.query.chatAccount);
      if (account && override !== undefined) account = { ...account, account: override };
      state.change({ config: { ...state.snapshot.config, account: account?.account } });
      tokenOf(await ports.identity.find(entry.service));
      if (!socket.isUp) await socket.connect();
      if (!state.hasConversation) state.enter('available');
      // Told once the service has named the conversation that they belong to.
      else if (identity && identity.unread > 0) state.emit({ type: 'unread', count: identity.unread });
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The messaging service cannot be used.', describeError(error));
      if (!state.hasConversation) state.enter('unavailable');
    }
    triedAtMs = clock.now();
    if (lifetime.ended) return;
    state.change({ isReady: true });
    gateway.start();
    rest();
  }

  /** A connection for nobody costs the service one for each page view, and the page its place in the back-forward cache. */
  function rest(): void {
    if (socket.isUp && conversation.isListed && !isWanted()) socket.disconnect();
  }

  async function start(): Promise<void> {
    isStarting = true;
    try {
      await begin();
    } catch (error) {
      // The texts stay with the conversation that they came from; here they would surface in a later one.
      for (const lost of outbox.clear()) state.emit({ type: 'notDelivered', id: lost.id });
      throw error;
    } finally {
      isStarting = false;
    }
  }

  /** The visitor's open conversation goes on; the service allows one at a time. */
  function goesOn(): boolean {
    const phase = conversation.view?.phase;
    if (state.hasConversation && (phase === 'waiting' || phase === 'chatting')) state.change({ state: phase });
    return state.hasConversation;
  }

  async function begin(): Promise<void> {
    await (ready ?? channel.init());
    if (goesOn()) return;
    const { snapshot } = state;
    const mayStart = snapshot.state === 'available' && (snapshot.isLoggedIn || snapshot.agentStatus !== 'unavailable');
    if (!mayStart) throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by messaging now.');
    if (!socket.isUp) await socket.connect();
    // A connection that rested hears only now of what was begun in another tab.
    if (goesOn()) return;
    const info = (await visit?.tell(consumerId)) ?? {};
    await gateway.askEngagement(info);
    if (goesOn()) return;
    const answer = await socket.request(requestConversation(entry.skill, ports.place().languageCode, info));
    const conversationId = parseConversationId(answer);
    if (conversationId === undefined) {
      state.enter('unavailable');
      throw createError('ANSWER_INVALID', 'There is no conversationId');
    }
    if (!state.hasConversation) state.change({ conversationId });
    if (!dialogs.isHeard(conversationId)) {
      // The conversation stands whatever becomes of this: it is asked for again.
      const listening = dialogs.listenTo(conversationId);
      await Promise.race([listening, pause(ports, busyWaitMs)]);
    }
    if (conversation.view === undefined) state.enter('chatting');
    delivery.flush();
    gateway.begun(conversationId);
  }

  function publishReply(data: ReplyData, id: string): void {
    const dialog = { conversationId: state.conversationId ?? '', dialogId: data.dialogId };
    socket.request(publishReceipt(dialog, 'ACTION', [data.sequence], data.metadata)).catch(ignoreLoss);
    state.say([{ id, type: 'visitor', text: data.text, isPending: true }]);
    const metadata = data.metadata.map((one) => ({ ...one }));
    outbox.add({ id, text: data.text, writtenAt: clock.now(), dialogId: data.dialogId, metadata });
    delivery.watch(id);
    delivery.flush();
  }

  function ping(): void {
    const isVisible = attention.isPaneShown() && state.snapshot.state === 'chatting';
    if (!isVisible || !socket.isUp) return;
    // A ping without an answer leads to a probe, and that to a new connection (REL-06).
    socket.request(getClock()).catch(ignoreLoss);
  }

  lifetime.add(
    clock.every(keepAliveMs, () => {
      rest();
      ping();
    }),
  );
  attention.onChange(lifetime, () => {
    receipts.send();
    if (!attention.isPaneShown() || socket.isUp) return;
    const { isReady, state: phase } = state.snapshot;
    const isDue = isReady && phase === 'unavailable' && clock.now() - triedAtMs >= lookAgainMs;
    if (isDue) triedAtMs = clock.now();
    if (isDue || state.hasConversation || isLookedFor()) socket.wake();
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
    const mayHelp = before !== consumerId || state.snapshot.state === 'unavailable' || isWanted();
    if (mayHelp && !socket.isUp && state.snapshot.isReady) socket.wake();
    // CH-175: who has signed in is the same visit.
    if (before !== consumerId && visit?.isKnown) void visit.tell(consumerId);
  }

  const channel: Channel = {
    get snapshot() {
      return state.snapshot;
    },
    capabilities: { tellsTyping: true, isExternal: false, canEnd: true, queuesTexts: true },
    init() {
      ready ??= init();
      return ready;
    },
    start,
    async resume({ conversationId }) {
      await (ready ?? channel.init());
      if (state.hasConversation) return true;
      // The service has been reached, and knows of none.
      if (state.snapshot.state === 'available' || socket.isUp) return false;
      if (conversationId === undefined || identity === undefined) return false;
      // The service cannot be reached now: the conversation is believed to go on until it says otherwise.
      state.change({ conversationId, state: 'resume' });
      conversation.announceWaiting();
      state.emit({ type: 'connection', isLost: true });
      socket.wake();
      return true;
    },
    async send({ id, text }: OutgoingMessage) {
      // The answer to a question without replies belongs to the survey that asks it.
      const { view } = conversation;
      const dialogId = view?.phase === 'survey' ? view.surveyDialogId : undefined;
      outbox.add({ id, text, writtenAt: clock.now(), ...(dialogId === undefined ? {} : { dialogId }) });
      delivery.watch(id);
      if (!socket.isUp && state.hasConversation) socket.wake();
      delivery.flush();
    },
    typing: conversation.typing,
    async press(line: Line, message: Message) {
      if (line.href !== undefined) {
        const link = openLinkOf(line.href, ports.page().url, ports.isBotPage);
        await ports.host.openUrl(link.url, link.target);
        return;
      }
      const data = replies.find(line, message);
      if (data) publishReply(data, ports.createId());
    },
    async reply(reply: QuickReply) {
      const data = reply.data as ReplyData | undefined;
      if (data) publishReply(data, ports.createId());
    },
    rate: () => Promise.resolve(),
    seen: () => receipts.send(),
    end: conversation.end,
    submitSurvey: () => Promise.resolve(),
    cancelSurvey: () => Promise.resolve(),
  };
  return channel;
}
