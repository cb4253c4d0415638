import { createSyncChannel } from '../../frame/chat/channels/sync/index.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import type { Locks } from '../../frame/platform/tabs.ts';
import { createChatDesk } from '../sandbox/live/chatDesk.ts';
import { createMessagingDesk } from '../sandbox/live/messagingDesk.ts';
import { createLiveChatService } from '../sandbox/services/liveChat.ts';
import { createChatBench } from './chatBench.ts';
import { agentOnly } from './chatStories.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeBrowser, createFakeStorage } from './fakeStorage.ts';
import { createFakeTabs } from './fakeTabs.ts';
import { createServiceBackend } from './serviceBackend.ts';

/** The chat store on the live chat channel and the sandbox's service, in several tabs of one browser. */
export function createLiveChatTabs({
  /** Otherwise, two tabs may each start a live chat. */
  saysWhichTabsAreOpen = false,
} = {}) {
  const clock = createFakeClock();
  const desk = createChatDesk({ now: clock.now });
  const messaging = createMessagingDesk({ clock });
  const call = createServiceBackend([
    createLiveChatService({ vendorsUrl: 'https://services.example', chat: desk, messaging }),
  ]);
  const browser = createFakeBrowser();
  let count = 0;
  const createId = (): string => `id-${++count}`;

  /** Loads a page in a tab. Pages with the same session storage follow each other in one tab. */
  async function load(session = new Map<string, string>()) {
    const lifetime = createLifetime();
    const storage = createFakeStorage(browser, session);
    const locks: Locks = saysWhichTabsAreOpen ? browser.locks : { request: browser.locks.request };
    const tabs = createFakeTabs({ clock, lifetime, session, createId, locks });
    const bench = createChatBench({
      ...agentOnly,
      storage,
      deployment: {
        accounts: [{ service: 'liveperson', account: '1', baseURI: 'chat.example' }],
        channels: { sync: { domainHosts: ['https://domains.example'] } },
      },
      ports: {
        ...{ clock, lifetime, tabs, call, createId },
        findLoader: () => async () => (ports) =>
          createSyncChannel(ports, async () => ({ ResultSet: { lpData: [{ lpServer: 'services.example' }] } })),
      },
    });
    bench.fakes.setAttention({ isChatShown: true });
    const isReady = bench.store.begin();
    await clock.advance(0);
    await isReady;
    return {
      ...bench,
      session,
      /** The page is left for the next one of its tab. */
      leave(): void {
        tabs.hide();
        lifetime.end();
      },
      /** Starts a chat that an agent joins. Returns its id at the service. */
      async startChat(): Promise<string> {
        const known = desk.list().map(({ id }) => id);
        await bench.store.startChat('menu');
        const id = desk.list().find((one) => !known.includes(one.id))?.id ?? '';
        desk.act(id, { action: 'join' });
        await clock.advance(2_000);
        return id;
      },
    };
  }

  return { clock, desk, call, load };
}
