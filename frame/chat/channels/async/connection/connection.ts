import { createError } from '../../../../platform/errors.ts';
import type { ChannelPorts } from '../../../channel.ts';
import { openSocket, type SocketLike, within } from '../../ground/connection/socket.ts';
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

/** One socket with the requests on it. */
export function openConnection(
  ports: Pick<ChannelPorts, 'clock' | 'lifetime'>,
  socket: SocketLike,
  parts: ConnectionParts,
) {
  const unanswered = new Map<string, { resolve: (body: unknown) => void; reject: (error: unknown) => void }>();
  let requests = 0;
  const opened = openSocket(ports, socket, receive, parts.onClosed);

  function receive(text: string | undefined): void {
    const frame = text === undefined ? undefined : parseFrame(text);
    if (!frame) parts.onInvalidFrame();
    else if (frame.kind === 'notification') parts.notify(frame);
    else answer(frame);
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

  return {
    get isOpen(): boolean {
      return opened.isOpen;
    },
    opened: opened.opened,
    /** Resolves to the body of the answer. Rejects on an error answer (with its status), a timeout or the end. */
    send(request: WireRequest, timeoutMs: number): Promise<unknown> {
      requests += 1;
      const id = String(requests);
      return within(
        opened.wait,
        timeoutMs,
        (resolve, reject) => {
          unanswered.set(id, { resolve, reject });
          socket.send(JSON.stringify({ kind: 'req', id, ...request }));
        },
        `${request.type} was not answered within ${timeoutMs} ms`,
      );
    },
    close: opened.close,
  };
}

export type Connection = ReturnType<typeof openConnection>;
