import type { ChannelPorts } from '../../../channel.ts';
import type { ChannelState } from '../../ground/channelState.ts';
import { retryWhenShownMs } from '../../ground/connection/limits.ts';
import type { MessagingSocket } from '../connection/messagingSocket.ts';
import { keepAliveMs } from '../limits.ts';
import type { MessagingTransport } from '../transport.ts';
import type { Conversation } from './conversation.ts';

export interface PresenceParts {
  readonly state: ChannelState;
  readonly transport: Pick<MessagingTransport, 'pageLife'>;
  readonly socket: Pick<MessagingSocket, 'isUp' | 'isOutdated' | 'wake' | 'disconnect'>;
  readonly conversation: Pick<Conversation, 'isListed'>;
  /** Whether a text is waiting to be sent, or for its echo. */
  readonly hasTexts: () => boolean;
  /** Whether an end has to be reported to the service. */
  readonly hasEnds: () => boolean;
  readonly sendReceipts: () => void;
  /** Sends the keep-alive ping. */
  readonly ping: () => void;
}

/**
 * Whether the connection is needed. Without a conversation and with the pane hidden it stays closed, because it would cost
 * the service one socket per page view, and the page its back-forward cache entry.
 */
export interface Presence {
  isWanted(): boolean;
  /** Whether the visitor waits for the connection. */
  isAwaited(): boolean;
  disconnectIfIdle(): void;
  setStarting(isStarting: boolean): void;
  /** Whether the service has not been reached yet, because of the network and not because it refused (F-DL11). */
  setUnreached(isUnreached: boolean): void;
  /** Called after an attempt to reach the service. */
  tried(): void;
}

export function createPresence(
  { clock, lifetime, attention }: Pick<ChannelPorts, 'clock' | 'lifetime' | 'attention'>,
  parts: PresenceParts,
): Presence {
  const { state, socket } = parts;
  let isStarting = false;
  let isUnreached = false;
  let triedAtMs = 0;

  const isOffered = (): boolean =>
    attention.isPaneShown() && (state.snapshot.state === 'available' || (isUnreached && !socket.isOutdated));
  const isAwaited = (): boolean => isStarting || parts.hasTexts();
  const isWanted = (): boolean => isAwaited() || state.hasConversation || isOffered() || parts.hasEnds();

  function disconnectIfIdle(): void {
    if (socket.isUp && parts.conversation.isListed && !isWanted()) socket.disconnect();
  }

  function onAttention(): void {
    parts.sendReceipts();
    if (!attention.isPaneShown() || socket.isUp) return;
    const phase = state.snapshot.state;
    if (phase === 'unavailable') {
      // Also with a conversation: a failed attempt changes the state that the pane shows, which calls this again.
      if (clock.now() - triedAtMs < retryWhenShownMs) return;
      triedAtMs = clock.now();
    } else if (phase !== 'available' && !state.hasConversation) return;
    socket.wake();
  }

  lifetime.add(
    clock.every(keepAliveMs, () => {
      disconnectIfIdle();
      const isInUse = attention.isPaneShown() && state.snapshot.state === 'chatting';
      // An unanswered ping triggers a probe, and an unanswered probe a new connection (REL-06).
      if (isInUse && socket.isUp) parts.ping();
    }),
  );
  attention.onChange(lifetime, onAttention);
  parts.transport.pageLife.onOnline(lifetime, () => {
    if (isUnreached) socket.wake();
  });

  return {
    isWanted,
    isAwaited,
    disconnectIfIdle,
    setStarting(next) {
      isStarting = next;
    },
    setUnreached(next) {
      isUnreached = next;
    },
    tried() {
      triedAtMs = clock.now();
    },
  };
}
