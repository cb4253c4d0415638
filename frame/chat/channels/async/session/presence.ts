import type { ChannelPorts } from '../../../channel.ts';
import { retryWhenShownMs } from '../../ground/connection/limits.ts';
import type { PageLife } from '../../ground/connection/socket.ts';
import { keepAliveMs } from '../limits.ts';
import type { Receipts, Texts } from '../outbound/texts.ts';
import type { MessagingParts } from '../parts.ts';
import type { Conversation } from './conversation.ts';
import type { MessagingEndReports } from './endReports.ts';

export interface PresenceParts extends MessagingParts {
  readonly pageLife: PageLife;
  readonly conversation: Conversation;
  readonly texts: Texts;
  readonly endReports: MessagingEndReports;
  readonly receipts: Receipts;
  readonly isStarting: () => boolean;
  readonly ping: () => void;
}

/**
 * Whether the connection is needed. Without a conversation and with the pane hidden it stays closed, because it would cost
 * the service one socket per page view, and the page its back-forward cache entry.
 */
export function createPresence(
  { clock, lifetime, attention }: Pick<ChannelPorts, 'clock' | 'lifetime' | 'attention'>,
  parts: PresenceParts,
) {
  const { state, socket, conversation, texts, endReports, receipts } = parts;
  let isUnreached = false;
  let triedAtMs = 0;

  const isOffered = (): boolean =>
    attention.isPaneShown() && (state.snapshot.state === 'available' || (isUnreached && !socket.isOutdated));
  const isAwaited = (): boolean => parts.isStarting() || texts.delivery.isPending;
  const isWanted = (): boolean => isAwaited() || state.hasConversation || isOffered() || endReports.ids().length > 0;

  function disconnectIfIdle(): void {
    if (socket.isUp && conversation.isListed && !isWanted()) socket.disconnect();
  }

  function onAttention(): void {
    receipts.send();
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
  parts.pageLife.onOnline(lifetime, () => {
    if (isUnreached) socket.wake();
  });

  return {
    isWanted,
    isAwaited,
    disconnectIfIdle,
    /** Whether the service has not been reached yet, because of the network and not because it refused (F-DL11). */
    setUnreached(next: boolean): void {
      isUnreached = next;
    },
    tried(): void {
      triedAtMs = clock.now();
    },
  };
}
