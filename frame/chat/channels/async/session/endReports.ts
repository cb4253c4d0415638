import { pause } from '../../../../platform/pause.ts';
import type { ChannelPorts } from '../../../channel.ts';
import { maxReconnectMs } from '../../ground/connection/limits.ts';
import { isFinalRefusal } from '../../ground/finalRefusal.ts';
import { createKeptEnds } from '../../ground/keptEnds.ts';
import type { MessagingSocket } from '../connection/messagingSocket.ts';
import { busyWaitMs, endOfOtherTabMs } from '../limits.ts';
import { closeConversation, type WireRequest } from '../requests.ts';

export interface EndReportsParts {
  readonly socket: Pick<MessagingSocket, 'isUp' | 'request'>;
  /** The owner of the conversations; undefined until the visitor's identity is known. */
  readonly owner: () => string | undefined;
  readonly logUnanswered: (error: unknown) => void;
}

/**
 * Reports the conversations that the visitor has ended, until the service has confirmed it. Until then they are not shown
 * again, although the service still lists them as open.
 */
export interface EndReports {
  /** The conversations that the visitor has ended and the service has not confirmed. */
  readonly ids: readonly string[];
  has(conversationId: string): boolean;
  /** Reports an end with this request. An `open` report is retried until the service has confirmed it. */
  report(conversationId: string, request?: WireRequest): Promise<'reported' | 'open'>;
  /** The service has shown that the conversation is over. */
  confirmed(conversationId: string): void;
  /** Resolves when the service has answered for each end, or could not be asked. */
  reportAll(): Promise<void>;
  connected(): void;
  disconnected(): void;
}

export function createEndReports(
  ports: Pick<ChannelPorts, 'adapterId' | 'clock' | 'lifetime' | 'storage'>,
  { socket, owner, logUnanswered }: EndReportsParts,
): EndReports {
  const { clock, lifetime, storage } = ports;
  const kept = createKeptEnds(ports);
  /** The latest report of each end that waits for its answer. */
  const running = new Map<string, Promise<'reported' | 'open'>>();
  let connection = lifetime.child();
  let waitMs = busyWaitMs;

  const ids = (): readonly string[] => {
    const name = owner();
    return name === undefined ? [] : kept.of(name).map(({ conversationId }) => conversationId);
  };
  const has = (conversationId: string): boolean => ids().includes(conversationId);

  /** Resolves to whether the service knows that the conversation is over. */
  async function send(request: WireRequest): Promise<boolean> {
    try {
      await socket.request(request);
      return true;
    } catch (error) {
      logUnanswered(error);
      // The service does not know the conversation, or it is over.
      return isFinalRefusal(error);
    }
  }

  function report(conversationId: string, request = closeConversation(conversationId)): Promise<'reported' | 'open'> {
    const sent = send(request).then((isKnown) => {
      if (running.get(conversationId) !== sent) return isKnown ? 'reported' : 'open';
      running.delete(conversationId);
      if (isKnown) kept.remove(conversationId);
      if (has(conversationId)) void repeat();
      return isKnown ? 'reported' : 'open';
    });
    running.set(conversationId, sent);
    return sent;
  }

  async function reportAll(): Promise<void> {
    if (!socket.isUp) return;
    await Promise.all(ids().map((id) => running.get(id) ?? report(id)));
  }

  async function repeat(): Promise<void> {
    const during = connection;
    const delayMs = waitMs;
    waitMs = Math.min(2 * waitMs, maxReconnectMs);
    await pause({ clock, lifetime: during }, delayMs);
    if (!during.ended) await reportAll();
  }

  // Another tab reports its own end, but may be closed before that.
  storage.onChange(lifetime, (key) => {
    if (key === 'cm-ends') lifetime.add(clock.after(endOfOtherTabMs, () => void reportAll()));
  });

  return {
    get ids() {
      return ids();
    },
    has,
    async report(conversationId, request) {
      const name = owner();
      if (name !== undefined) kept.keep({ conversationId, owner: name });
      return socket.isUp ? report(conversationId, request) : 'open';
    },
    confirmed: kept.remove,
    reportAll,
    connected() {
      waitMs = busyWaitMs;
      void reportAll();
    },
    disconnected() {
      connection.end();
      connection = lifetime.child();
    },
  };
}
