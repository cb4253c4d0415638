import type { Clock } from '../../../platform/clock.ts';
import { createError } from '../../../platform/errors.ts';
import type { ChannelPorts, StartRequest } from '../../channel.ts';
import type { Delivery } from '../../delivery/createDelivery.ts';
import type { Entry, Outcome } from '../../delivery/types.ts';
import { plainText } from '../../messages/transcript.ts';
import { type ChatTexts, person } from '../../texts.ts';
import type { ChannelState } from '../ground/channelState.ts';
import { createServiceClock } from '../ground/serviceClock.ts';
import { createTextDelivery, restoredMessage } from '../ground/texts.ts';
import type { StoredAccount } from './account.ts';
import { createArchive, createConversationId, createReadings } from './archive.ts';
import type { Connection } from './connection.ts';
import type { Desk, XmppDeployment } from './deployment.ts';
import { createAttendance, createDeskPresence } from './deskPresence.ts';
import { fileAddressIn } from './files.ts';
import { createInbound, type Inbound } from './inbound.ts';
import { clockToleranceMs, maxSentBytes, maxTalkChars } from './limits.ts';
import * as ns from './namespaces.ts';
import { createExitSurvey } from './survey.ts';
import { introductionStanza, messageIn, textStanza } from './wire.ts';
import { childOf, type Xml, type XmlElement, xml } from './xml.ts';

export interface OpenConversationParts {
  readonly state: ChannelState;
  readonly deployment: XmppDeployment;
  /** The desk of this page. */
  readonly desk: Desk;
  readonly account: StoredAccount;
  readonly connection: Connection;
  readonly text: ChatTexts;
  /** The conversation or its survey is over, so the session may end. */
  readonly onOver: () => void;
}

export type OpenConversation = ReturnType<typeof createOpenConversation>;

