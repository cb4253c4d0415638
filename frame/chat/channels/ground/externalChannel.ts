import { createError } from '../../../platform/errors.ts';
import { once, sharedRun } from '../../../platform/sharedRun.ts';
import type { Channel } from '../../channel.ts';
import type { ChannelState } from './channelState.ts';

interface Provider {
  readonly init: () => Promise<void>;
  /** Opens the provider's window, or opens it again. Rejects if it cannot be used. */
  readonly open: () => Promise<void>;
  /** What the provider has reported. During a chat, its reports change nothing. */
  readonly availability: () => 'available' | 'unavailable';
  /** Whose window it is, for developers. */
  readonly name: string;
}

/** A channel that tracks availability. Its conversations run in the provider's own window. */
export function createExternalChannel(state: ChannelState, { init, open, availability, name }: Provider): Channel {
  const { change } = state;
  return {
    get snapshot() {
      return state.snapshot;
    },
    isExternal: true,
    init: once(init),
    start: sharedRun(async () => {
      await open();
      change({ state: 'chatting' });
    }),
    async send() {
      throw createError('NOT_ALLOWED', `Messages can only be typed in the ${name}’s own window.`);
    },
    /** The visitor leaves it for the menu. The provider's window stays open. */
    async end() {
      if (state.snapshot.state !== 'chatting') return;
      change({ state: 'ended' });
      const next = availability();
      change({ state: next, agentStatus: next });
    },
  };
}
