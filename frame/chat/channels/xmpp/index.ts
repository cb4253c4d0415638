import * as v from 'valibot';
import { createError } from '../../../platform/errors.ts';
import type { ChannelPorts, ChannelWith, StartRequest } from '../../channel.ts';
import type { Line } from '../../conversation.ts';
import { openLinkOf } from '../../messages/links.ts';
import { queueTypes } from '../../routing/adapters.ts';
import { type ChannelState, createChannelState } from '../ground/channelState.ts';
import { retryWhenShownMs } from '../ground/connection/limits.ts';
import { createStoredAccount } from './account.ts';
import { deskOf, xmppDeployment } from './deployment.ts';
import { createDeskClient, type DeskClient } from './deskClient.ts';
import { browserTransport, type XmppTransport } from './transport.ts';

/** People on the company's own XMPP server. */
export function createXmppChannel(
  ports: ChannelPorts,
  transport: XmppTransport = browserTransport,
): ChannelWith<'resume' | 'typing' | 'press' | 'seen' | 'submitSurvey' | 'cancelSurvey'> {
  const { adapterId, clock, lifetime, log } = ports;
  const state = createChannelState(ports, queueTypes[adapterId]);
  const client = deskClientFor(ports, state, transport);
  let ready: Promise<void> | undefined;
  let starting: Promise<void> | undefined;
  let isGivenUp = false;
  let triedAt = 0;
  let checks = 0;

  /** Finds out whether the server admits visitors. A conversation that is continued finds out by itself. */
  async function checkServer(): Promise<void> {
    triedAt = clock.now();
    checks += 1;
    const check = checks;
    try {
      if (!client) throw createError('CHANNEL_UNAVAILABLE', 'There is no XMPP desk.');
      if (client.ends.ids().length > 0) await client.connection.connect();
      else await client.connection.check();
      if (!state.hasConversation) state.enter('available');
    } catch (error) {
      // A later check decides.
      if (lifetime.ended || check !== checks) return;
      log.warn('The XMPP server cannot be used.', error);
      if (!state.hasConversation) state.enter('unavailable');
    }
    if (!lifetime.ended && !state.snapshot.isReady) state.change({ isReady: true });
  }

  function init(): Promise<void> {
    ready ??= checkServer();
    return ready;
  }

  function checkWanted(): void {
    if (isGivenUp) throw createError('CALL_ABORTED', 'The visitor has ended the chat.');
  }

  async function startConversation(request: StartRequest): Promise<void> {
    await init();
    if (!client || state.snapshot.state === 'unavailable')
      throw createError('CHANNEL_UNAVAILABLE', 'The XMPP server cannot be used.');
    if (state.hasConversation) return;
    await client.begin(request, checkWanted);
  }

  /** A start that the end of the page interrupts continues if the page comes back. Until then its texts wait in the storage. */
  async function startWhileShown(request: StartRequest): Promise<void> {
    try {
      await startConversation(request);
    } catch (error) {
      if (!client?.connection.isSuspended) throw error;
      await client.connection.whenShown();
      await startWhileShown(request);
    }
  }

  async function startOnce(request: StartRequest): Promise<void> {
    try {
      await startWhileShown(request);
    } catch (error) {
      client?.startFailed();
      throw error;
    } finally {
      starting = undefined;
    }
  }

  const isUnavailable = (): boolean => client !== undefined && state.snapshot.state === 'unavailable';

  ports.attention.onChange(lifetime, () => {
    const mayRetry = isUnavailable() && clock.now() - triedAt >= retryWhenShownMs;
    if (mayRetry && ports.attention.isPaneShown()) void checkServer();
  });
  transport.pageLife.onOnline(lifetime, () => {
    if (isUnavailable()) void checkServer();
  });

  return {
    get snapshot() {
      return state.snapshot;
    },
    files: client?.files,
    init,
    start(request) {
      isGivenUp = false;
      starting ??= startOnce(request);
      return starting;
    },
    async resume({ conversationId }) {
      if (state.hasConversation) return true;
      const isOpen = conversationId !== undefined && client?.account.conversationId === conversationId;
      if (!client || !isOpen || client.ends.has(conversationId)) {
        client?.noConversation();
        return false;
      }
      await client.continue(conversationId);
      return state.hasConversation;
    },
    async send({ id, text }) {
      if (!client) throw createError('CHANNEL_UNAVAILABLE', 'There is no XMPP desk.');
      client.send(id, text);
    },
    typing(isTyping) {
      if (state.hasConversation && client?.connection.isUp) client.desk.typing(isTyping);
    },
    async press(line: Line) {
      if (line.href === undefined) return;
      const link = openLinkOf(line.href, ports.page().url, ports.isBotPage);
      if (link) await ports.host.openUrl(link.url, link.target);
    },
    seen() {
      if (client?.connection.isUp) client.desk.seen();
    },
    async end() {
      if (!state.hasConversation) {
        isGivenUp = true;
        client?.startFailed();
        return;
      }
      await client?.end();
    },
    async submitSurvey(answers) {
      await client?.survey.submit(answers);
    },
    async cancelSurvey() {
      client?.survey.cancel();
    },
  };
}

/** Undefined if the deployment does not say where to connect, or who answers. */
function deskClientFor(ports: ChannelPorts, state: ChannelState, transport: XmppTransport): DeskClient | undefined {
  const { log, entry } = ports;
  const parsed = v.safeParse(xmppDeployment, ports.deployment.xmpp);
  if (!parsed.success) {
    log.error('The deployment has no usable section for XMPP.', v.summarize(parsed.issues));
    return undefined;
  }
  const deployment = parsed.output;
  const desk = deskOf(deployment, entry.skill);
  if (!desk) {
    log.error('The deployment names no XMPP desk for this routing code.', entry.skill);
    return undefined;
  }
  return createDeskClient(ports, {
    state,
    deployment,
    desk,
    account: createStoredAccount(ports, deployment),
    transport,
  });
}
