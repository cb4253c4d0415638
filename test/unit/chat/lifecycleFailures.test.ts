import { describe, expect, it } from 'vitest';
import { shownProblem } from '../../../frame/chat/window/shown.ts';
import { createError } from '../../../frame/platform/errors.ts';
import {
  agentMessage,
  agentOnly,
  displayModeOf,
  emptySurvey,
  openChat,
  resumes,
  startChat,
} from '../../support/chatStories.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

const down = () => Promise.reject(createError('CALL_FAILED', 'down'));

describe('a service that fails', () => {
  it('[CH-052] when a conversation is continued leaves none, which is logged', async () => {
    const storage = createFakeStorage();
    storage.write('cm-conversations', [{ adapterId: 'bot', localId: 'old', conversationId: 'c' }]);
    const { store, shown, fakes } = await openChat({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = down;
      },
    });
    expect(shown()).toBeUndefined();
    expect(displayModeOf(store)).toBe('menu');
    expect(fakes.log.warnings).toEqual(['A conversation could not be continued. (down)']);
  });

  it('[CH-023] when a chat ends is logged', async () => {
    const { store, channel, fakes, run } = await startChat(agentOnly);
    channel('liveperson').behaviour.end = down;
    store.answerEnd(true);
    await run();
    expect(fakes.log.warnings).toEqual(['The service was not notified of the end of a chat. (down)']);
  });

  it('[CH-069] when it gets the answers of a survey, or its cancellation, is logged', async () => {
    const { store, channel, fakes, run } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    channel('liveperson').behaviour.submit = down;
    channel('liveperson').behaviour.cancel = down;
    await store.submitSurvey({});
    await store.closeSurvey();
    await run();
    expect(fakes.log.warnings).toEqual([
      'The answers of an exit survey were not sent. (down)',
      'An exit survey was not cancelled. (down)',
    ]);
  });

  it('[CH-047] when the visitor returns to the bot is logged, and the bot starts anew', async () => {
    const { channel, fakes, shown, run } = await startChat();
    channel('bot').behaviour.resume = down;
    await channel('bot').ports.requestTransfer({});
    channel('liveperson').change({ state: 'ended' });
    await run();
    expect(shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
    expect(fakes.log.warnings).toEqual([
      'Could not continue the chat that the visitor was transferred from. Starting a new one. (down)',
    ]);
  });
});

it('[CH-214] a bot that works again is no longer reported as not available', async () => {
  const { store, channel } = await openChat();
  const bot = channel('bot');
  bot.behaviour.start = async () => {
    bot.change({ state: 'chatting' });
    bot.emit({ type: 'messages', messages: [agentMessage('1', 'Connected', { type: 'system' })] });
    bot.change({ state: 'unavailable' });
    await down();
  };
  await store.startChat('menu');
  expect(shownProblem(store.state)).toMatchObject({ key: 'notAvailable' });
  bot.change({ state: 'available' });
  bot.change({ state: 'chatting' });
  expect(shownProblem(store.state)).toBeUndefined();
});

describe('a transfer', () => {
  it('[CH-061] without an agent adapter is refused', async () => {
    const { channel, shown, messages } = await startChat({ entries: [{ service: 'bot', skill: 'cloud' }] });
    await expect(channel('bot').ports.requestTransfer({})).rejects.toMatchObject({
      code: 'CHANNEL_UNAVAILABLE',
      message: 'No agent adapter can accept the chat.',
    });
    expect(shown()?.adapterId).toBe('bot');
    expect(messages().map((one) => one.type)).toEqual(['error']);
  });

  it('[CH-061] is refused if the agent’s chat ends before it has started, and another one can follow', async () => {
    const { store, channel, shown } = await startChat();
    const { start } = channel('liveperson').behaviour;
    channel('liveperson').behaviour.start = async () => channel('liveperson').change({ state: 'ended' });
    await expect(channel('bot').ports.requestTransfer({})).rejects.toMatchObject({
      code: 'CHANNEL_UNAVAILABLE',
      message: 'liveperson ended the chat before it started.',
    });
    expect(store.state.transferToId).toBeUndefined();
    expect(store.state.conversations.map((one) => one.adapterId)).toEqual(['bot']);
    channel('liveperson').behaviour.start = start;
    await channel('bot').ports.requestTransfer({});
    expect(shown()).toMatchObject({ adapterId: 'liveperson', state: 'chatting' });
  });

  it('[CH-057] gives the agent’s service the messages so far, oldest first', async () => {
    const { channel } = await startChat();
    const said = [agentMessage('1', 'a', { type: 'bot' }), agentMessage('2', 'b', { type: 'bot', timestamp: 2_000 })];
    channel('bot').emit({ type: 'messages', messages: said });
    await channel('bot').ports.requestTransfer({});
    const [started] = channel('liveperson').calls.started;
    expect(started?.transferred?.map((one) => one.text)).toEqual(['a', 'b']);
  });

  it('[CH-057][F-CH29] keeps a text from the agent’s service that waits, or that the visitor sees as not sent', async () => {
    const { store, channel, run } = await startChat();
    store.send('arrives');
    await run();
    channel('bot').behaviour.send = down;
    store.send('is not sent');
    await run();
    channel('bot').behaviour.send = async () => {};
    store.send('waits');
    await run();
    await channel('bot').ports.requestTransfer({});
    const [started] = channel('liveperson').calls.started;
    expect(started?.transferred?.map((one) => one.text)).toEqual(['arrives']);
  });

  it('[CH-059] without a return ends the bot’s chat with the agent’s, and keeps a text that did not arrive', async () => {
    const { store, channel, run } = await startChat();
    channel('bot').behaviour.send = down;
    store.send('Did you get this?');
    await run();
    await channel('bot').ports.requestTransfer({ noSwitchBack: true });
    channel('liveperson').change({ state: 'ended' });
    await run();
    expect(channel('bot').calls.ended).toBe(1);
    expect(store.state.conversations.map((one) => one.adapterId)).toEqual(['liveperson']);
    expect(store.state.draft).toBe('Did you get this?');
  });

  it('[CH-059] without a return logs that the bot’s chat could not be ended', async () => {
    const storage = createFakeStorage();
    const { channel, fakes, run } = await startChat({ storage });
    channel('bot').behaviour.end = down;
    await channel('bot').ports.requestTransfer({ noSwitchBack: true });
    channel('liveperson').change({ state: 'ended' });
    await run();
    expect(fakes.log.warnings).toEqual(['Could not end the bot chat. (down)']);
    expect((await openChat({ storage })).channel('bot').calls.resumed).toEqual([]);
  });

  it('[CH-052][CH-059] without a return has none after a reload either', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage });
    await first.channel('bot').ports.requestTransfer({ noSwitchBack: true });
    first.fakes.lifetime.end();
    const second = await openChat({
      storage,
      prepare: resumes,
    });
    second.channel('liveperson').change({ state: 'ended' });
    await second.run();
    expect(second.shown()).toMatchObject({ adapterId: 'liveperson', state: 'ended' });
    expect(second.channel('bot').calls.ended).toBe(1);
  });
});

describe('a page that opens', () => {
  it('has no draft that is not a text', async () => {
    const storage = createFakeStorage();
    storage.write('cm-draft', { text: 'of another version' });
    expect((await openChat({ storage })).store.state.draft).toBe('');
  });
});
