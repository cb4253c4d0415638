import type { Clock } from '../../../platform/clock.ts';
import { createError, isWidgetError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelFiles, ChannelPorts, StartRequest } from '../../channel.ts';
import { createChatTexts } from '../../texts.ts';
import { createEndReports } from '../ground/endReports.ts';
import { type Connection, createConnection } from './connection.ts';
import type { FilesDeployment } from './deployment.ts';
import { endAnswerMs } from './limits.ts';
import { createOpenConversation, type OpenConversation, type OpenConversationParts } from './openConversation.ts';
import type { XmppTransport } from './transport.ts';
import { farewellStanza } from './wire.ts';
import type { Xml } from './xml.ts';

export interface DeskClientParts extends OpenConversationParts {
  readonly transport: XmppTransport;
}

export type DeskClient = ReturnType<typeof createDeskClient>;

/** The client of one desk: the connection, the open conversation, and the ends that the desk does not know yet. */
export function createDeskClient(ports: ChannelPorts, parts: DeskClientParts) {
  const { clock, lifetime } = ports;
  const { state, deployment, account, transport } = parts;
  const text = createChatTexts(ports.texts);
  let isBeginning = false;
  let stopGoodbye = (): void => {};

  const farewell = (to: string, id: string): Xml => farewellStanza(to, `end-${id}`, text('chatEnded'), id);
  const connection = createConnection({
    ...ports,
    deployment,
    account,
    transport,
    isWanted,
    boundAddress: () => (isWanted() ? open.ownAddress : undefined),
    isAwaited: () => open.texts.isPending || ports.attention.isPaneShown(),
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
  const open: OpenConversation = createOpenConversation(ports, parts, { connection, onOver: leaveIfIdle });
  const ends = createEndReports(ports, {
    owner: () => open.ownAddress,
    async send({ conversationId, address = open.deskConfig.address }) {
      const isHandled = await connection.deliver(farewell(address, conversationId));
      if (!isHandled) throw createError('CALL_ABORTED', 'The server has not accepted the farewell.');
    },
    onAnswered: leaveIfIdle,
  });
  const { survey, texts } = open;

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
    if (ends.ids().length > 0) await Promise.race([reportEnds(), pause({ clock, lifetime }, endAnswerMs)]);
    connection.disconnect();
    if (!account.nextConversationIsAt(address)) open.leaveName();
  }

  async function reportEnds(): Promise<void> {
    try {
      await connection.connect();
      await ends.reportAll();
    } catch {
      // Ignore the error: the ends are kept.
    }
  }

  return {
    ...{ connection, account, desk: open.desk, ends, survey, noConversation: open.noConversation },
    /** Undefined if the deployment names no upload service. */
    files: filesOf(clock, connection, deployment.files),
    /** Logs in and begins a conversation, or joins the one that another tab has begun. `checkWanted` throws if it is no longer wanted. */
    async begin(request: StartRequest, checkWanted: () => void): Promise<void> {
      isBeginning = true;
      try {
        await logIn();
        checkWanted();
        await open.begin(request);
      } finally {
        isBeginning = false;
        leaveIfIdle();
      }
    },
    /** Continues a conversation of an earlier page. */
    async continue(conversationId: string): Promise<void> {
      open.continue(conversationId);
      // A session that was kept for an end or a survey has not read this conversation, so end it, even if its connection is down.
      connection.disconnect();
      await connection.connect().catch(() => {
        // The server cannot be reached. Assume that the conversation is still open; the connection is tried again by itself.
        if (state.hasConversation) state.emit({ type: 'connection', isLost: true });
      });
    },
    startFailed: texts.startFailed,
    send(id: string, body: string): void {
      texts.write({ id, text: body });
      if (!connection.isUp && state.hasConversation) connection.wake();
    },
    async end(): Promise<void> {
      const { conversationId } = state;
      if (conversationId === undefined || open.ownAddress === undefined) return;
      open.desk.typing(false);
      ends.keep({ conversationId, address: open.deskConfig.address });
      // In this order: closing stops the waiting texts, and the end follows those that were already sent.
      open.close();
      if (!connection.isUp) return;
      // An end that the desk has not heard of is reported on the next connection.
      const reported = ends.report(conversationId).catch(() => {});
      await Promise.race([reported, pause({ clock, lifetime }, endAnswerMs)]);
    },
  };
}

/** What the visitor may send, and how. The code of the upload is downloaded with the first file. */
function filesOf(clock: Clock, connection: Connection, files: FilesDeployment | undefined): ChannelFiles | undefined {
  return (
    files && {
      maxBytes: files.maxBytes,
      types: files.types,
      upload: async (file, signal) =>
        (await import('./upload.ts')).uploadFile({ clock, connection, files }, file, signal),
    }
  );
}
