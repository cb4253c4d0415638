import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import { isFinalRefusal } from '../ground/finalRefusal.ts';
import { createKeptEnds } from '../ground/keptEnds.ts';
import { chatTimeoutMs, pollMs } from './limits.ts';
import { busyMsOf } from './restCalls.ts';
import { chatIdOf } from './savedChat.ts';

export interface EndReportsPorts extends Pick<ChannelPorts, 'adapterId' | 'clock' | 'lifetime' | 'storage'> {
  /** The owner of the chats. */
  readonly owner: () => string;
  /** The time by the service's clock. */
  readonly serviceNow: () => number;
  /** Reports the end of a chat to its events address. */
  readonly post: (address: string) => Promise<void>;
}

/**
 * Reports the chats that the visitor has ended, until the service has confirmed it or has dropped the chat, which is no
 * longer polled. Until then its agent waits for the visitor.
 */
export interface EndReports {
  /** Rejects if the first attempt fails. Retries follow. */
  report(session: string, address: string): Promise<void>;
  /** Reports the ends that an earlier page could not report. */
  continue(): void;
}

export function createEndReports(ports: EndReportsPorts): EndReports {
  const { lifetime, owner } = ports;
  const kept = createKeptEnds(ports, chatTimeoutMs);

  async function send(conversationId: string, address: string): Promise<void> {
    try {
      await ports.post(address);
      kept.remove(conversationId);
    } catch (error) {
      // The service does not know the chat, or it is over.
      if (isFinalRefusal(error)) kept.remove(conversationId);
      else void repeat(conversationId, busyMsOf(error, ports.serviceNow()) ?? pollMs);
      throw error;
    }
  }

  async function repeat(conversationId: string, delayMs: number): Promise<void> {
    await pause(ports, delayMs);
    const end = lifetime.ended ? undefined : kept.of(owner()).find((one) => one.conversationId === conversationId);
    if (end?.address !== undefined) await send(conversationId, end.address).catch(ignore);
  }

  return {
    report(session, address) {
      const conversationId = chatIdOf(session);
      kept.keep({ conversationId, owner: owner(), address });
      return send(conversationId, address);
    },
    continue() {
      for (const { conversationId } of kept.of(owner())) void repeat(conversationId, 0);
    },
  };
}

function ignore(): void {
  // The next attempt follows.
}
