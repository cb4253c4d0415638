import type { ChannelPorts } from '../../channel.ts';
import { openSocket, type SocketLike, within } from '../ground/connection/socket.ts';
import { stepTimeoutMs } from './limits.ts';
import * as ns from './namespaces.ts';
import { parseXml, type Xml, type XmlElement, xml } from './xml.ts';

/** What arrived in one frame. */
export interface Frame {
  /** Undefined: it is not well-formed, or too large. */
  readonly element: XmlElement | undefined;
  /** Both sides count stanzas (XEP-0198), including those that are skipped. */
  readonly isStanza: boolean;
}

export type Stream = ReturnType<typeof openStream>;

const stanza = /^\s*<(?:message|presence|iq)[\s/>]/;

/** One websocket with its stream (RFC 7395), from dialing to its end. After `close` it reports nothing more. */
export function openStream(
  ports: Pick<ChannelPorts, 'clock' | 'lifetime'>,
  socket: SocketLike,
  /** The server or the network has closed the stream. Not called after `close`. */
  onClosed: () => void,
) {
  const unread: Frame[] = [];
  let waiting: { matches: (element: XmlElement) => boolean; resolve: (element: XmlElement) => void } | undefined;
  let listener: ((frame: Frame) => void) | undefined;
  const connection = openSocket(
    ports,
    socket,
    (text = '') => receive({ element: parseXml(text), isStanza: stanza.test(text) }),
    onClosed,
  );

  function receive(frame: Frame): void {
    const { element } = frame;
    const isEnd = element && (element.name === 'close' || element.name === 'error') && !frame.isStanza;
    if (isEnd && (element.namespace === ns.framing || element.namespace === ns.streams)) {
      close(true);
      onClosed();
    } else if (element && waiting?.matches(element)) {
      const { resolve } = waiting;
      waiting = undefined;
      unread.length = 0;
      resolve(element);
    } else if (listener) listener(frame);
    else unread.push(frame);
  }

  function send(element: Xml): void {
    if (connection.hasEnded) return;
    try {
      socket.send(element.xml);
    } catch {
      // Ignore the error: the socket is closing, and its close event follows.
    }
  }

  /** Closes the socket. With `isFinal` the session ends too; otherwise it can be resumed. */
  function close(isFinal: boolean): void {
    if (isFinal) send(xml('close', { xmlns: ns.framing }));
    connection.close('The connection was closed.');
  }

  const stream = {
    /** Opens the stream, or opens it again after a login. Resolves to the features that the server offers. */
    async open(host: string): Promise<XmlElement> {
      await connection.opened;
      send(xml('open', { xmlns: ns.framing, to: host, version: '1.0' }));
      return stream.next((element) => element.name === 'features' && element.namespace === ns.streams);
    },
    send,
    /** The next element that matches, for the steps of a login. What came before it is dropped. Rejects on a timeout and at the end. */
    next(matches: (element: XmlElement) => boolean, timeoutMs: number = stepTimeoutMs): Promise<XmlElement> {
      return within(connection.wait, timeoutMs, (resolve) => {
        const at = unread.findIndex(({ element }) => element && matches(element));
        const element = unread[at]?.element;
        if (element) {
          unread.splice(0, at + 1);
          resolve(element);
        } else waiting = { matches, resolve };
      });
    },
    /** The login is over: hands over every frame after the last step. */
    deliver(next: (frame: Frame) => void): void {
      listener = next;
      for (const frame of unread.splice(0)) next(frame);
    },
    close,
  };
  return stream;
}
