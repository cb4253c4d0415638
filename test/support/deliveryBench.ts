import { createDelivery } from '../../frame/chat/delivery/createDelivery.ts';
import type { DeliveryCapabilities, DeliveryPorts, Entry, Outcome } from '../../frame/chat/delivery/types.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import type { Locks } from '../../frame/platform/tabs.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeBrowser, createFakeStorage } from './fakeStorage.ts';
import { createFakeLocks, createFakeTabs } from './fakeTabs.ts';

export interface TabOptions {
  readonly capabilities?: Partial<DeliveryCapabilities>;
  readonly resends?: boolean;
  readonly hasConversationPerTab?: boolean;
  readonly owner?: string;
  readonly session?: Map<string, string>;
  readonly lookUp?: DeliveryPorts['lookUp'];
  readonly keyAt?: DeliveryPorts['keyAt'];
}

/** Several tabs of one browser, each with the delivery core. The test answers what they publish. */
export function createDeliveryBench({ hasLocks = true } = {}) {
  const locks: Locks | undefined = hasLocks ? createFakeLocks() : undefined;
  const clock = createFakeClock();
  const browser = createFakeBrowser();
  let tabCount = 0;

  function openTab(options: TabOptions = {}) {
    const lifetime = createLifetime();
    const session = options.session ?? new Map<string, string>();
    const storage = createFakeStorage(browser, session);
    const tabs = createFakeTabs({ clock, lifetime, locks, session, createId: () => `tab-${++tabCount}` });
    const published: Entry[] = [];
    const answers: ((outcome: Outcome) => void)[] = [];
    const events: string[] = [];
    let replays = 0;
    const replayed: (() => void)[] = [];
    const refused: (() => void)[] = [];
    const delivery = createDelivery({
      adapterId: 'bench',
      clock,
      lifetime,
      storage,
      tabs,
      capabilities: { ids: false, sequence: true, history: true, ...options.capabilities },
      resends: options.resends ?? true,
      hasConversationPerTab: options.hasConversationPerTab ?? false,
      publish: (entry) => {
        published.push(entry);
        return new Promise((resolve) => answers.push(resolve));
      },
      replay: () => {
        replays += 1;
        return new Promise((resolve, reject) => {
          replayed.push(() => resolve());
          refused.push(() => reject(new Error('offline')));
        });
      },
      ...(options.lookUp ? { lookUp: options.lookUp } : {}),
      ...(options.keyAt ? { keyAt: options.keyAt } : {}),
      delivered: ({ text }, position) => void events.push(`delivered ${text} ${position ?? '-'}`),
      notDelivered: ({ text }) => void events.push(`not delivered ${text}`),
      restored: (entries) => void events.push(`restored ${entries.map(({ text }) => text).join(',')}`),
      returned: (texts) => void events.push(`returned ${texts.join(',')}`),
    });
    const tab = {
      delivery,
      lifetime,
      session,
      storage,
      tabs,
      events,
      published: () => published.map(({ text }) => text),
      entries: published,
      /** Answers the oldest unanswered publish. */
      async answer(outcome: Outcome): Promise<void> {
        answers.shift()?.(outcome);
        await clock.advance(0);
      },
      /** Answers the oldest unanswered publish with the place of its echo. */
      async answerWithEcho(position: number, key?: string): Promise<void> {
        delivery.answered(published.at(-answers.length)?.id ?? '', { position, key });
        await tab.answer({ type: 'acked' });
      },
      replays: () => replays,
      async endReplay(): Promise<void> {
        replayed.shift()?.();
        refused.shift();
        await clock.advance(0);
      },
      async failReplay(): Promise<void> {
        refused.shift()?.();
        replayed.shift();
        await clock.advance(0);
      },
      async write(text: string, id = text): Promise<void> {
        delivery.write({ id, text });
        await clock.advance(0);
      },
      /** Signs in, opens the conversation and connects. */
      async begin(conversationId = 'talk'): Promise<void> {
        delivery.setOwner(options.owner ?? 'ann');
        delivery.conversationOpened(conversationId);
        delivery.setReady(true);
        // Long enough to take the place of a closed tab.
        await clock.advance(3_000);
      },
      /** The tab is closed or reloaded. */
      async close(): Promise<void> {
        tabs.hide();
        lifetime.end();
        await clock.advance(3_000);
      },
    };
    return tab;
  }

  /** Opens two tabs and connects them to the same conversation. */
  async function beginTwoTabs(options?: TabOptions) {
    const tabs = [openTab(options), openTab(options)] as const;
    for (const tab of tabs) await tab.begin();
    return tabs;
  }

  return { clock, browser, openTab, beginTwoTabs };
}
