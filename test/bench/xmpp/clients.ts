import WebSocket from 'ws';
import type { SocketLike } from '../../../frame/chat/channels/ground/connection/socket.ts';
import { type Account, logIn } from '../../../frame/chat/channels/xmpp/login.ts';
import * as ns from '../../../frame/chat/channels/xmpp/namespaces.ts';
import { createSession, type Session } from '../../../frame/chat/channels/xmpp/session.ts';
import { openStream } from '../../../frame/chat/channels/xmpp/stream.ts';
import { readMessage, signalStanza, textStanza } from '../../../frame/chat/channels/xmpp/wire.ts';
import { type XmlElement, xml } from '../../../frame/chat/channels/xmpp/xml.ts';
import { browserClock } from '../../../frame/platform/clock.ts';
import type { Lifetime } from '../../../frame/platform/lifetime.ts';
import { createLog } from '../../../frame/platform/log.ts';
import { deskAddress, deskPassword, guestHost } from '../../sandbox/xmppServer.ts';

/** Clients on the channel's own wire code, without its window and its storage. A thousand of them fit into one process. */

export interface Guest {
  /** Sends a text and resolves to the time until the desk's receipt, ms. */
  say(text: string): Promise<number>;
}

export interface Desk {
  /** What has arrived. Each text has been answered with a receipt. */
  readonly texts: readonly string[];
}

export interface ClientPorts {
  readonly port: number;
  readonly lifetime: Lifetime;
  /** The connection is gone. */
  readonly onLost: () => void;
}

/** Registers a visitor and logs in. */
export async function enterGuest(ports: ClientPorts): Promise<Guest> {
  const waiting = new Map<string, () => void>();
  const session = await enter(ports, guestHost, undefined, (message) => {
    const received = readMessage(message, session.address ?? '')?.receivedId;
    if (received !== undefined) waiting.get(received)?.();
  });
  const thread = crypto.randomUUID();
  return {
    say(text) {
      const sentAt = performance.now();
      return new Promise((resolve) => {
        const id = crypto.randomUUID();
        waiting.set(id, () => {
          waiting.delete(id);
          resolve(performance.now() - sentAt);
        });
        session.send(textStanza(deskAddress, id, text, thread));
      });
    },
  };
}

/** Logs in at the desk. */
export async function enterDesk(ports: ClientPorts): Promise<Desk> {
  const [user = '', host = ''] = deskAddress.split('@');
  const texts: string[] = [];
  const session = await enter(ports, host, { user, password: deskPassword }, (message) => {
    const read = readMessage(message, session.address ?? '');
    if (read?.body === undefined || read.id === undefined) return;
    texts.push(read.body);
    const receipt = xml('received', { xmlns: ns.receipts, id: read.id });
    session.send(signalStanza(message.attributes.get('from') ?? '', crypto.randomUUID(), receipt));
  });
  return { texts };
}

async function enter(
  { port, lifetime, onLost }: ClientPorts,
  host: string,
  account: Account | undefined,
  receive: (message: XmlElement) => void,
): Promise<Session> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/xmpp-websocket`, 'xmpp') as unknown as SocketLike;
  const stream = openStream({ clock: browserClock, lifetime }, socket, onLost);
  const login = await logIn(stream, {
    ...{ host, account, resume: undefined },
    createAccount: () => ({ user: `visitor-${crypto.randomUUID()}`, password: crypto.randomUUID() }),
    onRegistered: () => {},
  });
  if (login.type !== 'begun') throw new Error('A new client has no session to resume.');
  const log = createLog(() => false);
  const session = createSession({ clock: browserClock, lifetime, log }, receive, onLost);
  session.begin(stream, login);
  session.send(xml('presence', { xmlns: ns.client }));
  return session;
}
