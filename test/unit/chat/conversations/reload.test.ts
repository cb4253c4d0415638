import { describe, expect, it } from 'vitest';
import type { AdapterId } from '../../../../frame/chat/routing/adapters.ts';
import { agentMessage, agentOnly, displayModeOf, openChat, resumes, startChat } from '../../../support/chatStories.ts';
import { settle } from '../../../support/fakeClock.ts';
import { createFakeBrowser, createFakeStorage } from '../../../support/fakeStorage.ts';

describe('a reload', () => {
  it('[CH-052] continues the conversation under the same ids', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage });
    const id = first.shown()?.id;
    first.fakes.lifetime.end();
    const second = await openChat({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          fake.change({ state: 'chatting' });
          fake.emit({ type: 'messages', messages: [agentMessage('1', 'before', { type: 'bot', isHistory: true })] });
          return true;
        };
      },
    });
    expect(second.channel('bot').calls.resumed).toEqual([{ conversationId: 'bot-conversation' }]);
    expect(second.shown()).toMatchObject({ id, state: 'chatting' });
    expect(second.texts()).toEqual(['before']);
  });

  it('[CH-097][F-CH26] keeps the thumbs under an answer, and what the visitor has pressed', async () => {
    const storage = createFakeStorage();
    const answer = (id: string) => agentMessage(id, 'Did this help?', { type: 'bot', displayFeedback: true });
    const first = await startChat({ storage });
    first.channel('bot').emit({ type: 'messages', messages: [answer('1'), answer('2')] });
    first.store.rate(first.messages()[0] as never, false);
    first.fakes.lifetime.end();
    const second = await openChat({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          fake.change({ state: 'chatting' });
          fake.emit({
            type: 'messages',
            messages: [
              { ...answer('1'), displayFeedback: false },
              { ...answer('2'), displayFeedback: false },
            ],
          });
          return true;
        };
      },
    });
    expect(second.messages().map((one) => [one.displayFeedback, one.rating])).toEqual([
      [true, 'down'],
      [true, undefined],
    ]);
  });

  it('[CH-047][CH-052] shows the transfer target, and its end still returns to the bot', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage });
    await first.channel('bot').ports.requestTransfer({});
    first.fakes.lifetime.end();
    const second = await openChat({
      storage,
      prepare: resumes,
    });
    expect(second.shown()?.adapterId).toBe('liveperson');
    second.channel('liveperson').change({ state: 'ended' });
    await second.run();
    expect(second.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
  });

  it('[CH-047][CH-052] recognizes a transferred conversation that its service reports before it is resumed', async () => {
    const storage = createFakeStorage();
    let page = await startChat({ storage });
    await page.channel('bot').ports.requestTransfer({});
    const id = page.shown()?.id;
    // The second reload reads what the first one has stored.
    for (const at of [1, 2]) {
      page.fakes.lifetime.end();
      page = await openChat({
        storage,
        prepare: (fake) => {
          const isBot = fake.channel.snapshot.queueType === 'bot';
          const show = () => {
            fake.change({ conversationId: isBot ? 'bot-conversation' : 'liveperson-conversation' });
            fake.change({ state: 'chatting' });
            const text = isBot ? 'I am getting an agent.' : 'Hello, this is Natalie.';
            const type = isBot ? 'bot' : 'agent';
            fake.emit({
              type: 'messages',
              messages: [agentMessage(`${type}-1`, text, { type, isHistory: true, timestamp: at })],
            });
          };
          const init = fake.channel.init;
          fake.channel.init = async () => {
            await init();
            if (!isBot) show();
          };
          fake.behaviour.resume = async () => {
            if (isBot) show();
            return true;
          };
        },
      });
      expect(page.shown()).toMatchObject({ id, adapterId: 'liveperson' });
      expect(page.texts()).toEqual(expect.arrayContaining(['I am getting an agent.', 'Hello, this is Natalie.']));
    }
    page.channel('liveperson').change({ state: 'ended' });
    await page.run();
    expect(page.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
  });

  it('[CH-052] does not take another conversation that the service reports for the stored one', async () => {
    const storage = createFakeStorage();
    storage.write('cm-conversations', [{ adapterId: 'liveperson', localId: 'old', conversationId: 'c' }]);
    const { shown } = await openChat({
      ...agentOnly,
      storage,
      prepare: (fake) => {
        const { init } = fake.channel;
        fake.channel.init = async () => {
          await init();
          fake.change({ conversationId: 'another' });
          fake.change({ state: 'chatting' });
        };
      },
    });
    expect(shown()).toMatchObject({ adapterId: 'liveperson', state: 'chatting' });
    expect(shown()?.id).not.toBe('old');
  });

  it.each<[string, readonly AdapterId[]]>([
    ['messaging', ['liveperson', 'liveperson2']],
    ['live chat', ['liveperson2', 'liveperson']],
    ['live chat again', ['liveperson', 'liveperson2', 'liveperson']],
  ])('[CH-048][CH-052] shows the conversation that was in view, %s', async (_, started) => {
    const storage = createFakeStorage();
    const services = [{ service: 'liveperson', skill: 'sales' }, { service: 'liveperson2' }];
    let page = await openChat({ storage, entries: services });
    for (const id of started) await page.store.startChat('link', id);
    const inView = started.at(-1);
    expect(page.shown()?.adapterId).toBe(inView);
    // On each page, the services answer in another order.
    for (const first of ['liveperson', 'liveperson2'] as const) {
      page.fakes.lifetime.end();
      page = await openChat({
        storage,
        entries: services,
        prepare: (fake) => {
          fake.behaviour.resume = async () => {
            const { id } = fake.channel.snapshot;
            if (id !== first) await settle();
            fake.change({ state: 'chatting', conversationId: `${id}-conversation` });
            return true;
          };
        },
      });
      expect(page.shown()?.adapterId).toBe(inView);
    }
  });

  it('[CH-052] forgets a conversation that has ended', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage, ...agentOnly });
    first.channel('liveperson').change({ state: 'ended' });
    const second = await openChat({ storage, ...agentOnly });
    expect(second.channel('liveperson').calls.resumed).toEqual([]);
  });

  it('[CH-052] shows the menu if there is nothing to continue', async () => {
    const storage = createFakeStorage();
    (await startChat({ storage })).fakes.lifetime.end();
    const second = await openChat({ storage });
    expect(second.shown()).toBeUndefined();
    expect(displayModeOf(second.store)).toBe('menu');
  });
});

