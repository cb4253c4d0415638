import { describe, expect, it } from 'vitest';
import { summarise } from '../../../../frame/chat/store.ts';
import { badgeOf } from '../../../../frame/chat/window/seen.ts';
import { leftKeys } from '../../../../frame/platform/storage.ts';
import { type ChatBenchOptions, createChatBench } from '../../../support/chatBench.ts';
import { agentMessage, agentOnly, openChat, startChat } from '../../../support/chatStories.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';
import { createFakeBrowser, createFakeStorage } from '../../../support/fakeStorage.ts';

describe('unread messages', () => {
  it('[CH-044][CH-142] count and are not read while the window shows another conversation', async () => {
    const { store, shown, channel, fakes, hostStore, run } = await openChat({
      entries: [{ service: 'liveperson' }, { service: 'liveperson2' }],
    });
    await store.startChat('menu', 'liveperson2');
    await store.startChat('menu', 'liveperson');
    fakes.setAttention({ isChatShown: true });
    const { attention } = channel('liveperson2').ports;
    const { attention: attentionOfShown } = channel('liveperson').ports;
    const unread = () => store.state.conversations.map(({ unreadMsgCount }) => unreadMsgCount);
    for (const id of ['liveperson', 'liveperson2'] as const) {
      channel(id).emit({ type: 'messages', messages: [agentMessage(id, 'Hello')] });
      channel(id).emit({ type: 'unread', count: 1 });
    }
    await run();
    expect(unread()).toEqual([2, 0]);
    expect([attention.isVisible(), attentionOfShown.isVisible()]).toEqual([false, true]);
    expect([channel('liveperson2').calls.seen, [...hostStore.keys()]]).toEqual([0, ['areUnreadsSeen']]);
    channel('liveperson').change({ state: 'ended' });
    // The shell hears of every change, and then asks what the visitor sees.
    fakes.setAttention({});
    await run();
    expect(shown()?.adapterId).toBe('liveperson2');
    expect([unread(), attention.isVisible()]).toEqual([[0, 0], true]);
    expect(channel('liveperson2').calls.seen).toBeGreaterThan(0);
    expect([...hostStore.keys()]).toEqual(['areUnreadsSeen', 'cm-async-areUnreadsSeen']);
    fakes.setAttention({ isFocused: false });
    expect(attention.isVisible()).toBe(false);
  });

  it('[CH-044][SH-038] count while the pane is hidden, until it is shown', async () => {
    const { shown, channel, fakes } = await startChat();
    fakes.setAttention({ isChatShown: false });
    channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'hi', { type: 'bot' })] });
    channel('bot').emit({
      type: 'messages',
      messages: [agentMessage('2', 'psst', { type: 'bot' })],
      countsUnread: false,
    });
    expect(shown()?.unreadMsgCount).toBe(1);
    fakes.setAttention({ isChatShown: true });
    expect(shown()?.unreadMsgCount).toBe(0);
  });

  it('[CH-046] showing the pane sets the seen cookie, and the next counted message removes it', async () => {
    const { store, channel, hostStore, run, fakes } = await startChat();
    fakes.setAttention({ isChatShown: true });
    await run();
    expect([...hostStore.keys()]).toEqual(['areUnreadsSeen']);
    fakes.setAttention({ isChatShown: false });
    channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'hi', { type: 'bot' })] });
    await run();
    expect(hostStore.size).toBe(0);
    expect(store.state.seenKeys).toEqual([]);
  });

  it('[CH-045][CH-046] of messaging show on the pill, whatever the seen cookie of other queues', async () => {
    const { store, channel, hostStore, run, fakes } = await openChat({
      entries: [{ service: 'bot' }, { service: 'liveperson2' }],
    });
    await store.startChat('menu', 'bot');
    fakes.setAttention({ isChatShown: true });
    await run();
    fakes.setAttention({ isChatShown: false });
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

  it('[CH-046] are marked as seen for the queue in the window, each time when it comes into view', async () => {
    const { store, hostStore, run, fakes } = await openChat({
      entries: [{ service: 'bot' }, { service: 'liveperson2' }],
    });
    await store.startChat('menu', 'bot');
    await store.startChat('menu', 'liveperson2');
    for (const isChatShown of [true, true, false, true]) {
      fakes.setAttention({ isChatShown });
      await run();
      expect([...hostStore.keys()]).toEqual(['cm-async-areUnreadsSeen']);
      // Another tab has counted a message.
      if (!isChatShown) hostStore.clear();
      fakes.setAttention({ isChatShown });
    }
    expect(store.state.seenKeys).toEqual(['cm-async-areUnreadsSeen']);
  });

  it('[CH-173] include those that the service reports at load', async () => {
    const { shown, channel } = await openChat(agentOnly);
    channel('liveperson').change({ state: 'chatting' });
    channel('liveperson').emit({ type: 'unread', count: 3 });
    expect(shown()?.unreadMsgCount).toBe(3);
  });
});

