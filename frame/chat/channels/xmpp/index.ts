import * as v from 'valibot';
import { createError, isWidgetError } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import { pause } from '../../../platform/pause.ts';
import { once } from '../../../platform/sharedRun.ts';
import type { Channel, ChannelPorts, StartRequest } from '../../channel.ts';
import { openLinkOf } from '../../messages/links.ts';
import { createChatTexts } from '../../texts.ts';
import { type ChannelState, createChannelState } from '../ground/channelState.ts';
import { endAnswerMs, retryWhenShownMs } from '../ground/connection/limits.ts';
import { createEndReports } from '../ground/endReports.ts';
import { createStarts } from '../ground/starts.ts';
import { createStoredAccount } from './account.ts';
import { createConnection } from './connection.ts';
import { deskOf, xmppDeployment } from './deployment.ts';
import { createOpenConversation, type OpenConversation } from './openConversation.ts';
import { browserTransport, type XmppTransport } from './transport.ts';
import { farewellStanza } from './wire.ts';
import type { Xml } from './xml.ts';

/** People on the company's own XMPP server. */
export function createXmppChannel(ports: ChannelPorts, transport: XmppTransport = browserTransport): Channel {
  const { attention, clock, entry, lifetime, log } = ports;
  const state = createChannelState(ports);
  const parsed = v.safeParse(xmppDeployment, ports.deployment.xmpp);
  if (!parsed.success) {
    log.error('The deployment has no usable section for XMPP.', v.summarize(parsed.issues));
    return createMissingChannel(state, log);
  }
  const deployment = parsed.output;
  const { files } = deployment;
  const desk = deskOf(deployment, entry.skill);
  if (!desk) {
    log.error('The deployment names no XMPP desk for this routing code.', entry.skill);
    return createMissingChannel(state, log);
  }
  const account = createStoredAccount(ports, deployment);
  const text = createChatTexts(ports.texts);
  let isBeginning = false;
  let triedAt = 0;
  let checks = 0;
  let stopGoodbye = (): void => {};

  const farewell = (to: string, id: string): Xml => farewellStanza(to, `end-${id}`, text('chatEnded'), id);
  const connection = createConnection({
    ...ports,
    deployment,
    account,
    transport,
    isWanted,
    boundAddress: () => (isWanted() ? open.ownAddress : undefined),
    isAwaited: () => texts.isPending || attention.isPaneShown(),
    onSession: (address, isNewAccount) => open.sessionBegun(address, isNewAccount),
    onUp() {
      // Added after the stream, which otherwise ends first.
      stopGoodbye();
      stopGoodbye = lifetime.add(sayGoodbye);
      void ends.reportAll();
      if (state.hasConversation) open.connected();
      else leaveIfIdle();
    },
    onDown: (isLost, isResumptionUnknown) => open.connectionDown(isLost, isResumptionUnknown),
    receive: (stanza) => open.receive(stanza),
  });
  const open: OpenConversation = createOpenConversation(ports, {
    ...{ state, deployment, desk, account, connection, text },
    onOver: leaveIfIdle,
  });
  const { survey, texts } = open;
  const ends = createEndReports(ports, {
    owner: () => open.ownAddress,
    async send({ conversationId, address = open.deskConfig.address }) {
      const isHandled = await connection.deliver(farewell(address, conversationId));
      if (!isHandled) throw createError('CALL_ABORTED', 'The server has not accepted the farewell.');
    },
    onAnswered: leaveIfIdle,
  });

  /** The session is kept while something is open under its name. */
  function isWanted(): boolean {
    return state.hasConversation || ends.ids().length > 0 || survey.isOpen;
  }

  /** The visitor has signed out, so nobody reads what the desk answers. */
  function sayGoodbye(): void {
    const { conversationId } = state;
    if (!lifetime.ended || conversationId === undefined || !open.isAbandoned) return;
    connection.send(farewell(open.deskConfig.address, conversationId));
    connection.disconnect();
  }

  function leaveIfIdle(): void {
    if (!isWanted() && !isBeginning) connection.disconnect();
  }

  /** Finds out whether the server admits visitors. A conversation that is continued finds out by itself. */
  async function checkServer(): Promise<void> {
    triedAt = clock.now();
    checks += 1;
    const check = checks;
    try {
      await (ends.ids().length > 0 ? connection.connect() : connection.check());
      if (!state.hasConversation) state.enter('available');
    } catch (error) {
      // A later check decides.
      if (lifetime.ended || check !== checks) return;
      log.warn('The XMPP server cannot be used.', error);
      if (!state.hasConversation) state.enter('unavailable');
    }
    if (!lifetime.ended && !state.snapshot.isReady) state.change({ isReady: true });
  }

  const init = once(checkServer);

  /** Logs in under the name of the next conversation. */
  async function logIn(): Promise<void> {
    if (open.ownAddress !== undefined) await leaveSession(open.ownAddress);
    await connection.connect().catch((error: unknown) => {
      // The server no longer knows the account, so the next login registers another one. Or it refused the token, and the next login has
      // a new one.
      if (isWidgetError(error, 'NOT_SIGNED_IN')) return connection.connect();
      throw error;
    });
    if (connection.address === undefined || account.acceptsSession(connection.address)) return;
    connection.disconnect();
    await connection.connect();
  }

  /**
   * Ends a session that was kept for an end or a survey, because its socket may be dead. Kept ends are reported to the desk before that.
   * What cannot be reported now stays stored, and is never reported under another name.
   */
  async function leaveSession(address: string): Promise<void> {
    if (ends.ids().length > 0) {
      // Ignore an error: the ends are kept.
      const reported = connection
        .connect()
        .then(ends.reportAll)
        .catch(() => {});
      await Promise.race([reported, pause({ clock, lifetime }, endAnswerMs)]);
    }
    connection.disconnect();
    if (!account.nextConversationIsAt(address)) open.leaveName();
  }

  /** Logs in and begins a conversation, or joins the one that another tab has begun. */
  async function begin(request: StartRequest): Promise<void> {
    await init();
    if (state.snapshot.state === 'unavailable')
      throw createError('CHANNEL_UNAVAILABLE', 'The XMPP server cannot be used.');
    if (state.hasConversation) return;
    isBeginning = true;
    try {
      await logIn();
      starts.checkWanted();
      await open.begin(request);
    } finally {
      isBeginning = false;
      leaveIfIdle();
    }
  }

  const starts = createStarts(connection.page, begin, () => texts.startFailed());

  const isUnavailable = (): boolean => state.snapshot.state === 'unavailable';

  attention.onChange(lifetime, () => {
    const mayRetry = isUnavailable() && Math.abs(clock.now() - triedAt) >= retryWhenShownMs;
    if (mayRetry && attention.isPaneShown()) void checkServer();
  });
  transport.page.addEventListener('online', () => void (isUnavailable() && checkServer()), { signal: lifetime.signal });

  return {
    get snapshot() {
      return state.snapshot;
    },
    files: files && {
      maxBytes: files.maxBytes,
      types: files.types,
      // Downloaded with the first file.
      upload: async (file, signal) =>
        (await import('./upload.ts')).uploadFile({ clock, connection, files }, file, signal),
    },
    init,
    start: starts.start,
    async resume({ conversationId }) {
      if (state.hasConversation) return true;
      if (conversationId === undefined || account.conversationId !== conversationId || ends.has(conversationId)) {
        open.noConversation();
        return false;
      }
      open.continue(conversationId);
      // A session that was kept for an end or a survey has not read this conversation, so end it, even if its connection is down.
      connection.disconnect();
      await connection.connect().catch(() => {
        // The server cannot be reached. Assume that the conversation is still open; the connection is tried again by itself.
        if (state.hasConversation) state.emit({ type: 'connection', isLost: true });
      });
      return state.hasConversation;
    },
    async send(message) {
      texts.write(message);
      if (!connection.isUp && state.hasConversation) connection.wake();
    },
    typing(isTyping) {
      if (state.hasConversation && connection.isUp) open.desk.typing(isTyping);
    },
    async press({ href }) {
      const link = href === undefined ? undefined : openLinkOf(href, ports.pageUrl(), ports.isBotPage);
      if (link) await ports.host.openUrl(link.url, link.target);
    },
    seen() {
      if (connection.isUp) open.desk.seen();
    },
    async end() {
      const { conversationId } = state;
      if (conversationId === undefined) {
        starts.giveUp();
        return;
      }
      if (open.ownAddress === undefined) return;
      open.desk.typing(false);
      ends.keep({ conversationId, address: open.deskConfig.address });
      // In this order: closing stops the waiting texts, and the end follows those that were already sent.
      open.close();
      if (!connection.isUp) return;
      // An end that the desk has not heard of is reported on the next connection.
      const reported = ends.report(conversationId).catch(() => {});
      await Promise.race([reported, pause({ clock, lifetime }, endAnswerMs)]);
    },
    submitSurvey: survey.submit,
    async cancelSurvey() {
      survey.cancel();
    },
  };
}

/** The deployment does not say where to connect, or who answers. */
function createMissingChannel(state: ChannelState, log: Log): Channel {
  const missing = createError('CHANNEL_UNAVAILABLE', 'There is no XMPP desk.');
  const init = once(async () => {
    log.warn('The XMPP server cannot be used.', missing);
    state.change({ state: 'unavailable', isReady: true });
  });
  async function refuse(): Promise<never> {
    await init();
    throw missing;
  }
  return {
    get snapshot() {
      return state.snapshot;
    },
    init,
    end: async () => {},
    ...{ start: refuse, send: refuse },
  };
}