describe('a second tab that follows a transfer', () => {
  const entries = [
    { service: 'bot', skill: 'cloud' },
    { service: 'liveperson2', skill: 'sales' },
  ];
  async function followInSecondTab() {
    const browser = createFakeBrowser();
    const storage = createFakeStorage(browser);
    let count = 0;
    const ports = { createId: () => `unique-${++count}` };
    const second = await openChat({ entries, ports, storage: createFakeStorage(browser) });
    const first = await startChat({ entries, ports, storage });
    await first.channel('bot').ports.requestTransfer({});
    // Its service reports the conversation.
    second.channel('liveperson2').change({ conversationId: 'liveperson2-conversation' });
    second.channel('liveperson2').change({ state: 'chatting' });
    expect(second.shown()?.adapterId).toBe('liveperson2');
    const id = first.shown()?.id;
    first.fakes.lifetime.end();
    return { storage, second, id };
  }

  it('[CH-047][CH-052] leaves the first one its way back to the bot', async () => {
    const { storage, id } = await followInSecondTab();
    const next = await openChat({
      entries,
      storage,
      prepare: resumes,
    });
    expect(next.shown()).toMatchObject({ id, adapterId: 'liveperson2' });
    next.channel('liveperson2').change({ state: 'ended' });
    await next.run();
    expect(next.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
  });

  it('[CH-052] forgets the conversation when it has ended, although the first one has stored it', async () => {
    const { storage, second } = await followInSecondTab();
    second.channel('liveperson2').change({ state: 'ended' });
    expect(storage.read('cm-conversations')).toMatchObject([{ adapterId: 'bot' }]);
  });
});

describe('a conversation that two tabs report', () => {
  const entries = [{ service: 'bot' }, { service: 'liveperson2' }, { service: 'liveperson' }];
  const reported = { conversationId: 'c', state: 'chatting' } as const;

  /** The second of two tabs. What it stores is under the id of the first. */
  async function openSecondTab() {
    const browser = createFakeBrowser();
    let count = 0;
    const ports = { createId: () => `unique-${++count}` };
    const first = await openChat({ entries, ports, storage: createFakeStorage(browser) });
    const storage = createFakeStorage(browser);
    const second = await openChat({ entries, ports, storage });
    first.channel('liveperson2').change(reported);
    return { ...second, storage };
  }

  it('[CH-047][CH-052] is the one that the end of a transfer returns to', async () => {
    const { channel, fakes, storage } = await openSecondTab();
    channel('liveperson2').change(reported);
    await channel('liveperson2').ports.requestTransfer({ entries: [{ service: 'liveperson' }] });
    fakes.lifetime.end();
    const next = await openChat({
      entries,
      storage,
      prepare: resumes,
    });
    expect(next.shown()?.adapterId).toBe('liveperson');
    next.channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'Goodbye')] });
    next.channel('liveperson').change({ state: 'ended' });
    await next.run();
    expect(next.shown()).toMatchObject({ adapterId: 'liveperson2', state: 'chatting' });
    expect(next.texts()).toContain('Goodbye');
  });

  it('[CH-052][CH-059] is forgotten when a transfer without return has ended, before its service confirms the end', async () => {
    const { channel, storage } = await openSecondTab();
    channel('liveperson2').behaviour.end = () => new Promise(() => {});
    channel('liveperson2').change(reported);
    const request = { entries: [{ service: 'liveperson' }], noSwitchBack: true };
    await channel('liveperson2').ports.requestTransfer(request);
    channel('liveperson').change({ state: 'ended' });
    expect(storage.read('cm-conversations')).toBeUndefined();
  });

  it('[CH-052][CH-062] is forgotten when the transfer to it fails', async () => {
    const { store, channel, storage } = await openSecondTab();
    await store.startChat('menu', 'bot');
    channel('liveperson2').behaviour.start = async () => {
      channel('liveperson2').change(reported);
      throw new Error('no agent');
    };
    const request = { entries: [{ service: 'liveperson2' }] };
    await channel('bot')
      .ports.requestTransfer(request)
      .catch(() => {});
    expect(storage.read('cm-conversations')).toMatchObject([{ adapterId: 'bot' }]);
  });
});

