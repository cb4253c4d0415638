import { describe, expect, it } from 'vitest';
import { shownState } from '../../../frame/chat/window/shown.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { agentMessage, agentOnly, displayModeOf, openChat, startChat } from '../../support/chatStories.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

/** A promise that the test settles. */
function later<T = void>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

const twoAgents = { entries: [{ service: 'bot' }, { service: 'liveperson' }, { service: 'liveperson2' }] };

describe('a start', () => {
  it('[CH-026][CH-214] of a chat that the visitor has closed says nothing about the next one', async () => {
    const { store, channel, shown, run } = await openChat(twoAgents);
    const first = later();
    channel('liveperson').behaviour.start = () => first.promise;
    void store.startChat('menu', 'liveperson');
    await run();
    store.clear();
    expect(store.state.isStarting).toBe(false);
    channel('liveperson2').behaviour.start = () => new Promise(() => {});
    void store.startChat('menu', 'liveperson2');
    await run();
    first.reject(createError('CALL_ABORTED', 'too late'));
    await run();
    expect(shown()?.adapterId).toBe('liveperson2');
    expect(store.state).toMatchObject({ isStarting: true, problem: undefined });
  });

  it('[CH-023] that fails because the visitor has ended the chat is no problem', async () => {
    const { store, channel, shown, run } = await openChat(agentOnly);
    const start = later();
    channel('liveperson').behaviour.start = () => {
      channel('liveperson').change({ state: 'waiting' });
      return start.promise;
    };
    void store.startChat('menu');
    await run();
    store.answerEnd(true);
    start.reject(createError('CALL_ABORTED', 'The chat has ended.'));
    await run();
    expect(shown()?.state).toBe('ended');
    expect(store.state.problem).toBeUndefined();
  });
});

describe('a resume', () => {
  it('[CH-052] that finds the chat ended shows the menu', async () => {
    const storage = createFakeStorage();
    storage.write('cm-conversations', [{ adapterId: 'bot', localId: 'old', conversationId: 'c' }]);
    const { store, shown } = await openChat({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          fake.change({ state: 'ended' });
          return false;
        };
      },
    });
    expect(shown()).toBeUndefined();
    expect(displayModeOf(store)).toBe('menu');
  });

  it('[CH-010] of another account does not remove the chat that is running', async () => {
    const storage = createFakeStorage();
    storage.write('cm-conversations', [{ adapterId: 'liveperson', localId: 'old', conversationId: 'c' }]);
    const { shown } = await openChat({
      storage,
      ...agentOnly,
      ports: { query: parseQueryParameters('https://x.example/?cm-continue-chat=another') },
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          fake.change({ state: 'waiting', conversationId: 'c' });
          return true;
        };
      },
    });
    expect(shown()).toMatchObject({ id: 'old', state: 'waiting' });
  });

  it('[CH-047][CH-052] that finds the agent’s chat ended shows the bot’s, which continues', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage });
    await first.channel('bot').ports.requestTransfer({});
    first.fakes.lifetime.end();
    const bot = later();
    const second = createChatBench({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          const isBot = fake.ports.adapterId === 'bot';
          if (isBot) await bot.promise;
          fake.change({ state: 'chatting', conversationId: `${fake.ports.adapterId}-conversation` });
          if (!isBot) fake.emit({ type: 'messages', messages: [agentMessage('9', 'bye', { isHistory: true })] });
          if (!isBot) fake.change({ state: 'ended' });
          return true;
        };
      },
    });
    const begun = second.store.begin();
    await second.run();
    bot.resolve();
    await begun;
    await second.run();
    expect(second.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
    expect(second.texts()).toContain('bye');
  });
});

describe('a resume of a transferred chat', () => {
  it('[CH-047][CH-052] that finds both chats ended starts nothing', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage });
    await first.channel('bot').ports.requestTransfer({});
    first.fakes.lifetime.end();
    const second = await openChat({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          fake.emit({ type: 'messages', messages: [agentMessage(fake.ports.adapterId, 'bye', { isHistory: true })] });
          fake.change({ state: 'ended' });
          return false;
        };
      },
    });
    await second.run();
    expect(second.channel('bot').calls.started).toEqual([]);
  });
});

