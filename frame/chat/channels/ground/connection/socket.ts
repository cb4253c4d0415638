import { createError } from '../../../../platform/errors.ts';
import type { Lifetime } from '../../../../platform/lifetime.ts';
import type { GroundPorts } from '../../../channel.ts';
import { connectTimeoutMs } from './limits.ts';

/** The part of WebSocket that channels use; tests provide their own. */
export interface SocketLike {
  send(text: string): void;
  close(code?: number): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
}

/** The target of the page's events, which is the window. */
export type PageEvents = Pick<EventTarget, 'addEventListener'>;

type Ports = Pick<GroundPorts, 'clock' | 'lifetime'>;

/**
 * Resolves or rejects as `begin` says. Rejects on a timeout, if `begin` throws, and when the lifetime ends: then with the reason. `attempt`
 * ends with the promise.
 */
export function within<Value>(
  { clock, lifetime, reason = () => 'The connection was lost.' }: Ports & { readonly reason?: () => string },
  timeoutMs: number,
  begin: (resolve: (value: Value) => void, reject: (error: unknown) => void, attempt: Lifetime) => void,
  late = `no answer within ${timeoutMs} ms`,
): Promise<Value> {
  if (lifetime.ended) return Promise.reject(createError('CALL_ABORTED', 'There is no connection.'));
  return new Promise((resolve, reject) => {
    const attempt = lifetime.child();
    // Without effect once the promise has settled.
    attempt.add(() => reject(createError('CALL_ABORTED', reason())));
    const settle =
      <Outcome>(then: (outcome: Outcome) => void) =>
      (outcome: Outcome): void => {
        then(outcome);
        attempt.end();
      };
    const fail = settle(reject);
    attempt.add(clock.after(timeoutMs, () => fail(createError('CALL_TIMEOUT', late))));
    try {
      begin(settle(resolve), fail, attempt);
    } catch (cause) {
      fail(createError('CALL_ABORTED', 'The connection was lost.', { cause }));
    }
  });
}

/** One websocket from dialing to its end. After `close` it reports nothing more. */
export function openSocket(
  { clock, ...ports }: Ports,
  socket: SocketLike,
  /** A frame that is not text is undefined. */
  onFrame: (text: string | undefined) => void,
  /** The other side or the network has closed it. */
  onClosed: (code: number) => void,
) {
  const lifetime = ports.lifetime.child();
  let reason = 'The channel has ended.';
  let isOpen = false;
  let isClosed = false;

  const wait = { clock, lifetime, reason: () => reason };
  const opened = within<void>(
    wait,
    connectTimeoutMs,
    (resolve) =>
      socket.addEventListener('open', () => {
        isOpen = true;
        resolve();
      }),
    `no connection within ${connectTimeoutMs} ms`,
  );
  opened.catch(() => {
    // Ignore the error here: callers that await the promise get it.
  });
  lifetime.add(() => {
    try {
      if (!isClosed) socket.close(1000);
    } catch {
      // Ignore the error: this socket is no longer read, closed or not.
    }
  });

  function close(why: string): void {
    if (!lifetime.ended) reason = why;
    lifetime.end();
  }

  socket.addEventListener('message', ({ data }) => {
    if (!lifetime.ended) onFrame(typeof data === 'string' ? data : undefined);
  });
  // An error event is always followed by a close event, which carries the code.
  socket.addEventListener('error', () => {});
  socket.addEventListener('close', ({ code }) => {
    if (lifetime.ended) return;
    isClosed = true;
    close(`the connection was closed with ${code}`);
    onClosed(code);
  });

  return {
    get isOpen(): boolean {
      return isOpen && !lifetime.ended;
    },
    get hasEnded(): boolean {
      return lifetime.ended;
    },
    /** Rejects when the socket ends before it is open, or does not open in time. */
    opened,
    /** For `within`, which then rejects at the end of the socket. */
    wait,
    /** Closes it without waiting for the other side. */
    close,
  };
}
