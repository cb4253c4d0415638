import type { Family } from './story.ts';

/** All families by name. Each is loaded when it is asked for. */
export const families: Readonly<Record<string, () => Promise<Family<never>>>> = {
  core: async () => (await import('./core/family.ts')).core as unknown as Family<never>,
  bot: async () => (await import('./store/botFamily.ts')).bot as unknown as Family<never>,
  messaging: async () => (await import('./store/messagingFamily.ts')).messaging as unknown as Family<never>,
  xmpp: async () => (await import('./store/xmppFamily.ts')).xmpp as unknown as Family<never>,
  liveChat: async () => (await import('./store/liveChatFamily.ts')).liveChat as unknown as Family<never>,
};
