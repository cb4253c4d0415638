import * as hostEvents from '../../../../bridge/hostEvents.ts';
import { createError } from '../../../platform/errors.ts';
import type { Channel, ChannelPorts } from '../../channel.ts';
import { queueTypes } from '../../routing/adapters.ts';
import { createChannelState } from '../ground/channelState.ts';

/** How often the channel checks whether the page has the chat function (CH-157). */
const checkIntervalMs = 1_000;
/** How often chat links are bound again, and how many times after the first (CH-158). */
const bindIntervalMs = 2_000;
const bindRepeats = 45;

/** The older chat product: a function of the host page opens it, outside the widget (CH-157, CH-158). */
export function createLegacyChannel(ports: ChannelPorts): Channel {
  const { adapterId, lifetime } = ports;
  const state = createChannelState(ports, queueTypes[adapterId], { state: 'unavailable', routedSkill: undefined });
  const { change } = state;

  /** The page may load the product late, or remove it again. */
  function checkPage(): void {
    const hasChatFunction = ports.page().chat;
    if (hasChatFunction && state.snapshot.state === 'unavailable') {
      change({ state: 'available', agentStatus: 'available' });
      bindOnce();
    } else if (!hasChatFunction && state.snapshot.state === 'available') {
      change({ state: 'unavailable', agentStatus: 'unavailable' });
    }
  }

  let isBound = false;
  function bindOnce(): void {
    if (isBound) return;
    isBound = true;
    let repeats = 0;
    const release = lifetime.add(
      ports.clock.every(bindIntervalMs, () => {
        repeats += 1;
        if (repeats === bindRepeats) release();
        bindLinks();
      }),
    );
    bindLinks();
  }

  function bindLinks(): void {
    ports.host.page().catch((error) => {
      ports.log.warn('The page’s chat links could not be bound.', error);
    });
  }

  let starting: Promise<void> | undefined;
  async function start(): Promise<void> {
    if (state.snapshot.state === 'unavailable' || !ports.page().chat) {
      throw createError('CHANNEL_UNAVAILABLE', 'The page has no chat function.');
    }
    await ports.host.emit(hostEvents.hostChat);
    change({ state: 'chatting' });
  }

  return {
    get snapshot() {
      return state.snapshot;
    },
    isExternal: true,

    async init() {
      if (state.snapshot.isReady) return;
      checkPage();
      lifetime.add(ports.clock.every(checkIntervalMs, checkPage));
      change({ isReady: true });
    },

    /** Opens the product's window, or opens it again. Concurrent calls share one start. */
    start() {
      starting ??= start().finally(() => {
        starting = undefined;
      });
      return starting;
    },

    async send() {
      throw createError('NOT_ALLOWED', 'Messages can only be typed in the older chat product’s own window.');
    },
    async end() {
      if (state.snapshot.state !== 'chatting') return;
      change({ state: 'ended' });
      change({ state: ports.page().chat ? 'available' : 'unavailable' });
    },
  };
}
