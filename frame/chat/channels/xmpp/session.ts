import { createError, isWidgetError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import { bareOf, domainOf } from './addresses.ts';
import { ackTimeoutMs } from './limits.ts';
import { countOf, type Login, resumeIdOf } from './login.ts';
import * as ns from './namespaces.ts';
import { createRequests } from './requests.ts';
import type { Frame, Stream } from './stream.ts';
import { createUnacknowledged } from './unacknowledged.ts';
import { type Xml, type XmlElement, xml } from './xml.ts';

export interface SessionPorts extends Pick<ChannelPorts, 'clock' | 'log' | 'lifetime'> {
  /** Messages and presence. */
  readonly receive: (stanza: XmlElement) => void;
  /** The server has not acknowledged our stanzas in time: the stream is dead. */
  readonly onDead: () => void;
}

export type Session = ReturnType<typeof createSession>;

/** The session on the server, which outlives its streams if the server can resume it (XEP-0198). */
export function createSession(ports: SessionPorts) {
  const { clock, lifetime, log } = ports;
  const unacknowledged = createUnacknowledged();
  const ownAddress = (): string | undefined => current && bareOf(current.address);
  const requests = createRequests({ clock, lifetime, ownAddress });
  let current: (Login & { type: 'begun' }) | undefined;
  let isManaged = false;
  let isResumptionUnknown = false;
  let resumeId: string | undefined;
  let stream: Stream | undefined;
  let cancelDeadline: (() => void) | undefined;

  function meetDeadline(): void {
    cancelDeadline?.();
    cancelDeadline = undefined;
  }

  function acknowledged(count: number): void {
    meetDeadline();
    unacknowledged.handled(count);
  }

  /** Servers handle stanzas in order, so the answer acknowledges all that came before it. */
  async function pingServer(): Promise<void> {
    const count = unacknowledged.countOfAll;
    const before = current;
    const isAnswered = await request('get', xml('ping', { xmlns: ns.ping })).then(
      () => true,
      (error: unknown) => isWidgetError(error, 'CALL_FAILED'),
    );
    if (isAnswered && current === before) acknowledged(count);
  }

  /** Asks the server how many of our stanzas it has received. No answer shows that the stream is dead. */
  function askForAck(timeoutMs: number): void {
    if (!current || !stream) return;
    if (isManaged) stream.send(xml('r', { xmlns: ns.streamManagement }));
    else void pingServer();
    cancelDeadline ??= lifetime.add(
      clock.after(timeoutMs, () => {
        cancelDeadline = undefined;
        ports.onDead();
      }),
    );
  }

  function manage(element: XmlElement): void {
    if (element.name === 'enabled' || element.name === 'failed') isResumptionUnknown = false;
    if (element.name === 'a') acknowledged(countOf(element));
    else if (element.name === 'r')
      stream?.send(xml('a', { xmlns: ns.streamManagement, h: String(unacknowledged.received) }));
    else if (element.name === 'enabled') {
      unacknowledged.restartReceived();
      resumeId = resumeIdOf(element);
    } else if (element.name === 'failed') {
      isManaged = false;
      // It will not answer an earlier request for an acknowledgement.
      if (cancelDeadline) void pingServer();
    }
  }

  function take({ element, isStanza }: Frame): void {
    if (isStanza) unacknowledged.countReceived();
    if (!element) log.warn('Skipped a stanza that is not well-formed or too large.');
    else if (element.namespace === ns.streamManagement) manage(element);
    else if (element.name === 'message' || element.name === 'presence') ports.receive(element);
    else if (element.name === 'iq' && !requests.answer(element)) refuse(element);
  }

  /** Requests must be answered (RFC 6120, 8.2.3). We answer only the server's, so that nobody else learns that the visitor is online. */
  function refuse({ attributes }: XmlElement): void {
    const type = attributes.get('type');
    const from = attributes.get('from');
    if ((type !== 'get' && type !== 'set') || (from !== undefined && bareOf(from) !== domainOf(current?.address ?? '')))
      return;
    const error = xml('error', { type: 'cancel' }, xml('service-unavailable', { xmlns: ns.stanzaErrors }));
    send(xml('iq', { xmlns: ns.client, type: 'error', id: attributes.get('id'), to: from }, error));
  }

  /**
   * `settle` gets true when the server has the stanza, and false if it remains unknown. If `isWanted` returns false, the resumed session
   * does not send it again.
   */
  function send(stanza: Xml, settle?: (isHandled: boolean) => void, isWanted?: () => boolean): void {
    if (!current) {
      settle?.(false);
      return;
    }
    unacknowledged.add(stanza, settle, isWanted);
    stream?.send(stanza);
  }

  /** Resolves to the answer of our server, or of the service `to`. Rejects on an error answer, a timeout or the end of the stream. */
  function request(type: 'get' | 'set', content: Xml, to?: string): Promise<XmlElement> {
    if (!current) return Promise.reject(createError('CALL_ABORTED', 'There is no session.'));
    const id = requests.createId();
    const answer = requests.wait(id, to);
    send(xml('iq', { xmlns: ns.client, type, id, to }, content));
    return answer;
  }

  return {
    /** Our bare address; undefined while there is no session. */
    get address() {
      return ownAddress();
    },
    /** What a login needs to resume this session. */
    get resumption() {
      return resumeId === undefined ? undefined : { id: resumeId, received: unacknowledged.received };
    },
    /** The server has not said yet whether the session can be resumed. */
    get isResumptionUnknown() {
      return isResumptionUnknown;
    },
    /** Whether its stream is open. True before the session is up, because the server may already deliver to it. */
    get isAttached() {
      return stream !== undefined;
    },
    get isAckAwaited() {
      return cancelDeadline !== undefined || unacknowledged.isAwaited;
    },
    /** The login has begun a session on this stream. The one before is over. */
    begin(opened: Stream, login: Login & { type: 'begun' }): void {
      unacknowledged.clear();
      current = login;
      isManaged = login.manages;
      isResumptionUnknown = isManaged;
      resumeId = undefined;
      stream = opened;
      opened.deliver(take);
    },
    /** The login has resumed the session on this stream. What the server has not received is sent again. */
    resume(opened: Stream, handled: number): void {
      stream = opened;
      unacknowledged.handled(handled);
      const again = unacknowledged.takeWanted();
      for (const stanza of again) opened.send(stanza);
      if (again.length > 0) askForAck(ackTimeoutMs);
      // After the loop, because this answers frames that have already arrived. Otherwise the answers could be among the stanzas that are
      // sent again, and the counts would differ.
      opened.deliver(take);
    },
    /** The stream is gone. With `isOver`, or if the session cannot be resumed, it is over too. */
    detach(isOver: boolean): void {
      stream = undefined;
      meetDeadline();
      requests.fail();
      if (!isOver && resumeId !== undefined) return;
      current = undefined;
      resumeId = undefined;
      unacknowledged.clear();
    },
    askForAck,
    send,
    request,
  };
}
