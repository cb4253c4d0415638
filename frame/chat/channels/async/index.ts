import * as v from 'valibot';
import { textOf } from '../../../host/queryValue.ts';
import { createError } from '../../../platform/errors.ts';
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
import { busyWaitMs, keepAliveMs, retryWhenShownMs } from './limits.ts';
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

export interface AsyncDependencies {
  readonly transport: MessagingTransport;
  readonly createVisit?: (ports: ChannelPorts) => Visit;
}

/** Asynchronous messaging, in conversations that can last days, over the vendor's websocket (CH-132 to CH-152). */
export function createAsyncChannel(
  ports: ChannelPorts,
  dependencies: AsyncDependencies = { transport: browserTransport, createVisit },
): Channel {
  const { clock, lifetime, log, entry, attention } = ports;
  const deployment = v.parse(asyncDeployment, ports.deployment.async ?? {});
  const api = createAsyncApi(ports.call, deployment, lifetime.signal);
  const outbox = createOutbox(ports.storage, `channel.${ports.adapterId}`);
  const state = createChannelState(ports, 'async');
  const visit = dependencies.createVisit?.(ports);
  let identity: ChannelIdentity | undefined;
  let consumerId = '';
  let account: GatewayAccount | undefined;
  let ready: Promise<void> | undefined;
  let triedAtMs = 0;
  let isStarting = false;

  const isOfferedInPane = (): boolean => state.snapshot.state === 'available' && attention.isPaneShown();
  /**
   * Whether the connection is needed. Without a conversation and with the pane hidden it stays closed, since the service
   * closes idle sockets and reconnecting would repeat every minute.
   */
  const isWanted = (): boolean => isStarting || state.hasConversation || outbox.entries.length > 0 || isOfferedInPane();

  const socket = createMessagingSocket({
    clock,
    log,
    lifetime,
    random: ports.random,
    transport: dependencies.transport,
    address: async () => {
      if (!account) throw createError('CHANNEL_UNAVAILABLE', 'There is no account for this service.');
      return toSocketUrl(await api.domain(account, 'asyncMessagingEnt'), account.account);
    },
    token: async () => tokenOf(identity ?? (await ports.identity.find(entry.service))),
    refreshToken: async () => tokenOf(await ports.identity.refresh(entry.service)),
    greeting: (token) =>
      initConnection(token, {
        userAgent: ports.place().userAgent,
        timeZone: dependencies.transport.timeZone(),
        appVersion: '1.0',
      }),
    resync: () => conversation.resync(),
    notify: receive,
    isWanted,
    onUp: () => {
      state.emit({ type: 'connection', isLost: false });
      if (state.snapshot.state === 'unavailable' && !state.hasConversation) state.enter('available');
      delivery.flush();
      // Send the receipts that were lost with the previous connection or became due without one (CH-141, CH-142).
      receipts.send();
    },
    onDown: () => {
      // Report a loss only while the connection is needed; otherwise closing it is normal.
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
    requestReplay: () => dialogs.subscribe(conversation.mainDialog.dialogId),
    delivered: (id) => state.emit({ type: 'delivered', id }),
    notDelivered: (id) => state.emit({ type: 'notDelivered', id }),
  });

  const receipts = createReceipts({
    publish: (dialogId, status, sequences) => {
      const dialog = { conversationId: state.conversationId ?? '', dialogId };
      return socket.request(publishReceipt(dialog, status, sequences)).catch((error: unknown) => {
        logUnanswered(error);
        throw error;
      });
    },
    isFinal: isFinalRefusal,
    isVisible: () => attention.isFocused() && attention.isPaneShown(),
  });

  const agents = createAgents(ports, { state, api, account: () => account });
  const replies = createReplies(state, (dialogId) => dialogId === conversation.view?.surveyDialogId);
  const dialogs = createDialogs(ports, {
    state,
    socket,
    logUnanswered,
    show: (changes) =>
      showEvents(ports, { state, consumerId: () => consumerId, agents, outbox, delivery, receipts, replies }, changes),
  });
  const gateway = createGateway(ports, {
    state,
    api,
    deployment,
    account: () => account,
    consumerId: () => consumerId,
    onReachable: () => socket.wake(),
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
    logUnanswered,
  });

  function logUnanswered(error: unknown): void {
    // No retry here: the next connection requests what is missing.
    if (!lifetime.ended) log.info('The messaging service did not answer a request.', error);
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
      // Emitted only now, because the unread count needs a conversation to belong to.
      else if (identity && identity.unread > 0) state.emit({ type: 'unread', count: identity.unread });
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The messaging service cannot be used.', error);
      if (!state.hasConversation) state.enter('unavailable');
    }
    triedAtMs = clock.now();
    if (lifetime.ended) return;
    state.change({ isReady: true });
    gateway.start();
    disconnectIfIdle();
  }

  /** An idle connection would cost the service one socket per page view, and the page its back-forward cache entry. */
  function disconnectIfIdle(): void {
    if (socket.isUp && conversation.isListed && !isWanted()) socket.disconnect();
  }

  async function start(): Promise<void> {
    isStarting = true;
    try {
      await startConversation();
    } catch (error) {
      // The chat store keeps these messages. Left in the outbox, they would be sent in a later conversation.
      for (const lost of outbox.clear()) state.emit({ type: 'notDelivered', id: lost.id });
      throw error;
    } finally {
      isStarting = false;
    }
  }

  /** Continues the visitor's open conversation, if there is one. The service allows one at a time. */
  function continueOpenConversation(): boolean {
    const phase = conversation.view?.phase;
    if (state.hasConversation && (phase === 'waiting' || phase === 'chatting')) state.change({ state: phase });
    return state.hasConversation;
  }

  async function startConversation(): Promise<void> {
    await (ready ?? channel.init());
    if (continueOpenConversation()) return;
    const { snapshot } = state;
    const mayStart = snapshot.state === 'available' && (snapshot.isLoggedIn || snapshot.agentStatus !== 'unavailable');
    if (!mayStart) throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by messaging now.');
    if (!socket.isUp) await socket.connect();
    // The new connection may report a conversation that was started in another tab while this one was disconnected.
    if (continueOpenConversation()) return;
    const info = (await visit?.report(consumerId)) ?? {};
    await gateway.checkEngagement(info);
    if (continueOpenConversation()) return;
    const answer = await socket.request(requestConversation(entry.skill, ports.place().languageCode, info));
    const conversationId = parseConversationId(answer);
    if (conversationId === undefined) {
      state.enter('unavailable');
      throw createError('ANSWER_INVALID', 'There is no conversationId');
    }
    if (!state.hasConversation) state.change({ conversationId });
    if (!dialogs.isSubscribed(conversationId)) {
      // The conversation exists even if the subscription fails; it is retried in the background.
      const subscribed = dialogs.subscribeWithRetry(conversationId);
      await Promise.race([subscribed, pause(ports, busyWaitMs)]);
    }
    if (conversation.view === undefined) state.enter('chatting');
    delivery.flush();
    gateway.onConversationStarted(conversationId);
  }

  function publishReply(data: ReplyData, id: string): void {
    const dialog = { conversationId: state.conversationId ?? '', dialogId: data.dialogId };
    socket.request(publishReceipt(dialog, 'ACTION', [data.sequence], data.metadata)).catch(logUnanswered);
    state.say([{ id, type: 'visitor', text: data.text, isPending: true }]);
    const metadata = data.metadata.map((one) => ({ ...one }));
    outbox.add({ id, text: data.text, writtenAt: clock.now(), dialogId: data.dialogId, metadata });
    delivery.watch(id);
    delivery.flush();
  }

  function ping(): void {
    const isInUse = attention.isPaneShown() && state.snapshot.state === 'chatting';
    if (!isInUse || !socket.isUp) return;
    // An unanswered ping triggers a probe, and an unanswered probe a new connection (REL-06).
    socket.request(getClock()).catch(logUnanswered);
  }

  lifetime.add(
    clock.every(keepAliveMs, () => {
      disconnectIfIdle();
      ping();
    }),
  );
  attention.onChange(lifetime, () => {
    receipts.send();
    if (!attention.isPaneShown() || socket.isUp) return;
    const { isReady, state: phase } = state.snapshot;
    const isDue = isReady && phase === 'unavailable' && clock.now() - triedAtMs >= retryWhenShownMs;
    if (isDue) triedAtMs = clock.now();
    if (isDue || state.hasConversation || isOfferedInPane()) socket.wake();
  });
  ports.identity.onChange(lifetime, (service) => {
    if (service === entry.service) void changeIdentity();
  });

  async function changeIdentity(): Promise<void> {
    const before = consumerId;
    try {
      tokenOf(await ports.identity.find(entry.service));
    } catch {
      return; // Ignore the error: without a usable token in the new identity, the current one stays in use.
    }
    if (before !== '' && before !== consumerId) socket.disconnect();
    const mayHelp = before !== consumerId || state.snapshot.state === 'unavailable' || isWanted();
    if (mayHelp && !socket.isUp && state.snapshot.isReady) socket.wake();
    // Signing in does not start a new visit, so the monitor's record of it is updated (CH-175).
    if (before !== consumerId && visit?.isReported) void visit.report(consumerId);
  }

  const channel: Channel = {
    get snapshot() {
      return state.snapshot;
    },
    capabilities: { reportsTyping: true, isExternal: false, canEnd: true },
    init() {
      ready ??= init();
      return ready;
    },
    start,
    async resume({ conversationId }) {
      await (ready ?? channel.init());
      if (state.hasConversation) return true;
      // The service was reached and listed no open conversation.
      if (state.snapshot.state === 'available' || socket.isUp) return false;
      if (conversationId === undefined || identity === undefined) return false;
      // The service cannot be reached. Assume that the conversation is still open until the service reports otherwise.
      state.change({ conversationId, state: 'resume' });
      conversation.showOutbox();
      state.emit({ type: 'connection', isLost: true });
      socket.wake();
      return true;
    },
    async send({ id, text }: OutgoingMessage) {
      // A survey question without quick replies is answered in the input, in the survey's dialog.
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
