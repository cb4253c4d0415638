import { describe, expect, it } from 'vitest';
import { allMessages } from '../../../frame/chat/messages/messageLog.ts';
import { headerOf, inputOf, lostConnection } from '../../../frame/chat/window/shown.ts';
import { agentMessage, agentOnly, openChat, startChat } from '../../support/chatStories.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

describe('the chat window', () => {
  it('[CH-020] shows the waiting, agent and ended headers', async () => {
    const { store, channel } = await openChat(agentOnly);
    channel('liveperson').behaviour.start = async () => channel('liveperson').change({ state: 'waiting' });
    await store.startChat('menu');
    expect(headerOf(store.state)).toEqual({ phase: 'waiting', agent: undefined });
    channel('liveperson').change({ state: 'chatting' });
    channel('liveperson').emit({ type: 'participants', participants: [{ id: 'a', name: 'Mina' }] });
    expect(headerOf(store.state)).toMatchObject({ phase: 'agent', agent: { name: 'Mina' } });
    channel('liveperson').change({ state: 'ended' });
    expect(headerOf(store.state).phase).toBe('ended');
  });

  it.each([
    ['Ada', 'Welcome back, Ada.'],
    [undefined, 'Welcome back.'],
  ])('[CH-034] greets a returning async visitor, first name %s, with %s', async (firstName, greeting) => {
    const { channel, texts } = await openChat({
      entries: [{ service: 'liveperson2' }],
      visitor: { firstName },
    });
    channel('liveperson2').change({ state: 'chatting' });
    expect(texts()).toEqual([greeting]);
    const fresh = await openChat({ entries: [{ service: 'liveperson2' }] });
    await fresh.store.startChat('menu');
    expect(fresh.texts()).toEqual([]);
  });

  it('[CH-034][F-CH23] greets once, by the name that the service knows, and nobody who is new there', async () => {
    const entries = [{ service: 'liveperson2' }];
    const storage = createFakeStorage();
    const texts: (readonly string[])[] = [];
    for (const known of [{ isNew: true, firstName: 'Ada' }, { isNew: false, firstName: 'Ada' }, undefined]) {
      const bench = await openChat({ entries, storage });
      bench.channel('liveperson2').change({ known });
      bench.channel('liveperson2').change({ state: 'chatting', conversationId: 'days-old' });
      texts.push(bench.texts());
      bench.fakes.lifetime.end();
    }
    expect(texts).toEqual([[], ['Welcome back, Ada.'], []]);
  });

  it('[CH-139] quick replies replace the input until they are withdrawn', async () => {
    const { store, channel } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'quickReplies', replies: [{ id: '1', text: 'Good' }] });
    expect(inputOf(store.state, false).isShown).toBe(false);
    channel('liveperson').emit({ type: 'quickReplies', replies: [] });
    expect(inputOf(store.state, false).isShown).toBe(true);
  });

  it('[CH-028][CH-214] hides the input while the bot is unavailable', async () => {
    const { store, channel } = await startChat();
    channel('bot').change({ state: 'unavailable' });
    expect(inputOf(store.state, false).isShown).toBe(false);
    channel('bot').change({ state: 'chatting' });
    expect(inputOf(store.state, false).isShown).toBe(true);
  });

  it('[CH-216] reports a lost connection after 3 s, until it is back', async () => {
    const { store, channel, run } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'connection', isLost: true });
    await run(2_999);
    expect(lostConnection(store.state)).toBeUndefined();
    await run(1);
    expect(lostConnection(store.state)).toBe('lost');
    channel('liveperson').emit({ type: 'connection', isLost: false });
    expect(lostConnection(store.state)).toBeUndefined();
  });

  it('[CH-216] reports a lost connection after 3 s even if every second an attempt fails', async () => {
    const { store, channel, run } = await startChat(agentOnly);
    for (let at = 0; at < 3; at += 1) {
      channel('liveperson').emit({ type: 'connection', isLost: true });
      await run(1_000);
    }
    expect(lostConnection(store.state)).toBe('lost');
    channel('liveperson').emit({ type: 'connection', isLost: false });
    expect(lostConnection(store.state)).toBeUndefined();
  });

  it('[F-CH32] knows after 15 s that a connection does not come back, until it does', async () => {
    const { store, channel, run } = await startChat(agentOnly);
    const isStranded = (): boolean => lostConnection(store.state) === 'stranded';
    channel('liveperson').emit({ type: 'connection', isLost: true });
    await run(10_000);
    channel('liveperson').emit({ type: 'connection', isLost: true });
    await run(4_999);
    expect(isStranded()).toBe(false);
    await run(1);
    expect(isStranded()).toBe(true);
    channel('liveperson').emit({ type: 'connection', isLost: false });
    expect(isStranded()).toBe(false);
    channel('liveperson').emit({ type: 'connection', isLost: true });
    await run(14_999);
    expect(isStranded()).toBe(false);
  });

  it('[F-CH32] offers the other ways at once when a device wakes from sleep without a connection', async () => {
    const { store, channel, run, fakes } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'connection', isLost: true });
    fakes.clock.jump(60_000);
    await run(0);
    expect(lostConnection(store.state)).toBe('stranded');
  });

  it('[CH-216] ignores a lost connection of another conversation or of an ended one', async () => {
    const bench = await startChat();
    bench.channel('liveperson').emit({ type: 'connection', isLost: true });
    await bench.run(3_000);
    expect(lostConnection(bench.store.state)).toBeUndefined();
    const { store, channel, run } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'connection', isLost: true });
    await run(3_000);
    channel('liveperson').change({ state: 'ended' });
    expect(lostConnection(store.state)).toBeUndefined();
  });

  it('[CH-037] announces each incoming message once, and no history', async () => {
    const { store, channel } = await startChat();
    const message = agentMessage('1', 'Hello', { type: 'bot' });
    channel('bot').emit({ type: 'messages', messages: [message] });
    channel('bot').emit({
      type: 'messages',
      messages: [message, agentMessage('2', 'old', { type: 'bot', isHistory: true })],
    });
    store.send('mine');
    // The visitor's own message is announced only as sent.
    expect(store.state.announcements.map((one) => [one.sender, one.text])).toEqual([
      ['Assistant', 'Hello'],
      ['You', 'Sent'],
    ]);
  });

  it('keeps showing a live conversation when a second one starts', async () => {
    const { channel, shown } = await startChat();
    channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'psst')] });
    expect(shown()?.adapterId).toBe('bot');
  });

  it('[CH-216] keeps all messages of a long conversation', async () => {
    const { channel, shown } = await startChat();
    channel('bot').emit({
      type: 'messages',
      messages: Array.from({ length: 500 }, (_, at) => agentMessage(`m${at}`, `${at}`, { timestamp: at })),
    });
    expect(allMessages(shown()?.messages ?? { pages: [], pending: [] })).toHaveLength(500);
  });
});
