import type { Clock } from '../../../platform/clock.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelFiles, ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import { type ChatTexts, createChatTexts } from '../../texts.ts';
import type { StoredAccount } from './account.ts';
import { type Archive, createArchive } from './archive.ts';
import { type Connection, createConnection } from './connection.ts';
import type { Desk, FilesDeployment, XmppDeployment } from './deployment.ts';
import { createDeskPresence, type DeskPresence } from './deskPresence.ts';
import { createEndReports, type EndReports } from './endReports.ts';
import { createExitSurvey, type ExitSurveyOfDesk } from './exitSurvey.ts';
import { createInbound, type Inbound } from './inbound.ts';
import { blockedMs, endAnswerMs } from './limits.ts';
import * as ns from './namespaces.ts';
import { createReading, nothingToRead } from './reading.ts';
import { askServerTime } from './serverTime.ts';
import { createTexts, type Texts, type TextsParts } from './texts.ts';
import type { XmppTransport } from './transport.ts';
import { farewellStanza, messageIn } from './wire.ts';
import { type XmlElement, xml } from './xml.ts';

export interface TalkParts {
  readonly state: ChannelState;
  readonly deployment: XmppDeployment;
  readonly desk: Desk;
  readonly account: StoredAccount;
  readonly transport: XmppTransport;
}

/** The visitor's conversation with the desk, over a session that is kept as long as it is open. */
export interface Talk {
  readonly connection: Connection;
  readonly account: StoredAccount;
  readonly desk: DeskPresence;
  /** Undefined if the deployment names no upload service. */
  readonly files: ChannelFiles | undefined;
  readonly ends: Pick<EndReports, 'areOpen' | 'has'>;
  /** Begins a conversation on a connection that is up, or joins the one that another tab has begun. */
  begin(): Promise<void>;
  /** Continues a conversation of an earlier page. */
  goOn(conversationId: string): Promise<void>;
  /** There is no conversation to continue. */
  none(): void;
  startFailed(): void;
  readonly survey: Pick<ExitSurveyOfDesk, 'submit' | 'cancel'>;
  send(id: string, text: string): void;
  end(): Promise<void>;
}

/**
 * XMPP knows accounts and messages, but no conversations. One of ours begins after a message of the archive, whose id is part of
 * the conversation's, so that any page can read it again. It ends when either side leaves.
 */
function createConversationId(createId: () => string, after: string | undefined): string {
  return `${createId()}~${encodeURIComponent(after ?? '')}`;
}

function archiveStartOf(conversationId: string): string | undefined {
  try {
    return decodeURIComponent(conversationId.split('~')[1] ?? '') || undefined;
  } catch {
    return undefined; // Edited by hand: the whole archive counts.
  }
}