/** The conversation that is open on this page, if there is one: what both sides say in it, and how far it is known. */
export function createOpenConversation(ports: ChannelPorts, parts: OpenConversationParts) {
  const { state, account, connection, text, onOver } = parts;
  /** The desk of the conversation, or of the one before. */
  const deskConfig: Desk = { ...parts.desk };
  const inFlight = new Map<string, Outcome | undefined>();
  const { files } = parts.deployment;
  const shared = { state, deskConfig, connection, text, files, inFlight };
  const archive = createArchive(connection);
  const serverClock = createServiceClock(ports.clock, (aheadMs) => state.emit({ type: 'clock', aheadMs }));
  const desk = createDeskPresence(ports, shared, () => close());
  const survey = createExitSurvey(ports, shared, onOver);
  const attendance = createAttendance(ports, shared);
  const inbound: Inbound = createInbound(ports, {
    ...shared,
    desk,
    serverNow: serverClock.now,
    echo: (id, text, position) => delivery.echo({ id, text, position }) !== undefined,
    introduced() {
      lostIntroduction = undefined;
    },
    form: survey.received,
  });
  const readings = createReadings(ports, {
    ...shared,
    account,
    archive,
    show({ message, ...from }, isHistory) {
      const { count } = inbound;
      inbound.show(message, { ...from, isHistory });
      return inbound.count > count;
    },
    onGap: (hasGap) => delivery.setGap(hasGap),
    onRead: desk.seen,
  });
  const delivery: Delivery = createTextDelivery(ports, state, {
    capabilities: {
      ids: true,
      sequence: false,
      get history() {
        return archive.isKept;
      },
      ackEndsWithSession: true,
    },
    publish,
    replay: readings.readOn,
    asOf({ id }) {
      const place = inbound.placeOf(id);
      return place && { id, ...place };
    },
    restored(entries) {
      for (const { id, status } of entries) if (status === 'lost') inbound.withdraw(id);
      // A file is shown as its address again, because the address is what is sent once more.
      state.say(entries.map((entry) => ({ ...restoredMessage(entry), lines: [] })));
    },
  });
  let ownAddress = account.address;
  /** The conversation is in the storage, where other tabs can continue and end it. */
  let isStored = false;
  /** The account of the session is new, and no conversation has been open since. */
  let isArchiveEmpty = false;
  /** What has arrived while the archive is read; undefined while nothing is held. */
  let held: XmlElement[] | undefined;
  /** The introduction that the server may have lost. It is sent again before the next text. */
  let lostIntroduction: Xml | undefined;

  async function publish({ id, text, conversationId }: Entry): Promise<Outcome> {
    const stanza = textStanza(deskConfig.address, id, text, conversationId ?? id, fileAddressIn(text, files));
    if (new TextEncoder().encode(stanza.xml).length > maxSentBytes) return { type: 'refused' };
    inFlight.set(id, undefined);
    const isHandled = await connection.deliver(stanza, () => conversationId === state.conversationId);
    const refusal = inFlight.get(id);
    inFlight.delete(id);
    if (refusal) return refusal;
    if (!isHandled) return { type: 'unknown' };
    // The server does not send our own messages back. A receipt or the archive is the echo.
    if (conversationId === state.conversationId) inbound.placeOwn(id, text);
    return { type: 'acked' };
  }

  function showLive(stanza: XmlElement): void {
    const message = connection.address === undefined ? undefined : messageIn(stanza, connection.address);
    if (message && state.hasConversation) inbound.show(message, { isHistory: false });
  }

  /** Holds what arrives while the archive is read, so that older messages come first. */
  async function holdDuring(read: () => Promise<void>): Promise<void> {
    const own: XmlElement[] = [];
    held = own;
    try {
      await read();
    } finally {
      if (held === own) held = undefined;
      for (const stanza of own) showLive(stanza);
    }
  }

  /** The desk of a conversation that another page or tab has begun, which may not be the desk of this page. */
  function storedDesk(conversationId: string): Desk | undefined {
    const address = account.conversationId === conversationId ? account.deskAddress : undefined;
    return Object.values(parts.deployment.desks).find((one) => one.address === address);
  }

  /**
   * The first message of a conversation: who writes, on which page and in which language, and after a transfer what was said before.
   * Secrets are removed from the page's address already.
   */
  function introduction(conversationId: string, { transferred = [] }: StartRequest): Xml {
    const { firstName, lastName } = ports.visitor();
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const facts = [name, ports.page().url, ports.place().languageCode].filter(Boolean).join(' · ');
    const talk = transferred.flatMap((message) => {
      const words = plainText(message);
      if (words === '' || !['visitor', 'bot', 'agent'].includes(message.type)) return [];
      const isVisitor = message.type === 'visitor';
      return [`${isVisitor ? '>' : `${person(text, message.by, 'assistant').name}:`} ${words}`];
    });
    const body = [facts, talk.join('\n').slice(-maxTalkChars)].filter(Boolean).join('\n\n');
    return introductionStanza(deskConfig.address, conversationId, name, body);
  }

  async function introduce(stanza: Xml): Promise<void> {
    const { conversationId } = state;
    const isWanted = (): boolean => conversationId === state.conversationId;
    lostIntroduction = undefined;
    if (!(await connection.deliver(stanza, isWanted)) && isWanted()) lostIntroduction = stanza;
  }

  function open(conversationId: string, phase: 'waiting' | 'resume', hasHistory: boolean): void {
    Object.assign(deskConfig, { name: undefined }, storedDesk(conversationId) ?? parts.desk);
    desk.reset();
    readings.begin(conversationId, hasHistory);
    isArchiveEmpty = false;
    lostIntroduction = undefined;
    account.begin(conversationId, ownAddress, deskConfig.address);
    isStored = account.conversationId === conversationId;
    delivery.setOwner(account.textOwner(ownAddress));
    state.change({ state: phase, conversationId });
    delivery.conversationOpened(conversationId);
    attendance.update();
  }

  function close(reason: 'chatEnded' | 'chatLost' = 'chatEnded'): void {
    const { conversationId } = state;
    if (conversationId === undefined) return;
    account.end(conversationId);
    state.say([{ id: `ended-${conversationId}`, type: 'system', text: text(reason), timestamp: serverClock.now() }]);
    delivery.setReady(false);
    delivery.conversationClosed();
    desk.reset();
    inbound.reset();
    readings.end();
    // A conversation that is over has no connection to lose.
    state.emit({ type: 'connection', isLost: false });
    state.enter('ended');
    survey.conversationEnded();
    state.change({ conversationId: undefined });
    state.enter('available');
    attendance.update();
    onOver();
  }

  /** Reads what was missed, and then asks for new messages. */
  async function catchUp(): Promise<void> {
    const timeTold = askServerTime(connection, ports.clock).then(serverClock.set);
    try {
      if (state.hasConversation) await Promise.all([readings.readOn(), timeTold]);
    } finally {
      // Even if the reading has failed: if this session is resumed later, nothing else asks for them.
      connection.send(xml('presence', { xmlns: ns.client }));
      if (state.hasConversation) attendance.ask();
    }
    // A session that could not be resumed may have taken messages since the reading. From here on they come to this one.
    if (state.hasConversation) await readings.readOn();
  }

  function caughtUp(): void {
    desk.seen();
    readings.connected();
    if (lostIntroduction) void introduce(lostIntroduction);
    delivery.setReady(true);
  }

  /** The conversation that another tab has begun under the name of this session. */
  const storedId = (): string | undefined => (account.address === ownAddress ? account.conversationId : undefined);

  // Another tab has ended the conversation, or begun one under another name.
  ports.storage.onChange(ports.lifetime, (key) => {
    if (key !== 'cm-xmpp' || !isStored || account.address === undefined) return;
    if (account.address !== ownAddress || account.conversationId !== state.conversationId) close();
  });

  return {
    /** The visitor's address; undefined until one is known. */
    get ownAddress() {
      return ownAddress;
    },
    ...{ desk, deskConfig, survey, texts: delivery, close },
    /** No page can continue the conversation, because the visitor has left it with everything that was stored. */
    get isAbandoned() {
      return state.hasConversation && account.conversationId !== state.conversationId;
    },
    /** Begins a conversation on a connection that is up, or joins the one that another tab has begun. */
    async begin(request: StartRequest): Promise<void> {
      const asked = storedId() === undefined ? archive.newest(parts.desk.address) : undefined;
      // Whoever waits for the answer gets an error, too.
      asked?.catch(() => {});
      // The archive of a new account is empty: its answer only says whether the server keeps one, and the next reading finds out.
      const newest = asked && !isArchiveEmpty ? await asked : undefined;
      // Another tab may have begun one while this one asked.
      const elsewhere = storedId();
      const id = elsewhere ?? createConversationId(ports.createId, newest);
      open(id, 'waiting', elsewhere !== undefined);
      attendance.ask();
      if (elsewhere === undefined) void introduce(introduction(id, request));
      // From here on the conversation keeps the session.
      survey.withdraw();
      // A reading that fails is repeated.
      if (elsewhere !== undefined) await holdDuring(readings.readOn).catch(() => {});
      if (connection.isUp) caughtUp();
    },
    continue(conversationId: string): void {
      ownAddress = account.address;
      open(conversationId, 'resume', true);
    },
    /** There is no conversation to continue. */
    noConversation(): void {
      delivery.setOwner(account.textOwner(ownAddress));
      delivery.conversationClosed();
    },
    /** Nothing is open any more under the previous name. */
    leaveName(): void {
      survey.withdraw();
      ownAddress = undefined;
    },
    /** A new session has begun: reads what was missed. */
    async sessionBegun(address: string, isNewAccount: boolean): Promise<void> {
      isArchiveEmpty = isNewAccount;
      // The account is gone, or there was none: nobody at the desk knows this visitor. Texts that the server has
      // acknowledged stay as sent, because most often only the connection was lost.
      if (ownAddress !== address) {
        close('chatLost');
        survey.withdraw();
        // Nothing else needed the session, so it is over too.
        if (connection.address === undefined) throw createError('CALL_ABORTED', 'The conversation is over.');
      }
      ownAddress = address;
      // If another tab has registered its account first, this session ends. Texts in its name would never be sent.
      if (account.acceptsSession(address)) delivery.setOwner(account.textOwner(address));
      delivery.sessionLost();
      readings.sessionBegun();
      await holdDuring(catchUp);
    },
    connected(): void {
      state.emit({ type: 'connection', isLost: false });
      if (state.snapshot.state === 'resume') state.enter(desk.hasAnswered ? 'chatting' : 'waiting');
      attendance.update();
      caughtUp();
    },
    connectionDown(isLost: boolean, isResumptionUnknown: boolean): void {
      readings.connectionDown(isLost, isResumptionUnknown);
      delivery.setReady(false);
      if (state.hasConversation) state.emit({ type: 'connection', isLost: true });
    },
    receive(stanza: XmlElement): void {
      if (stanza.name === 'presence') attendance.received(stanza);
      else if (archive.receive(stanza)) return;
      else if (held) held.push(stanza);
      else showLive(stanza);
    },
  };
}

/** How far the server's clock is ahead of the visitor's, ms (XEP-0202). 0 if the server does not report its time. */
async function askServerTime(connection: Pick<Connection, 'request'>, clock: Clock): Promise<number> {
  const answer = await connection.request('get', xml('time', { xmlns: ns.time })).catch(() => undefined);
  const utc = Date.parse(childOf(childOf(answer, 'time', ns.time), 'utc', ns.time)?.text ?? '');
  const difference = Number.isNaN(utc) ? 0 : utc - clock.now();
  return Math.abs(difference) < clockToleranceMs ? 0 : difference;
}
