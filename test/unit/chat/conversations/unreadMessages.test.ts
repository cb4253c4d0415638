import { describe, expect, it } from 'vitest';
import { badgeOf } from '../../../../frame/chat/window/unread.ts';
import { createChatBench } from '../../../support/chatBench.ts';
import { agentMessage, agentOnly, openChat, startChat } from '../../../support/chatStories.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';

describe('unread messages', () => {
  it('[CH-044][SH-038] count while the pane is hidden, until it is shown', async () => {
    const { store, shown, channel } = await startChat();
    store.paneShown(false);
    channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'hi', { type: 'bot' })] });
    channel('bot').emit({
      type: 'messages',
      messages: [agentMessage('2', 'psst', { type: 'bot' })],
      countsUnread: false,
    });
    expect(shown()?.unreadMsgCount).toBe(1);
    store.paneShown(true);
    expect(shown()?.unreadMsgCount).toBe(0);
  });

  it('[CH-046] showing the pane sets the seen cookie, and the next counted message removes it', async () => {
    const { store, channel, hostStore, run } = await startChat();
    store.paneShown(true);
    await run();
    expect([...hostStore.keys()]).toEqual(['areUnreadsSeen']);
    store.paneShown(false);
    channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'hi', { type: 'bot' })] });
    await run();
    expect(hostStore.size).toBe(0);
    expect(store.state.seenKeys).toEqual([]);
  });

  it('[CH-045][CH-046] of messaging show on the pill, whatever the seen cookie of other queues', async () => {
    const { store, channel, hostStore, run } = await openChat({
      entries: [{ service: 'bot' }, { service: 'liveperson2' }],
    });
    await store.startChat('menu', 'bot');
    store.paneShown(true);
    await run();
    store.paneShown(false);
    channel('liveperson2').change({ state: 'chatting', conversationId: 'days-old' });
    channel('liveperson2').emit({ type: 'unread', count: 2 });
    await run();
    expect([...hostStore.keys()]).toEqual(['areUnreadsSeen']);
    expect(badgeOf(store.state, false)).toBe(2);
    expect(badgeOf(store.state, true)).toBe(0);
  });

  it('[CH-045][CH-046] are not hidden by a seen cookie that is read after they arrived', async () => {
    const answers: ((value: string) => void)[] = [];
    const host = {
      ...createFakeChannelPorts().ports.host,
      readStore: () => new Promise<string>((resolve) => void answers.push(resolve)),
      writeStore: async () => true,
    };
    const { store, channel, run } = await openChat({ entries: [{ service: 'liveperson2' }], ports: { host } });
    channel('liveperson2').change({ state: 'chatting', conversationId: 'days-old' });
    channel('liveperson2').emit({ type: 'unread', count: 2 });
    for (let at = 0; at < 2; at += 1) {
      answers[at]?.('true');
      await run();
    }
    expect(badgeOf(store.state, false)).toBe(2);
  });

  it('[CH-045][CH-046] are hidden by the seen cookies of an earlier page, until the next message of that queue', async () => {
    const bench = createChatBench({ entries: [{ service: 'bot' }, { service: 'liveperson2' }] });
    bench.hostStore.set('areUnreadsSeen', 'true').set('cm-async-areUnreadsSeen', 'true');
    await bench.store.begin();
    await bench.run();
    expect(bench.store.state.seenKeys.toSorted()).toEqual(['areUnreadsSeen', 'cm-async-areUnreadsSeen']);
    bench.channel('liveperson2').change({ state: 'chatting', conversationId: 'days-old' });
    bench.channel('liveperson2').emit({ type: 'unread', count: 1 });
    await bench.run();
    expect(bench.store.state.seenKeys).toEqual(['areUnreadsSeen']);
    expect([...bench.hostStore]).toEqual([['areUnreadsSeen', 'true']]);
  });

  it('[CH-046] are marked as seen for each queue when the pane is shown', async () => {
    const { store, hostStore, run } = await openChat({ entries: [{ service: 'bot' }, { service: 'liveperson2' }] });
    await store.startChat('menu', 'bot');
    await store.startChat('menu', 'liveperson2');
    store.paneShown(true);
    store.paneShown(true);
    await run();
    expect([...hostStore.values()]).toEqual(['true', 'true']);
    expect(store.state.seenKeys).toHaveLength(2);
  });

  it('[CH-173] include those that the service reports at load', async () => {
    const { shown, channel } = await openChat(agentOnly);
    channel('liveperson').change({ state: 'chatting' });
    channel('liveperson').emit({ type: 'unread', count: 3 });
    expect(shown()?.unreadMsgCount).toBe(3);
  });
});
