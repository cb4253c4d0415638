import type { ChannelPorts } from '../../../channel.ts';
import { maxReconnectMs } from '../../ground/connection/limits.ts';
import { createEndReports, type EndReports } from '../../ground/endReports.ts';
import { isFinalRefusal } from '../../ground/finalRefusal.ts';
import type { MessagingSocket } from '../connection/messagingSocket.ts';
import { busyWaitMs, endOfOtherTabMs } from '../limits.ts';
import { closeConversation, type WireRequest } from '../requests.ts';

export interface EndReportsParts {
  readonly socket: Pick<MessagingSocket, 'isUp' | 'request'>;
  /** The owner of the conversations; undefined until the visitor's identity is known. */
  readonly owner: () => string | undefined;
  readonly logUnanswered: (error: unknown) => void;
}

/** Reports the visitor's ends on each connection, and those of tabs that were closed before their report. */
export interface MessagingEndReports extends Pick<EndReports, 'ids' | 'has' | 'confirmed'> {
  /** Reports an end with this request. An `open` report is retried until the service has confirmed it. */
  report(conversationId: string, request?: WireRequest): Promise<'reported' | 'open'>;
  reportAll(): Promise<void>;
  connected(): void;
  disconnected(): void;
}

export function createMessagingEndReports(
  ports: Pick<ChannelPorts, 'adapterId' | 'clock' | 'lifetime' | 'storage'>,
  { socket, owner, logUnanswered }: EndReportsParts,
): MessagingEndReports {
  const { clock, lifetime, storage } = ports;
  let connection = lifetime.child();
  let waitMs = busyWaitMs;
  const { ids, has, confirmed, ...reports } = createEndReports(ports, {
    owner,
    send: ({ conversationId }) => send(closeConversation(conversationId)),
    connection: () => connection,
    retryMs() {
      const delayMs = waitMs;
      waitMs = Math.min(2 * waitMs, maxReconnectMs);
      return delayMs;
    },
  });

  async function send(request: WireRequest): Promise<void> {
    try {
      await socket.request(request);
    } catch (error) {
      logUnanswered(error);
      throw error;
    }
  }

  async function reportAll(): Promise<void> {
    if (socket.isUp) await reports.reportAll();
  }

  // Another tab reports its own end, but may be closed before that.
  storage.onChange(lifetime, (key) => {
    if (key === 'cm-ends') lifetime.add(clock.after(endOfOtherTabMs, () => void reportAll()));
  });

  return {
    ...{ ids, has, confirmed, reportAll },
    async report(conversationId, request) {
      reports.keep({ conversationId });
      if (!socket.isUp) return 'open';
      return reports.report(conversationId, request && (() => send(request))).then(
        () => 'reported',
        (error: unknown) => (isFinalRefusal(error) ? 'reported' : 'open'),
      );
    },
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
