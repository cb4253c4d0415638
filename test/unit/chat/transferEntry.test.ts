import { describe, expect, it } from 'vitest';
import { createChannels } from '../../../frame/chat/routing/openChannels.ts';
import { initialState } from '../../../frame/chat/state.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { openChat, resumes, startChat } from '../../support/chatStories.ts';
import { createFakeChannel } from '../../support/fakeChannel.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

describe('an external entry', () => {
  const transfer = async (bench: Awaited<ReturnType<typeof openChat>>, request = {}) =>
    bench.channel('bot').ports.requestTransfer(request);

  it('[CH-060][CH-124] is in force until the chat ends', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage });
    const entry = { service: 'liveperson', skill: 'external', ifExternalConfig: true };
    await transfer(bench, { entries: [entry] });
    expect(storage.read('cm-external-config')).toEqual({ ...entry, adapter: 'liveperson' });
    const again = await openChat({ storage });
    expect(again.channel('liveperson').ports.entry.skill).toBe('external');
    bench.channel('liveperson').change({ state: 'ended' });
    expect(storage.read('cm-external-config')).toBeUndefined();
  });

  it('[CH-060] is not kept by a transfer that the visitor has ended before it began', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage });
    const entry = { service: 'liveperson', skill: 'external', ifExternalConfig: true };
    const transferred = transfer(bench, { entries: [entry] });
    bench.channel('bot').change({ state: 'ended' });
    await transferred;
    expect(storage.read('cm-external-config')).toBeUndefined();
  });

  it('[CH-060][CH-138] is not used for a later chat from the menu', async () => {
    const bench = await startChat();
    bench.channel('bot').behaviour.resume = async () => true;
    await transfer(bench, { entries: [{ service: 'liveperson', skill: 'external', ifExternalConfig: true }] });
    expect(bench.channel('liveperson').ports.entry.skill).toBe('external');
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    await bench.store.startChat('menu', 'liveperson');
    expect(bench.channel('liveperson').ports.entry.skill).toBe('sales');
    expect(bench.channel('liveperson').calls.started).toEqual([{ startType: 'menu' }]);
  });

  it('[CH-060] keeps its channel while its chat is live, even if the bot requests an agent', async () => {
    const bench = await startChat();
    bench.channel('bot').behaviour.resume = async () => true;
    await transfer(bench, { entries: [{ service: 'liveperson', skill: 'external', ifExternalConfig: true }] });
    const { lifetime } = bench.channel('liveperson').ports;
    bench.store.state.activeId = bench.store.state.conversations[0]?.id;
    await transfer(bench);
    expect(lifetime.ended).toBe(false);
    expect(bench.channel('liveperson').ports.entry.skill).toBe('external');
  });

  it('[CH-060] is kept on load while its chat is live', async () => {
    const storage = createFakeStorage();
    const entry = { service: 'liveperson', skill: 'external', ifExternalConfig: true };
    storage.write('cm-external-config', entry);
    storage.write('cm-conversations', [{ adapterId: 'liveperson', localId: 'old', conversationId: 'c' }]);
    await openChat({
      storage,
      prepare: resumes,
    });
    expect(storage.read('cm-external-config')).toEqual(entry);
  });

  it('[CH-060] is kept when the conversation of another service ends', async () => {
    const storage = createFakeStorage();
    const entries = [{ service: 'bot', skill: 'cloud' }, { service: 'liveperson2' }];
    const bench = await openChat({ storage, entries });
    await bench.store.startChat('menu', 'liveperson2');
    await bench.store.startChat('menu', 'bot');
    await transfer(bench, { entries: [{ service: 'liveperson', skill: 'partner', ifExternalConfig: true }] });
    bench.channel('liveperson2').change({ state: 'ended' });
    bench.fakes.lifetime.end();
    const again = await openChat({ storage, entries });
    expect(again.channel('liveperson').ports.entry.skill).toBe('partner');
  });

  it('[CH-060] is removed on load although the conversation of another service is live', async () => {
    const storage = createFakeStorage();
    storage.write('cm-external-config', { service: 'liveperson', skill: 'external', ifExternalConfig: true });
    const bench = await openChat({
      storage,
      entries: [{ service: 'liveperson2' }],
      prepare: (fake) => {
        if (fake.ports.adapterId !== 'liveperson2') return;
        fake.channel.init = async () => fake.change({ state: 'chatting', isReady: true });
      },
    });
    expect(bench.shown()).toMatchObject({ adapterId: 'liveperson2', state: 'chatting' });
    expect(storage.read('cm-external-config')).toBeUndefined();
  });

  it('[CH-060] is kept when the bot names another one while its chat is live', async () => {
    const bench = await startChat({ entries: [{ service: 'bot', skill: 'cloud' }, { service: 'liveperson2' }] });
    await transfer(bench, { entries: [{ service: 'liveperson', skill: 'partner', ifExternalConfig: true }] });
    const { ports, calls } = bench.channel('liveperson');
    for (const service of ['liveperson', 'liveperson2']) {
      await transfer(bench, { entries: [{ service, skill: 'support', ifExternalConfig: true }] });
    }
    expect(ports.lifetime.ended).toBe(false);
    expect(calls.started).toHaveLength(1);
    expect(bench.store.state.conversations.map((one) => one.adapterId)).toEqual(['bot', 'liveperson']);
    expect(bench.fakes.storage.read('cm-external-config')).toMatchObject({ skill: 'partner' });
  });

  it('[CH-060][CH-061] is removed when its transfer fails', async () => {
    const bench = await startChat({
      prepare: (fake) => {
        if (fake.ports.entry.skill === 'partner') fake.behaviour.start = () => Promise.reject(new Error('no agent'));
      },
    });
    const refused = transfer(bench, {
      entries: [{ service: 'liveperson', skill: 'partner', ifExternalConfig: true }],
    });
    await expect(refused).rejects.toThrow('no agent');
    expect(bench.fakes.storage.read('cm-external-config')).toBeUndefined();
  });

  it('[CH-055][CH-060] returns to the adapter that serves the transfer, whatever its service is called', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage });
    const entry = { service: 'acme', skill: 'partner', ifExternalConfig: true };
    await transfer(bench, { entries: [entry] });
    const again = await openChat({ storage });
    expect(again.channel('liveperson').ports.entry.skill).toBe('partner');
    bench.channel('liveperson').change({ state: 'ended' });
    expect(storage.read('cm-external-config')).toBeUndefined();
  });

  it('[CH-060] is stored only if it is external', async () => {
    const bench = await startChat();
    await transfer(bench, { entries: [{ service: 'liveperson', skill: 'other' }] });
    expect(bench.shown()?.adapterId).toBe('liveperson');
    expect(bench.fakes.storage.read('cm-external-config')).toBeUndefined();
  });

  it('[CH-060] is removed on load if its chat has ended meanwhile', async () => {
    const storage = createFakeStorage();
    storage.write('cm-external-config', { service: 'liveperson', skill: 'external', ifExternalConfig: true });
    const bench = await openChat({ storage });
    expect(storage.read('cm-external-config')).toBeUndefined();
    await bench.store.startChat('menu', 'liveperson');
    expect(bench.channel('liveperson').ports.entry.skill).toBe('sales');
  });

  it('[CH-016] replaces the channel of a service without ending its conversation', async () => {
    const bench = await startChat();
    const before = bench.channel('liveperson');
    await transfer(bench, { entries: [{ service: 'liveperson', skill: 'other' }] });
    expect(before.ports.lifetime.ended).toBe(true);
    expect(before.calls.ended).toBe(0);
    expect(bench.channel('liveperson').calls.started).toHaveLength(1);
  });

  it('[CH-016] opens each route with its own skill, even if another one of its service waits for the same download', async () => {
    let finish = (): void => {};
    const downloaded = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const opened: (string | undefined)[] = [];
    const bench = createChatBench({
      ports: {
        findLoader: () => async () => {
          await downloaded;
          return (ports) => createFakeChannel(ports).channel;
        },
      },
    });
    const channels = createChannels(initialState(), bench.ports, {
      event: () => {},
      transferRequested: async () => {},
    });
    const open = async (skill: string): Promise<void> => {
      opened.push(
        (await channels.open({ adapterId: 'liveperson', entry: { service: 'liveperson', skill } }))?.entry.skill,
      );
    };
    const all = Promise.all([open('sales'), open('other'), open('other')]);
    finish();
    await all;
    expect(opened).toEqual(['sales', 'other', 'other']);
    expect(channels.opened('liveperson')?.entry.skill).toBe('other');
  });
});
