import type { Clock } from '../../../platform/clock.ts';
import { createError, describeError, isWidgetError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { Log } from '../../../platform/log.ts';
import {
  connectTimeoutMs,
  doubtfulCloseCode,
  goodConnectionMs,
  identityCloseCodes,
  mostIdentityRefusals,
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
  /** The token to greet with; rejects when there is none. */
  readonly token: () => Promise<string>;
  /** A new token, because the service refused the one it had. */
  readonly refreshToken: () => Promise<string>;
  readonly greeting: (token: string) => WireRequest;
  /** Subscribes again; the connection counts as up when it has resolved. */
  readonly resync: () => Promise<void>;
  readonly notify: (frame: NotificationFrame) => void;
  /** Whether a lost connection is wanted back. */
  readonly isWanted: () => boolean;
  readonly onUp: () => void;
  readonly onDown: () => void;
  /** The service does not take this identity, and a new token did not help or was not to be had. */
  readonly onRefused: () => void;
}

export interface MessagingSocket {
  readonly isUp: boolean;
  /** Resolves once the connection is up; rejects after two failures in a row, the reason in the error. */
  connect(): Promise<void>;
  /** The body of the answer. Rejects when it is refused (with the status), late, or when the connection is lost. */
  request(request: WireRequest, timeoutMs?: number): Promise<unknown>;
  /** Asks whether the other side still answers; if not, a new connection is made. */
  probe(): void;
  /** Connects now instead of waiting, after a hint that it may work. */
  wake(): void;
  /** Closes and stays closed until `connect` or `wake`. */
  disconnect(): void;
}

interface Waiting {
  readonly resolve: (body: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly cancelTimer: () => void;
}

interface Connection {
  readonly socket: SocketLike;
  readonly waiting: Map<string, Waiting>;
  isOpen: boolean;
  upSince: number | undefined;
}

/**
 * One connection to the messaging service, kept up as long as it is wanted. Requests are matched by id, never by type.
 * At most one socket exists at a time: whatever an old one still says is not heard. Over 250 lines because the states of
 * one connection share all of their data.
 */
export function createMessagingSocket(ports: MessagingSocketPorts): MessagingSocket {
  const { clock, lifetime, log } = ports;
  let current: Connection | undefined;
  /** Raised by everything that makes an attempt under way pointless. */
  let round = 0;
  let isTrying = false;
  let isSuspended = false;
  let failures = 0;
  let refusals = 0;
  let mustRefresh = false;
  /** The token may be what is wrong; raised once until a connection has been good. */
  let mayRefresh = false;
  let hasDoubted = false;
  let nextId = 0;
  let hasLoggedBroken = false;
  let lastTickMs = clock.now();
  let cancelWait = (): void => {};
  let giveUpOpening = (): void => {};
  let callers: { resolve: () => void; reject: (error: unknown) => void }[] = [];

  const isUp = (): boolean => current?.upSince !== undefined;

  function settleCallers(error?: unknown): void {
    const settled = callers;
    callers = [];
    for (const one of settled) error === undefined ? one.resolve() : one.reject(error);
  }

  /** Drops what there is, at once and without waiting for the other side. */
  function drop(reason = 'the connection was lost'): void {
    const dropped = current;
    current = undefined;
    giveUpOpening();
    if (!dropped) return;
    const wasUp = dropped.upSince !== undefined;
    if (wasUp && clock.now() - (dropped.upSince ?? 0) >= goodConnectionMs) {
      failures = 0;
      hasDoubted = false;
    }
    try {
      dropped.socket.close(1000);
    } catch {
      // Silent: a socket that cannot be closed is not listened to any more, which is all that matters here.
    }
    for (const one of dropped.waiting.values()) {
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
        connection.waiting.delete(id);
        reject(createError('CALL_TIMEOUT', `${request.type} was not answered within ${timeoutMs} ms`));
      });
      connection.waiting.set(id, { resolve, reject, cancelTimer });
      try {
        connection.socket.send(JSON.stringify({ kind: 'req', id, ...request }));
      } catch (cause) {
        cancelTimer();
        connection.waiting.delete(id);
        reject(createError('CALL_ABORTED', 'The connection was lost.', { cause }));
      }
    });
  }

  function receive(connection: Connection, data: unknown): void {
    const frame = typeof data === 'string' ? parseFrame(data) : undefined;
    if (!frame) {
      if (!hasLoggedBroken) log.warn('The messaging service sent something that is no frame; it is skipped.');
      hasLoggedBroken = true;
    } else if (frame.kind === 'notification') ports.notify(frame);
    else answer(connection, frame);
  }

  function answer(connection: Connection, { reqId, code, body }: ResponseFrame): void {
    const one = connection.waiting.get(reqId);
    if (!one) return;
    connection.waiting.delete(reqId);
    one.cancelTimer();
    if (code < 400) one.resolve(body);
    else {
      const reason = typeof body === 'string' && body ? body : `code ${code}`;
      one.reject(createError('CALL_FAILED', reason, { status: code, body }));
    }
  }

  /** Opens a socket; resolves when it is open, rejects when it closes or hangs before. */
  function dial(address: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection: Connection = {
        socket: ports.transport.dial(address),
        waiting: new Map(),
        isOpen: false,
        upSince: undefined,
      };
      current = connection;
      const isMine = (): boolean => current === connection;
      const cancelTimer = clock.after(connectTimeoutMs, () => {
        if (isMine()) drop();
        reject(createError('CALL_TIMEOUT', `no connection within ${connectTimeoutMs} ms`));
        forget();
      });
      const forget = lifetime.add(() => {
        cancelTimer();
        reject(createError('CALL_ABORTED', 'The attempt was given up.'));
      });
      giveUpOpening = forget;
      connection.socket.addEventListener('open', () => {
        if (isMine()) {
          connection.isOpen = true;
          resolve(connection);
        }
        forget();
      });
      connection.socket.addEventListener('message', ({ data }) => {
        if (isMine()) receive(connection, data);
      });
      // An error is always followed by a close, which tells more.
      connection.socket.addEventListener('error', () => {});
      connection.socket.addEventListener('close', ({ code }) => {
        reject(createError('CALL_FAILED', `the connection was closed with ${code}`, { status: code }));
        forget();
        if (!isMine()) return;
        if (identityCloseCodes.has(code)) mustRefresh = true;
        const wasUp = connection.upSince !== undefined;
        drop(`the connection was closed with ${code}`);
        if (code === doubtfulCloseCode && !hasDoubted) mayRefresh = true;
        if (wasUp) schedule();
      });
    });
  }

  async function currentToken(): Promise<string> {
    if (!mustRefresh && mayRefresh) {
      mayRefresh = false;
      hasDoubted = true;
      // Silent: it may have been the server, and the token at hand still good.
      return ports.refreshToken().catch(() => ports.token());
    }
    if (!mustRefresh) return ports.token();
    refusals += 1;
    if (refusals > mostIdentityRefusals) throw createError('NOT_SIGNED_IN', 'the service refuses new tokens');
    try {
      const token = await ports.refreshToken();
      mustRefresh = false;
      return token;
    } catch (cause) {
      throw createError('NOT_SIGNED_IN', 'no new token could be had', { cause });
    }
  }

  /** Connection, greeting, subscriptions: all of it or a rejection. */
  async function attempt(mine: number): Promise<void> {
    const token = await currentToken();
    const address = await ports.address();
    if (mine !== round || lifetime.ended) throw createError('CALL_ABORTED', 'Another attempt has taken over.');
    const connection = await dial(address);
    try {
      await send(connection, ports.greeting(token), requestTimeoutMs);
      await ports.resync();
      if (current !== connection) throw createError('CALL_ABORTED', 'The connection was lost.');
      connection.upSince = clock.now();
    } catch (error) {
      if (isWidgetError(error) && (error.status === 401 || error.status === 403)) mustRefresh = true;
      if (current === connection) drop();
      throw error;
    }
  }

  /** Two tries at once (CH-148), then the waits grow. */
  async function connectNow(): Promise<void> {
    if (isTrying || isUp() || isSuspended || lifetime.ended) return;
    cancelWait();
    isTrying = true;
    round += 1;
    const mine = round;
    let failure: unknown;
    try {
      for (let tries = 0; tries < 2; tries += 1) {
        try {
          await attempt(mine);
          failure = undefined;
          break;
        } catch (error) {
          failure = error;
          if (mine !== round || lifetime.ended || isWidgetError(error, 'NOT_SIGNED_IN')) break;
          if (tries === 0 && callers.length > 0) log.warn('Failed to connect with JWT; retrying...');
          else break;
        }
      }
    } finally {
      isTrying = false;
    }
    if (lifetime.ended) return;
    if (mine !== round) {
      // Somebody took over while this one was under way: a put-away page, or a wake-up that found it trying.
      if (!isSuspended && !isUp() && (callers.length > 0 || ports.isWanted())) void connectNow();
      return;
    }
    if (failure === undefined) up();
    else down(failure);
  }

  function up(): void {
    refusals = 0;
    lastTickMs = clock.now();
    ports.onUp();
    settleCallers();
  }

  function down(failure: unknown): void {
    const reason = describeError(failure).replace(/^\w+: /, '');
    const error = createError('CHANNEL_UNAVAILABLE', `Error initializing connection: ${reason}`, { cause: failure });
    const isRefused = isWidgetError(failure, 'NOT_SIGNED_IN');
    settleCallers(error);
    if (isRefused) {
      log.warn('The messaging service refuses the identity of this visitor.');
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

  /** Timers stand still in a sleeping laptop: a gap between two ticks says that the connection may be stale (REL-10). */
  function checkSleep(): void {
    const sleptMs = clock.now() - lastTickMs;
    lastTickMs = clock.now();
    if (sleptMs > 2 * sleepCheckMs && (isUp() || ports.isWanted())) wake();
  }

  lifetime.add(clock.every(sleepCheckMs, checkSleep));
  lifetime.add(() => {
    cancelWait();
    drop();
    settleCallers(createError('CALL_ABORTED', 'The channel has ended.'));
  });
  const { pageLife } = ports.transport;
  pageLife.onHide(lifetime, () => {
    isSuspended = true;
    round += 1;
    cancelWait();
    drop();
  });
  pageLife.onShow(lifetime, () => {
    if (!isSuspended) return;
    isSuspended = false;
    failures = 0;
    if (callers.length > 0 || ports.isWanted()) void connectNow();
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
          callers.push({ resolve, reject });
          void connectNow();
        }
      }),
    request(request, timeoutMs = requestTimeoutMs) {
      const connection = current;
      if (!connection?.isOpen) return Promise.reject(createError('CALL_ABORTED', 'There is no connection.'));
      return send(connection, request, timeoutMs).catch((error: unknown) => {
        // A silent service may be a dead connection that the browser has not noticed (REL-06).
        if (isWidgetError(error, 'CALL_TIMEOUT') && current === connection) probe();
        throw error;
      });
    },
    probe,
    wake,
    disconnect() {
      round += 1;
      cancelWait();
      drop();
    },
  };
}
