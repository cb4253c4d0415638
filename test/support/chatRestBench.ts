import type { ChannelPorts, VisitorFacts } from '../../frame/chat/channel.ts';
import { createChatRest } from '../../frame/chat/channels/sync/chatRest.ts';
import { createSyncChannel, type SyncDependencies } from '../../frame/chat/channels/sync/index.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createChatDesk } from '../sandbox/live/chatDesk.ts';
import { createMessagingDesk } from '../sandbox/live/messagingDesk.ts';
import { createLiveChatService } from '../sandbox/services/liveChat.ts';
import { createFakeChannelPorts, type FakeChannelPorts, fakeVisitor } from './fakeChannelPorts.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeBrowser, createFakeStorage } from './fakeStorage.ts';
import { createFakeLocks, createFakeTabs } from './fakeTabs.ts';
import { createServiceBackend } from './serviceBackend.ts';

export interface ChatRestBenchOptions {
  readonly visitor?: Partial<VisitorFacts>;
  readonly ports?: Partial<ChannelPorts>;
  readonly dependencies?: Partial<SyncDependencies>;
  readonly deployment?: Readonly<Record<string, unknown>>;
}

const origin = 'https://services.example';

/** The live chat channel on a fake clock, connected to the sandbox's live chat service. */
export function createChatRestBench(options: ChatRestBenchOptions = {}) {
  const clock = createFakeClock();
  const desk = createChatDesk({ now: clock.now });
  const service = createLiveChatService({
    servicesUrl: origin,
    chat: desk,
    messaging: createMessagingDesk({ now: clock.now }),
  });
  const backend = createServiceBackend([service]);
  const locks = createFakeLocks();
  let tabCount = 0;
  const lookups: string[] = [];
  const state = { failingLookups: 0 };

  /** Loads the page: for the first time, again with the storage of `before`, or with a storage of its own. */
  function load(before?: Pick<FakeChannelPorts, 'storage'>) {
    const lifetime = createLifetime();
    const fakes = createFakeChannelPorts({
      clock,
      lifetime,
      tabs: createFakeTabs({ lifetime, locks, createId: () => `tab-${++tabCount}` }),
      call: backend,
      adapterId: 'liveperson',
      entry: { service: 'liveperson', skill: 'cloud-sales', purpose: '(default)' },
      visitor: () => ({ ...fakeVisitor, ...options.visitor }),
      deployment: { sync: { domainHosts: ['https://domains.example'], profileHosts: [origin], ...options.deployment } },
      ...(before ? { storage: before.storage } : {}),
      ...options.ports,
    });
    const bench = Object.assign(fakes, { clock, lifetime }, before ? { storage: before.storage } : {});
    const channel = createSyncChannel(fakes.ports, {
      loadJsonp: async (url) => {
        lookups.push(url);
        if (lookups.length <= state.failingLookups) throw new Error('no answer');
        return { ResultSet: { lpData: [{ lpServer: 'services.example' }] } };
      },
      createRest: createChatRest,
      ...options.dependencies,
    });
    return { channel, fakes: bench };
  }

  const browser = createFakeBrowser();
  const first = load({ storage: createFakeStorage(browser) });
  return {
    ...first,
    desk,
    service,
    backend,
    clock,
    lookups,
    state,
    load,
    chatId: (): string => desk.list()[0]?.id ?? '',
    /** The storage of another tab of the same browser. */
    otherTab: () => createFakeStorage(browser),
    /** The stored texts that the service has not confirmed. */
    unconfirmed: (): readonly string[] =>
      first.fakes.storage.suffixes('cm-outbox').flatMap((suffix) => {
        const { text, fate } = first.fakes.storage.read('cm-outbox', suffix) as { text: string; fate: string };
        return fate === 'settled' ? [] : [text];
      }),
    /** Starts a chat that an agent joins. */
    async startChat(): Promise<void> {
      await first.channel.init();
      await first.channel.start({ startType: 'menu' });
      desk.act(desk.list()[0]?.id ?? '', { action: 'join' });
      await clock.advance(2_000);
    },
  };
}
