import type { QueueType } from './adapters.ts';
import type { ChannelPorts, ChannelSnapshot } from './channel.ts';
import type { ChatState } from './chatState.ts';
import type { MessageInput } from './conversation.ts';

/** The adapter record of a channel (CH-002), and what the channel tells. Nothing is told after its lifetime. */
export interface ChannelState {
  readonly snapshot: ChannelSnapshot;
  readonly conversationId: string | undefined;
  readonly hasConversation: boolean;
  readonly emit: ChannelPorts['emit'];
  change(changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>>): void;
  /** Changes the state, unless that is what it is. */
  enter(state: ChatState): void;
  say(messages: readonly MessageInput[]): void;
}

/** What a channel knows of itself from the start, where it is not what most channels know. */
export interface FirstFacts extends Partial<Pick<ChannelSnapshot, 'isLoggedIn' | 'state' | 'routedSkill'>> {
  readonly account?: string | undefined;
}

export function createChannelState(
  ports: ChannelPorts,
  queueType: QueueType,
  { account, ...first }: FirstFacts = {},
): ChannelState {
  const { lifetime, entry } = ports;
  let snapshot: ChannelSnapshot = {
    id: ports.adapterId,
    queueType,
    skill: entry.skill,
    state: 'initialised',
    agentStatus: 'unknown',
    isLoggedIn: false,
    isReady: false,
    routedSkill: entry.skill,
    conversationId: undefined,
    purpose: entry.purpose,
    config: { service: entry.service, skill: entry.skill, account, queueType },
    ...first,
  };
  const emit: ChannelPorts['emit'] = (event) => {
    if (!lifetime.ended) ports.emit(event);
  };

  function change(changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>>): void {
    snapshot = { ...snapshot, ...changes };
    emit({ type: 'changed', changes });
  }

  return {
    get snapshot() {
      return snapshot;
    },
    get conversationId() {
      return snapshot.conversationId;
    },
    get hasConversation() {
      return snapshot.conversationId !== undefined;
    },
    emit,
    change,
    enter(state) {
      if (state !== snapshot.state) change({ state });
    },
    say(messages) {
      if (messages.length > 0) emit({ type: 'messages', messages });
    },
  };
}
