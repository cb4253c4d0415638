import * as hostEvents from '../../../../bridge/hostEvents.ts';
import { createError } from '../../../platform/errors.ts';
import { createTimer } from '../../../platform/timer.ts';
import type { Channel, ChannelPorts } from '../../channel.ts';
import { createChannelState } from '../ground/channelState.ts';
import { createExternalChannel } from '../ground/externalChannel.ts';

/** How often the channel checks whether the page has the chat function (CH-157). */
const checkIntervalMs = 1_000;
/** How often chat links are bound again, and how many times after the first (CH-158). */
const bindIntervalMs = 2_000;
const bindRepeats = 45;

/** The older chat product: a function of the host page opens it, outside the widget (CH-157, CH-158). */
export function createLegacyChannel(ports: ChannelPorts): Channel {
  const { clock, lifetime } = ports;
  const state = createChannelState(ports, { state: 'unavailable', routedSkill: undefined });
  const { change } = state;
  const availability = () => (ports.page().chat ? 'available' : 'unavailable');

  /** The page may load the product late, or remove it again. */
  function checkPage(): void {
    const { state: before } = state.snapshot;
    const next = availability();
    if (before === 'chatting' || before === next) return;
    change({ state: next, agentStatus: next });
    if (next === 'available' && !isBound) bindLinks(bindRepeats);
  }

  const rebinding = createTimer(clock, lifetime);
  let isBound = false;
  function bindLinks(repeats: number): void {
    isBound = true;
    if (repeats > 0) rebinding.start(bindIntervalMs, () => bindLinks(repeats - 1));
    ports.host.page().catch((error) => {
      ports.log.warn('The page’s chat links could not be bound.', error);
    });
  }

  async function init(): Promise<void> {
    checkPage();
    lifetime.add(clock.every(checkIntervalMs, checkPage));
    change({ isReady: true });
  }

  async function open(): Promise<void> {
    if (state.snapshot.state === 'unavailable' || !ports.page().chat) {
      throw createError('CHANNEL_UNAVAILABLE', 'The page has no chat function.');
    }
    await ports.host.emit(hostEvents.hostChat);
  }

  return createExternalChannel(state, { init, open, availability, name: 'older chat product' });
}
