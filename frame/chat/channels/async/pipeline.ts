import * as v from 'valibot';
import type { Clock } from '../../../platform/clock.ts';
import { createError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { MessageOrder } from '../../conversation.ts';
import { createChannelState } from '../ground/channelState.ts';
import { isFinalRefusal } from '../ground/finalRefusal.ts';
import { createServiceClock, type ServiceClock } from '../ground/serviceClock.ts';
import { createAsyncApi, toSocketUrl } from './api.ts';
import { createMessagingSocket, type MessagingSocket } from './connection/messagingSocket.ts';
import { asyncDeployment, skillIdOf } from './deployment.ts';
import { createGateway } from './gateway.ts';
import { createAgents } from './inbound/agents.ts';
import { createDialogs } from './inbound/dialogs.ts';
import { createEventView } from './inbound/showEvents.ts';
import { createReceipts } from './outbound/receipts.ts';
import { createReplies } from './outbound/replies.ts';
import { createMessagingTexts } from './outbound/texts.ts';
import { getClock, initConnection, publishReceipt } from './requests.ts';
import { createConversation } from './session/conversation.ts';
import { createEnding } from './session/ending.ts';
import { createMessagingEndReports } from './session/endReports.ts';
import { createPresence } from './session/presence.ts';
import { createVisitorIdentity } from './session/visitorIdentity.ts';
import type { MessagingTransport } from './transport.ts';
import { type NotificationFrame, parseMessagingChanges, parsePublishedSequence, parseServiceTime } from './wire.ts';

/**
 * The parts of the channel, wired. Incoming frames pass from the connection through the session (the visitor, the open
 * conversation) and the inbound part (order, messages). The visitor's texts leave through the outbound part.
 */
export function createPipeline(ports: ChannelPorts, transport: MessagingTransport) {
  const { clock, lifetime, log, attention } = ports;
  const deployment = v.parse(asyncDeployment, ports.deployment.async ?? {});
  const api = createAsyncApi(ports.call, deployment, lifetime.signal);
  const state = createChannelState(ports, 'async');
  const serviceClock = createServiceClock(clock, (aheadMs) => state.emit({ type: 'clock', aheadMs }));

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
    clock,
    log,
    lifetime,
    random: ports.random,
    transport,
    async address() {
      const { account } = visitor;
      if (!account) throw createError('CHANNEL_UNAVAILABLE', 'There is no account for this service.');
      return toSocketUrl(await api.domain(account, 'asyncMessagingEnt'), account.account);
    },
    token: visitor.token,
    refreshToken: visitor.refreshToken,
    greeting: (token) =>
      initConnection(token, {
        userAgent: ports.place().userAgent,
        timeZone: transport.timeZone(),
        appVersion: '1.0',
      }),
    resync() {
      askClock();
      return conversation.resync();
    },
    notify: receive,
    isWanted: () => presence.isWanted(),
    isAwaited: () => presence.isAwaited(),
    onUp,
    onDown,
    onRefused() {
      presence.setUnreached(false);
      if (state.hasConversation) state.emit({ type: 'problem', key: 'signInFailed' });
      state.enter('unavailable');
    },
    onOutdated() {
      presence.setUnreached(false);
      if (!state.hasConversation) state.enter('unavailable');
      state.emit({ type: 'outdated' });
    },
  });

  function onUp(): void {
    presence.setUnreached(false);
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
    if (!socket.isOutdated && presence.isWanted()) state.emit({ type: 'connection', isLost: true });
  }

  function receive(frame: NotificationFrame): void {
    if (lifetime.ended) return;
    if (frame.type === 'cqm.ExConversationChangeNotification') conversation.receive(frame.body);
    else if (frame.type === 'ms.MessagingEventNotification') dialogs.take(parseMessagingChanges(frame.body).changes);
  }

  const askClock = (): void => void learnTime(clock, socket, serviceClock).catch(logUnanswered);

  function logUnanswered(error: unknown): void {
    // No retry here: the next connection requests what is missing.
    if (!lifetime.ended) log.info('The messaging service did not answer a request.', error);
  }

  /**
   * A message of the widget comes after all known messages, and before later ones. The service's own time of the event is
   * better than our estimate of its clock, which may be a few ms ahead of the next message.
   */
  function endOfLog(serverMs = serviceClock.now()): MessageOrder {
    const { last } = dialogs;
    return { atMs: Math.max(serverMs, last.atMs), sequence: last.sequence + 0.5 };
  }

  const mainDialogId = (): string => conversation.mainDialog.dialogId;
  const streamOf = (dialogId: string): string | undefined => (dialogId === mainDialogId() ? undefined : dialogId);
  const common = { state, socket, logUnanswered, streamOf, mainDialogId, endOfLog };

  const receipts = createReceipts({
    async publish(dialogId, status, sequences) {
      const dialog = { conversationId: state.conversationId ?? '', dialogId };
      try {
        const answer = await socket.request(publishReceipt(dialog, status, sequences));
        dialogs.expectOwn(dialogId, parsePublishedSequence(answer));
      } catch (error) {
        logUnanswered(error);
        throw error;
      }
    },
    isFinal: isFinalRefusal,
    isVisible: attention.isVisible,
  });
  const agents = createAgents(ports, { ...common, api, account: () => visitor.account });
  const replies = createReplies(state, (dialogId) => dialogId === conversation.view?.surveyDialogId);
  const delivery = () => texts.delivery;
  const consumerId = () => visitor.consumerId;
  const events = createEventView(ports, { ...common, serviceClock, consumerId, agents, delivery, receipts, replies });
  const dialogs = createDialogs(ports, { ...common, delivery, show: events.show, onRestart: receipts.restart });
  const texts = createMessagingTexts(ports, { ...common, dialogs });
  const gateway = createGateway(ports, {
    ...{ state, api, deployment, consumerId },
    account: () => visitor.account,
    onReachable: () => socket.wake(),
  });
  const endReports = createMessagingEndReports(ports, { ...common, owner: () => visitor.owner });
  const ending = createEnding(ports, { ...common, endReports, conversation: () => conversation });
  const conversation = createConversation(ports, {
    ...{ ...common, texts, dialogs, agents, gateway, endReports },
    resettable: [dialogs, agents, replies, gateway, receipts, events],
    onClosed: ending.closed,
  });
  const presence = createPresence(ports, {
    state,
    transport,
    socket,
    conversation,
    hasTexts: () => texts.delivery.isPending,
    hasEnds: () => endReports.ids().length > 0,
    sendReceipts: receipts.send,
    ping: askClock,
  });

  const skillId = skillIdOf(ports.entry.skill, deployment);
  return {
    ...{ ...common, skillId, visitor, receipts, replies, dialogs, texts },
    ...{ gateway, conversation, endReports, ending, presence },
  };
}

/** Rejects when the service does not answer. */
async function learnTime(clock: Clock, socket: MessagingSocket, serviceClock: ServiceClock): Promise<void> {
  const askedAtMs = clock.now();
  const serverMs = parseServiceTime(await socket.request(getClock()));
  if (serverMs !== undefined) serviceClock.learn(serverMs, askedAtMs);
}

export type Pipeline = ReturnType<typeof createPipeline>;
