import { hostEvents } from '../../../../bridge/wire.ts';
import { createError, describeError } from '../../../platform/errors.ts';
import { queueTypes } from '../../adapters.ts';
import type { Channel, ChannelPorts, ChannelSnapshot } from '../../channel.ts';
import { bindLinks } from './bindLinks.ts';
import { lookIntervalMs } from './limits.ts';

/** The older product: a function of the host page opens its chat, outside the widget (CH-157, CH-158). */
export function createLegacyChannel(ports: ChannelPorts): Channel {
  const { adapterId, entry, lifetime } = ports;
  const queueType = queueTypes[adapterId];
  let snapshot: ChannelSnapshot = {
    id: adapterId,
    queueType,
    skill: entry.skill,
    state: 'unavailable',
    agentStatus: 'unknown',
    isLoggedIn: false,
    isReady: false,
    routedSkill: undefined,
    conversationId: undefined,
    purpose: entry.purpose,
    config: { service: entry.service, skill: entry.skill, account: undefined, queueType },
  };

  function change(changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>>): void {
    if (lifetime.ended) return;
    snapshot = { ...snapshot, ...changes };
    ports.emit({ type: 'changed', changes });
  }

  /** The page may load the product late, and may take it away again. */
  function look(): void {
    const isThere = ports.page().chat;
    if (isThere && snapshot.state === 'unavailable') {
      change({ state: 'available', agentStatus: 'available' });
      bindOnce();
    } else if (!isThere && snapshot.state === 'available') {
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
      return snapshot;
    },
    capabilities: { tellsTyping: false, isExternal: true, canEnd: false, queuesTexts: false },

    async init() {
      look();
      lifetime.add(ports.clock.every(lookIntervalMs, look));
      change({ isReady: true });
    },

    async start() {
      if (snapshot.state === 'unavailable' || !ports.page().chat) {
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
      if (snapshot.state !== 'chatting') return;
      change({ state: 'ended' });
      change({ state: ports.page().chat ? 'available' : 'unavailable' });
    },
    async submitSurvey() {},
    async cancelSurvey() {},
  };
}