describe('a start in another tab', () => {
  it('[CH-009][CH-052] continues the conversation that has begun in the first tab', async () => {
    const storage = createFakeStorage();
    const second = await openChat({
      storage,
      prepare: resumes,
    });
    const first = await startChat({ storage });
    await second.store.startChat('menu');
    expect(second.channel('bot').calls.resumed).toEqual([{ conversationId: 'bot-conversation' }]);
    expect(second.channel('bot').calls.started).toEqual([]);
    expect(second.shown()).toMatchObject({ id: first.shown()?.id, state: 'chatting' });
  });

  it('[CH-009] does not continue the first tab’s conversation with another service', async () => {
    const storage = createFakeStorage();
    const second = await openChat({
      storage,
      prepare: resumes,
    });
    const first = await openChat({ storage });
    await first.store.startChat('menu', 'liveperson');
    await second.store.startChat('menu', 'bot');
    expect(second.channel('bot').calls.started).toHaveLength(1);
    expect(second.channel('liveperson').calls.resumed).toEqual([]);
  });

  it('[CH-009] starts a conversation when that of the first tab cannot be continued', async () => {
    const storage = createFakeStorage();
    const second = await openChat({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => false;
      },
    });
    await startChat({ storage });
    await second.store.startChat('menu');
    expect(second.channel('bot').calls.started).toHaveLength(1);
  });
});
