import { createError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts, ChannelWith } from '../../channel.ts';
import { openLinkOf } from '../../messages/links.ts';
import { endAnswerMs } from '../ground/connection/limits.ts';
import { createStarts } from '../ground/starts.ts';
import { browserTransport, type MessagingTransport } from './connection/messagingSocket.ts';
import { busyWaitMs } from './limits.ts';
import { createPipeline } from './pipeline.ts';
import { requestConversation } from './requests.ts';
import type { ReplyData } from './toEvents.ts';
import { createVisit, type Visit } from './visit.ts';
import { parseConversationId } from './wire.ts';

/** Asynchronous messaging, in conversations that can last days, over the vendor's websocket (CH-132 to CH-152). */
export function createAsyncChannel(
  ports: ChannelPorts,
  transport: MessagingTransport = browserTransport,
  visit: Visit = createVisit(ports),
): ChannelWith<'resume' | 'typing' | 'press' | 'reply' | 'seen'> {
  const { lifetime } = ports;
  const parts = createPipeline(ports, transport, () => starts.isRunning);
  const { init, state, socket, visitor, conversation, dialogs, texts, replies, gateway, endReports } = parts;

  /** Continues the visitor's open conversation, if there is one. The service allows one at a time. */
  function continueOpenConversation(): boolean {
    const phase = conversation.view?.phase;
    if (state.hasConversation && (phase === 'waiting' || phase === 'chatting')) state.change({ state: phase });
    return state.hasConversation;
  }

  async function startConversation(): Promise<void> {
    await init();
    starts.checkWanted();
    if (continueOpenConversation()) return;
    const { snapshot } = state;
    const mayStart = snapshot.state === 'available' && (snapshot.isLoggedIn || snapshot.agentStatus !== 'unavailable');
    if (!mayStart) throw createError('CHANNEL_UNAVAILABLE', 'No agent can be reached by messaging now.');
    if (!socket.isUp) await socket.connect();
    // The new connection may report a conversation that was started in another tab while this one was disconnected.
    if (continueOpenConversation()) return;
    const info = await visit.report(visitor.consumerId);
    await gateway.checkEngagement(info);
    // The service allows one conversation at a time.
    await Promise.race([endReports.reportAll(), pause(ports, endAnswerMs)]);
    starts.checkWanted();
    if (continueOpenConversation()) return;
    dialogs.startEmpty(true);
    const answer = await socket.request(requestConversation(parts.skillId, ports.place().languageCode, info));
    const conversationId = parseConversationId(answer);
    if (conversationId === undefined) {
      state.enter('unavailable');
      throw createError('ANSWER_INVALID', 'There is no conversationId');
    }
    // It may be a conversation that the service could not end, and that the visitor now continues.
    endReports.confirmed(conversationId);
    if (starts.isGivenUp) {
      await endReports.report(conversationId);
      starts.checkWanted();
      // The visitor has started again in the meantime. The reported conversation is over, so that start requests its own.
      return startConversation();
    }
    if (!state.hasConversation) conversation.open(conversationId);
    if (!dialogs.find(conversationId)?.isSubscribed) {
      // The conversation exists even if the subscription fails; it is retried in the background.
      const subscribed = dialogs.subscribeWithRetry(conversationId);
      texts.delivery.setReady(socket.isUp);
      await Promise.race([subscribed, pause(ports, busyWaitMs)]);
    }
    // An agent may have ended it in the meantime.
    if (state.conversationId !== conversationId) return;
    if (conversation.view === undefined) state.enter('chatting');
    gateway.onConversationStarted(conversationId);
  }

  const begin = (): Promise<void> =>
    startConversation().catch((error: unknown) => {
      dialogs.startEmpty(false);
      throw error;
    });
  const starts = createStarts(socket.page, begin, texts.delivery.startFailed);

  ports.identity.onChange(lifetime, (service) => {
    if (service === ports.entry.service) void changeIdentity();
  });

  async function changeIdentity(): Promise<void> {
    const before = visitor.consumerId;
    try {
      await visitor.load();
    } catch {
      return; // Ignore the error: without a usable token in the new identity, the current one stays in use.
    }
    const isAnother = before !== visitor.consumerId;
    if (before !== '' && isAnother) socket.disconnect();
    const mayHelp = isAnother || state.snapshot.state === 'unavailable' || parts.isWanted();
    if (mayHelp && !socket.isUp && state.snapshot.isReady) socket.wake();
    // Signing in does not start a new visit, so the monitor's record of it is updated (CH-175).
    if (isAnother && visit.isReported) void visit.report(visitor.consumerId);
  }

  return {
    get snapshot() {
      return state.snapshot;
    },
    init,
    start: starts.start,
    async resume({ conversationId }) {
      await init();
      if (state.hasConversation) return true;
      // The service was reached and listed no open conversation.
      if (state.snapshot.state === 'available' || socket.isUp) return false;
      if (conversationId === undefined || visitor.identity === undefined) return false;
      if (endReports.has(conversationId)) return false;
      // The service cannot be reached. Assume that the conversation is still open until the service reports otherwise.
      state.change({ conversationId, state: 'resume' });
      texts.delivery.conversationOpened(conversationId);
      state.emit({ type: 'connection', isLost: true });
      socket.wake();
      return true;
    },
    async send({ id, text }) {
      // A survey question without quick replies is answered in the input, in the survey's dialog.
      const streamId = parts.streamOf(conversation.openDialog().dialogId);
      texts.delivery.write({ id, text, streamId });
      if (!socket.isUp && state.hasConversation) socket.wake();
    },
    typing: conversation.typing,
    async press(line, message) {
      if (line.href !== undefined) {
        const link = openLinkOf(line.href, ports.pageUrl(), ports.isBotPage);
        if (link) await ports.host.openUrl(link.url, link.target);
        return;
      }
      texts.writeReply(replies.find(line, message));
    },
    async reply({ data }) {
      texts.writeReply(data as ReplyData | undefined);
    },
    seen: () => parts.receipts.send(),
    end() {
      if (starts.isRunning && !state.hasConversation) starts.giveUp();
      return conversation.end();
    },
  };
}
