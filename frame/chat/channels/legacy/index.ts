import { hostEvents } from '../../../../bridge/wire.ts';
import { createError, describeError } from '../../../platform/errors.ts';
import { queueTypes } from '../../adapters.ts';
import type { Channel, ChannelPorts } from '../../channel.ts';
import { createChannelState } from '../../channelState.ts';
import { bindLinks } from './bindLinks.ts';
import { lookIntervalMs } from './limits.ts';

/** The older product: a function of the host page opens its chat, outside the widget (CH-157, CH-158). */
export function createLegacyChannel(ports: ChannelPorts): Channel {
  const { adapterId, lifetime } = ports;
  const state = createChannelState(ports, queueTypes[adapterId], { state: 'unavailable', routedSkill: undefined });
  const { change } = state;

  /** The page may load the product late, and may take it away again. */
  function look(): void {
    const isThere = ports.page().chat;
    if (isThere && state.snapshot.state === 'unavailable') {
      change({ state: 'available', agentStatus: 'available' });
      bindOnce();
    } else if (!isThere && state.snapshot.state === 'available') {
      change({ state: 'unavailable', agentStatus: 'unavailable' });
    }
  }

  let isBound = false;
  function bindOnce(): void {
    if (isBound) return;
    isBound = true;
    bindLinks(ports.clock, lifetime, () => {
      ports.host.page().catch((error) => {
        ports.log.warn('The page’s chat links could not be bound.', describeError(error));
      });
    });
  }

  return {
    get snapshot() {
      return state.snapshot;
    },
    capabilities: { tellsTyping: false, isExternal: true, canEnd: false, queuesTexts: false },

    async init() {
      look();
      lifetime.add(ports.clock.every(lookIntervalMs, look));
      change({ isReady: true });
    },

    async start() {
      if (state.snapshot.state === 'unavailable' || !ports.page().chat) {
        throw createError('CHANNEL_UNAVAILABLE', 'The page has no chat function.');
      }
      await ports.host.emit(hostEvents.hostChat);
      change({ state: 'chatting' });
    },

    async resume() {
      return false; // The product keeps its own conversation.
    },
    async send() {
      throw createError('NOT_ALLOWED', 'The older chat takes texts in its own window only.');
    },
    typing() {},
    async press() {},
    async reply() {},
    async rate() {},
    seen() {},
    async end() {
      if (state.snapshot.state !== 'chatting') return;
      change({ state: 'ended' });
      change({ state: ports.page().chat ? 'available' : 'unavailable' });
    },
    async submitSurvey() {},
    async cancelSurvey() {},
  };
}
