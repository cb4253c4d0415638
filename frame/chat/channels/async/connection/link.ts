import { createError, isWidgetError } from '../../../../platform/errors.ts';
import type { ChannelPorts } from '../../../channel.ts';
import { probeTimeoutMs, renewAgainMs, requestTimeoutMs } from '../limits.ts';
import { getClock, type WireRequest } from '../requests.ts';
import type { MessagingTransport } from '../transport.ts';
import type { NotificationFrame } from '../wire.ts';
import { type Connection, openConnection } from './connection.ts';
import { isTokenRefused } from './tokens.ts';

export interface LinkPorts extends Pick<ChannelPorts, 'clock' | 'log' | 'lifetime'> {
  readonly transport: Pick<MessagingTransport, 'dial'>;
  readonly greeting: (token: string) => WireRequest;
  /** Restores the subscriptions on a new connection. The connection is up once this resolves. */
  readonly resync: () => Promise<void>;
  readonly notify: (frame: NotificationFrame) => void;
  readonly onDown: () => void;
}

export interface LinkListeners {
  /** The other side closed the connection. Call `drop`. */
  readonly onClosed: (code: number) => void;
  readonly onOutdated: () => void;
  /** A probe was not answered. */
  readonly onDead: () => void;
  /** A request was refused, and the token may have expired since the greeting (REL-19). Called at most every `renewAgainMs`. */
  readonly onRefused: () => void;
}

/** At most one connection, from dialing until it is up and down again. Events of earlier connections are ignored. */
export interface Link {
  readonly isUp: boolean;
  /** Connects, greets and subscribes. Rejects if any step fails. */
  establish(address: string, token: string): Promise<void>;
  /** Ends the connection, if there is one. Returns how long it was up, ms; undefined if it never was. */
  drop(): number | undefined;
  request(request: WireRequest, timeoutMs?: number): Promise<unknown>;
  probe(): void;
}

export function createLink(ports: LinkPorts, { onClosed, onOutdated, onDead, onRefused }: LinkListeners): Link {
  const { clock, lifetime, log } = ports;
  let current: Connection | undefined;
  let upSince: number | undefined;
  let requests = 0;
  let hasLoggedInvalidFrame = false;
  /** When `onRefused` was last called. */
  let refusedAtMs = Number.NEGATIVE_INFINITY;

  function open(address: string): Connection {
    const opened: Connection = openConnection({
      clock,
      lifetime,
      dial: () => ports.transport.dial(address),
      createRequestId() {
        requests += 1;
        return String(requests);
      },
      notify: ports.notify,
      onInvalidFrame() {
        if (!hasLoggedInvalidFrame) log.warn('Skipped an invalid frame from the messaging service.');
        hasLoggedInvalidFrame = true;
      },
      onOutdated,
      onClosed(code) {
        if (current === opened) onClosed(code);
      },
    });
    return opened;
  }

  function drop(): number | undefined {
    const dropped = current;
    const upForMs = upSince === undefined ? undefined : clock.now() - upSince;
    current = undefined;
    upSince = undefined;
    dropped?.close('the connection was lost');
    if (upForMs !== undefined && !lifetime.ended) ports.onDown();
    return upForMs;
  }

  function probe(): void {
    const probed = current;
    if (!probed || upSince === undefined) return;
    probed.send(getClock(), probeTimeoutMs).catch((error: unknown) => {
      if (current === probed && isWidgetError(error, 'CALL_TIMEOUT')) onDead();
    });
  }

  function requestRefused(): void {
    // If a new token does not help, the refusal has another reason.
    if (upSince === undefined || clock.now() - refusedAtMs < renewAgainMs) return;
    refusedAtMs = clock.now();
    onRefused();
  }

  return {
    get isUp() {
      return upSince !== undefined;
    },
    async establish(address, token) {
      const opened = open(address);
      current = opened;
      try {
        await opened.opened;
        await opened.send(ports.greeting(token), requestTimeoutMs);
        await ports.resync();
        if (current !== opened) throw createError('CALL_ABORTED', 'The connection was lost.');
        upSince = clock.now();
      } catch (error) {
        if (current === opened) drop();
        throw error;
      }
    },
    drop,
    request(request, timeoutMs = requestTimeoutMs) {
      const used = current;
      if (!used?.isOpen) return Promise.reject(createError('CALL_ABORTED', 'There is no connection.'));
      return used.send(request, timeoutMs).catch((error: unknown) => {
        // The connection may be dead without the browser having noticed (REL-06).
        if (isWidgetError(error, 'CALL_TIMEOUT') && current === used) probe();
        if (isTokenRefused(error) && current === used) requestRefused();
        throw error;
      });
    },
    probe,
  };
}