export function createTalk(ports: ChannelPorts, parts: TalkParts): Talk {
  const { clock, lifetime } = ports;
  const { state, deployment, account } = parts;
  const { address: deskAddress } = parts.desk;
  const text = createChatTexts(ports.texts);
  const archive: Archive = createArchive(() => connection);
  let ownAddress = account.address;
  let aheadMs = 0;
  let lostAt = Number.POSITIVE_INFINITY;
  let conversation = lifetime.child();
  let reading = nothingToRead;

  const connection = createConnection({
    ...ports,
    ...{ deployment, account, transport: parts.transport },
    isWanted: () => state.hasConversation || ends.areOpen || survey.isOpen,
    isAwaited: () => texts.delivery.isPending || ports.attention.isPaneShown(),
    onSession,
    onUp,
    onDown() {
      lostAt = clock.now();
      texts.delivery.setReady(false);
      if (state.hasConversation) state.emit({ type: 'connection', isLost: true });
    },
    receive,
  });
  const { desk, inbound, survey, texts } = createSides(ports, parts, {
    ...{ connection, text, leaveIfIdle },
    aheadMs: () => aheadMs,
    onGone: () => close(),
    readArchive: () => reading.goOn(),
    hasArchive: () => archive.isKept,
  });

  async function onSession(address: string): Promise<void> {
    // The account is gone, or there was none: nobody at the desk knows this visitor.
    if (state.hasConversation && ownAddress !== address) close();
    ownAddress = address;
    texts.delivery.setOwner(address);
    if (clock.now() - lostAt >= blockedMs) reading.sessionLost();
    const time = askServerTime(connection, clock).then((ahead) => {
      aheadMs = ahead;
      state.emit({ type: 'clock', aheadMs });
    });
    if (state.hasConversation) await reading.goOn();
    await time;
    connection.send(xml('presence', { xmlns: ns.client }));
    // A session that could not be resumed may still have taken what came since the reading. From here on it comes to this one.
    if (state.hasConversation) await reading.goOn();
  }

  function onUp(): void {
    ends.reportAll();
    if (!state.hasConversation) return;
    state.emit({ type: 'connection', isLost: false });
    if (state.snapshot.state === 'resume') state.enter(desk.hasAnswered ? 'chatting' : 'waiting');
    reading.connected();
    texts.delivery.setReady(true);
  }

  function receive(stanza: XmlElement): void {
    if (archive.receive(stanza) || connection.address === undefined) return;
    const message = messageIn(stanza, connection.address);
    if (message && state.hasConversation) inbound.show(message, { isHistory: false });
  }

  const ends = createEndReports(ports, {
    ...{ deskAddress, deliver: connection.deliver, owner: () => ownAddress },
    farewell: (to, id) => farewellStanza(to, `end-${id}`, text('chatEnded'), id),
    onReported: leaveIfIdle,
  });

  function leaveIfIdle(): void {
    if (!state.hasConversation && !ends.areOpen && !survey.isOpen) connection.disconnect();
  }

  function open(conversationId: string, phase: 'waiting' | 'resume', hasHistory: boolean): void {
    inbound.reset();
    desk.reset();
    conversation.end();
    conversation = lifetime.child();
    reading = createReading({
      ...{
        clock,
        lifetime: conversation,
        archive,
        desk: deskAddress,
        after: archiveStartOf(conversationId),
        hasHistory,
      },
      isUp: () => connection.isUp,
      show({ message, ...from }, isHistory) {
        const { count } = inbound;
        if (state.conversationId === conversationId) inbound.show(message, { ...from, isHistory });
        return inbound.count > count;
      },
      onGap: texts.delivery.setGap,
    });
    account.setConversation(conversationId);
    texts.delivery.setOwner(ownAddress);
    state.change({ state: phase, conversationId });
    texts.delivery.conversationOpened(conversationId);
  }

  function close(): void {
    const { conversationId } = state;
    if (conversationId === undefined) return;
    if (account.conversationId === conversationId) account.setConversation(undefined);
    const timestamp = clock.now() + aheadMs;
    state.say([{ id: `ended-${conversationId}`, type: 'system', text: text('chatEnded'), timestamp }]);
    texts.delivery.setReady(false);
    texts.delivery.conversationClosed();
    desk.reset();
    inbound.reset();
    conversation.end();
    reading = nothingToRead;
    state.enter('ended');
    survey.talkEnded();
    state.change({ conversationId: undefined });
    state.enter('available');
    leaveIfIdle();
  }

  // Another tab has ended the conversation.
  ports.storage.onChange(lifetime, (key) => {
    const isElsewhere = key === 'cm-xmpp' && account.address !== undefined;
    if (isElsewhere && state.hasConversation && account.conversationId !== state.conversationId) close();
  });

  return {
    ...{ connection, account, desk, ends, survey },
    files: filesOf(clock, connection, deployment.files),
    async begin() {
      const elsewhere = account.conversationId;
      const newest = elsewhere === undefined ? await archive.newest(deskAddress) : undefined;
      open(elsewhere ?? createConversationId(ports.createId, newest), 'waiting', elsewhere !== undefined);
      // The session is kept now by the talk.
      survey.withdraw();
      if (elsewhere !== undefined) await reading.goOn();
      texts.delivery.setReady(connection.isUp);
    },
    async goOn(conversationId) {
      open(conversationId, 'resume', true);
      await connection.connect().catch(() => {
        // The server cannot be reached. Assume that the conversation is still open; the connection is tried again by itself.
        if (state.hasConversation) state.emit({ type: 'connection', isLost: true });
      });
    },
    none() {
      texts.delivery.setOwner(ownAddress);
      texts.delivery.conversationClosed();
    },
    startFailed: () => texts.delivery.startFailed(),
    send(id, body) {
      texts.delivery.write({ id, text: body });
      if (!connection.isUp && state.hasConversation) connection.wake();
    },
    async end() {
      const { conversationId } = state;
      if (conversationId === undefined || ownAddress === undefined) return;
      desk.typing(false);
      ends.keep(conversationId);
      // In this order: what is closed is no longer sent, and the end follows what was sent before.
      close();
      if (connection.isUp) await Promise.race([ends.report(conversationId), pause({ clock, lifetime }, endAnswerMs)]);
    },
  };
}

interface Links extends Pick<TextsParts, 'hasArchive' | 'readArchive'> {
  readonly connection: Connection;
  readonly text: ChatTexts;
  readonly aheadMs: () => number;
  readonly onGone: () => void;
  readonly leaveIfIdle: () => void;
}

/** What both sides say and do in the talk. Each part knows the others only by what it needs of them. */
function createSides(ports: ChannelPorts, { state, deployment: { files }, desk: one }: TalkParts, links: Links) {
  const { connection } = links;
  const shared = { state, deskAddress: one.address, connection: () => connection };
  const desk = createDeskPresence(ports, { state, desk: one, send: connection.send, onGone: links.onGone });
  const survey = createExitSurvey(ports, { ...shared, text: links.text, onOver: links.leaveIfIdle });
  const inbound: Inbound = createInbound(ports, {
    ...{ ...shared, desk, files, aheadMs: links.aheadMs },
    ownAddress: () => connection.address,
    echo: (id, text, position) => texts.delivery.echo({ id, text, position }) !== undefined,
    isInFlight: (id) => texts.isInFlight(id),
    bounced: (id, mayPass) => texts.bounced(id, mayPass),
    form: survey.received,
  });
  const { readArchive, hasArchive } = links;
  const texts: Texts = createTexts(ports, { ...shared, files, readArchive, hasArchive, inbound: () => inbound });
  return { desk, inbound, survey, texts };
}

/** What the visitor may send, and how; the upload is downloaded with the first file. */
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
