import type { ChannelPorts } from '../../../channel.ts';
import { maxReconnectMs } from '../../ground/connection/limits.ts';
import { createEndReports } from '../../ground/endReports.ts';
import { isFinalRefusal } from '../../ground/refusals.ts';
import { busyWaitMs, endOfOtherTabMs } from '../limits.ts';
import type { MessagingParts } from '../parts.ts';
import { closeConversation, type WireRequest } from '../requests.ts';

/** Reports the visitor's ends on each connection, and those of tabs that were closed before their report. */
export function createMessagingEndReports(ports: ChannelPorts, parts: MessagingParts) {
  const { clock, lifetime, storage } = ports;
  const { socket, visitor, logUnanswered } = parts;
  let connection = lifetime.child();
  let waitMs = busyWaitMs;
  const { ids, has, confirmed, ...reports } = createEndReports(ports, {
    owner: () => visitor.owner,
    send: ({ conversationId }) => send(closeConversation(conversationId)),
    connection: () => connection,
    retryMs() {
      const delayMs = waitMs;
      waitMs = Math.min(2 * waitMs, maxReconnectMs);
      return delayMs;
    },
  });

  const send = (request: WireRequest): Promise<unknown> =>
    socket.request(request).catch((error: unknown) => {
      logUnanswered(error);
      throw error;
    });

  async function reportAll(): Promise<void> {
    if (socket.isUp) await reports.reportAll();
  }

  // Another tab reports its own end, but may be closed before that.
  storage.onChange(lifetime, (key) => {
    if (key === 'cm-ends') lifetime.add(clock.after(endOfOtherTabMs, () => void reportAll()));
  });

  return {
    ...{ ids, has, confirmed, reportAll },
    /** Reports an end with this request. An `open` report is retried until the service has confirmed it. */
    async report(conversationId: string, request?: WireRequest): Promise<'reported' | 'open'> {
      reports.keep({ conversationId });
      if (!socket.isUp) return 'open';
      return reports.report(conversationId, request && (() => send(request))).then(
        () => 'reported',
        (error: unknown) => (isFinalRefusal(error) ? 'reported' : 'open'),
      );
    },
    connected(): void {
      waitMs = busyWaitMs;
      void reportAll();
    },
    disconnected(): void {
      connection.end();
      connection = lifetime.child();
    },
  };
}

export type MessagingEndReports = ReturnType<typeof createMessagingEndReports>;
