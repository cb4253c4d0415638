import type { Clock } from '../../../platform/clock.ts';
import { createError, describeError, isWidgetError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { Log } from '../../../platform/log.ts';
import {
  ambiguousCloseCode,
  connectTimeoutMs,
  goodConnectionMs,
  identityCloseCodes,
  maxIdentityRefusals,
  probeTimeoutMs,
  reconnectBaseMs,
  reconnectMaxMs,
  requestTimeoutMs,
  sleepCheckMs,
} from './limits.ts';
import { getClock, type WireRequest } from './requests.ts';
import type { MessagingTransport, SocketLike } from './transport.ts';
import { type NotificationFrame, parseFrame, type ResponseFrame } from './wire.ts';

export interface MessagingSocketPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly random: () => number;
  readonly transport: MessagingTransport;
  readonly address: () => Promise<string>;
  /** The token for the greeting. Rejects when there is none. */
  readonly token: () => Promise<string>;
  /** Fetches a new token after the service refused the current one. */
  readonly refreshToken: () => Promise<string>;
  readonly greeting: (token: string) => WireRequest;
  /** Restores the subscriptions on a new connection. The connection is up once this resolves. */
  readonly resync: () => Promise<void>;
  readonly notify: (frame: NotificationFrame) => void;
  /** Whether to reconnect after the connection is lost. */
  readonly isWanted: () => boolean;
  readonly onUp: () => void;
  readonly onDown: () => void;
  /** The service refused the identity, and a new token was refused too or could not be fetched. */
  readonly onRefused: () => void;
}

export interface MessagingSocket {
  readonly isUp: boolean;
  /** Resolves once the connection is up. Rejects with the reason after two failures in a row. */
  connect(): Promise<void>;
  /** Resolves to the body of the response. Rejects on an error response (with its status), a timeout or a lost connection. */
  request(request: WireRequest, timeoutMs?: number): Promise<unknown>;
  /** Checks that the service still answers, and reconnects if it does not. */
  probe(): void;
  /** Probes the connection, or connects right away instead of waiting for the next scheduled attempt. */
  wake(): void;
  /** Closes the connection, which stays closed until `connect` or `wake` is called. */
  disconnect(): void;
}

