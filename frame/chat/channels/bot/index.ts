import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import { createBotChannel as createServiceChannel } from '../../botService/createBotChannel.ts';
import { greetingPauseMs } from '../../botService/limits.ts';
import { toBlocks } from '../../botService/toBlocks.ts';
import type { Channel, ChannelPorts } from '../../channel.ts';

/** Downloaded for a deployment with an employee check. Without it, nobody is an employee. */
const loadJsonpScript: LoadJsonp = async (url, lifetime) => {
  const { createJsonpLoader } = await import('../../../platform/loadJsonpScript.ts');
  // The check may be over.
  lifetime.signal.throwIfAborted();
  return createJsonpLoader('callback')(url, lifetime);
};

/** The company's own bot (CH-074 to CH-104). */
export function createBotChannel(ports: ChannelPorts, loadJsonp = loadJsonpScript): Channel {
  return createServiceChannel(ports, {
    toBlocks,
    greetingPauseMs,
    opening: ['privacy', 'connected'],
    loadJsonp,
  });
}
