import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import type { Channel, ChannelPorts } from '../../channel.ts';
import { createBotChannel as createServiceChannel } from './createBotChannel.ts';
import { greetingPauseMs } from './limits.ts';
import { toBlocks } from './toBlocks.ts';

/** The company's own bot (CH-074 to CH-104). */
export function createBotChannel(ports: ChannelPorts, loadJsonp?: LoadJsonp): Channel {
  return createServiceChannel(ports, {
    toBlocks,
    greetingPauseMs,
    opening: ['privacy', 'connected'],
    loadJsonp,
  });
}
