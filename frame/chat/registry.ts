import type { AdapterId } from './adapters.ts';
import type { CreateChannel } from './channel.ts';

/**
 * Which folder serves which adapter. Each folder is a chunk of its own: a page pays for the channels it uses.
 * A channel is done when `test/contract/channelSuite.ts` passes on it; then it gets its line here.
 */
const loaders: Partial<Record<AdapterId, () => Promise<CreateChannel>>> = {
  salesforce: loadSupport,
  salesforcetrusteer: loadSupport,
  partnerworld: loadLegacy,
  partnerworldopenfire: loadLegacy,
};

async function loadSupport(): Promise<CreateChannel> {
  return (await import('./channels/support/index.ts')).createSupportChannel;
}

async function loadLegacy(): Promise<CreateChannel> {
  return (await import('./channels/legacy/index.ts')).createLegacyChannel;
}

/** `undefined` when no folder serves the adapter. */
export function findChannelLoader(adapterId: AdapterId): (() => Promise<CreateChannel>) | undefined {
  return loaders[adapterId];
}
