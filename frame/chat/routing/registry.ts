import { createLazy, type Lazy } from '../../platform/lazy.ts';
import type { CreateChannel } from '../channel.ts';
import type { AdapterId } from './adapters.ts';
import type { Route } from './routing.ts';

const channel = (download: () => Promise<CreateChannel>): Lazy<CreateChannel> =>
  createLazy({ download, create: (createChannel) => createChannel });

const bot = channel(async () => (await import('../channels/bot/index.ts')).createBotChannel);
const assistant = channel(async () => (await import('../channels/assistant/index.ts')).createAssistantChannel);
const support = channel(async () => (await import('../channels/support/index.ts')).createSupportChannel);
const sync = channel(async () => (await import('../channels/sync/index.ts')).createSyncChannel);
const async = channel(async () => (await import('../channels/async/index.ts')).createAsyncChannel);
const legacy = channel(async () => (await import('../channels/legacy/index.ts')).createLegacyChannel);
const xmpp = channel(async () => (await import('../channels/xmpp/index.ts')).createXmppChannel);

/**
 * Maps adapters to channels. Each channel is a separate chunk, so a page downloads only those it uses. Every channel passes
 * `test/contract/channelSuite.ts`.
 */
const channels: Partial<Record<AdapterId, Lazy<CreateChannel>>> = {
  bot,
  salesforce: support,
  salesforcetrusteer: support,
  partnerworld: legacy,
  partnerworldopenfire: legacy,
  liveperson: sync,
  softlayer: sync,
  liveperson2: async,
  softlayermessaging: async,
  lemessaging: async,
  xmpp,
};

/** Downloads the channel of a route; the hosted assistant for its routing codes (CH-105). Undefined when no channel serves the adapter. */
export function findChannelLoader(
  { adapterId, entry }: Route,
  deployment: { readonly assistantRoutingCodes: readonly string[] },
): (() => Promise<CreateChannel>) | undefined {
  const isAssistant = entry.skill !== undefined && deployment.assistantRoutingCodes.includes(entry.skill);
  return (adapterId === 'bot' && isAssistant ? assistant : channels[adapterId])?.get;
}
