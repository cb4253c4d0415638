import { describe, expect, it } from 'vitest';
import { createError } from '../../../../frame/platform/errors.ts';
import { agentMessage, startChat } from '../../../support/chatStories.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';

const text = 'order 123';

/** The bot has not answered a text yet, and transfers the visitor to an agent. */
async function transferWithText() {
  const storage = createFakeStorage();
  const bench = await startChat({ storage });
  const bot = bench.channel('bot');
  bot.behaviour.resume = async () => true;
  bot.behaviour.send = () => new Promise(() => {});
  bot.emit({ type: 'messages', messages: [agentMessage('1', 'One moment', { type: 'bot' })] });
  bench.store.send(text);
  const [pending] = bench.messages().filter((one) => one.isPending);
  const id = pending?.id ?? '';
  const timestamp = bench.fakes.clock.now();
  return {
    ...bench,
    id,
    transfer: (request = {}) => bot.ports.requestTransfer(request),
    delivered: () => bot.emit({ type: 'delivered', id, as: { id: 'turn__visitor', timestamp } }),
    notDelivered: () => bot.emit({ type: 'notDelivered', id }),
    async leaveAgent() {
      bench.channel('liveperson').change({ state: 'ended' });
      await bench.run();
    },
    shownTexts: () => bench.messages().filter((one) => one.type === 'visitor'),
  };
}

describe('a text that the bot has not answered at a transfer', () => {
  it('[CH-057][CH-215] appears in the agent’s chat when the bot has it, and once after the return', async () => {
    const bench = await transferWithText();
    await bench.transfer();
    bench.channel('liveperson').emit({ type: 'messages', messages: [agentMessage('9', 'Hello', { timestamp: 2e12 })] });
    bench.delivered();
    expect(bench.shown()?.adapterId).toBe('liveperson');
    expect(bench.texts()).toEqual(['One moment', text, 'Hello']);
    expect(bench.shownTexts()).toMatchObject([{ text, isHistory: true, isPending: false, isNotSent: false }]);
    await bench.leaveAgent();
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(bench.shownTexts()).toMatchObject([{ text, isPending: false }]);
    expect(bench.store.state.draft).toBe('');
  });

  it('[CH-057][CH-062][CH-215] appears there although the transfer is still pending', async () => {
    const bench = await transferWithText();
    let accept = (): void => {};
    bench.channel('liveperson').behaviour.start = () =>
      new Promise((resolve) => {
        accept = () => {
          bench.channel('liveperson').change({ state: 'chatting' });
          resolve();
        };
      });
    const done = bench.transfer();
    await bench.run();
    bench.delivered();
    expect(bench.shown()).toMatchObject({ adapterId: 'liveperson', state: 'waiting' });
    expect(bench.shownTexts()).toMatchObject([{ text, isHistory: true }]);
    accept();
    await done;
    expect(bench.shownTexts()).toHaveLength(1);
  });

  it('[CH-062][CH-215] stands once in the bot’s conversation when the transfer fails', async () => {
    const bench = await transferWithText();
    let refuse = (_: Error): void => {};
    bench.channel('liveperson').behaviour.start = () => new Promise((_, reject) => (refuse = reject));
    const done = bench.transfer().catch(() => {});
    await bench.run();
    bench.delivered();
    refuse(new Error('no agent'));
    await done;
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(bench.shownTexts()).toMatchObject([{ text, isPending: false, isNotSent: false }]);
  });

  it('[CH-215] moves to the input when the bot does not have it, and is nowhere else', async () => {
    const bench = await transferWithText();
    await bench.transfer();
    bench.store.setDraft('half a sentence');
    bench.notDelivered();
    expect(bench.store.state.draft).toBe(`${text}\nhalf a sentence`);
    expect(bench.fakes.storage.read('cm-draft')).toBe(`${text}\nhalf a sentence`);
    bench.notDelivered();
    await bench.leaveAgent();
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(bench.shownTexts()).toEqual([]);
    expect(bench.store.state.draft).toBe(`${text}\nhalf a sentence`);
  });

  it('[CH-215] stays in the bot’s conversation when the visitor has returned before', async () => {
    const bench = await transferWithText();
    await bench.transfer();
    await bench.leaveAgent();
    bench.notDelivered();
    expect(bench.shownTexts()).toMatchObject([{ text, isNotSent: true }]);
    expect(bench.store.state.draft).toBe('');
  });

  it('[CH-215] moves to the input with the transfer if it was not sent before', async () => {
    const bench = await transferWithText();
    bench.notDelivered();
    expect(bench.shownTexts()).toMatchObject([{ text, isNotSent: true }]);
    await bench.transfer();
    expect(bench.store.state.draft).toBe(text);
    await bench.leaveAgent();
    expect(bench.shownTexts()).toEqual([]);
  });

  it('[CH-062][CH-215] stays in the bot’s conversation if it was not sent before a transfer that fails', async () => {
    const bench = await transferWithText();
    bench.notDelivered();
    bench.channel('liveperson').behaviour.start = () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'no agent'));
    await bench.transfer().catch(() => {});
    expect(bench.shownTexts()).toMatchObject([{ text, isNotSent: true }]);
    expect(bench.store.state.draft).toBe('');
  });
});