describe('unread messages of a conversation that leaves the window', () => {
  type Bench = Awaited<ReturnType<typeof openChat>>;
  const numbers = ({ store: { state } }: Bench) => [summarise(state, false).unseen, badgeOf(state, false)];
  async function hide({ fakes, run }: Bench): Promise<void> {
    fakes.setAttention({ isChatShown: false });
    await run();
  }
  async function show({ fakes, run }: Bench): Promise<void> {
    fakes.setAttention({ isChatShown: true });
    await run();
  }
  const say = ({ channel }: Bench, id: 'bot' | 'liveperson' | 'liveperson2', text: string): void =>
    channel(id).emit({ type: 'messages', messages: [agentMessage(text, text)] });

  it.each([
    ['is pending', true],
    ['has succeeded', false],
  ])(
    '[CH-044][CH-056] do not count once the visitor has seen them as history, while the transfer %s',
    async (_, isPending) => {
      const bench = await startChat();
      await hide(bench);
      say(bench, 'bot', 'I am getting an agent.');
      expect(numbers(bench)).toEqual([1, 1]);
      if (isPending) bench.channel('liveperson').behaviour.start = () => new Promise(() => {});
      void bench.channel('bot').ports.requestTransfer({});
      await bench.run();
      await show(bench);
      expect(bench.texts()).toEqual(['I am getting an agent.']);
      expect(numbers(bench)).toEqual([0, 0]);
      await hide(bench);
      say(bench, 'liveperson', 'Hello');
      expect(numbers(bench)).toEqual([1, 1]);
    },
  );

  const entries = [{ service: 'liveperson' }, { service: 'liveperson2' }];
  const isRunning = { state: 'chatting', conversationId: 'days-old' } as const;

  it.each<[string, (bench: Bench) => unknown]>([
    ['a new chat', ({ store }) => store.startChat('link')],
    ['a running one', ({ channel }) => channel('liveperson2').change(isRunning)],
  ])('[CH-044] do not count once the visitor sees %s after the end', async (_, begin) => {
    const bench = await openChat({ entries });
    await bench.store.startChat('menu', 'liveperson');
    say(bench, 'liveperson', 'Goodbye');
    bench.channel('liveperson').change({ state: 'ended' });
    expect(numbers(bench)).toEqual([1, 1]);
    await begin(bench);
    await show(bench);
    expect([bench.shown()?.state, numbers(bench)]).toEqual(['chatting', [0, 0]]);
  });

  it('[CH-044] leave nothing in the browser after the end', async () => {
    const bench = await openChat({ entries });
    await bench.store.startChat('menu', 'liveperson');
    await show(bench);
    say(bench, 'liveperson', 'Hello');
    await hide(bench);
    await show(bench);
    expect(bench.fakes.storage.suffixes('cm-read')).toHaveLength(1);
    bench.channel('liveperson').change({ state: 'ended' });
    await hide(bench);
    say(bench, 'liveperson', 'Goodbye');
    expect(numbers(bench)).toEqual([1, 1]);
    await show(bench);
    expect(numbers(bench)).toEqual([0, 0]);
    expect(bench.fakes.storage.suffixes('cm-read')).toEqual([]);
  });

  it('[CH-044] count while it still runs', async () => {
    const bench = await openChat({ entries });
    bench.channel('liveperson2').change(isRunning);
    await bench.store.startChat('menu', 'liveperson');
    say(bench, 'liveperson2', 'Hello');
    await show(bench);
    expect([bench.shown()?.adapterId, numbers(bench)]).toEqual(['liveperson', [1, 1]]);
  });
});

