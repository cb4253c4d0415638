import { createError, isWidgetError } from '../../../platform/errors.ts';
import { createTimer } from '../../../platform/timer.ts';
import type { ChannelPorts } from '../../channel.ts';
import { within } from '../ground/connection/socket.ts';
import { ackTimeoutMs, stepTimeoutMs } from './limits.ts';
import { errorConditionOf, type Login, resumeIdOf } from './login.ts';
import * as ns from './namespaces.ts';
import type { Frame, Stream } from './stream.ts';
import { bareOf, countOf, domainOf } from './wire.ts';
import { type Xml, type XmlElement, xml } from './xml.ts';

/** A stanza that the server has not acknowledged. */
interface Sent {
  readonly stanza: Xml;
  readonly settle: ((isHandled: boolean) => void) | undefined;
  readonly isWanted: (() => boolean) | undefined;
}

/** A request that waits for its answer. */
interface Waiting {
  /** Who is asked; undefined: our own server. */
  readonly to: string | undefined;
  resolve(answer: XmlElement): void;
  reject(error: unknown): void;
}

/** Counts are modulo 2^32 (XEP-0198, 4). */
const modulus = 2 ** 32;

export type Session = ReturnType<typeof createSession>;

/** The session on the server, which outlives its streams if the server can resume it (XEP-0198). */
export function createSession(
  { clock, lifetime, log }: Pick<ChannelPorts, 'clock' | 'log' | 'lifetime'>,
  /** Messages and presence. */
  receive: (stanza: XmlElement) => void,
  /** The server has not acknowledged our stanzas in time: the stream is dead. */
  onDead: () => void,
) {
  let current: (Login & { type: 'begun' }) | undefined;
  let isManaged = false;
  let isResumptionUnknown = false;
  let resumeId: string | undefined;
  let stream: Stream | undefined;
  /** Until when the server must have acknowledged our stanzas. */
  const deadline = createTimer(clock, lifetime);
  /** How many stanzas of the server have arrived in this session. Counts from 0 again when the server enables acknowledgements. */
  let received = 0;
  /** How many of our stanzas the server has acknowledged in this session. */
  let handled = 0;
  let unacknowledged: Sent[] = [];
  const waiting = new Map<string, Waiting>();
  /** Requests that wait for an answer end with the stream. */
  let attached = lifetime.child();
  let requests = 0;

  const ownAddress = (): string | undefined => current && bareOf(current.address);

  /** The server has received this many of our stanzas. A count beyond what was sent is wrong and changes nothing. */
  function acknowledged(count: number): void {
    deadline.stop();
    const newlyHandled = (count - handled + modulus) % modulus;
    const arrived = unacknowledged.splice(0, newlyHandled <= unacknowledged.length ? newlyHandled : 0);
    handled = (handled + arrived.length) % modulus;
    for (const { settle } of arrived) settle?.(true);
  }

  /** It remains unknown whether the stanzas of a session that is over have arrived. */
  function forgetUnacknowledged(): void {
    const lost = unacknowledged;
    unacknowledged = [];
    received = 0;
    handled = 0;
    for (const { settle } of lost) settle?.(false);
  }

  /** Servers handle stanzas in order, so the answer acknowledges all that came before it. */
  async function pingServer(): Promise<void> {
    const countOfAll = (handled + unacknowledged.length) % modulus;
    const before = current;
    const isAnswered = await request('get', xml('ping', { xmlns: ns.ping })).then(
      () => true,
      (error: unknown) => isWidgetError(error, 'CALL_FAILED'),
    );
    if (isAnswered && current === before) acknowledged(countOfAll);
  }

  /** Asks the server how many of our stanzas it has received. No answer shows that the stream is dead. */
  function askForAck(timeoutMs: number): void {
    if (!current || !stream) return;
    if (isManaged) stream.send(xml('r', { xmlns: ns.streamManagement }));
    else void pingServer();
    if (!deadline.isRunning) deadline.start(timeoutMs, onDead);
  }

  function manage(element: XmlElement): void {
    if (element.name === 'enabled' || element.name === 'failed') isResumptionUnknown = false;
    if (element.name === 'a') acknowledged(countOf(element));
    else if (element.name === 'r') stream?.send(xml('a', { xmlns: ns.streamManagement, h: String(received) }));
    else if (element.name === 'enabled') {
      // The server starts to count what it sends.
      received = 0;
      resumeId = resumeIdOf(element);
    } else if (element.name === 'failed') {
      isManaged = false;
      // It will not answer an earlier request for an acknowledgement.
      if (deadline.isRunning) void pingServer();
    }
  }

  function take({ element, isStanza }: Frame): void {
    if (isStanza) received = (received + 1) % modulus;
    if (!element) log.warn('Skipped a stanza that is not well-formed or too large.');
    else if (element.namespace === ns.streamManagement) manage(element);
    else if (element.name === 'message' || element.name === 'presence') receive(element);
    else if (element.name === 'iq') takeQuery(element);
  }

  function takeQuery(element: XmlElement): void {
    const { attributes } = element;
    const type = attributes.get('type');
    const from = attributes.get('from');
    if (type === 'get' || type === 'set') {
      refuse(attributes.get('id'), from);
      return;
    }
    const asked = waiting.get(attributes.get('id') ?? '');
    if (!asked || !mayAnswer(from, asked.to)) return;
    if (type === 'result') asked.resolve(element);
    else if (type === 'error') {
      const condition = errorConditionOf(element);
      asked.reject(createError('CALL_FAILED', condition, { body: { condition } }));
    }
  }

  /** Ids can be guessed, so an answer counts only from whoever was asked; for our own server, also from our own account. */
  function mayAnswer(from: string | undefined, to: string | undefined): boolean {
    if (to !== undefined) return from !== undefined && bareOf(from) === to;
    const own = ownAddress();
    return from === undefined || (own !== undefined && [own, domainOf(own)].includes(bareOf(from)));
  }

  /** Requests must be answered (RFC 6120, 8.2.3). We answer only the server's, so that nobody else learns that the visitor is online. */
  function refuse(id: string | undefined, from: string | undefined): void {
    if (from !== undefined && bareOf(from) !== domainOf(current?.address ?? '')) return;
    const error = xml('error', { type: 'cancel' }, xml('service-unavailable', { xmlns: ns.stanzaErrors }));
    send(xml('iq', { xmlns: ns.client, type: 'error', id, to: from }, error));
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
    unacknowledged.push({ stanza, settle, isWanted });
    stream?.send(stanza);
  }

  /** Resolves to the answer of our server, or of the service `to`. Rejects on an error answer, a timeout or the end of the stream. */
  function request(type: 'get' | 'set', content: Xml, to?: string): Promise<XmlElement> {
    if (!current) return Promise.reject(createError('CALL_ABORTED', 'There is no session.'));
    requests += 1;
    const id = `q${requests}`;
    return within(
      { clock, lifetime: attached },
      stepTimeoutMs,
      (resolve, reject, attempt) => {
        waiting.set(id, { to, resolve, reject });
        attempt.add(() => waiting.delete(id));
        send(xml('iq', { xmlns: ns.client, type, id, to }, content));
      },
      `the XMPP server did not answer within ${stepTimeoutMs} ms`,
    );
  }

  return {
    /** Our bare address; undefined while there is no session. */
    get address() {
      return ownAddress();
    },
    /** What a login needs to resume this session. */
    get resumption() {
      return resumeId === undefined ? undefined : { id: resumeId, received };
    },
    /** The server has not said yet whether the session can be resumed. */
    get isResumptionUnknown() {
      return isResumptionUnknown;
    },
    /** Whether its stream is open. True before the session is up, because the server may already deliver to it. */
    get isAttached() {
      return stream !== undefined;
    },
    /** Whether somebody waits to hear that the server has our stanzas. */
    get isAckAwaited() {
      return deadline.isRunning || unacknowledged.some(({ settle }) => settle !== undefined);
    },
    /** The login has begun a session on this stream. The one before is over. */
    begin(opened: Stream, login: Login & { type: 'begun' }): void {
      forgetUnacknowledged();
      current = login;
      isManaged = login.manages;
      isResumptionUnknown = isManaged;
      resumeId = undefined;
      stream = opened;
      opened.deliver(take);
    },
    /** The login has resumed the session on this stream. What the server has not received is sent again, unless it is no longer wanted. */
    resume(opened: Stream, count: number): void {
      stream = opened;
      acknowledged(count);
      unacknowledged = unacknowledged.filter(({ isWanted, settle }) => {
        const isKept = isWanted?.() ?? true;
        if (!isKept) settle?.(false);
        return isKept;
      });
      for (const { stanza } of unacknowledged) opened.send(stanza);
      if (unacknowledged.length > 0) askForAck(ackTimeoutMs);
      // After the loop, because this answers frames that have already arrived. Otherwise the answers could be among the stanzas that are
      // sent again, and the counts would differ.
      opened.deliver(take);
    },
    /** The stream is gone. With `isOver`, or if the session cannot be resumed, it is over too. */
    detach(isOver: boolean): void {
      stream = undefined;
      deadline.stop();
      // Answers that come after a resumption are ignored.
      attached.end();
      attached = lifetime.child();
      waiting.clear();
      if (!isOver && resumeId !== undefined) return;
      current = undefined;
      resumeId = undefined;
      forgetUnacknowledged();
    },
    askForAck,
    send,
    request,
  };
}

/** The condition of an error answer; undefined for any other error. */
export function conditionOf(error: unknown): string | undefined {
  const body = isWidgetError(error, 'CALL_FAILED') ? error.body : undefined;
  return (body as { readonly condition?: string } | undefined)?.condition;
}
