import type { ChannelPorts, ChannelSnapshot } from '../../channel.ts';
import type { ChatState } from '../../chatState.ts';
import type { MessageInput } from '../../conversation.ts';

/** The adapter record of the channel, and what is told of it. */
export interface ChannelState {
  readonly snapshot: ChannelSnapshot;
  readonly conversationId: string | undefined;
  readonly isTalking: boolean;
  /** Nothing is told after the end of the channel. */
  readonly emit: ChannelPorts['emit'];
  change(changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>>): void;
  enter(state: ChatState): void;
  say(messages: readonly MessageInput[]): void;
  /** A line of ours in the conversation that runs. */
  note(id: string, words: string): MessageInput;
}

export function createChannelState(ports: ChannelPorts): ChannelState {
  const { clock, lifetime, entry } = ports;
  let snapshot: ChannelSnapshot = {
    id: ports.adapterId,
    queueType: 'async',
    skill: entry.skill,
    state: 'initialised',
    agentStatus: 'unknown',
    isLoggedIn: false,
    isReady: false,
    routedSkill: entry.skill,
    conversationId: undefined,
    purpose: entry.purpose,
    config: { service: entry.service, skill: entry.skill, account: undefined, queueType: 'async' },
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
    get isTalking() {
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
    note: (id, words) => ({
      id: `${snapshot.conversationId ?? ''}__${id}`,
      type: 'system',
      text: words,
      timestamp: clock.now(),
    }),
  };
}
