/** Long on purpose: one server in one file, because its parts share the accounts and the sockets. */

import type { SocketLike } from '../../frame/chat/channels/ground/connection/socket.ts';
import * as ns from '../../frame/chat/channels/xmpp/namespaces.ts';
import { childOf, parseXml, type Xml, type XmlElement, xml } from '../../frame/chat/channels/xmpp/xml.ts';

export const guestHost = 'guests.example';
/** Where visitors log in with a token. */
export const signedInHost = 'people.example';
export const deskAddress = 'sales@desk.example';

interface Stored {
  readonly id: string;
  readonly stamp: string;
  readonly message: string;
}

interface Account {
  readonly host: string;
  /** Or the token. */
  password: string;
  /** Who has registered it, if a test says who connects. */
  readonly owner: string;
  readonly archive: Stored[];
  readonly sessions: Set<Session>;
}

/** A session outlives its socket for as long as it can be resumed. */
interface Session {
  readonly id: string;
  readonly user: string;
  readonly address: string;
  socket: Socket | undefined;
  managed: boolean;
  isPresent: boolean;
  hasCarbons: boolean;
  /** It acknowledges texts and forgets them. */
  isForgetful: boolean;
  handled: number;
  acknowledged: number;
  unacknowledged: string[];
}

/** A message of a visitor to the desk, that is not a sign. */
export interface Arrival {
  readonly user: string;
  readonly id: string;
  readonly text: string;
  /** The conversation. */
  readonly thread: string;
  readonly isFarewell: boolean;
  /** The fields of a form that is filled in. */
  readonly answers: Readonly<Record<string, string>> | undefined;
}

export interface FakeXmppPorts {
  readonly now: () => number;
  readonly arrived?: (arrival: Arrival) => void;
}

interface Socket {
  hand(text: string): void;
  cut(): void;
}

/** What the server does wrong, or does not have. */
export interface XmppFaults {
  isRefusing: boolean;
  /** Sockets never open. */
  isHanging: boolean;
  /** Frames of the client are lost, or cut the connection before or after they have had their effect. */
  faultUp: (text: string) => 'pass' | 'drop' | 'cutBefore' | 'cutAfter';
  faultDown: (text: string) => 'pass' | 'drop';
  registration: 'open' | 'closed' | 'throttled' | 'conflict';
  /** The condition with which logins with a password are refused (RFC 6120, 6.5). */
  loginRefusal: string | undefined;
  hasArchive: boolean;
  /** Messages say which id they have in the archive (XEP-0359). */
  hasStanzaIds: boolean;
  /** The most messages of one page of the archive, however many are asked for (XEP-0059, 2.1). */
  archivePageSize: number;
  /** What strangers send to a session before a request of it is answered. */
  forge: (request: { readonly id: string; readonly queryId: string; readonly to: string }) => readonly string[];
  hasManagement: boolean;
  /** The server offers stream management and refuses it. */
  isManagementRefused: boolean;
  /** What becomes of an attempt to resume. */
  resumption: 'works' | 'fails' | 'hangs';
  /** The condition and type with which texts to the desk come back. The archive may hold them, and the errors (XEP-0313, 5.1.2). */
  bounce:
    | (() => { readonly condition: string; readonly type: 'wait' | 'cancel'; readonly isStored?: boolean } | undefined)
    | undefined;
  /** The archive holds the errors too. */
  hasErrorArchive: boolean;
  /** The condition with which requests come back that the server does not know. */
  unknownRequest: string;
  clockAheadMs: number;
  /** Who is at the desk: the clients with their priorities. Undefined: the server does not tell visitors. */
  desk: Readonly<Record<string, number>> | undefined;
}

const refusedRegistrations = {
  throttled: 'policy-violation',
  conflict: 'conflict',
  closed: 'service-unavailable',
  open: undefined,
};

