import { describe, expect, it } from 'vitest';
import { shownTime } from '../../../../frame/chat/messages/messageLog.ts';
import { chatTexts } from '../../../../frame/chat/texts.ts';
import { headerOf, inputOf } from '../../../../frame/chat/window/shown.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { agentMessage, openChat, startChat } from '../../../support/chatStories.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';

describe('transfer', () => {
  const transfer = async (bench: Awaited<ReturnType<typeof openChat>>, request = {}) =>
    bench.channel('bot').ports.requestTransfer(request);

  it('[CH-056][CH-057] shows the new conversation with the old messages as history, in order', async () => {
    const bench = await startChat();
    bench.channel('bot').emit({
      type: 'messages',
      messages: [
        agentMessage('1', 'a', { type: 'bot' }),
        agentMessage('2', 'b', { type: 'bot', timestamp: 2_000 }),
        agentMessage('3', 'c', { type: 'bot', timestamp: 3_000 }),
      ],
    });
    await transfer(bench);
    expect(bench.shown()).toMatchObject({ adapterId: 'liveperson', state: 'chatting' });
    expect(bench.messages().map((one) => [one.text, one.isHistory])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
    expect(bench.channel('liveperson').calls.started[0]).toMatchObject({ startType: 'transfer' });
  });

  it('[CH-047][CH-056] returns to the bot when the agent chat ends', async () => {
    const bench = await startChat();
    bench.channel('bot').behaviour.resume = async () => true;
    await transfer(bench);
    bench.channel('liveperson').emit({ type: 'messages', messages: [agentMessage('9', 'from the agent')] });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
    expect(bench.channel('bot').calls.started).toHaveLength(1);
    expect(bench.channel('bot').calls.resumed).toEqual([{ conversationId: 'bot-conversation' }]);
    expect(bench.texts()).toContain('from the agent');
  });

  it('[CH-047][CH-217] says so and keeps undelivered messages when the agent chat fails', async () => {
    const bench = await startChat();
    bench.channel('bot').behaviour.resume = async () => true;
    await transfer(bench);
    bench.channel('liveperson').behaviour.send = () => Promise.reject(createError('CALL_FAILED', 'down'));
    bench.store.send('Are you there?');
    await bench.run();
    bench.channel('liveperson').change({ state: 'error' });
    await bench.run();
    expect(bench.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
    expect(bench.store.state.problem).toBeUndefined();
    expect(bench.messages().at(-1)).toMatchObject({ type: 'error', text: chatTexts.transferFailed });
    expect(bench.store.state.draft).toBe('Are you there?');
  });

  it.each([
    ['fast', -300_000],
    ['slow', 300_000],
  ])('[CH-047][CH-057][F-DL7] keeps the order of bot and agent if the visitor’s clock is %s', async (_, aheadMs) => {
    const bench = await startChat();
    const { clock } = bench.fakes;
    const bot = bench.channel('bot');
    bot.behaviour.resume = async () => true;
    const say = async (from: 'bot' | 'agent', text: string, sequence?: number): Promise<void> => {
      await clock.advance(1_000);
      const isBot = from === 'bot';
      // The bot's messages have the visitor's clock, and those of live chat the service's.
      const timestamp = clock.now() + (isBot ? 0 : aheadMs);
      const order = sequence === undefined ? undefined : { atMs: timestamp, sequence };
      const message = agentMessage(text, text, { type: from, timestamp, order });
      bench.channel(isBot ? 'bot' : 'liveperson').emit({ type: 'messages', messages: [message] });
    };
    const texts = () => bench.messages().flatMap((one) => (one.source ? [] : [one.text]));
    await say('bot', 'bot 1');
    await say('bot', 'bot 2');
    await transfer(bench);
    bench.channel('liveperson').emit({ type: 'clock', aheadMs });
    await say('agent', 'agent 1', 1);
    bench.channel('liveperson').behaviour.send = async ({ id }) => {
      const timestamp = clock.now() + aheadMs;
      const as = { id: 'line', timestamp, order: { atMs: timestamp, sequence: 2 } };
      bench.channel('liveperson').emit({ type: 'delivered', id, as });
    };
    bench.store.send('visitor');
    await bench.run();
    await say('agent', 'agent 2', 3);
    const talk = ['bot 1', 'bot 2', 'agent 1', 'visitor', 'agent 2'];
    expect(texts()).toEqual(talk);
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.shown()?.adapterId).toBe('bot');
    await say('bot', 'bot 3');
    // An edit of an earlier message leaves it where it is.
    bot.emit({ type: 'messages', messages: [{ id: 'bot 1', type: 'bot', isEdited: true, text: 'bot 1, again' }] });
    const shown = ['bot 1, again', ...talk.slice(1)];
    expect(texts()).toEqual([...shown, 'bot 3']);
    await transfer(bench);
    await say('agent', 'agent 3', 1);
    expect(texts()).toEqual([...shown, 'bot 3', 'agent 3']);
    const times = bench.messages().map(shownTime);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it('[CH-047] starts the bot again if its conversation cannot continue', async () => {
    const bench = await startChat();
    bench.channel('bot').behaviour.resume = () => Promise.reject(createError('CALL_FAILED', 'down'));
    bench.channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'from the bot', { type: 'bot' })] });
    await transfer(bench);
    bench.channel('liveperson').emit({ type: 'messages', messages: [agentMessage('9', 'from the agent')] });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.channel('bot').calls.started.map((one) => one.startType)).toEqual(['menu', 'restart']);
    expect(bench.shown()?.adapterId).toBe('bot');
    // There is one live conversation, and it has all messages.
    expect(bench.store.state.conversations.filter((one) => one.state === 'chatting')).toHaveLength(1);
    expect(bench.texts()).toEqual(expect.arrayContaining(['from the bot', 'from the agent']));
  });

  it('[CH-047] returns to the conversation of the bot, wherever the page names it', async () => {
    const entries = [{ service: 'liveperson' }, { service: 'bot', skill: 'cloud' }];
    const bench = await startChat({ entries });
    bench.channel('bot').behaviour.resume = async () => true;
    await transfer(bench);
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.channel('bot').calls.resumed).toEqual([{ conversationId: 'bot-conversation' }]);
  });

  it('[CH-047] starts the first service again if there is no bot', async () => {
    const bench = await startChat({ entries: [{ service: 'liveperson' }, { service: 'liveperson2' }] });
    await bench.channel('liveperson2').ports.requestTransfer({ entries: [{ service: 'liveperson' }] });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.channel('liveperson2').calls.started.map((one) => one.startType)).toEqual(['menu', 'restart']);
    expect(bench.shown()).toMatchObject({ adapterId: 'liveperson2', state: 'chatting' });
  });

  it('[CH-047] starts the bot if it is there, although another service made the transfer', async () => {
    const entries = [{ service: 'liveperson' }, { service: 'liveperson2' }, { service: 'bot', skill: 'cloud' }];
    const bench = await startChat({ entries });
    await bench.store.startChat('menu', 'liveperson2');
    await bench.channel('liveperson2').ports.requestTransfer({ entries: [{ service: 'liveperson' }] });
    bench.channel('bot').change({ state: 'ended' });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.channel('bot').calls.started.map((one) => one.startType)).toEqual(['menu', 'restart']);
    expect(bench.shown()?.adapterId).toBe('bot');
  });

  it('[CH-059] stays at the ended agent chat if the return is forbidden', async () => {
    const bench = await startChat();
    await transfer(bench, { noSwitchBack: true });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.shown()).toMatchObject({ adapterId: 'liveperson', state: 'ended' });
    expect(bench.channel('bot').calls.resumed).toEqual([]);
    expect(bench.store.state.hasOverride).toBe(true);
  });

  it("[CH-061][CH-217] a failed transfer is logged as 'transferChatHelper error', rejects and returns to the bot", async () => {
    const bench = await startChat();
    bench.channel('liveperson').behaviour.start = () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'no agent'));
    await expect(transfer(bench)).rejects.toThrow('no agent');
    expect(bench.fakes.log.errors[0]).toContain('transferChatHelper error');
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(bench.store.state.problem).toBeUndefined();
    expect(bench.messages().at(-1)).toMatchObject({ type: 'error', text: chatTexts.transferFailed });
    expect(bench.store.state.announcements.at(-1)).toMatchObject({ sender: 'Problem', text: chatTexts.transferFailed });
    bench.store.send('still here?');
    await bench.run();
    expect(bench.channel('bot').calls.sent.map((one) => one.text)).toEqual(['still here?']);
  });

  it.each([false, true])(
    '[CH-022][CH-217] returns to the bot without a message when the visitor ends a pending transfer (to a running chat: %s)',
    async (isRunning) => {
      const bench = await startChat();
      const agent = bench.channel('liveperson');
      if (isRunning) agent.change({ state: 'waiting' });
      agent.behaviour.start = () =>
        new Promise((_, reject) => {
          agent.behaviour.end = async () => reject(createError('CALL_ABORTED', 'The chat has ended.'));
        });
      const transferred = transfer(bench).catch(() => {});
      await bench.run();
      expect(bench.shown()).toMatchObject({ adapterId: 'liveperson' });
      bench.store.answerEnd(true);
      await transferred;
      await bench.run();
      expect(bench.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
      expect(bench.texts()).not.toContain(chatTexts.transferFailed);
      expect(bench.fakes.log.errors).toEqual([]);
      expect(bench.store.state.refusedId).toBeUndefined();
    },
  );

  it('[F-CH20] a queue that refused a transfer offers its sign-in beside the bot', async () => {
    const bench = await startChat({ entries: [{ service: 'bot' }, { service: 'liveperson2' }] });
    const agent = bench.channel('liveperson2');
    agent.change({ agentStatus: 'unavailable' });
    agent.behaviour.start = () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'no agent'));
    await expect(transfer(bench)).rejects.toThrow('no agent');
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(inputOf(bench.store.state, false)).toMatchObject({ isShown: true, isOffline: true });
    agent.change({ isLoggedIn: true });
    expect(inputOf(bench.store.state, false)).toMatchObject({ isShown: true, isOffline: false });
  });

  it('[CH-056] a failed transfer records no return', async () => {
    const bench = await startChat();
    bench.channel('liveperson').behaviour.start = async () => bench.channel('liveperson').change({ state: 'error' });
    await expect(transfer(bench)).rejects.toThrow();
    await bench.store.startChat('menu', 'liveperson').catch(() => {});
    expect(bench.channel('bot').calls.resumed).toEqual([]);
  });

  it('[CH-062][CH-215] queues messages while it is pending, and keeps them if it fails, also for the next page', async () => {
    const storage = createFakeStorage();
    const bench = await startChat({ storage });
    let refuse: (error: Error) => void = () => {};
    bench.channel('liveperson').behaviour.start = () => new Promise((_, reject) => (refuse = reject));
    bench.channel('liveperson').behaviour.send = () => new Promise(() => {});
    const pending = transfer(bench).catch(() => {});
    await bench.run();
    expect(headerOf(bench.store.state).phase).toBe('waiting');
    bench.store.send('are you there?');
    expect(bench.channel('liveperson').calls.sent.map((one) => one.text)).toEqual(['are you there?']);
    refuse(new Error('no agent'));
    await pending;
    expect(bench.store.state.draft).toBe('are you there?');
    bench.fakes.lifetime.end();
    expect((await openChat({ storage })).store.state.draft).toBe('are you there?');
  });

  it('[CH-098] reports the live session to the bot', async () => {
    const bench = await startChat();
    await transfer(bench);
    bench.channel('liveperson').emit({ type: 'session', realtimeId: 'rt-1' });
    expect(bench.channel('bot').calls.linked).toEqual(['rt-1']);
  });
});
