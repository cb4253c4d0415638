import { createError, describeError, isWidgetError } from '../../../../platform/errors.ts';
import type { ChannelPorts } from '../../../channel.ts';
import { createCallers } from '../../ground/connection/callers.ts';
import { stableConnectionMs } from '../../ground/connection/limits.ts';
import { createReconnectWaits } from '../../ground/connection/reconnectWaits.ts';
import { openSocket, type PageEvents, type SocketLike, within } from '../../ground/connection/socket.ts';
import { watchPage } from '../../ground/connection/watchPage.ts';
import {
  ambiguousCloseCode,
  hangingAttemptMs,
  identityCloseCodes,
  outdatedCloseCodes,
  probeTimeoutMs,
  renewAgainMs,
  requestTimeoutMs,
} from '../limits.ts';
import { getClock, type WireRequest } from '../requests.ts';
import { type NotificationFrame, parseFrame, type ResponseFrame } from '../wire.ts';
import { createTokens, isTokenRefused, type TokenPorts } from './tokens.ts';

export interface MessagingSocketPorts extends TokenPorts, Pick<ChannelPorts, 'clock' | 'log' | 'lifetime' | 'random'> {
  readonly transport: MessagingTransport;
  readonly address: () => Promise<string>;
  readonly greeting: (token: string) => WireRequest;
  /** Restores the subscriptions on a new connection. The connection is up once this resolves. */
  readonly resync: () => Promise<void>;
  readonly notify: (frame: NotificationFrame) => void;
  /** Whether to reconnect after the connection is lost. */
  readonly isWanted: () => boolean;
  /** Whether the visitor is waiting for the connection, for example with a text to send. */
  readonly isAwaited: () => boolean;
  readonly onUp: () => void;
  readonly onDown: () => void;
  /** The service refused the identity, and a new token was refused too, or the broker refused to issue one. */
  readonly onRefused: () => void;
  /** The service no longer supports this version of the client. There are no further attempts. */
  readonly onOutdated: () => void;
}

/**
 * A connection to the messaging service that is kept open as long as it is wanted, on at most one socket at a time.
 *
 * One attempt runs at a time. An attempt that hangs is abandoned by clearing `attempt`; it notices at its next step and ends
 * without effect.
 */
