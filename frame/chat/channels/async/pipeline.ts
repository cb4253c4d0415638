import * as v from 'valibot';
import { createError } from '../../../platform/errors.ts';
import { once } from '../../../platform/sharedRun.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { MessageOrder } from '../../conversation.ts';
import { createChannelState } from '../ground/channelState.ts';
import { retryWhenShownMs } from '../ground/connection/limits.ts';
import { createServiceClock } from '../ground/serviceClock.ts';
import { createAsyncApi, toSocketUrl } from './api.ts';
import { createMessagingSocket, type MessagingTransport } from './connection/messagingSocket.ts';
import { asyncDeployment, skillIdOf } from './deployment.ts';
import { createGateway } from './gateway.ts';
import { createAgents } from './inbound/agents.ts';
import { createDialogs } from './inbound/dialogs.ts';
import { createEventView } from './inbound/showEvents.ts';
import { keepAliveMs } from './limits.ts';
import { createMessagingTexts, createReceipts, createReplies } from './outbound/texts.ts';
import type { MessagingParts } from './parts.ts';
import { getClock, initConnection, publishReceipt } from './requests.ts';
import { createConversation } from './session/conversation.ts';
import { createMessagingEndReports } from './session/endReports.ts';
import { createVisitorIdentity } from './session/visitorIdentity.ts';
import { type NotificationFrame, parseMessagingChanges, parseServiceTime } from './wire.ts';

/**
 * The parts of the channel, wired. Incoming frames pass from the connection through the session (the visitor, the open
 * conversation) and the inbound part (order, messages). The visitor's texts leave through the outbound part.
 */
