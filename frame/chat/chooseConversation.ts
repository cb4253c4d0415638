import type { AdapterId, QueueType } from './adapters.ts';
import { queueTypes } from './adapters.ts';
import type { ChannelSnapshot } from './channel.ts';
import { type ConversationState, isLive, isOver } from './chatState.ts';

interface Candidate {
  readonly id: string;
  readonly adapterId: AdapterId;
  readonly state: ConversationState;
}

/**
 * Which conversation the window shows when none is named as active: a waiting async one, then a chatting one, then a
 * waiting one, then an ended one; the most recent of its group, `conversations` being in order of their start (CH-051).
 */
export function chooseConversation<T extends Candidate>(conversations: readonly T[]): T | undefined {
  const groups: ((one: Candidate) => boolean)[] = [
    (one) => queueTypes[one.adapterId] === 'async' && one.state === 'waiting',
    (one) => one.state === 'chatting' || one.state === 'resume',
    (one) => one.state === 'waiting',
    (one) => one.state !== 'closed',
  ];
  for (const belongs of groups) {
    const found = conversations.findLast(belongs);
    if (found) return found;
  }
  return undefined;
}

/** CH-009. */
export const queueOrder: readonly QueueType[] = ['bot', 'async', 'sync', 'support', 'other'];

/** Whether a visitor could start or go on chatting here. */
export function isUsable(adapter: ChannelSnapshot): boolean {
  return adapter.state === 'available' || isLive(adapter.state);
}

/** The adapter that the chat entry starts: one with a live conversation, else the first usable by queue (CH-009). */
export function chooseAdapter(adapters: readonly ChannelSnapshot[]): ChannelSnapshot | undefined {
  const live = adapters.find((adapter) => isLive(adapter.state));
  if (live) return live;
  for (const queue of queueOrder) {
    const found = adapters.find((adapter) => adapter.queueType === queue && isUsable(adapter));
    if (found) return found;
  }
  // Its last chat is over and its service has not said otherwise: asking again is all a visitor can do (CH-218).
  return adapters.find((adapter) => isOver(adapter.state));
}

export type ChatAvailability = 'unknown' | 'available' | 'unavailable' | 'standBy';

/** Unknown until the first adapter has answered (CH-211); stand-by keeps the menu entry (SH-065). */
export function availabilityOf(adapters: readonly ChannelSnapshot[]): ChatAvailability {
  if (chooseAdapter(adapters)) return 'available';
  if (adapters.some((adapter) => adapter.state === 'standBy')) return 'standBy';
  return adapters.some((adapter) => adapter.isReady) ? 'unavailable' : 'unknown';
}
