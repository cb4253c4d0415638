import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import type { ChannelPorts } from '../../channel.ts';
import { type BotChannel, createBotChannel as createServiceChannel } from './createBotChannel.ts';
import { greetingPauseMs } from './limits.ts';
import { toBlocks } from './toBlocks.ts';

/** The company's own bot (CH-074 to CH-104). */
export function createBotChannel(ports: ChannelPorts, loadJsonp?: LoadJsonp): BotChannel {
  return createServiceChannel(ports, {
    toBlocks,
    greetingPauseMs,
    opening: ['privacy', 'connected'],
    loadJsonp,
  });
}