export function createPipeline(ports: ChannelPorts, transport: MessagingTransport, isStarting: () => boolean) {
  const { clock, lifetime, log, attention } = ports;
  const deployment = v.parse(asyncDeployment, ports.deployment.async ?? {});
  const api = createAsyncApi(ports.call, deployment, lifetime.signal);
  const state = createChannelState(ports);
  const serviceClock = createServiceClock(clock, (aheadMs) => state.emit({ type: 'clock', aheadMs }));

  /** The service has not been reached yet, because of the network and not because it refused (F-DL11). */
  let isUnreached = false;
  let triedAtMs = 0;

  const visitor = createVisitorIdentity(ports, (identity, owner) => {
    const { isLoggedIn, agentStatus: stored, isNew = false, firstName, skillName } = identity;
    const isAnother = visitor.owner !== undefined && visitor.owner !== owner;
    // The conversation belongs to the identity that it was started with.
    if (isAnother) conversation.close();
    texts.delivery.setOwner(owner);
    const { snapshot } = state;
    const agentStatus = gateway.agentStatus ?? stored;
    const { known } = snapshot;
    if (isNew !== known?.isNew || firstName !== known.firstName) state.change({ known: { isNew, firstName } });
    if (skillName !== undefined && gateway.agentStatus === undefined && skillName !== snapshot.routedSkill)
      state.change({ routedSkill: skillName });
    if (isLoggedIn !== snapshot.isLoggedIn || agentStatus !== snapshot.agentStatus) {
      state.change({ isLoggedIn, agentStatus });
    }
  });

  const socket = createMessagingSocket({
    ...{ clock, log, lifetime, random: ports.random, transport },
    async address() {
      const { account } = visitor;
      if (!account) throw createError('CHANNEL_UNAVAILABLE', 'There is no account for this service.');
      return toSocketUrl(await api.domain(account, 'asyncMessagingEnt'), account.account);
    },
    token: visitor.token,
    refreshToken: visitor.refreshToken,
    greeting: (token) => initConnection(token, { userAgent: ports.place().userAgent, timeZone: transport.timeZone() }),
    resync() {
      void askClock();
      return conversation.resync();
    },
    notify: receive,
    isWanted,
    isAwaited: () => isAwaited(),
    onUp,
    onDown,
    onRefused() {
      isUnreached = false;
      if (state.hasConversation) state.emit({ type: 'problem', key: 'signInFailed' });
      state.enter('unavailable');
    },
    onOutdated() {
      isUnreached = false;
      if (!state.hasConversation) state.enter('unavailable');
      state.emit({ type: 'outdated' });
    },
  });

  function onUp(): void {
    isUnreached = false;
    state.emit({ type: 'connection', isLost: false });
    if (state.snapshot.state === 'unavailable' && !state.hasConversation) state.enter('available');
    texts.delivery.setReady(true);
    endReports.connected();
    // Send the receipts that were lost with the previous connection or became due without one (CH-141, CH-142).
    receipts.send();
  }

  function onDown(): void {
    texts.delivery.setReady(false);
    endReports.disconnected();
    dialogs.disconnect();
    // Report a loss only while the connection is needed; otherwise closing it is normal.
    if (!socket.isOutdated && isWanted()) state.emit({ type: 'connection', isLost: true });
  }

  function receive(frame: NotificationFrame): void {
    if (lifetime.ended) return;
    if (frame.type === 'cqm.ExConversationChangeNotification') conversation.receive(frame.body);
    else if (frame.type === 'ms.MessagingEventNotification') dialogs.take(parseMessagingChanges(frame.body));
  }

  async function askClock(): Promise<void> {
    const askedAtMs = clock.now();
    try {
      const serverMs = parseServiceTime(await socket.request(getClock()));
      if (serverMs !== undefined) serviceClock.learn(serverMs, askedAtMs);
    } catch (error) {
      logUnanswered(error);
    }
  }

  function logUnanswered(error: unknown): void {
    if (!lifetime.ended) log.info('The messaging service did not answer a request.', error);
  }

  function endOfLog(serverMs = serviceClock.now()): MessageOrder {
    const { last } = dialogs;
    return { atMs: Math.max(serverMs, last.atMs), sequence: last.sequence + 0.5 };
  }

  const mainDialogId = (): string => conversation.mainDialog().dialogId;
  const streamOf = (dialogId: string): string | undefined => (dialogId === mainDialogId() ? undefined : dialogId);
  const common: MessagingParts = { state, socket, visitor, logUnanswered, streamOf, mainDialogId, endOfLog };

  const receipts = createReceipts((dialogId, status, sequences) => {
    const dialog = { conversationId: state.conversationId ?? '', dialogId };
    return dialogs.publish(dialog, publishReceipt(dialog, status, sequences)).catch((error: unknown) => {
      logUnanswered(error);
      throw error;
    });
  }, attention.isVisible);
  const agents = createAgents(ports, common, api);
  const replies = createReplies(state, (dialogId) => dialogId === conversation.view?.surveyDialogId);
  const delivery = () => texts.delivery;
  const events = createEventView(ports, { ...common, serviceClock, agents, delivery, receipts, replies });
  const dialogs = createDialogs(ports, { ...common, delivery, show: events.show, onRestart: receipts.restart });
  const texts = createMessagingTexts(ports, common, dialogs);
  const gateway = createGateway(ports, common, api, deployment);
  const endReports = createMessagingEndReports(ports, common);
  const conversation = createConversation(ports, {
    ...{ ...common, texts, dialogs, agents, gateway, endReports },
    resettable: [dialogs, agents, replies, gateway, receipts, events],
  });

  const isAwaited = (): boolean => isStarting() || texts.delivery.isPending;

  /**
   * Whether the connection is needed. Without a conversation and with the pane hidden it stays closed, because it would cost
   * the service one socket per page view, and the page its back-forward cache entry.
   */
  function isWanted(): boolean {
    const mayHelp = state.snapshot.state === 'available' || (isUnreached && !socket.isOutdated);
    return isAwaited() || state.hasConversation || (attention.isPaneShown() && mayHelp) || endReports.ids().length > 0;
  }

  function disconnectIfIdle(): void {
    if (socket.isUp && conversation.isListed && !isWanted()) socket.disconnect();
  }

  attention.onChange(lifetime, () => {
    receipts.send();
    if (!attention.isPaneShown() || socket.isUp) return;
    const phase = state.snapshot.state;
    if (phase === 'unavailable') {
      // Also with a conversation: a failed attempt changes the state that the pane shows, which calls this again.
      if (Math.abs(clock.now() - triedAtMs) < retryWhenShownMs) return;
      triedAtMs = clock.now();
    } else if (phase !== 'available' && !state.hasConversation) return;
    socket.wake();
  });
  transport.page.addEventListener('online', () => isUnreached && socket.wake(), { signal: lifetime.signal });
  lifetime.add(
    clock.every(keepAliveMs, () => {
      disconnectIfIdle();
      const isInUse = attention.isPaneShown() && state.snapshot.state === 'chatting';
      // An unanswered ping triggers a probe, and an unanswered probe a new connection (REL-06).
      if (isInUse && socket.isUp) void askClock();
    }),
  );

  async function connectFirst(): Promise<void> {
    try {
      visitor.findAccount();
      state.change({ config: { ...state.snapshot.config, account: visitor.account?.account } });
      await visitor.load();
      isUnreached = true;
      if (!socket.isUp) await socket.connect();
      if (!state.hasConversation) state.enter('available');
      // Emitted only now, because the unread count needs a conversation to belong to.
      else if (visitor.identity && visitor.identity.unread > 0) {
        state.emit({ type: 'unread', count: visitor.identity.unread });
      }
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The messaging service cannot be used.', error);
      if (!state.hasConversation) state.enter('unavailable');
    }
    if (lifetime.ended) return;
    triedAtMs = clock.now();
    state.change({ isReady: true });
    gateway.start();
    disconnectIfIdle();
  }

  const skillId = skillIdOf(ports.entry.skill, deployment);
  return {
    init: once(connectFirst),
    ...{ ...common, skillId, receipts, replies, dialogs, texts, gateway, conversation, endReports, isWanted },
  };
}
