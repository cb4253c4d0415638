import { describe, expect, it } from 'vitest';
import type { AdapterId } from '../../../frame/chat/routing/adapters.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { createChatBench } from '../../support/chatBench.ts';
import type { FakeChannel } from '../../support/fakeChannel.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

describe('starting a chat while a service hangs', () => {
  it('[CH-009][CH-026] waits briefly for a preferred service that hangs, and then starts the next one', async () => {
    const hangs: Partial<Record<AdapterId, () => void>> = {};
    const prepare = (fake: FakeChannel) => {
      const { init } = fake.channel;
      Object.assign(fake.channel, {
        init: () => new Promise<void>((resolve) => (hangs[fake.ports.adapterId] = () => resolve(init()))),
      });
    };
    const bench = createChatBench({ prepare });
    void bench.store.begin();
    await bench.run();
    void bench.store.startChat('menu');
    expect(bench.store.state.isStarting).toBe(true);
    hangs.liveperson?.();
    await bench.run(2_900);
    expect(bench.channel('liveperson').calls.started).toEqual([]);
    hangs.bot?.();
    await bench.run();
    expect(bench.channel('bot').calls.started).toEqual([{ startType: 'menu' }]);
    expect(bench.store.state.isStarting).toBe(false);

    const other = createChatBench({ prepare });
    void other.store.begin();
    await other.run();
    hangs.liveperson?.();
    void other.store.startChat('menu');
    await other.run(3_000);
    expect(other.channel('liveperson').calls.started).toEqual([{ startType: 'menu' }]);
  });

  it('[CH-009] starts the service that the visitor has chosen as soon as it is ready, whatever hangs', async () => {
    const hangs: (() => void)[] = [];
    const { channel, store, run } = createChatBench({
      prepare: (fake) => {
        const { init } = fake.channel;
        Object.assign(fake.channel, {
          init: () =>
            new Promise<void>((resolve) => {
              if (fake.ports.adapterId === 'liveperson') hangs.push(() => resolve(init()));
            }),
        });
      },
    });
    void store.begin();
    await run();
    void store.startChat('menu', 'liveperson');
    await run(1_000);
    expect(channel('liveperson').calls.started).toEqual([]);
    for (const goOn of hangs) goOn();
    await run();
    expect(channel('liveperson').calls.started).toEqual([{ startType: 'menu' }]);
  });

  it('[CH-009] does not wait for a service that is no better than one that is ready', async () => {
    const { channel, store, run } = createChatBench({
      entries: [{ service: 'liveperson' }, { service: 'softlayer' }],
      prepare: (fake) => {
        if (fake.ports.adapterId === 'softlayer') Object.assign(fake.channel, { init: () => new Promise(() => {}) });
      },
    });
    void store.begin();
    await run();
    void store.startChat('menu');
    await run();
    expect(channel('liveperson').calls.started).toEqual([{ startType: 'menu' }]);
  });

  it('[CH-010][CH-026] waits for a preferred service once, from the start of the page', async () => {
    const query = parseQueryParameters('https://x.example/?cm-start-chat');
    const { channel, store, run } = createChatBench({
      ports: { query },
      prepare: (fake) => {
        if (fake.ports.adapterId === 'bot') Object.assign(fake.channel, { init: () => new Promise<void>(() => {}) });
      },
    });
    void store.begin();
    await run(3_000);
    expect(channel('liveperson').calls.started).toEqual([{ startType: 'queryParameter' }]);
  });

  it('[CH-010][CH-052] waits for a conversation to resume once, from the start of the page', async () => {
    const storage = createFakeStorage();
    storage.write('cm-conversations', [{ adapterId: 'bot', localId: 'old', conversationId: 'c' }]);
    const query = parseQueryParameters('https://x.example/?cm-start-chat');
    const { store, pane, run } = createChatBench({
      storage,
      ports: { query },
      prepare: (fake) => {
        fake.behaviour.resume = () => new Promise(() => {});
      },
    });
    void store.begin();
    await run(19_999);
    expect(pane.shown).toBe(0);
    await run(1);
    expect(pane.shown).toBe(1);
    expect(store.state.isStarting).toBe(false);
  });

  it('[CH-026][CH-214] shows the overlay for 20 s while every chat service hangs, and then a notice', async () => {
    const prepare = (fake: FakeChannel) => Object.assign(fake.channel, { init: () => new Promise<void>(() => {}) });
    const { store, run } = createChatBench({ prepare });
    void store.begin();
    await run();
    void store.startChat('menu');
    await run(19_999);
    expect(store.state.isStarting).toBe(true);
    await run(1);
    expect(store.state).toMatchObject({ isStarting: false, problem: { key: 'notAvailable' } });
  });

  it('[CH-010][CH-026] the start-chat parameter does not wait for another service that hangs', async () => {
    const query = parseQueryParameters('https://x.example/?cm-start-chat');
    const { channel, store, run } = createChatBench({
      ports: { query },
      prepare: (fake) => {
        if (fake.ports.adapterId !== 'bot') Object.assign(fake.channel, { init: () => new Promise<void>(() => {}) });
      },
    });
    void store.begin();
    await run();
    expect(channel('bot').calls.started).toEqual([{ startType: 'queryParameter' }]);
  });

  it('[CH-052] a conversation from before a reload continues before a click starts a new one', async () => {
    const storage = createFakeStorage();
    storage.write('cm-conversations', [{ adapterId: 'liveperson', localId: 'old', conversationId: 'c' }]);
    let resume: (value: boolean) => void = () => {};
    const { channel, store, run, shown } = createChatBench({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          const isThere = await new Promise<boolean>((resolve) => (resume = resolve));
          fake.change({ state: 'chatting', conversationId: 'c' });
          return isThere;
        };
      },
    });
    void store.begin();
    await run();
    void store.startChat('menu');
    await run(5_000);
    expect(channel('bot').calls.started).toEqual([]);
    resume(true);
    await run();
    expect(shown()).toMatchObject({ id: 'old', state: 'chatting' });
    expect(channel('bot').calls.started).toEqual([]);
  });
});