interface PendingRequest {
  readonly resolve: (body: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly cancelTimer: () => void;
}

interface Connection {
  readonly socket: SocketLike;
  readonly pending: Map<string, PendingRequest>;
  isOpen: boolean;
  upSince: number | undefined;
}

/**
 * A connection to the messaging service that is kept up as long as it is wanted. Responses are matched by id, never by type.
 * At most one socket is in use at a time; events of earlier sockets are ignored. The file is long because the states of a
 * connection share all of their data.
 */
export function createMessagingSocket(ports: MessagingSocketPorts): MessagingSocket {
  const { clock, lifetime, log } = ports;
  let current: Connection | undefined;
  /** Incremented to invalidate a running connection attempt. */
  let generation = 0;
  let isTrying = false;
  let isSuspended = false;
  let failures = 0;
  let refusals = 0;
  let needsNewToken = false;
  /** Set after an ambiguous close code: the token may have expired. Set at most once per good connection. */
  let shouldTryNewToken = false;
  let hasTriedNewToken = false;
  let nextId = 0;
  let hasLoggedInvalidFrame = false;
  let lastTickMs = clock.now();
  let cancelWait = (): void => {};
  let abandonOpening = (): void => {};
  let pendingConnects: { resolve: () => void; reject: (error: unknown) => void }[] = [];

  const isUp = (): boolean => current?.upSince !== undefined;

  function settlePendingConnects(error?: unknown): void {
    const settled = pendingConnects;
    pendingConnects = [];
    for (const one of settled) error === undefined ? one.resolve() : one.reject(error);
  }

  /** Closes the current socket without waiting for the other side, and rejects its pending requests. */
  function drop(reason = 'the connection was lost'): void {
    const dropped = current;
    current = undefined;
    abandonOpening();
    if (!dropped) return;
    const wasUp = dropped.upSince !== undefined;
    if (wasUp && clock.now() - (dropped.upSince ?? 0) >= goodConnectionMs) {
      failures = 0;
      hasTriedNewToken = false;
    }
    try {
      dropped.socket.close(1000);
    } catch {
      // Ignore the error: events of this socket are ignored from now on, closed or not.
    }
    for (const one of dropped.pending.values()) {
      one.cancelTimer();
      one.reject(createError('CALL_ABORTED', reason));
    }
    if (wasUp && !lifetime.ended) ports.onDown();
  }

  function send(connection: Connection, request: WireRequest, timeoutMs: number): Promise<unknown> {
    nextId += 1;
    const id = String(nextId);
    return new Promise((resolve, reject) => {
      const cancelTimer = clock.after(timeoutMs, () => {
        connection.pending.delete(id);
        reject(createError('CALL_TIMEOUT', `${request.type} was not answered within ${timeoutMs} ms`));
      });
      connection.pending.set(id, { resolve, reject, cancelTimer });
      try {
        connection.socket.send(JSON.stringify({ kind: 'req', id, ...request }));
      } catch (cause) {
        cancelTimer();
        connection.pending.delete(id);
        reject(createError('CALL_ABORTED', 'The connection was lost.', { cause }));
      }
    });
  }

  function receive(connection: Connection, data: unknown): void {
    const frame = typeof data === 'string' ? parseFrame(data) : undefined;
    if (!frame) {
      if (!hasLoggedInvalidFrame) log.warn('Skipped an invalid frame from the messaging service.');
      hasLoggedInvalidFrame = true;
    } else if (frame.kind === 'notification') ports.notify(frame);
    else answer(connection, frame);
  }

  function answer(connection: Connection, { reqId, code, body }: ResponseFrame): void {
    const one = connection.pending.get(reqId);
    if (!one) return;
    connection.pending.delete(reqId);
    one.cancelTimer();
    if (code < 400) one.resolve(body);
    else {
      const reason = typeof body === 'string' && body ? body : `code ${code}`;
      one.reject(createError('CALL_FAILED', reason, { status: code, body }));
    }
  }

  /** Opens a socket. Rejects when it closes first or does not open in time. */
  function dial(address: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection: Connection = {
        socket: ports.transport.dial(address),
        pending: new Map(),
        isOpen: false,
        upSince: undefined,
      };
      current = connection;
      const isCurrent = (): boolean => current === connection;
      const cancelTimer = clock.after(connectTimeoutMs, () => {
        if (isCurrent()) drop();
        reject(createError('CALL_TIMEOUT', `no connection within ${connectTimeoutMs} ms`));
        forget();
      });
      const forget = lifetime.add(() => {
        cancelTimer();
        reject(createError('CALL_ABORTED', 'The connection attempt was cancelled.'));
      });
      abandonOpening = forget;
      connection.socket.addEventListener('open', () => {
        if (isCurrent()) {
          connection.isOpen = true;
          resolve(connection);
        }
        forget();
      });
      connection.socket.addEventListener('message', ({ data }) => {
        if (isCurrent()) receive(connection, data);
      });
      // An error event is always followed by a close event, which carries the code.
      connection.socket.addEventListener('error', () => {});
      connection.socket.addEventListener('close', ({ code }) => {
        reject(createError('CALL_FAILED', `the connection was closed with ${code}`, { status: code }));
        forget();
        if (!isCurrent()) return;
        if (identityCloseCodes.has(code)) needsNewToken = true;
        const wasUp = connection.upSince !== undefined;
        drop(`the connection was closed with ${code}`);
        if (code === ambiguousCloseCode && !hasTriedNewToken) shouldTryNewToken = true;
        if (wasUp) schedule();
      });
    });
  }

  async function currentToken(): Promise<string> {
    if (!needsNewToken && shouldTryNewToken) {
      shouldTryNewToken = false;
      hasTriedNewToken = true;
      // Ignore the error: the close may have been a server error, and the current token still valid.
      return ports.refreshToken().catch(() => ports.token());
    }
    if (!needsNewToken) return ports.token();
    refusals += 1;
    if (refusals > maxIdentityRefusals) throw createError('NOT_SIGNED_IN', 'the service refuses new tokens');
    try {
      const token = await ports.refreshToken();
      needsNewToken = false;
      return token;
    } catch (cause) {
      throw createError('NOT_SIGNED_IN', 'no new token could be fetched', { cause });
    }
  }

  /** Connects, greets and subscribes. Rejects if any step fails. */
  async function attempt(startedIn: number): Promise<void> {
    const token = await currentToken();
    const address = await ports.address();
    if (startedIn !== generation || lifetime.ended)
      throw createError('CALL_ABORTED', 'Another attempt has taken over.');
    const connection = await dial(address);
    try {
      await send(connection, ports.greeting(token), requestTimeoutMs);
      await ports.resync();
      if (current !== connection) throw createError('CALL_ABORTED', 'The connection was lost.');
      connection.upSince = clock.now();
    } catch (error) {
      if (isWidgetError(error) && (error.status === 401 || error.status === 403)) needsNewToken = true;
      if (current === connection) drop();
      throw error;
    }
  }

  /** Retries once right away if a caller is waiting (CH-148); later attempts are scheduled with growing waits. */
  async function connectNow(): Promise<void> {
    if (isTrying || isUp() || isSuspended || lifetime.ended) return;
    cancelWait();
    isTrying = true;
    generation += 1;
    const startedIn = generation;
    let failure: unknown;
    try {
      for (let tries = 0; tries < 2; tries += 1) {
        try {
          await attempt(startedIn);
          failure = undefined;
          break;
        } catch (error) {
          failure = error;
          if (startedIn !== generation || lifetime.ended || isWidgetError(error, 'NOT_SIGNED_IN')) break;
          if (tries === 0 && pendingConnects.length > 0) log.warn('Failed to connect with JWT; retrying...');
          else break;
        }
      }
    } finally {
      isTrying = false;
    }
    if (lifetime.ended) return;
    if (startedIn !== generation) {
      // This attempt was invalidated while it ran (page hidden or disconnected); start over if still wanted.
      if (!isSuspended && !isUp() && (pendingConnects.length > 0 || ports.isWanted())) void connectNow();
      return;
    }
    if (failure === undefined) up();
    else down(failure);
  }

  function up(): void {
    refusals = 0;
    lastTickMs = clock.now();
    ports.onUp();
    settlePendingConnects();
  }

  function down(failure: unknown): void {
    const reason = describeError(failure).replace(/^\w+: /, '');
    const error = createError('CHANNEL_UNAVAILABLE', `Error initializing connection: ${reason}`, { cause: failure });
    const isRefused = isWidgetError(failure, 'NOT_SIGNED_IN');
    settlePendingConnects(error);
    if (isRefused) {
      log.warn('The messaging service refused the visitor’s identity.');
      ports.onRefused();
    } else schedule();
  }

  function schedule(): void {
    if (lifetime.ended || isSuspended || !ports.isWanted()) return;
    cancelWait();
    const steps = Math.min(reconnectBaseMs * 2 ** Math.min(failures, 20), reconnectMaxMs);
    const waitMs = Math.min(reconnectMaxMs, Math.round(steps * (0.5 + ports.random())));
    failures += 1;
    cancelWait = lifetime.add(clock.after(waitMs, () => void connectNow()));
  }

  function wake(): void {
    if (lifetime.ended || isSuspended) return;
    if (isUp()) probe();
    else if (!isTrying) {
      refusals = 0;
      void connectNow();
    }
  }

  function probe(): void {
    const connection = current;
    if (!connection || connection.upSince === undefined) return;
    lastTickMs = clock.now();
    send(connection, getClock(), probeTimeoutMs).catch((error: unknown) => {
      if (current !== connection || !isWidgetError(error, 'CALL_TIMEOUT')) return;
      drop();
      void connectNow();
    });
  }

  /** Timers stop while a device sleeps. A long gap between two ticks means that the connection may be dead (REL-10). */
  function checkSleep(): void {
    const sleptMs = clock.now() - lastTickMs;
    lastTickMs = clock.now();
    if (sleptMs > 2 * sleepCheckMs && (isUp() || ports.isWanted())) wake();
  }

  lifetime.add(clock.every(sleepCheckMs, checkSleep));
  lifetime.add(() => {
    cancelWait();
    drop();
    settlePendingConnects(createError('CALL_ABORTED', 'The channel has ended.'));
  });
  const { pageLife } = ports.transport;
  pageLife.onHide(lifetime, () => {
    isSuspended = true;
    generation += 1;
    cancelWait();
    drop();
  });
  pageLife.onShow(lifetime, () => {
    if (!isSuspended) return;
    isSuspended = false;
    failures = 0;
    if (pendingConnects.length > 0 || ports.isWanted()) void connectNow();
  });
  pageLife.onOnline(lifetime, () => {
    if (isUp() || ports.isWanted()) wake();
  });

  return {
    get isUp() {
      return isUp();
    },
    connect: () =>
      new Promise((resolve, reject) => {
        if (isUp()) resolve();
        else {
          pendingConnects.push({ resolve, reject });
          void connectNow();
        }
      }),
    request(request, timeoutMs = requestTimeoutMs) {
      const connection = current;
      if (!connection?.isOpen) return Promise.reject(createError('CALL_ABORTED', 'There is no connection.'));
      return send(connection, request, timeoutMs).catch((error: unknown) => {
        // The connection may be dead without the browser having noticed (REL-06).
        if (isWidgetError(error, 'CALL_TIMEOUT') && current === connection) probe();
        throw error;
      });
    },
    probe,
    wake,
    disconnect() {
      generation += 1;
      cancelWait();
      drop();
    },
  };
}
