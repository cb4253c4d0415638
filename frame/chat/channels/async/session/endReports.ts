import { pause } from '../../../../platform/pause.ts';
import type { ChannelPorts } from '../../../channel.ts';
import { reconnectMaxMs } from '../../../connection/limits.ts';
import { createKeptEnds } from '../../../keptEnds.ts';
import type { MessagingSocket } from '../connection/messagingSocket.ts';
import { busyWaitMs, endOfOtherTabMs } from '../limits.ts';
import { isFinalRefusal } from '../outbound/texts.ts';
import { closeConversation, type WireRequest } from '../requests.ts';

export interface EndReportsParts {
  readonly socket: Pick<MessagingSocket, 'isUp' | 'request'>;
  /** Whose conversations are ended; undefined until the visitor's identity is known. */
  readonly owner: () => string | undefined;
  readonly logUnanswered: (error: unknown) => void;
}

/**
 * Tells the service which conversations the visitor has ended, until it knows. Meanwhile they do not come back into the window,
 * although the service still lists them as open.
 */
export interface EndReports {
  /** The conversations that the visitor has ended and the service does not know to be over. */
  readonly ids: readonly string[];
  has(conversationId: string): boolean;
  /** Reports an end with this request. A report that is `open` is repeated by itself, until the service knows. */
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

  /** Whether the service knows that the conversation is over. */
  async function send(request: WireRequest): Promise<boolean> {
    try {
      await socket.request(request);
      return true;
    } catch (error) {
      logUnanswered(error);
      // It has never known the conversation, or it is over.
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
    waitMs = Math.min(2 * waitMs, reconnectMaxMs);
    await pause({ clock, lifetime: during }, delayMs);
    if (!during.ended) await reportAll();
  }

  // Another tab reports its own end. It may be gone before it has done so.
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