export function createMessagingSocket(ports: MessagingSocketPorts) {
  const { clock, lifetime, log } = ports;
  const waits = createReconnectWaits(ports.random);
  const tokens = createTokens(ports);
  /** Events of earlier connections are ignored. */
  let current: Connection | undefined;
  let upSince: number | undefined;
  let hasLoggedInvalidFrame = false;
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  let attempt: { readonly since: number } | undefined;
  let isOutdated = false;
  let cancelWait = (): void => {};
  const callers = createCallers();

  const isUp = (): boolean => upSince !== undefined;
  const isWanted = (): boolean => callers.areWaiting || ports.isWanted();

  function open(address: string): Connection {
    const connection: Connection = openConnection(ports, ports.transport.dial(address), {
      notify: ports.notify,
      onInvalidFrame() {
        if (!hasLoggedInvalidFrame) log.warn('Skipped an invalid frame from the messaging service.');
        hasLoggedInvalidFrame = true;
      },
      onOutdated: endForGood,
      onClosed(code) {
        if (current === connection) onClosed(code);
      },
    });
    return connection;
  }

  /** Ends the connection, if there is one. Returns how long it was up, ms; undefined if it never was. */
  function drop(): number | undefined {
    const dropped = current;
    const upForMs = upSince === undefined ? undefined : Math.abs(clock.now() - upSince);
    current = undefined;
    upSince = undefined;
    dropped?.close('the connection was lost');
    if (upForMs !== undefined && upForMs >= stableConnectionMs) tokens.proved();
    if (upForMs !== undefined && !lifetime.ended) ports.onDown();
    return upForMs;
  }

  function onClosed(code: number): void {
    if (outdatedCloseCodes.has(code)) {
      endForGood();
      return;
    }
    if (identityCloseCodes.has(code)) tokens.refused();
    replace();
    if (code === ambiguousCloseCode) tokens.suspected();
  }

  function replace(): void {
    const upForMs = drop();
    if (upForMs === undefined) return;
    schedule(waits.afterLoss(upForMs, ports.isAwaited()));
  }

  /** A request was refused: the token may have expired since the greeting (REL-19). If a new one does not help, the refusal has another reason. */
  function renewToken(): void {
    if (!isUp() || Math.abs(clock.now() - renewedAtMs) < renewAgainMs) return;
    renewedAtMs = clock.now();
    replace();
    tokens.suspected();
  }

  /** The texts stay stored: a reload of the page gets the newer version, which sends them (F-DL10). */
  function endForGood(): void {
    if (isOutdated) return;
    isOutdated = true;
    abandon();
    callers.settle(outdated());
    log.warn('The messaging service needs a newer version of the widget.');
    ports.onOutdated();
  }

  /** Checks that the service still answers, and reconnects if it does not. */
  function probe(): void {
    const probed = current;
    if (!probed || !isUp()) return;
    probed.send(getClock(), probeTimeoutMs).catch((error: unknown) => {
      if (current !== probed || !isWidgetError(error, 'CALL_TIMEOUT')) return;
      drop();
      void connectNow();
    });
  }

  async function establish(isAbandoned: () => boolean): Promise<void> {
    const token = await tokens.next();
    const address = await ports.address();
    if (isAbandoned()) throw createError('CALL_ABORTED', 'The attempt was abandoned.');
    const connection = open(address);
    current = connection;
    try {
      await connection.opened;
      await connection.send(ports.greeting(token), requestTimeoutMs);
      await ports.resync();
      if (current !== connection) throw createError('CALL_ABORTED', 'The connection was lost.');
      upSince = clock.now();
    } catch (error) {
      if (current === connection) drop();
      if (isTokenRefused(error)) tokens.refused();
      throw error;
    }
  }

  /** Retries once right away if a caller is waiting (CH-148); later attempts are scheduled with growing waits. */
  async function connectNow(): Promise<void> {
    if (attempt || isUp() || page.isSuspended || isOutdated || lifetime.ended) return;
    cancelWait();
    const mine = { since: clock.now() };
    attempt = mine;
    let failure: unknown;
    for (let tries = 0; tries < 2; tries += 1) {
      failure = await establish(() => attempt !== mine).catch((error: unknown) => error);
      if (attempt !== mine) return;
      const mayRetry = tries === 0 && callers.areWaiting && !isWidgetError(failure, 'NOT_SIGNED_IN');
      if (failure === undefined || !mayRetry) break;
      log.warn('Failed to connect with JWT; retrying...');
    }
    attempt = undefined;
    if (failure !== undefined) down(failure);
    else {
      ports.onUp();
      callers.settle();
    }
  }

  function down(failure: unknown): void {
    const reason = describeError(failure).replace(/^\w+: /, '');
    callers.settle(createError('CHANNEL_UNAVAILABLE', `Error initializing connection: ${reason}`, { cause: failure }));
    if (isWidgetError(failure, 'NOT_SIGNED_IN')) {
      log.warn('The messaging service refused the visitor’s identity.');
      ports.onRefused();
    } else schedule(waits.afterFailure());
  }

  function schedule(waitMs: number): void {
    cancelWait();
    if (lifetime.ended || page.isSuspended || isOutdated || !ports.isWanted()) return;
    cancelWait = lifetime.add(clock.after(waitMs, () => void connectNow()));
  }

  function abandon(): void {
    attempt = undefined;
    cancelWait();
    drop();
  }

  /** Probes the connection, or connects right away instead of waiting for the next scheduled attempt. */
  function wake(): void {
    if (isUp()) probe();
    else if (!attempt) {
      tokens.forgive();
      void connectNow();
    }
  }

  const page = watchPage(ports, ports.transport.page, {
    onHide: abandon,
    onShow: () => void (isWanted() && connectNow()),
    onAwake: () => (isUp() || ports.isWanted()) && wake(),
    onOnline() {
      const isHanging = attempt !== undefined && Math.abs(clock.now() - attempt.since) >= hangingAttemptMs;
      if (isHanging) abandon();
      if (isUp() || isWanted()) wake();
    },
  });
  lifetime.add(() => {
    abandon();
    callers.settle(createError('CALL_ABORTED', 'The channel has ended.'));
  });

  return {
    get isUp(): boolean {
      return isUp();
    },
    get isOutdated(): boolean {
      return isOutdated;
    },
    page,
    /** Resolves once the connection is up. Rejects with the reason after two failures in a row. */
    async connect(): Promise<void> {
      if (isUp()) return;
      if (isOutdated) throw outdated();
      const connected = callers.wait();
      void connectNow();
      await connected;
    },
    /** Resolves to the body of the response. Rejects on an error response (with its status), a timeout or a lost connection. */
    request(request: WireRequest, timeoutMs = requestTimeoutMs): Promise<unknown> {
      const used = current;
      if (!used?.isOpen) return Promise.reject(createError('CALL_ABORTED', 'There is no connection.'));
      return used.send(request, timeoutMs).catch((error: unknown) => {
        // The connection may be dead without the browser having noticed (REL-06).
        if (isWidgetError(error, 'CALL_TIMEOUT') && current === used) probe();
        if (isTokenRefused(error) && current === used) renewToken();
        throw error;
      });
    },
    wake,
    /** Closes the connection, which stays closed until `connect` or `wake` is called. */
    disconnect(): void {
      abandon();
      if (callers.areWaiting) void connectNow();
    },
  };
}

