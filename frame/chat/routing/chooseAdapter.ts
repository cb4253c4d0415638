import type { ChannelSnapshot } from '../channel.ts';
import { isLive, isOver } from '../conversation.ts';
import type { QueueType } from './adapters.ts';

/** The order in which the chat entry prefers queues (CH-009). */
export const queueOrder: readonly QueueType[] = ['bot', 'async', 'sync', 'support', 'other'];

/** CH-033, CH-133: an async queue without an agent does not start for a visitor who is not signed in. */
export function isOffline(adapter: Pick<ChannelSnapshot, 'queueType' | 'isLoggedIn' | 'agentStatus'>): boolean {
  return adapter.queueType === 'async' && !adapter.isLoggedIn && adapter.agentStatus === 'unavailable';
}

/** Whether a visitor can start or continue a chat with this adapter. */
export function isUsable(adapter: ChannelSnapshot): boolean {
  return (adapter.state === 'available' && !isOffline(adapter)) || isLive(adapter.state);
}

/**
 * The adapter that the chat entry starts: one with a live conversation, else the first usable one by queue (CH-009). An
 * offline one comes last, because it offers only a sign-in.
 */
export function chooseAdapter(adapters: readonly ChannelSnapshot[]): ChannelSnapshot | undefined {
  const usable = queueOrder.flatMap((queue) => adapters.filter((one) => one.queueType === queue && isUsable(one)));
  return (
    adapters.find(({ state }) => isLive(state)) ??
    usable[0] ??
    // An adapter whose last chat is over may still be able to start another one (CH-218).
    adapters.find(({ state }) => isOver(state)) ??
    adapters.find(({ state }) => state === 'available')
  );
}

export type ChatAvailability = 'unknown' | 'available' | 'unavailable' | 'standBy';

/** Unknown until the first adapter is ready (CH-211). Stand-by keeps the menu entry (SH-065). */
export function availabilityOf(adapters: readonly ChannelSnapshot[]): ChatAvailability {
  if (chooseAdapter(adapters)) return 'available';
  if (adapters.some((adapter) => adapter.state === 'standBy')) return 'standBy';
  return adapters.some((adapter) => adapter.isReady) ? 'unavailable' : 'unknown';
}