describe('a transfer', () => {
  it('[CH-055][CH-056] happens once, even if it is asked for twice while the agent’s channel is downloaded', async () => {
    const download = later();
    const { store, channel, ports, run } = await openChat({ entries: [{ service: 'bot', skill: 'cloud' }] });
    const find = ports.findLoader;
    Object.assign(ports, {
      findLoader: (route: Parameters<typeof find>[0]) => async () => {
        await download.promise;
        return (await find(route)?.()) as never;
      },
    });
    await store.startChat('menu');
    const request = { entries: [{ service: 'liveperson', skill: 'sales' }] };
    const asked = [1, 2].map(() => channel('bot').ports.requestTransfer(request));
    await run();
    download.resolve();
    await Promise.all(asked);
    expect(channel('liveperson').calls.started).toHaveLength(1);
    expect(store.state.conversations.map((one) => one.adapterId)).toEqual(['bot', 'liveperson']);
  });

  it('[CH-055] of a chat that the visitor has closed meanwhile does not happen', async () => {
    const { store, channel, shown, run } = await startChat();
    const asked = channel('bot').ports.requestTransfer({});
    store.clear();
    await asked;
    await run();
    expect(channel('liveperson').calls.started).toEqual([]);
    expect(shown()).toBeUndefined();
  });

  it('[CH-023] that the visitor ends before the agent’s channel is ready requests no agent', async () => {
    const ready = later();
    const { store, channel, shown, run } = await startChat({
      prepare: ({ ports, channel }) => {
        const init = channel.init.bind(channel);
        if (ports.entry.skill === 'partner') channel.init = () => ready.promise.then(init);
      },
    });
    const asked = channel('bot').ports.requestTransfer({ entries: [{ service: 'liveperson', skill: 'partner' }] });
    await run();
    expect(shown()).toMatchObject({ adapterId: 'liveperson', state: 'waiting' });
    store.answerEnd(true);
    ready.resolve();
    await expect(asked).rejects.toMatchObject({ code: 'CHANNEL_UNAVAILABLE' });
    expect(channel('liveperson').calls).toMatchObject({ ended: 1, started: [] });
    expect(shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
  });

  it('[CH-009] is not left by a click on the chat entry, neither before nor after it is accepted', async () => {
    const { store, channel, shown, run } = await startChat();
    const start = later();
    channel('liveperson').behaviour.start = () => start.promise;
    const asked = channel('bot').ports.requestTransfer({});
    await run();
    for (const adapterId of [undefined, 'bot'] as const) {
      await store.startChat('menu', adapterId);
      expect(shown()?.adapterId).toBe('liveperson');
    }
    channel('liveperson').change({ state: 'chatting' });
    start.resolve();
    await asked;
    for (const adapterId of [undefined, 'bot'] as const) {
      await store.startChat('menu', adapterId);
      expect(shown()?.adapterId).toBe('liveperson');
    }
    store.send('Hello');
    expect(channel('bot').calls.sent).toEqual([]);
  });

  it('[CH-218] that the visitor has ended does not start a second chat with the bot', async () => {
    const { store, channel, shown, run } = await startChat();
    channel('liveperson').behaviour.start = () => new Promise(() => {});
    void channel('bot').ports.requestTransfer({});
    await run();
    channel('liveperson').change({ state: 'ended' });
    await store.startNewChat();
    expect(shown()?.adapterId).toBe('bot');
    expect(channel('bot').calls.started).toHaveLength(1);
  });

  it('[CH-062] that is pending does not make another chat in the window wait', async () => {
    const { store, channel, shown, run } = await startChat(twoAgents);
    channel('liveperson').behaviour.start = () => new Promise(() => {});
    void channel('bot').ports.requestTransfer({ entries: [{ service: 'liveperson' }] });
    await run();
    await store.startChat('menu', 'liveperson2');
    expect(shown()?.adapterId).toBe('liveperson2');
    expect(shownState(store.state)).toBe('chatting');
  });

  it('[CH-055][CH-057] to an agent with whom a chat is running continues that chat', async () => {
    const { store, channel, shown, texts, run } = await startChat(twoAgents);
    channel('liveperson2').change({ state: 'chatting', conversationId: 'running' });
    const id = store.state.conversations.find((one) => one.adapterId === 'liveperson2')?.id;
    channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'from the bot', { type: 'bot' })] });
    channel('bot').behaviour.resume = async () => true;
    await channel('bot').ports.requestTransfer({ entries: [{ service: 'liveperson2' }] });
    expect(shown()).toMatchObject({ id, state: 'chatting' });
    expect(texts()).toContain('from the bot');
    channel('liveperson2').change({ state: 'ended' });
    await run();
    expect(shown()?.adapterId).toBe('bot');
    expect(store.state.conversations.filter((one) => one.state === 'chatting')).toHaveLength(1);
  });

  it('[CH-061] to a running chat that fails leaves that chat as it is', async () => {
    const { store, channel, shown } = await startChat(twoAgents);
    channel('liveperson2').change({ state: 'chatting', conversationId: 'running' });
    channel('liveperson2').behaviour.start = () => Promise.reject(createError('CALL_FAILED', 'down'));
    await channel('bot')
      .ports.requestTransfer({ entries: [{ service: 'liveperson2' }] })
      .catch(() => {});
    expect(shown()?.adapterId).toBe('bot');
    expect(store.state.conversations).toMatchObject([
      { adapterId: 'bot', state: 'chatting' },
      { adapterId: 'liveperson2', state: 'chatting' },
    ]);
  });

  it('[CH-098] reports a session that opens before the start is answered, once the agent’s chat has started', async () => {
    const { channel, run } = await startChat();
    const start = later();
    channel('liveperson').behaviour.start = () => {
      channel('liveperson').change({ state: 'waiting' });
      channel('liveperson').emit({ type: 'session', realtimeId: 'rt-1' });
      return start.promise;
    };
    const asked = channel('bot').ports.requestTransfer({});
    await run();
    expect(channel('bot').calls.linked).toEqual([]);
    start.resolve();
    await asked;
    expect(channel('bot').calls.linked).toEqual(['rt-1']);
  });
});