export type MessagingSocket = ReturnType<typeof createMessagingSocket>;

const outdated = () => createError('CHANNEL_UNAVAILABLE', 'The messaging service needs a newer version of the widget.');

interface ConnectionParts {
  readonly notify: (frame: NotificationFrame) => void;
  readonly onInvalidFrame: () => void;
  /** The other side or the network has closed the socket. */
  readonly onClosed: (code: number) => void;
  /** The service has refused a request because of the protocol's version. */
  readonly onOutdated: () => void;
}

/** The protocol version is no longer supported (HTTP "Upgrade Required"). */
const upgradeRequired = 426;

/** One socket with the requests on it. */
export function openConnection(
  ports: Pick<ChannelPorts, 'clock' | 'lifetime'>,
  socket: SocketLike,
  parts: ConnectionParts,
) {
  const unanswered = new Map<string, { resolve: (body: unknown) => void; reject: (error: unknown) => void }>();
  let requests = 0;
  const connection = openSocket(ports, socket, receive, parts.onClosed);

  function receive(text: string | undefined): void {
    const frame = text === undefined ? undefined : parseFrame(text);
    if (!frame) parts.onInvalidFrame();
    else if (frame.kind === 'notification') parts.notify(frame);
    else answer(frame);
  }

  function answer({ reqId, code, body }: ResponseFrame): void {
    const one = unanswered.get(reqId);
    if (!one) return;
    if (code < 400) {
      one.resolve(body);
      return;
    }
    const reason = typeof body === 'string' && body ? body : `code ${code}`;
    one.reject(createError('CALL_FAILED', reason, { status: code, body }));
    if (code === upgradeRequired) parts.onOutdated();
  }

  return {
    get isOpen(): boolean {
      return connection.isOpen;
    },
    opened: connection.opened,
    /** Resolves to the body of the answer. Rejects on an error answer (with its status), a timeout or the end. */
    send(request: WireRequest, timeoutMs: number): Promise<unknown> {
      requests += 1;
      const id = String(requests);
      return within(
        connection.wait,
        timeoutMs,
        (resolve, reject, attempt) => {
          unanswered.set(id, { resolve, reject });
          attempt.add(() => unanswered.delete(id));
          socket.send(JSON.stringify({ kind: 'req', id, ...request }));
        },
        `${request.type} was not answered within ${timeoutMs} ms`,
      );
    },
    close: connection.close,
  };
}

export type Connection = ReturnType<typeof openConnection>;

export interface MessagingTransport {
  dial(address: string): SocketLike;
  readonly page: PageEvents;
  /** IANA name of the visitor's time zone. */
  readonly timeZone: () => string;
}

export const browserTransport: MessagingTransport = {
  dial: (address) => new WebSocket(address),
  get page() {
    return window;
  },
  timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};
