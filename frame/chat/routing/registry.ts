import { createLazy, type Lazy } from '../../platform/lazy.ts';
import type { CreateChannel } from '../channel.ts';
import type { AdapterId } from './adapters.ts';
import type { Route } from './routing.ts';

const bot = createLazy({
  download: () => import('../channels/bot/index.ts'),
  create: ({ createBotChannel }) => createBotChannel,
});
const assistant = createLazy({
  download: () => import('../channels/assistant/index.ts'),
  create: ({ createAssistantChannel }) => createAssistantChannel,
});
const support = createLazy({
  download: () => import('../channels/support/index.ts'),
  create: ({ createSupportChannel }) => createSupportChannel,
});
const sync = createLazy({
  download: () => import('../channels/sync/index.ts'),
  create: ({ createSyncChannel }) => createSyncChannel,
});
const async = createLazy({
  download: () => import('../channels/async/index.ts'),
  create: ({ createAsyncChannel }) => createAsyncChannel,
});
const legacy = createLazy({
  download: () => import('../channels/legacy/index.ts'),
  create: ({ createLegacyChannel }) => createLegacyChannel,
});
const xmpp = createLazy({
  download: () => import('../channels/xmpp/index.ts'),
  create: ({ createXmppChannel }) => createXmppChannel,
});

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

/** Downloads the channel of a route. Undefined when no channel serves the adapter. */
export function findChannelLoader(
  { adapterId, entry }: Route,
  deployment: { readonly assistantRoutingCodes: readonly string[] },
): (() => Promise<CreateChannel>) | undefined {
  const isAssistant = adapterId === 'bot' && isHostedAssistant(entry.skill, deployment.assistantRoutingCodes);
  return (isAssistant ? assistant : channels[adapterId])?.get;
}

/** CH-105. */
export function isHostedAssistant(skill: string | undefined, codes: readonly string[]): boolean {
  return skill !== undefined && codes.includes(skill);
}
