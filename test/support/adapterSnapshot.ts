import type { ChannelSnapshot } from '../../frame/chat/channel.ts';
import type { ChatState } from '../../frame/chat/conversation.ts';
import { type AdapterId, queueTypes } from '../../frame/chat/routing/adapters.ts';

/** The record of an adapter that is ready. */
export function adapterSnapshot(id: AdapterId, state: ChatState, more: Partial<ChannelSnapshot> = {}): ChannelSnapshot {
  return {
    id,
    queueType: queueTypes[id],
    skill: 's',
    state,
    agentStatus: 'unknown',
    isLoggedIn: false,
    isReady: true,
    routedSkill: undefined,
    conversationId: undefined,
    purpose: undefined,
    config: { service: id, skill: 's', account: undefined, queueType: queueTypes[id] },
    ...more,
  };
}