describe('an end', () => {
  it('[CH-022] that the visitor confirms after the window has gone back to the bot does not end the bot’s chat', async () => {
    const { store, channel, shown, run } = await startChat();
    channel('bot').behaviour.resume = async () => true;
    await channel('bot').ports.requestTransfer({});
    channel('liveperson').change({ state: 'ended' });
    await run();
    store.answerEnd(true);
    await run();
    expect(channel('bot').calls.ended).toBe(0);
    expect(shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
  });

  it('[CH-047] does not bring the bot back to a visitor who has closed the window meanwhile', async () => {
    const { store, channel, shown, run } = await startChat();
    const resume = later<boolean>();
    channel('bot').behaviour.resume = () => resume.promise;
    await channel('bot').ports.requestTransfer({});
    channel('liveperson').change({ state: 'ended' });
    await run();
    store.clear();
    resume.resolve(false);
    await run();
    expect(channel('bot').calls.started).toHaveLength(1);
    expect(shown()).toBeUndefined();
  });

  it('[CH-218] of another chat is not reported in the window of a live one', async () => {
    const { store, channel, shown } = await startChat(twoAgents);
    channel('liveperson2').change({ state: 'chatting' });
    channel('liveperson2').change({ state: 'error' });
    expect(shown()?.adapterId).toBe('bot');
    expect(store.state.problem).toBeUndefined();
  });

  it('[CH-218] is no longer reported when the window shows another chat', async () => {
    const { store, channel, shown } = await startChat(twoAgents);
    channel('liveperson2').change({ state: 'chatting' });
    channel('bot').change({ state: 'error' });
    expect(store.state.problem).toMatchObject({ key: 'chatFailed' });
    await store.startChat('menu', 'liveperson2');
    expect(shown()?.adapterId).toBe('liveperson2');
    expect(store.state.problem).toBeUndefined();
  });
});

describe('a visitor who leaves', () => {
  it('[CH-014] while a transfer is pending leaves nothing in the storage', async () => {
    const storage = createFakeStorage();
    const { channel, fakes, run } = await startChat({ storage });
    const start = later();
    channel('liveperson').behaviour.start = () => {
      channel('liveperson').change({ state: 'waiting' });
      return start.promise;
    };
    const asked = channel('bot').ports.requestTransfer({});
    await run();
    fakes.lifetime.end();
    storage.clear('cm-conversations');
    start.resolve();
    await asked.catch(() => {});
    expect(storage.read('cm-conversations')).toBeUndefined();
  });

  it('[CH-014][CH-047] while the bot’s chat is resumed gets no new one', async () => {
    const { channel, pane, fakes, run } = await startChat();
    const resume = later<boolean>();
    channel('bot').behaviour.resume = () => resume.promise;
    await channel('bot').ports.requestTransfer({});
    channel('liveperson').change({ state: 'ended' });
    await run();
    fakes.lifetime.end();
    const before = { ...pane, appeared: [...pane.appeared] };
    resume.resolve(false);
    await run();
    expect(channel('bot').calls.started).toHaveLength(1);
    expect(pane).toEqual(before);
  });

  it('[CH-010][CH-014] before a chat can start does not open the pane', async () => {
    const { store, pane, fakes, run } = createChatBench({
      ports: { query: parseQueryParameters('https://x.example/?cm-start-chat') },
      prepare: (fake) => {
        if (fake.ports.adapterId === 'bot') Object.assign(fake.channel, { init: () => new Promise<void>(() => {}) });
      },
    });
    void store.begin();
    await run();
    fakes.lifetime.end();
    await run();
    expect(pane.shown).toBe(0);
  });
});
