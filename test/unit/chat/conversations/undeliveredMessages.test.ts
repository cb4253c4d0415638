import { describe, expect, it } from 'vitest';
import { chatTexts } from '../../../../frame/chat/texts.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { createChatBench } from '../../../support/chatBench.ts';
import { agentOnly, openChat, startChat } from '../../../support/chatStories.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';

type Bench = Awaited<ReturnType<typeof startChat>>;

/** Sends a message that the channel rejects. */
async function sendRejected(bench: Bench, id: 'bot' | 'liveperson' | 'liveperson2', text: string): Promise<void> {
  bench.channel(id).behaviour.send = () => Promise.reject(createError('CALL_FAILED', 'bad request', { status: 400 }));
  bench.store.send(text);
  await bench.run();
}

describe('an undelivered message', () => {
  it('[CH-052][CH-215] is in its conversation after a reload even if the channel reports both before it is resumed', async () => {
    const storage = createFakeStorage();
    const entries = [{ service: 'liveperson2', skill: 'sales' }];
    const first = await startChat({ storage, entries });
    const id = first.shown()?.id;
    await sendRejected(first, 'liveperson2', 'do not lose me');
    expect(first.messages()).toMatchObject([{ text: 'do not lose me', isNotSent: true }]);
    first.fakes.lifetime.end();
    const second = createChatBench({
      storage,
      entries,
      prepare: (fake) => {
        const { init } = fake.channel;
        fake.channel.init = async () => {
          fake.change({ conversationId: 'liveperson2-conversation' });
          fake.emit({
            type: 'messages',
            messages: [{ id: 'mine', type: 'visitor', text: 'do not lose me', isNotSent: true }],
          });
          fake.change({ state: 'chatting' });
          await init();
        };
      },
    });
    await second.store.begin();
    expect(second.channel('liveperson2').calls.resumed).toEqual([]);
    expect(second.shown()).toMatchObject({ id, state: 'chatting' });
    const [text] = second.messages().filter((one) => one.type === 'visitor');
    expect(text).toMatchObject({ text: 'do not lose me', isNotSent: true });
    second.store.retry('mine');
    await second.run();
    expect(second.channel('liveperson2').calls.sent).toEqual([{ id: 'mine', text: 'do not lose me' }]);
  });

  it('[CH-047][CH-215] moves to the input when the bot starts a new conversation after an agent', async () => {
    const bench = await startChat();
    await sendRejected(bench, 'bot', 'What about discounts?');
    await bench.channel('bot').ports.requestTransfer({});
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.channel('bot').calls.started).toHaveLength(2);
    expect(bench.store.state.draft).toBe('What about discounts?');
  });

  it('[CH-215][CH-218] moves to the input when a chat that starts in another tab takes the window', async () => {
    const bench = await startChat({ entries: [{ service: 'liveperson2', skill: 'sales' }] });
    await sendRejected(bench, 'liveperson2', 'Wait!');
    bench.channel('liveperson2').change({ state: 'ended' });
    bench.channel('liveperson2').change({ conversationId: undefined });
    expect(bench.messages()).toContainEqual(expect.objectContaining({ text: 'Wait!', isNotSent: true }));
    bench.channel('liveperson2').change({ conversationId: 'the next one', state: 'waiting' });
    expect(bench.store.state.draft).toBe('Wait!');
  });

  it('[CH-059][CH-215] moves to the input when the bot’s conversation is removed', async () => {
    const bench = await startChat();
    await sendRejected(bench, 'bot', 'What about discounts?');
    await bench.channel('bot').ports.requestTransfer({ noSwitchBack: true });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.store.state.draft).toBe('What about discounts?');
  });

  it('[CH-215][CH-218] is shown as not sent after its conversation is over', async () => {
    const bench = await startChat(agentOnly);
    bench.channel('liveperson').behaviour.send = () => new Promise(() => {});
    bench.store.send('Hello?');
    bench.channel('liveperson').change({ state: 'error' });
    for (const { id } of bench.messages()) bench.channel('liveperson').emit({ type: 'notDelivered', id });
    expect(bench.messages().find((one) => one.text === 'Hello?')).toMatchObject({ isNotSent: true });
  });

  it('[CH-025][CH-215] moves to the input when the visitor closes the window of its ended chat', async () => {
    const bench = await startChat(agentOnly);
    await sendRejected(bench, 'liveperson', 'Wait!');
    bench.store.setDraft('half a sentence');
    bench.channel('liveperson').change({ state: 'ended' });
    bench.store.clear();
    expect(bench.store.state).toMatchObject({ conversations: [], draft: 'Wait!\nhalf a sentence' });
    await bench.store.startChat('menu');
    expect(bench.store.state.draft).toBe('Wait!\nhalf a sentence');
  });

  it.each([
    ['before the end', false],
    ['with the end', true],
  ])('[CH-215] is in the input on the next page if it was not sent %s', async (_, isWithEnd) => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage, ...agentOnly });
    const { channel, store } = bench;
    store.setDraft('half a sentence');
    if (isWithEnd) {
      channel('liveperson').behaviour.send = () => new Promise(() => {});
      store.send('Wait!');
      store.setDraft('half a sentence');
    } else await sendRejected(bench, 'liveperson', 'Wait!');
    if (!isWithEnd) store.setDraft('half a sentence');
    channel('liveperson').change({ state: 'ended' });
    // Channels report the end first, and then what has become of the texts.
    const text = bench.messages().find((one) => one.text === 'Wait!');
    if (isWithEnd) channel('liveperson').emit({ type: 'notDelivered', id: text?.id ?? '' });
    expect(bench.messages()).toContainEqual(expect.objectContaining({ text: 'Wait!', isNotSent: true }));
    expect(store.state.draft).toBe('half a sentence');
    bench.fakes.lifetime.end();
    const next = await openChat({ storage, ...agentOnly });
    expect(next.store.state.draft).toBe('Wait!\nhalf a sentence');
  });

  it('[CH-215] is not in the input on the next page if the service confirms it after the end', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage, ...agentOnly });
    await sendRejected(bench, 'liveperson', 'Wait!');
    bench.store.setDraft('half a sentence');
    bench.channel('liveperson').change({ state: 'ended' });
    expect(storage.read('cm-draft')).toBe('Wait!\nhalf a sentence');
    const text = bench.messages().find((one) => one.text === 'Wait!');
    bench.channel('liveperson').emit({ type: 'delivered', id: text?.id ?? '' });
    expect(storage.read('cm-draft')).toBe('half a sentence');
  });

  it('[CH-215] is in the input once when the next chat has started before the next page', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage, ...agentOnly });
    await sendRejected(bench, 'liveperson', 'Wait!');
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.store.startNewChat();
    expect(storage.read('cm-draft')).toBe('Wait!');
    bench.store.send('Wait!');
    await bench.run();
    expect(storage.read('cm-draft')).toBeUndefined();
  });

  it('[CH-062][CH-215] moves to the input when a transfer fails, and can then go to the bot', async () => {
    const bench = await startChat();
    let refuse: (error: Error) => void = () => {};
    bench.channel('liveperson').behaviour.start = () => new Promise((_, reject) => (refuse = reject));
    bench.channel('liveperson').behaviour.send = () => new Promise(() => {});
    const pending = bench
      .channel('bot')
      .ports.requestTransfer({})
      .catch(() => {});
    await bench.run();
    bench.channel('liveperson').change({ conversationId: 'c', state: 'waiting' });
    bench.store.send('Anybody?');
    refuse(new Error('no agent'));
    await pending;
    expect(bench.fakes.storage.read('cm-conversations')).toMatchObject([{ adapterId: 'bot' }]);
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(bench.messages().map((one) => one.text)).not.toContain('Anybody?');
    expect(bench.store.state.draft).toBe('Anybody?');
    bench.store.send('Anybody?');
    expect(bench.channel('bot').calls.sent).toMatchObject([{ text: 'Anybody?' }]);
  });

  it('[CH-047][CH-215] does not move to the input if the service has it after all', async () => {
    const bench = await startChat();
    bench.channel('bot').behaviour.resume = async () => true;
    await bench.channel('bot').ports.requestTransfer({});
    bench.channel('liveperson').behaviour.send = async () => {};
    bench.store.send('Thank you');
    const { id } = bench.messages().at(-1) ?? { id: '' };
    // Channels report the end first, and then what has become of the texts.
    bench.channel('liveperson').change({ state: 'ended' });
    bench.channel('liveperson').emit({ type: 'delivered', id });
    await bench.run();
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(bench.store.state.draft).toBe('');
  });

  it('[CH-059][CH-215] does not move to the input if the bot’s end shows that the service has it', async () => {
    const bench = await startChat();
    bench.channel('bot').behaviour.send = async () => {};
    bench.store.send('An agent, please');
    const { id } = bench.messages().at(-1) ?? { id: '' };
    bench.channel('bot').behaviour.end = async () => bench.channel('bot').emit({ type: 'delivered', id });
    await bench.channel('bot').ports.requestTransfer({ noSwitchBack: true });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.store.state.draft).toBe('');
  });

  it('[CH-215] that has moved to the input is not in its conversation any more', async () => {
    const bench = await startChat();
    bench.channel('bot').behaviour.resume = async () => true;
    await bench.channel('bot').ports.requestTransfer({});
    await sendRejected(bench, 'liveperson', 'Are you there?');
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.store.state.draft).toBe('Are you there?');
    const all = bench.store.state.conversations.flatMap((one) => one.messages.pending.map(({ text }) => text));
    expect(all).toEqual([]);
  });

  it('[CH-215][CH-218] of a live chat stays in it, because its channel may still send it', async () => {
    const bench = await startChat(agentOnly);
    bench.channel('liveperson').behaviour.send = async () => {};
    bench.store.send('Hello?');
    const { id } = bench.messages().at(-1) ?? { id: '' };
    bench.channel('liveperson').emit({ type: 'notDelivered', id });
    await bench.store.startNewChat();
    expect(bench.messages()).toMatchObject([{ text: 'Hello?', isNotSent: true }]);
    expect(bench.store.state.draft).toBe('');
    bench.channel('liveperson').emit({ type: 'delivered', id });
    expect(bench.messages()).toMatchObject([{ text: 'Hello?', isNotSent: false }]);
    expect(bench.store.state.announcements.at(-1)).toMatchObject({ text: chatTexts.sent });
  });

  it('[CH-215] is stored by its channel only: the room keeps no copy', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage });
    await sendRejected(bench, 'bot', 'hello');
    expect([...storage.areas.local.keys()].filter((key) => key.startsWith('cm-outbox'))).toEqual([]);
  });
});

describe('texts that a channel returns', () => {
  it('[CH-215] go into the input, one per line, before what is there', async () => {
    const { store, channel, fakes } = await startChat(agentOnly);
    store.setDraft('and a third');
    channel('liveperson').emit({ type: 'returned', texts: ['First', 'Second'] });
    expect(store.state.draft).toBe('First\nSecond\nand a third');
    expect(fakes.storage.read('cm-draft')).toBe('First\nSecond\nand a third');
  });

  it('[CH-215] are not repeated if the input has them already', async () => {
    const { store, channel } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'returned', texts: ['First', 'Second'] });
    channel('liveperson').emit({ type: 'returned', texts: ['Second', 'Third'] });
    expect(store.state.draft).toBe('Third\nFirst\nSecond');
    store.setDraft('First things');
    channel('liveperson').emit({ type: 'returned', texts: ['First'] });
    expect(store.state.draft).toBe('First\nFirst things');
  });
});
