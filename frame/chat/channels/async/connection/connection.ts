import { createError } from '../../../../platform/errors.ts';
import type { ChannelPorts } from '../../../channel.ts';
import { connectTimeoutMs } from '../../ground/connection/limits.ts';
import type { SocketLike } from '../../ground/connection/socket.ts';
import type { WireRequest } from '../requests.ts';
import { type NotificationFrame, parseFrame, type ResponseFrame } from '../wire.ts';

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

/** One socket from dialing to its end, with the requests on it. After `close` it reports nothing more. */
export function openConnection(
  { clock, ...ports }: Pick<ChannelPorts, 'clock' | 'lifetime'>,
  socket: SocketLike,
  parts: ConnectionParts,
) {
  const lifetime = ports.lifetime.child();
  const unanswered = new Map<string, { resolve: (body: unknown) => void; reject: (error: unknown) => void }>();
  let requests = 0;
  let isOpen = false;
  let hasEnded = false;

  function end(reason: string, status?: number): void {
    isOpen = false;
    hasEnded = true;
    for (const one of unanswered.values()) one.reject(createError('CALL_ABORTED', reason));
    unanswered.clear();
    refuseOpening(createError(status === undefined ? 'CALL_ABORTED' : 'CALL_FAILED', reason, { status }));
    lifetime.end();
  }

  /** Closes the socket without waiting for the other side, and rejects all pending requests. */
  function close(reason: string): void {
    if (hasEnded) return;
    end(reason);
    try {
      socket.close(1000);
    } catch {
      // Ignore the error: this socket is no longer read, closed or not.
    }
  }

  function answer({ reqId, code, body }: ResponseFrame): void {
    const one = unanswered.get(reqId);
    if (!one) return;
    unanswered.delete(reqId);
    if (code < 400) {
      one.resolve(body);
      return;
    }
    const reason = typeof body === 'string' && body ? body : `code ${code}`;
    one.reject(createError('CALL_FAILED', reason, { status: code, body }));
    if (code === upgradeRequired) parts.onOutdated();
  }

  let acceptOpening = (): void => {};
  let refuseOpening = (_: unknown): void => {};
  /** Resolves when the socket is open. Rejects when it closes first, is closed, or does not open in time. */
  const opened = new Promise<void>((resolve, reject) => {
    acceptOpening = resolve;
    refuseOpening = reject;
  });
  opened.catch(() => {
    // Ignore the error here: callers that await the promise get it.
  });
  const stopTimer = lifetime.add(
    clock.after(connectTimeoutMs, () => {
      refuseOpening(createError('CALL_TIMEOUT', `no connection within ${connectTimeoutMs} ms`));
      close('the connection was not opened in time');
    }),
  );
  lifetime.add(() => close('The channel has ended.'));

  socket.addEventListener('open', () => {
    if (hasEnded) return;
    stopTimer();
    isOpen = true;
    acceptOpening();
  });
  socket.addEventListener('message', ({ data }) => {
    if (hasEnded) return;
    const frame = typeof data === 'string' ? parseFrame(data) : undefined;
    if (!frame) parts.onInvalidFrame();
    else if (frame.kind === 'notification') parts.notify(frame);
    else answer(frame);
  });
  // An error event is always followed by a close event, which carries the code.
  socket.addEventListener('error', () => {});
  socket.addEventListener('close', ({ code }) => {
    if (hasEnded) return;
    end(`the connection was closed with ${code}`, code);
    parts.onClosed(code);
  });

  return {
    get isOpen(): boolean {
      return isOpen;
    },
    opened,
    /** Resolves to the body of the answer. Rejects on an error answer (with its status), a timeout or the end. */
    send(request: WireRequest, timeoutMs: number): Promise<unknown> {
      if (hasEnded) return Promise.reject(createError('CALL_ABORTED', 'There is no connection.'));
      requests += 1;
      const id = String(requests);
      return new Promise((resolve, reject) => {
        const stop = lifetime.add(
          clock.after(timeoutMs, () => {
            unanswered.delete(id);
            reject(createError('CALL_TIMEOUT', `${request.type} was not answered within ${timeoutMs} ms`));
          }),
        );
        const settle =
          <Value>(then: (value: Value) => void) =>
          (value: Value): void => {
            stop();
            then(value);
          };
        unanswered.set(id, { resolve: settle(resolve), reject: settle(reject) });
        try {
          socket.send(JSON.stringify({ kind: 'req', id, ...request }));
        } catch (cause) {
          unanswered.get(id)?.reject(createError('CALL_ABORTED', 'The connection was lost.', { cause }));
          unanswered.delete(id);
        }
      });
    },
    close,
  };
}

export type Connection = ReturnType<typeof openConnection>;