describe('what was read', () => {
  const lines = ['One', 'Two', 'Three', 'Four'];
  const say = (bench: Awaited<ReturnType<typeof openChat>>, at: number, isHistory = false): void =>
    bench.channel('liveperson2').emit({
      type: 'messages',
      messages: [agentMessage(`m${at}`, lines[at] ?? '', { timestamp: 1_000 + at, isHistory })],
    });
  const unread = ({ store: { state } }: Awaited<ReturnType<typeof openChat>>) => state.conversations[0]?.unreadMsgCount;
  const tabOf = (storage: ReturnType<typeof createFakeStorage>, more: ChatBenchOptions = {}) =>
    openChat({ entries: [{ service: 'liveperson2' }], storage, ...more });
  const running = { state: 'chatting', conversationId: 'days-old' } as const;

  it('[CH-044][F-SH24] is not unread again after a reload, and what is unread keeps its number', async () => {
    const storage = createFakeStorage();
    const first = await tabOf(storage);
    first.channel('liveperson2').change(running);
    first.fakes.setAttention({ isChatShown: true });
    say(first, 0);
    say(first, 1);
    first.fakes.setAttention({ isChatShown: false });
    say(first, 2);
    expect(unread(first)).toBe(1);
    // A reload replays all as history. After `cm-refresh`, a service may replay it as new.
    for (const isHistory of [true, false]) {
      const next = await tabOf(storage);
      next.channel('liveperson2').change(running);
      // The number that the tab has stored with the identity.
      next.channel('liveperson2').emit({ type: 'unread', count: 3 });
      for (const at of [0, 1, 2, 3]) say(next, at, isHistory);
      expect(unread(next)).toBe(2);
      next.fakes.lifetime.end();
    }
  });

  it('[CH-044][F-SH24] is told by the service where this browser does not know, each message once', async () => {
    const bench = await tabOf(createFakeStorage());
    bench.channel('liveperson2').change(running);
    bench.channel('liveperson2').emit({ type: 'unread', count: 2 });
    for (const at of [0, 1, 2]) say(bench, at, true);
    say(bench, 3);
    expect(unread(bench)).toBe(3);
  });

  it('[CH-044][F-PG15] in one tab is read in all of them, and not in the next visitor’s', async () => {
    const browser = createFakeBrowser();
    const [one, two] = await Promise.all([tabOf(createFakeStorage(browser)), tabOf(createFakeStorage(browser))]);
    for (const tab of [one, two]) {
      tab.channel('liveperson2').change(running);
      say(tab, 0);
      say(tab, 1);
    }
    expect([unread(one), unread(two)]).toEqual([2, 2]);
    two.fakes.setAttention({ isChatShown: true });
    expect([unread(one), unread(two)]).toEqual([0, 0]);
    expect(badgeOf(one.store.state, false)).toBe(0);
    // The tab that reads may hear of a message first.
    say(two, 2);
    say(one, 2);
    expect(unread(one)).toBe(0);
    two.fakes.setAttention({ isChatShown: false });
    say(one, 3);
    expect(unread(one)).toBe(1);
    expect(leftKeys).toContain('cm-read');
  });
});