/** An XMPP server in memory, with one desk. Frames arrive in a later microtask, in order. */
export function createFakeXmppServer({ now, arrived }: FakeXmppPorts) {
  const accounts = new Map<string, Account>();
  const live = new Set<Socket>();
  const received: Arrival[] = [];
  const introductions: { readonly nick: string | undefined; readonly text: string }[] = [];
  const sessions = new WeakMap<SocketLike, () => Session | undefined>();
  const signs: XmlElement[] = [];
  const faults: XmppFaults = {
    isRefusing: false,
    isHanging: false,
    faultUp: () => 'pass',
    faultDown: () => 'pass',
    registration: 'open',
    loginRefusal: undefined,
    hasArchive: true,
    hasStanzaIds: true,
    archivePageSize: Number.POSITIVE_INFINITY,
    forge: () => [],
    hasManagement: true,
    isManagementRefused: false,
    resumption: 'works',
    bounce: undefined,
    hasErrorArchive: false,
    unknownRequest: 'service-unavailable',
    clockAheadMs: 0,
    desk: undefined,
  };
  let blocked: { readonly session: Session; readonly tasks: (() => void)[] } | undefined;
  let count = 0;
  let ids = 0;
  const nextId = (kind: string): string => {
    ids += 1;
    return `${kind}-${ids}`;
  };
  /** Servers write names in lower case (RFC 7622, 3.3). */
  const addressOf = (user: string): string => `${user.toLowerCase()}@${accounts.get(user)?.host ?? guestHost}`;
  const stamp = (): string => new Date(Math.floor((now() + faults.clockAheadMs) / 1000) * 1000).toISOString();

  function push(session: Session, text: string): void {
    if (session.managed) session.unacknowledged.push(text);
    session.socket?.hand(text);
  }

  /** `at` is the place in the archive. By default the message is its newest. */
  function store(user: string, message: string, at = Number.POSITIVE_INFINITY): string | undefined {
    const id = nextId('archived');
    if (!faults.hasArchive) return undefined;
    accounts.get(user)?.archive.splice(at, 0, { id, stamp: stamp(), message });
    return id;
  }

  /** Delivers a message of the desk, or of a stranger, to all sessions of the visitor. `extra` is markup. */
  function toVisitor(
    user: string,
    { from = `${deskAddress}/agent`, id = nextId('desk'), body = '', extra = '' },
  ): string {
    const present = [...(accounts.get(user)?.sessions ?? [])].filter(({ isPresent }) => isPresent);
    const message = { from, id, body, extra };
    if (blocked && present.every((one) => one === blocked?.session)) {
      const at = accounts.get(user)?.archive.length;
      blocked.tasks.push(() => deliverTo(present, user, message, at));
    } else deliverTo(present, user, message);
    return id;
  }

  function deliverTo(
    sessions: readonly Session[],
    user: string,
    { from, id, body, extra }: Readonly<Record<'from' | 'id' | 'body' | 'extra', string>>,
    at?: number,
  ): void {
    const text = body === '' ? '' : xml('body', {}, body).xml;
    const inner = `${text}${extra}`;
    const bare = `<message xmlns="jabber:client" type="chat" from="${from}" to="${addressOf(user)}" id="${id}">${inner}`;
    const archiveId = text === '' && !extra.includes('retract') ? undefined : store(user, `${bare}</message>`, at);
    const mark =
      archiveId === undefined || !faults.hasStanzaIds
        ? ''
        : `<stanza-id xmlns="${ns.stanzaIds}" by="${addressOf(user)}" id="${archiveId}"/>`;
    for (const session of sessions) push(session, `${bare}${mark}</message>`);
  }

  function takeMessage(session: Session, element: XmlElement, text: string): void {
    const id = element.attributes.get('id') ?? '';
    const isText = childOf(element, 'body', ns.client) && !childOf(element, 'gone', ns.chatStates);
    if (isText && session.isForgetful && !childOf(element, 'x', ns.dataForms)) return;
    const bounce = isText && element.attributes.get('to') === deskAddress ? faults.bounce?.() : undefined;
    const stamped = text.replace('<message ', `<message from="${session.address}" `);
    if (bounce) {
      const { condition, type } = bounce;
      if (bounce.isStored) store(session.user, stamped);
      const error = xml('error', { type }, xml(condition, { xmlns: ns.stanzaErrors }));
      const attributes = { xmlns: ns.client, type: 'error', from: deskAddress, to: session.address, id };
      const answer = xml('message', attributes, error).xml;
      if (faults.hasErrorArchive) store(session.user, answer);
      push(session, answer);
      return;
    }
    const body = childOf(element, 'body', ns.client)?.text;
    if (body === undefined) {
      signs.push(element);
      return;
    }
    store(session.user, stamped);
    if (id.startsWith('about-')) introductions.push({ nick: childOf(element, 'nick', ns.nick)?.text, text: body });
    else arrive(session, element, id, body);
    for (const other of accounts.get(session.user)?.sessions ?? []) {
      if (other === session || !other.hasCarbons) continue;
      const copy = `<sent xmlns="${ns.carbons}"><forwarded xmlns="${ns.forward}">${stamped}</forwarded></sent>`;
      push(
        other,
        `<message xmlns="jabber:client" from="${addressOf(session.user)}" to="${other.address}">${copy}</message>`,
      );
    }
  }

  function arrive(session: Session, element: XmlElement, id: string, body: string): void {
    const arrival: Arrival = {
      ...{ user: session.user, id, text: body },
      thread: childOf(element, 'thread', ns.client)?.text ?? '',
      isFarewell: childOf(element, 'gone', ns.chatStates) !== undefined,
      answers: answersIn(element),
    };
    received.push(arrival);
    arrived?.(arrival);
  }

  /** Returns the condition of the error if there is none. */
  function answerArchive(session: Session, query: XmlElement): Xml | string {
    if (!faults.hasArchive) return 'service-unavailable';
    const { archive } = accounts.get(session.user) as Account;
    const set = childOf(query, 'set', ns.resultSet);
    const max = Math.min(Number(childOf(set, 'max', ns.resultSet)?.text ?? 100), faults.archivePageSize);
    const after = childOf(set, 'after', ns.resultSet)?.text;
    const isNewest = childOf(set, 'before', ns.resultSet) !== undefined;
    const start = after === undefined ? 0 : archive.findIndex(({ id }) => id === after) + 1;
    // XEP-0313, 4.3.
    if (after !== undefined && start === 0) return 'item-not-found';
    const rest = archive.slice(start);
    const page = isNewest ? rest.slice(-max) : rest.slice(0, max);
    for (const { id, stamp: stored, message } of page) {
      const forwarded = `<forwarded xmlns="${ns.forward}"><delay xmlns="${ns.delay}" stamp="${stored}"/>${message}</forwarded>`;
      const result = `<result xmlns="${ns.archive}" queryid="${query.attributes.get('queryid')}" id="${id}">${forwarded}</result>`;
      push(session, `<message xmlns="jabber:client" to="${session.address}">${result}</message>`);
    }
    return xml('fin', { xmlns: ns.archive, complete: page.length < rest.length ? 'false' : 'true' });
  }

  /** Like the documented configuration of Prosody, it tells visitors who is at the desk. */
  function takePresence(session: Session, element: XmlElement): void {
    if (element.attributes.get('type') !== 'probe') session.isPresent = true;
    else if (faults.desk !== undefined) tellDesk(session, faults.desk);
  }

  function tellDesk(session: Session, clients: Readonly<Record<string, number>>): void {
    const tell = (from: string, type: string | undefined, inner?: Xml): void =>
      push(session, xml('presence', { xmlns: ns.client, from, to: session.address, type }, inner).xml);
    for (const [client, priority] of Object.entries(clients))
      tell(`${deskAddress}/${client}`, undefined, xml('priority', {}, String(priority)));
    if (Object.keys(clients).length === 0) tell(deskAddress, 'unavailable');
  }

  function takeRequest(session: Session, element: XmlElement): void {
    const [content] = element.children;
    const id = element.attributes.get('id');
    const asked = element.attributes.get('to');
    if (element.attributes.get('type') !== 'get' && element.attributes.get('type') !== 'set') return;
    const answer = (type: string, inner?: Xml): void =>
      push(session, xml('iq', { xmlns: ns.client, type, id, from: asked, to: session.address }, inner).xml);
    const refuse = (condition = 'service-unavailable'): void =>
      answer('error', xml('error', { type: 'cancel' }, xml(condition, { xmlns: ns.stanzaErrors })));
    const forged = faults.forge({
      id: id ?? '',
      queryId: content?.attributes.get('queryid') ?? '',
      to: session.address,
    });
    for (const frame of forged) push(session, frame);
    if (content?.namespace === ns.archive) {
      const answered = answerArchive(session, content);
      if (typeof answered === 'string') refuse(answered);
      else answer('result', answered);
    } else if (content?.namespace === ns.time) {
      const utc = new Date(now() + faults.clockAheadMs).toISOString();
      answer('result', xml('time', { xmlns: ns.time }, xml('tzo', {}, '+00:00'), xml('utc', {}, utc)));
    } else if (childOf(content, 'remove', ns.register)) {
      if (faults.registration === 'closed') refuse();
      else {
        answer('result');
        accounts.delete(session.user);
      }
    } else if (content?.namespace === ns.ping) answer('result');
    else if (content?.namespace === ns.carbons) {
      session.hasCarbons = true;
      answer('result');
    } else refuse(faults.unknownRequest);
  }

  /** One socket with its stream. `owner` is who connects. */
  function open(owner = ''): SocketLike {
    count += 1;
    const listeners: Record<string, ((event: never) => void)[]> = { open: [], error: [], message: [], close: [] };
    const dispatch = (name: string, event: unknown): void => {
      for (const listener of listeners[name] ?? []) listener(event as never);
    };
    let isClosed = false;
    let host: string | undefined;
    let user: string | undefined;
    let session: Session | undefined;
    const queue: (() => void)[] = [];
    const later = (task: () => void): void => {
      queue.push(task);
      void Promise.resolve().then(() => queue.shift()?.());
    };
    const socket: Socket = {
      hand(text) {
        if (faults.faultDown(text) === 'drop') return;
        later(() => {
          if (!isClosed) dispatch('message', { data: text });
        });
      },
      cut() {
        if (isClosed) return;
        isClosed = true;
        live.delete(socket);
        leave();
        void Promise.resolve().then(() => dispatch('close', { code: 1006 }));
      },
    };
    live.add(socket);
    const leave = (): void => {
      if (session?.socket !== socket) return;
      session.socket = undefined;
      if (!session.managed) accounts.get(session.user)?.sessions.delete(session);
    };
    const say = (element: Xml): void => socket.hand(element.xml);

    function features(): Xml {
      const canRegister = faults.registration !== 'closed' && host === guestHost;
      const register = canRegister ? xml('register', { xmlns: ns.registerFeature }) : undefined;
      const mechanisms = xml(
        'mechanisms',
        { xmlns: ns.sasl },
        xml('mechanism', {}, 'PLAIN'),
        xml('mechanism', {}, 'ANONYMOUS'),
      );
      const management = faults.hasManagement ? xml('sm', { xmlns: ns.streamManagement }) : undefined;
      const offered = user === undefined ? [mechanisms, register] : [xml('bind', { xmlns: ns.bind }), management];
      return xml('stream:features', { xmlns: ns.client, 'xmlns:stream': ns.streams }, offered);
    }

    function authenticate(element: XmlElement): void {
      if (element.attributes.get('mechanism') === 'ANONYMOUS') {
        user = nextId('anonymous');
        accounts.set(user, { host: guestHost, password: '', owner, archive: [], sessions: new Set() });
      } else {
        const [, name = '', password] = atob(element.text).split('\0');
        const account = accounts.get(name);
        if (account?.password === password && account?.host === host && !faults.loginRefusal) user = name;
      }
      if (user === undefined) say(xml('failure', { xmlns: ns.sasl }, xml(faults.loginRefusal ?? 'not-authorized', {})));
      else say(xml('success', { xmlns: ns.sasl }));
    }

    function register(element: XmlElement, query: XmlElement): void {
      const id = element.attributes.get('id');
      const name = childOf(query, 'username', ns.register)?.text ?? '';
      const condition = refusedRegistrations[faults.registration];
      if (condition !== undefined) {
        const error = xml('error', { type: 'wait' }, xml(condition, { xmlns: ns.stanzaErrors }));
        say(xml('iq', { xmlns: ns.client, type: 'error', id }, error));
        return;
      }
      const password = childOf(query, 'password', ns.register)?.text ?? '';
      accounts.set(name, { host: guestHost, password, owner, archive: [], sessions: new Set() });
      say(xml('iq', { xmlns: ns.client, type: 'result', id }));
    }

    /** Takes a while. What the client sends before the answer has no session. */
    function bind(id: string | undefined, name: string): void {
      later(() => !isClosed && bound(id, name));
    }

    function bound(id: string | undefined, name: string): void {
      const address = `${addressOf(name)}/${nextId('tab')}`;
      session = {
        ...{ id: nextId('session'), user: name, address, socket, managed: false, isPresent: false, hasCarbons: false },
        ...{ isForgetful: false, handled: 0, acknowledged: 0, unacknowledged: [] },
      };
      accounts.get(name)?.sessions.add(session);
      say(
        xml('iq', { xmlns: ns.client, type: 'result', id }, xml('bind', { xmlns: ns.bind }, xml('jid', {}, address))),
      );
    }

    function manage(element: XmlElement): void {
      const h = Number(element.attributes.get('h'));
      if (element.name === 'enable' && (!session || faults.isManagementRefused))
        say(xml('failed', { xmlns: ns.streamManagement }, xml('unexpected-request', { xmlns: ns.stanzaErrors })));
      else if (element.name === 'enable' && session) {
        session.managed = true;
        session.handled = 0;
        say(xml('enabled', { xmlns: ns.streamManagement, id: session.id, resume: 'true' }));
      } else if (element.name === 'r' && session?.managed)
        say(xml('a', { xmlns: ns.streamManagement, h: String(session.handled) }));
      else if (element.name === 'a' && session) acknowledge(session, h);
      else if (element.name === 'resume') resume(element.attributes.get('previd') ?? '', h);
    }

    function acknowledge(one: Session, h: number): void {
      one.unacknowledged.splice(0, h - one.acknowledged);
      one.acknowledged = h;
    }

    function resume(id: string, h: number): void {
      const known = [...(accounts.get(user ?? '')?.sessions ?? [])].find((one) => one.id === id);
      if (faults.resumption === 'hangs') return;
      if (blocked && known === blocked.session) {
        blocked.tasks.push(() => resume(id, h));
        return;
      }
      if (!known || faults.resumption === 'fails') {
        if (known) accounts.get(known.user)?.sessions.delete(known);
        say(xml('failed', { xmlns: ns.streamManagement }, xml('item-not-found', { xmlns: ns.stanzaErrors })));
        return;
      }
      session = known;
      known.socket?.cut();
      known.socket = socket;
      acknowledge(known, h);
      say(xml('resumed', { xmlns: ns.streamManagement, previd: id, h: String(known.handled) }));
      for (const text of known.unacknowledged) socket.hand(text);
    }

    function take(text: string): void {
      const element = parseXml(text);
      if (!element) throw new Error(`The client has sent markup that is not well-formed: ${text}`);
      const content = element.children[0];
      if (element.namespace === ns.framing) {
        if (element.name === 'open') {
          host = element.attributes.get('to');
          say(xml('open', { xmlns: ns.framing, from: guestHost, id: nextId('stream'), version: '1.0' }));
          say(features());
        } else if (session) {
          accounts.get(session.user)?.sessions.delete(session);
          session = undefined;
        }
      } else if (element.namespace === ns.sasl) authenticate(element);
      else if (element.namespace === ns.streamManagement) {
        // Stanzas from before it do not count, so it waits for them.
        if (session && session === blocked?.session && element.name === 'enable')
          blocked.tasks.push(() => manage(element));
        else manage(element);
      } else if (content?.namespace === ns.register && user === undefined) register(element, content);
      else if (content?.namespace === ns.bind && user !== undefined) bind(element.attributes.get('id'), user);
      else if (session) takeStanza(session, element, text);
    }

    function takeStanza(own: Session, element: XmlElement, text: string): void {
      if (own === blocked?.session) {
        blocked.tasks.push(() => takeStanza(own, element, text));
        return;
      }
      own.handled += 1;
      if (element.name === 'presence') takePresence(own, element);
      else if (element.name === 'message') takeMessage(own, element, text);
      else takeRequest(own, element);
    }

    if (faults.isRefusing) socket.cut();
    else if (!faults.isHanging) later(() => !isClosed && dispatch('open', undefined));
    const opened: SocketLike = {
      send(text) {
        if (isClosed) return;
        const fault = faults.faultUp(text);
        if (fault === 'drop') return;
        if (fault !== 'cutBefore') later(() => !isClosed && take(text));
        if (fault === 'cutBefore') socket.cut();
        if (fault === 'cutAfter') later(() => socket.cut());
      },
      close() {
        later(() => {
          if (isClosed) return;
          isClosed = true;
          live.delete(socket);
          leave();
        });
      },
      addEventListener(type: string, listener: (event: never) => void) {
        listeners[type]?.push(listener);
      },
    };
    sessions.set(opened, () => session);
    return opened;
  }

  function sessionOf(socket: SocketLike | undefined): Session {
    const latest = [...([...accounts.values()].at(-1)?.sessions ?? [])].at(-1);
    const session = socket ? sessions.get(socket)?.() : latest;
    if (!session) throw new Error('There is no session.');
    return session;
  }

  return {
    faults,
    accounts,
    signs,
    get opened() {
      return count;
    },
    dial: open,
    /** Who is logged in on the socket. */
    userOf: (socket: SocketLike): string | undefined => sessions.get(socket)?.()?.user,
    /** The broker has minted a token for this person. It replaces an earlier one. */
    accept(name: string, token: string) {
      const known = accounts.get(name);
      if (known) known.password = token;
      else accounts.set(name, { host: signedInHost, password: token, owner: name, archive: [], sessions: new Set() });
    },
    cut() {
      for (const one of [...live]) one.cut();
    },
    /** Delivers a frame to every client that the server did not send. */
    inject(text: string) {
      for (const one of [...live]) one.hand(text);
    },
    /** The server has restarted: sessions are gone, accounts and archives are not. */
    restart() {
      for (const account of accounts.values()) account.sessions.clear();
      blocked?.tasks.splice(0);
      for (const one of [...live]) one.cut();
    },
    /**
     * Until `release` is called, the session of the socket handles nothing that comes to it from either side; without one, the latest
     * visitor's session. If it could not be resumed meanwhile, what it has handled comes to the archive then, in the place of its arrival,
     * and to no other session.
     */
    block(socket?: SocketLike): { handleNext(): void; release(): void } {
      const session = sessionOf(socket);
      const tasks: (() => void)[] = [];
      blocked = { session, tasks };
      return {
        handleNext() {
          const current = blocked;
          blocked = undefined;
          tasks.shift()?.();
          blocked = current;
        },
        release() {
          blocked = undefined;
          for (const task of tasks) task();
        },
      };
    },
    /**
     * Until `end` is called, the node that has the session of the socket acknowledges texts, and neither stores nor delivers them. Then
     * it is gone, and the session with it. Without a socket, it is that of the latest visitor's session.
     */
    failNode(socket?: SocketLike): { end(): void } {
      const session = sessionOf(socket);
      session.isForgetful = true;
      return {
        end() {
          accounts.get(session.user)?.sessions.delete(session);
          session.socket?.cut();
        },
      };
    },
    toVisitor,
    /** The latest visitor. */
    get visitor(): string {
      return [...accounts.keys()].at(-1) ?? '';
    },
    /** The first messages of conversations, which are about the visitor. */
    introductions,
    /** Clients come to the desk, leave it, or have another priority. */
    deskIs(clients: Readonly<Record<string, number>>) {
      faults.desk = clients;
      for (const { sessions: known } of accounts.values()) for (const one of known) tellDesk(one, clients);
    },
    /** What the desk has received: texts, and farewells. */
    received: () => received.filter(({ isFarewell }) => !isFarewell).map(({ text }) => text),
    /** What an account has sent to the desk, farewells included. */
    sentBy: (name: string) => received.filter(({ user }) => user === name).map(({ text }) => text),
    /** The thread of each text and farewell. */
    threads: () => received.map(({ thread }) => thread),
    farewells: () => received.filter(({ isFarewell }) => isFarewell).length,
  };
}

function answersIn(message: XmlElement): Arrival['answers'] {
  const form = childOf(message, 'x', ns.dataForms);
  if (form?.attributes.get('type') !== 'submit') return undefined;
  return Object.fromEntries(
    form.children.map((field) => [
      field.attributes.get('var') ?? '',
      childOf(field, 'value', ns.dataForms)?.text ?? '',
    ]),
  );
}
