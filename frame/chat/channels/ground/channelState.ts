import type { ChannelPorts, ChannelSnapshot } from '../../channel.ts';
import type { ChatState, MessageInput } from '../../conversation.ts';
import { queueTypes } from '../../routing/adapters.ts';

/** Initial values that differ from the defaults. */
export interface InitialState extends Partial<Pick<ChannelSnapshot, 'isLoggedIn' | 'state' | 'routedSkill'>> {
  readonly account?: string | undefined;
}

/** The adapter record of a channel (CH-002) and its events. Emits nothing after the channel's lifetime has ended. */
export function createChannelState(ports: ChannelPorts, { account, ...initial }: InitialState = {}) {
  const { adapterId, lifetime, entry } = ports;
  const queueType = queueTypes[adapterId];
  let snapshot: ChannelSnapshot = {
    id: adapterId,
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
    ...initial,
  };
  const emit: ChannelPorts['emit'] = (event) => {
    if (!lifetime.ended) ports.emit(event);
  };

  function change(changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>>): void {
    snapshot = { ...snapshot, ...changes };
    emit({ type: 'changed', changes });
  }

  return {
    get snapshot(): ChannelSnapshot {
      return snapshot;
    },
    get conversationId(): string | undefined {
      return snapshot.conversationId;
    },
    get hasConversation(): boolean {
      return snapshot.conversationId !== undefined;
    },
    emit,
    change,
    enter(state: ChatState): void {
      if (state !== snapshot.state) change({ state });
    },
    say(messages: readonly MessageInput[]): void {
      if (messages.length > 0) emit({ type: 'messages', messages });
    },
  };
}

export type ChannelState = ReturnType<typeof createChannelState>;
