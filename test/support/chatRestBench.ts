import type { ChannelPorts, VisitorFacts } from '../../frame/chat/channel.ts';
import { createSyncChannel } from '../../frame/chat/channels/sync/index.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import type { LoadJsonp } from '../../frame/platform/loadJsonpScript.ts';
import { createChatDesk } from '../sandbox/live/chatDesk.ts';
import { createMessagingDesk } from '../sandbox/live/messagingDesk.ts';
import { createLiveChatService } from '../sandbox/services/liveChat.ts';
import { createFakeChannelPorts, type FakeChannelPorts, fakeVisitor } from './fakeChannelPorts.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeBrowser, createFakeStorage } from './fakeStorage.ts';
import { createFakeLocks, createFakeTabs } from './fakeTabs.ts';
import { createServiceBackend, type ServiceCall } from './serviceBackend.ts';

export interface ChatRestBenchOptions {
  readonly visitor?: Partial<VisitorFacts>;
  readonly ports?: Partial<ChannelPorts>;
  readonly loadJsonp?: LoadJsonp;
  readonly deployment?: Readonly<Record<string, unknown>>;
}

const origin = 'https://services.example';
const pageEntry = { service: 'liveperson', skill: 'cloud-sales', purpose: '(default)' };

/** Whether a call polls the chat. */
export const isPoll = ({ method, path }: ServiceCall): boolean => method === 'GET' && /\/chat\/[^/]+$/.test(path);

/** The live chat channel on a fake clock, connected to the sandbox's live chat service. */
export function createChatRestBench(options: ChatRestBenchOptions = {}) {
  const clock = createFakeClock();
  const desk = createChatDesk({ now: clock.now });
  const service = createLiveChatService({
    vendorsUrl: origin,
    chat: desk,
    messaging: createMessagingDesk({ clock }),
  });
  const backend = createServiceBackend([service]);
  const browser = createFakeBrowser();
  const locks = createFakeLocks();
  let tabCount = 0;
  const lookups: string[] = [];
  const state = { failingLookups: 0 };
  const lookUp: LoadJsonp = async (url) => {
    lookups.push(url);
    if (lookups.length <= state.failingLookups) throw new Error('no answer');
    return { ResultSet: { lpData: [{ lpServer: 'services.example' }] } };
  };

  /** Loads the page in a new tab, or again with the storage that it had. */
  function load({ storage }: Pick<FakeChannelPorts, 'storage'> = { storage: createFakeStorage(browser) }) {
    const lifetime = createLifetime();
    const tabs = createFakeTabs({
      clock,
      lifetime,
      locks,
      session: storage.areas.session,
      createId: () => `tab-${++tabCount}`,
    });
    const fakes = createFakeChannelPorts({
      clock,
      lifetime,
      storage,
      tabs,
      call: backend,
      adapterId: 'liveperson',
      entry: pageEntry,
      entries: () => [options.ports?.entry ?? pageEntry],
      visitor: () => ({ ...fakeVisitor, ...options.visitor }),
      deployment: { sync: { domainHosts: ['https://domains.example'], profileHosts: [origin], ...options.deployment } },
      ...options.ports,
    });
    const bench = Object.assign(fakes, { clock, lifetime, storage });
    const channel = createSyncChannel(fakes.ports, options.loadJsonp ?? lookUp);
    /** The page is closed or reloaded. */
    const leave = (): void => {
      tabs.hide();
      lifetime.end();
    };
    return { channel, fakes: bench, leave };
  }

  const first = load();
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
    /** Changes the chat as the service describes it from now on. */
    describeAs(change: (chat: Record<string, unknown>) => Record<string, unknown>): void {
      const { describe } = desk;
      desk.describe = (...asked) => ({ chat: change(describe(...asked).chat as Record<string, unknown>) });
    },
    /** The stored texts that the service has not confirmed. */
    unconfirmed: (): readonly string[] =>
      first.fakes.storage.suffixes('cm-outbox').flatMap((suffix) => {
        const { text, status } = first.fakes.storage.read('cm-outbox', suffix) as { text: string; status: string };
        return status === 'settled' ? [] : [text];
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
