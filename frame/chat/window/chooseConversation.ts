import type { ConversationState } from '../chatState.ts';
import { type AdapterId, queueTypes } from '../routing/adapters.ts';

interface Candidate {
  readonly id: string;
  readonly adapterId: AdapterId;
  readonly state: ConversationState;
}

/**
 * The conversation that the window shows when none is active: a waiting async one, then a chatting one, then a waiting
 * one, then an ended one; within a group the most recent (CH-051). `conversations` are in order of their start.
 */
export function chooseConversation<T extends Candidate>(conversations: readonly T[]): T | undefined {
  const groups: ((one: Candidate) => boolean)[] = [
    (one) => queueTypes[one.adapterId] === 'async' && one.state === 'waiting',
    (one) => one.state === 'chatting' || one.state === 'resume',
    (one) => one.state === 'waiting',
    (one) => one.state !== 'closed',
  ];
  for (const isInGroup of groups) {
    const found = conversations.findLast(isInGroup);
    if (found) return found;
  }
  return undefined;
}
