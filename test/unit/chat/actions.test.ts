import { describe, expect, it } from 'vitest';
import type { StartType } from '../../../frame/chat/channel.ts';
import { agentMessage, agentOnly, emptySurvey, openChat, startChat } from '../../support/chatStories.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

describe('a start during a live conversation', () => {
  it.each<[StartType, number]>([
    ['link', 2],
    ['menu', 1],
  ])(
    '[CH-009][CH-158] from a %s starts the page’s own product %i times, in one conversation',
    async (startType, starts) => {
      const { store, channel } = await startChat({ entries: [{ service: 'partnerworld' }] });
      await store.startChat(startType);
      expect(channel('partnerworld').calls.started).toHaveLength(starts);
      expect(store.state.conversations).toHaveLength(1);
    },
  );

  it('[CH-009] from a link continues the bot, and does not start it again', async () => {
    const { store, channel } = await startChat();
    await store.startChat('link', 'bot');
    expect(channel('bot').calls.started).toHaveLength(1);
  });

  it('[CH-009][CH-056] of the bot continues with the agent that the visitor was transferred to', async () => {
    const { store, channel, shown } = await startChat();
    await channel('bot').ports.requestTransfer({});
    await store.startChat('menu', 'bot');
    expect(shown()?.adapterId).toBe('liveperson');
    expect(channel('bot').calls.started).toHaveLength(1);
  });

  it('[CH-009][CH-062] of the bot waits with the agent while the transfer is pending', async () => {
    const { store, channel, shown, run } = await startChat();
    channel('liveperson').behaviour.start = () => new Promise(() => {});
    void channel('bot').ports.requestTransfer({});
    await run();
    await store.startChat('menu', 'bot');
    expect(shown()?.adapterId).toBe('liveperson');
    expect(channel('bot').calls.started).toHaveLength(1);
  });

  it('[CH-009] of another service shows that one, and the first goes on', async () => {
    const { store, channel, shown } = await startChat();
    await store.startChat('menu', 'liveperson');
    expect(shown()?.adapterId).toBe('liveperson');
    expect(channel('liveperson').calls.started).toHaveLength(1);
    expect(store.state.conversations.map((one) => one.state)).toEqual(['chatting', 'chatting']);
  });
});

describe('a new chat', () => {
  it('[CH-218] keeps a live conversation, and continues it', async () => {
    const { store, channel, texts } = await startChat();
    channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'Hello', { type: 'bot' })] });
    await store.startNewChat();
    expect(texts()).toEqual(['Hello']);
    expect(channel('bot').calls.started.map((one) => one.startType)).toEqual(['menu']);
  });

  it('[CH-218] replaces an ended conversation, and restarts the service', async () => {
    const { store, channel, texts } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'Hello')] });
    channel('liveperson').change({ state: 'ended' });
    await store.startNewChat();
    expect(texts()).toEqual([]);
    expect(channel('liveperson').calls.started.map((one) => one.startType)).toEqual(['menu', 'restart']);
  });
});

describe('the answer to the end-chat question', () => {
  it('[CH-021][CH-023] does not end the bot, which the window shows again since the agent left', async () => {
    const { store, channel, run } = await startChat();
    store.answerEnd(true);
    await run();
    expect(channel('bot').calls.ended).toBe(0);
  });

  it('[CH-023] does not end a chat that has started in the place of the ended one', async () => {
    const { store, channel, shown, run } = await startChat(agentOnly);
    let finish = (): void => {};
    channel('liveperson').behaviour.end = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    store.answerEnd(true);
    channel('liveperson').change({ state: 'ended' });
    await store.startNewChat();
    finish();
    await run();
    expect(shown()?.state).toBe('chatting');
  });
});

describe('clearing the window', () => {
  it('[CH-025] removes the conversation in it, and no other that is live', async () => {
    const { store } = await startChat();
    await store.startChat('menu', 'liveperson');
    store.clear();
    expect(store.state.conversations.map((one) => one.adapterId)).toEqual(['bot']);
  });

  it('[CH-025] also removes a conversation that has ended outside of it', async () => {
    const { store, channel } = await startChat();
    await store.startChat('menu', 'liveperson');
    channel('bot').change({ state: 'ended' });
    store.clear();
    expect(store.state.conversations).toEqual([]);
  });

  it('[CH-214] happens on the way to the menu, except to a live conversation', async () => {
    const { store, channel, pane } = await startChat(agentOnly);
    store.leaveToMenu();
    expect([pane.menus, store.state.conversations.length]).toEqual([1, 1]);
    channel('liveperson').change({ state: 'ended' });
    store.leaveToMenu();
    expect([pane.menus, store.state.conversations.length]).toEqual([1, 0]);
  });
});

describe('the survey', () => {
  it('[CH-063][CH-069] is cancelled once, also while the window shows another conversation', async () => {
    const { store, channel, shown } = await startChat();
    await store.startChat('menu', 'liveperson');
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    expect(shown()?.adapterId).toBe('bot');
    await store.closeSurvey();
    await store.closeSurvey();
    expect(store.state.conversations.some((one) => one.exitSurvey !== undefined)).toBe(false);
    expect([channel('liveperson').calls.cancelled, channel('bot').calls.cancelled]).toEqual([1, 0]);
  });
});

describe('stored conversations', () => {
  it('[CH-052] are continued one for each service, and those that ended are forgotten', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage });
    await first.store.startChat('menu', 'liveperson');
    first.channel('bot').change({ state: 'ended' });
    first.fakes.lifetime.end();
    const resumed: string[] = [];
    await openChat({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          resumed.push(fake.channel.snapshot.id);
          return true;
        };
      },
    });
    expect(resumed).toEqual(['liveperson']);
  });
});
