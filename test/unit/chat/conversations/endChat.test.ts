import { describe, expect, it } from 'vitest';
import { headerOf, surveyedConversation } from '../../../../frame/chat/window/shown.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { agentMessage, agentOnly, displayModeOf, emptySurvey, startChat } from '../../../support/chatStories.ts';

describe('ending a chat', () => {
  it('[CH-023] No keeps the chat, Yes ends it once', async () => {
    const { store, channel, shown, run } = await startChat(agentOnly);
    store.answerEnd(false);
    expect(channel('liveperson').calls.ended).toBe(0);
    expect(shown()?.state).toBe('chatting');
    store.answerEnd(true);
    await run();
    expect(channel('liveperson').calls.ended).toBe(1);
    expect(shown()?.state).toBe('ended');
  });

  it('[CH-023] ends for the visitor even if the service cannot be reached', async () => {
    const { store, channel, shown, run } = await startChat(agentOnly);
    channel('liveperson').behaviour.end = () => Promise.reject(createError('CALL_FAILED', 'down'));
    store.answerEnd(true);
    await run();
    expect(shown()?.state).toBe('ended');
  });

  it('[CH-048] keeps the ended messages in the window, with the override and without an active conversation', async () => {
    const { store, channel, texts } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'bye')] });
    channel('liveperson').change({ state: 'ended' });
    expect(store.state).toMatchObject({ hasOverride: true, activeId: undefined });
    expect(displayModeOf(store)).toBe('chat');
    expect(texts()).toContain('bye');
    expect(headerOf(store.state).phase).toBe('ended');
  });

  it('[CH-025] clearing after the end removes the chat and cancels the survey', async () => {
    const { store, channel, shown, run } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    store.clear();
    await run();
    expect(channel('liveperson').calls.cancelled).toBe(1);
    expect(shown()).toBeUndefined();
    expect(displayModeOf(store)).toBe('menu');
  });

  it('[CH-049] closing a conversation removes its survey', async () => {
    const { store, channel } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    channel('liveperson').change({ state: 'closed' });
    expect(surveyedConversation(store.state)).toBeUndefined();
  });

  it('[CH-218] an error ends the chat with a notice, and a new chat works', async () => {
    const { store, channel, shown } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'fatal_error' });
    expect(store.state.problem).toMatchObject({ key: 'chatFailed', action: 'newChat' });
    await store.startNewChat();
    expect(shown()?.state).toBe('chatting');
    expect(store.state.problem).toBeUndefined();
  });

  it('[CH-215][CH-218] undelivered messages of a failed chat move to the input of the new one', async () => {
    const { store, channel, messages, shown, run } = await startChat(agentOnly);
    channel('liveperson').behaviour.send = async () => {};
    store.send('First');
    store.send('Second');
    for (const { id } of messages()) channel('liveperson').emit({ type: 'notDelivered', id });
    store.setDraft('and a third');
    channel('liveperson').change({ state: 'error' });
    const undelivered = messages().filter((one) => one.isNotSent);
    expect(undelivered.map((one) => one.text)).toEqual(['First', 'Second']);
    store.retry(undelivered[0]?.id ?? '');
    await run();
    expect(shown()?.state).toBe('chatting');
    expect(store.state.draft).toBe('First\nSecond\nand a third');
    expect(messages()).toEqual([]);
  });

  it('[CH-064] offers the transcript once after messages, and not without any', async () => {
    const { channel, messages } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'bye')] });
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    expect(messages().filter((message) => message.source === 'download-transcript')).toHaveLength(1);
    const silent = await startChat(agentOnly);
    silent.channel('liveperson').change({ state: 'ended' });
    expect(silent.messages()).toEqual([]);
  });

  it('[CH-064] offers the transcript once, even after several transfers to an agent and back', async () => {
    const bench = await startChat();
    bench.channel('bot').behaviour.resume = async () => true;
    for (const id of ['1', '2']) {
      await bench.channel('bot').ports.requestTransfer({});
      bench.channel('liveperson').emit({ type: 'messages', messages: [agentMessage(id, 'from the agent')] });
      bench.channel('liveperson').change({ state: 'ended' });
      await bench.run();
      expect(bench.messages().filter((one) => one.source !== undefined)).toHaveLength(1);
    }
    expect(bench.shown()?.adapterId).toBe('bot');
  });

  it('[CH-073] builds the transcript without a request', async () => {
    const { store, channel, fakes } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'bye', { by: 'Mina' })] });
    const calls = fakes.call.calls.length;
    const file = store.transcript();
    expect(file.name).toMatch(/^chat-transcript-\d{4}-\d\d-\d\d\.txt$/);
    expect(file.text).toContain('Mina: bye');
    expect(fakes.call.calls).toHaveLength(calls);
  });

  it('[CH-016] stops channels without ending their conversations when the widget is destroyed', async () => {
    const { channel, fakes } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'agentTyping', isTyping: true });
    fakes.lifetime.end();
    expect(fakes.clock.pending).toBe(0);
    expect(channel('liveperson').calls.ended).toBe(0);
    expect(channel('liveperson').ports.lifetime.ended).toBe(true);
  });

  it('[CH-032] shows no typing agent any more', async () => {
    const { channel, shown, run } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'agentTyping', isTyping: true });
    expect(shown()?.isAgentTyping).toBe(true);
    channel('liveperson').change({ state: 'ended' });
    expect(shown()?.isAgentTyping).toBe(false);
    await run(60_000);
    expect(shown()?.isAgentTyping).toBe(false);
  });

  it('[CH-025] keeps a chat on stand-by', async () => {
    const { channel, shown } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'standBy' });
    expect(shown()).toBeDefined();
  });
});
