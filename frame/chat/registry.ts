import type { AdapterId } from './adapters.ts';
import type { CreateChannel } from './channel.ts';
import type { Route } from './routing.ts';

/**
 * Which folder serves which adapter. Each folder is a chunk of its own: a page pays for the channels it uses.
 * A channel is done when `test/contract/channelSuite.ts` passes on it; then it gets its line here.
 */
const loaders: Partial<Record<AdapterId, () => Promise<CreateChannel>>> = {
  bot: async () => (await import('./channels/bot/index.ts')).createBotChannel,
  salesforce: loadSupport,
  salesforcetrusteer: loadSupport,
  partnerworld: loadLegacy,
  partnerworldopenfire: loadLegacy,
  liveperson: loadSync,
  softlayer: loadSync,
  liveperson2: loadAsync,
  softlayermessaging: loadAsync,
  lemessaging: loadAsync,
};

async function loadSupport(): Promise<CreateChannel> {
  return (await import('./channels/support/index.ts')).createSupportChannel;
}

async function loadSync(): Promise<CreateChannel> {
  return (await import('./channels/sync/index.ts')).createSyncChannel;
}

async function loadAsync(): Promise<CreateChannel> {
  return (await import('./channels/async/index.ts')).createAsyncChannel;
}

async function loadLegacy(): Promise<CreateChannel> {
  return (await import('./channels/legacy/index.ts')).createLegacyChannel;
}

const loadAssistant = async (): Promise<CreateChannel> =>
  (await import('./channels/assistant/index.ts')).createAssistantChannel;

/** `undefined` when no folder serves the adapter. */
export function findChannelLoader(
  { adapterId, entry }: Route,
  deployment: { readonly assistantRoutingCodes: readonly string[] },
): (() => Promise<CreateChannel>) | undefined {
  return adapterId === 'bot' && isHostedAssistant(entry.skill, deployment.assistantRoutingCodes)
    ? loadAssistant
    : loaders[adapterId];
}

/** CH-105. */
export function isHostedAssistant(skill: string | undefined, codes: readonly string[]): boolean {
  return skill !== undefined && codes.includes(skill);
}
