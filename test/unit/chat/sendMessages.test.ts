import { describe, expect, it } from 'vitest';
import { createError } from '../../../frame/platform/errors.ts';
import { agentOnly, openChat, startChat } from '../../support/chatStories.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

describe('sending messages', () => {
  it('[CH-030] sends no empty message and trims the others', async () => {
    const { store, channel } = await startChat();
    for (const text of ['', '   ', '\n']) store.send(text);
    store.send('  hello ');
    expect(channel('bot').calls.sent.map((one) => one.text)).toEqual(['hello']);
  });

  it('shows a message as pending until it is delivered', async () => {
    const { store, channel, messages, run } = await startChat();
    let finish = (): void => {};
    channel('bot').behaviour.send = (message) =>
      new Promise((resolve) => {
        finish = () => {
          channel('bot').emit({ type: 'delivered', id: message.id, as: { id: 'server-1', timestamp: 5 } });
          resolve();
        };
      });
    store.send('hello');
    expect(messages()).toMatchObject([{ text: 'hello', isPending: true }]);
    finish();
    await run();
    expect(messages()).toMatchObject([{ id: 'server-1', isPending: false, timestamp: 5 }]);
  });

  it('[CH-215] marks an undelivered message and sends it again under the same id', async () => {
    const { store, channel, messages, run } = await startChat();
    const deliver = channel('bot').behaviour.send;
    channel('bot').behaviour.send = () => Promise.reject(createError('CALL_FAILED', 'down'));
    store.send('hello');
    await run();
    expect(messages()).toMatchObject([{ text: 'hello', isNotSent: true, isPending: false }]);
    channel('bot').behaviour.send = deliver;
    store.retry(messages()[0]?.id ?? '');
    await run();
    expect(messages()).toMatchObject([{ text: 'hello', isNotSent: false, isPending: false }]);
    expect(new Set(channel('bot').calls.sent.map((one) => one.id)).size).toBe(1);
  });

  it('[CH-215] shows what the channel restores after a reload, and sends it again under the same id', async () => {
    const storage = createFakeStorage();
    (await startChat({ storage })).fakes.lifetime.end();
    const second = await openChat({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          fake.change({ state: 'chatting' });
          fake.emit({
            type: 'messages',
            messages: [
              { id: 'a', type: 'visitor', text: 'still on its way', isPending: true },
              { id: 'b', type: 'visitor', text: 'do not lose me', isNotSent: true },
            ],
          });
          return true;
        };
      },
    });
    expect(second.messages()).toMatchObject([
      { text: 'still on its way', isPending: true, isNotSent: false },
      { text: 'do not lose me', isNotSent: true, isPending: false },
    ]);
    second.store.retry('a');
    second.store.retry('b');
    await second.run();
    expect(second.channel('bot').calls.sent).toEqual([{ id: 'b', text: 'do not lose me' }]);
    expect(second.messages().find((one) => one.id === 'b')).toMatchObject({ isNotSent: false, isPending: false });
  });

  it('keeps the draft across a reload and removes it when it is sent', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage });
    first.store.setDraft('half a sen');
    first.fakes.lifetime.end();
    const second = await startChat({ storage });
    expect(second.store.state.draft).toBe('half a sen');
    second.store.send('half a sentence');
    expect(second.store.state.draft).toBe('');
    expect((await openChat({ storage })).store.state.draft).toBe('');
  });

  it('[CH-032] reports typing once, and its end after 2 s without a key or on send', async () => {
    const { store, channel, run } = await startChat();
    store.type();
    await run(1_500);
    store.type();
    await run(1_999);
    expect(channel('bot').calls.typing).toEqual([true]);
    await run(1);
    expect(channel('bot').calls.typing).toEqual([true, false]);
    store.type();
    store.send('hello');
    expect(channel('bot').calls.typing).toEqual([true, false, true, false]);
    await run(5_000);
    expect(channel('bot').calls.typing).toHaveLength(4);
  });

  it('[CH-032] reports the end of typing to the service that was told about its start', async () => {
    const { store, channel, run } = await startChat();
    store.type();
    await channel('bot').ports.requestTransfer({});
    store.type();
    expect(channel('bot').calls.typing).toEqual([true, false]);
    expect(channel('liveperson').calls.typing).toEqual([true]);
    store.send('hello');
    await run(5_000);
    expect(channel('liveperson').calls.typing).toEqual([true, false]);
  });

  it('[CH-027][CH-215] leaves a text in the input if the chat has just ended', async () => {
    const { store, channel, messages } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    store.setDraft('One more thing');
    store.send('One more thing');
    expect(channel('liveperson').calls.sent).toEqual([]);
    expect(messages()).toEqual([]);
    expect(store.state.draft).toBe('One more thing');
  });

  it('[F-AD13] sends the address of a file to the chat that it was added in, and keeps what the visitor types', async () => {
    const files = { maxBytes: 10, types: ['image/*'], upload: async () => 'https://files.example/a.png' };
    const { store, channel } = await startChat({
      prepare: ({ channel }) => Object.assign(channel, { files }),
    });
    await channel('bot').ports.requestTransfer({});
    const target = store.fileTarget();
    store.setDraft('half a sentence');
    expect(target?.files()).toBe(files);
    target?.send('https://files.example/a.png');
    expect(channel('liveperson').calls.sent.map(({ text }) => text)).toEqual(['https://files.example/a.png']);
    expect(store.state.draft).toBe('half a sentence');

    channel('liveperson').change({ state: 'ended' });
    await settle();
    expect(target?.files()).toBeUndefined();
    expect(store.fileTarget()?.files()).toBe(files);
    expect(channel('bot').calls.sent).toEqual([]);
  });

  it('[CH-032][SH-050] shows agent typing for 2 s after the last signal', async () => {
    const { channel, shown, run } = await startChat();
    channel('bot').emit({ type: 'agentTyping', isTyping: true });
    await run(1_900);
    expect(shown()?.isAgentTyping).toBe(true);
    channel('bot').emit({ type: 'agentTyping', isTyping: true });
    await run(1_900);
    expect(shown()?.isAgentTyping).toBe(true);
    await run(200);
    expect(shown()?.isAgentTyping).toBe(false);
  });
});
