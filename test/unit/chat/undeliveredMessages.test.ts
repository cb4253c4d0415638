import { describe, expect, it } from 'vitest';
import { createError } from '../../../frame/platform/errors.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { startChat } from '../../support/chatStories.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

type Bench = Awaited<ReturnType<typeof startChat>>;

const outboxes = (storage: ReturnType<typeof createFakeStorage>) =>
  [...storage.areas.local.keys()].filter((key) => key.startsWith('cm-outbox'));

/** Sends a message that the channel rejects. */
async function sendRejected(bench: Bench, id: 'bot' | 'liveperson' | 'liveperson2', text: string): Promise<void> {
  bench.channel(id).behaviour.send = () => Promise.reject(createError('CALL_FAILED', 'bad request', { status: 400 }));
  bench.store.send(text);
  await bench.run();
}

describe('an undelivered message', () => {
  it('[CH-052][CH-215] is restored after a reload even if the service reports the conversation before it is resumed', async () => {
    const storage = createFakeStorage();
    const entries = [{ service: 'liveperson2', skill: 'sales' }];
    const first = await startChat({ storage, entries });
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
          fake.change({ state: 'chatting' });
          await init();
        };
      },
    });
    await second.store.begin();
    expect(second.channel('liveperson2').calls.resumed).toEqual([]);
    const [text] = second.messages().filter((one) => one.type === 'visitor');
    expect(text).toMatchObject({ text: 'do not lose me', isNotSent: true });
    second.store.retry(text?.id ?? '');
    await second.run();
    expect(second.channel('liveperson2').calls.sent.map((one) => one.text)).toEqual(['do not lose me']);
    expect(outboxes(storage)).toEqual([]);
  });

  it('[CH-047][CH-215] moves to the input when the bot starts a new conversation after an agent', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage });
    await sendRejected(bench, 'bot', 'What about discounts?');
    await bench.channel('bot').ports.requestTransfer({});
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.channel('bot').calls.started).toHaveLength(2);
    expect(bench.store.state.draft).toBe('What about discounts?');
    expect(outboxes(storage)).toEqual([]);
  });

  it('[CH-059][CH-215] moves to the input when the bot’s conversation is removed', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage });
    await sendRejected(bench, 'bot', 'What about discounts?');
    await bench.channel('bot').ports.requestTransfer({ noSwitchBack: true });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.store.state.draft).toBe('What about discounts?');
    expect(outboxes(storage)).toEqual([]);
  });

  it('[CH-215][CH-218] is not stored after its conversation is over', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage, entries: [{ service: 'liveperson' }] });
    bench.channel('liveperson').behaviour.send = () => new Promise(() => {});
    bench.store.send('Hello?');
    bench.channel('liveperson').change({ state: 'error' });
    for (const { id } of bench.messages()) bench.channel('liveperson').emit({ type: 'notDelivered', id });
    expect(bench.messages().find((one) => one.text === 'Hello?')).toMatchObject({ isNotSent: true });
    expect(outboxes(storage)).toEqual([]);
  });

  it('[CH-062][CH-215] is stored in the bot’s conversation when a transfer fails', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage });
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
    expect(storage.read('cm-conversations')).toMatchObject([{ adapterId: 'bot' }]);
    expect(outboxes(storage)).toEqual([`cm-outbox.${bench.shown()?.id}`]);
  });
});
