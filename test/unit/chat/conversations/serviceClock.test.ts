import { describe, expect, it } from 'vitest';
import { shownProblem } from '../../../../frame/chat/window/shown.ts';
import { agentMessage, agentOnly, openChat, startChat } from '../../../support/chatStories.ts';

const dayMs = 86_400_000;

describe('a service whose clock is ahead', () => {
  it('[CH-071] decides the time of the window, its days and its transcript', async () => {
    const { store, channel, fakes } = await startChat(agentOnly);
    expect(store.now()).toBe(fakes.clock.now());
    channel('liveperson').emit({ type: 'clock', aheadMs: dayMs });
    expect(store.now()).toBe(fakes.clock.now() + dayMs);
    channel('liveperson').emit({
      type: 'messages',
      messages: [agentMessage('1', 'Good morning', { timestamp: fakes.clock.now() + dayMs })],
    });
    const file = store.transcript();
    expect(file.text).toMatch(/\[Today .*\] Agent: Good morning/);
    expect(file.name).toContain(new Date(fakes.clock.now() + dayMs).getFullYear().toString());
  });

  it('concerns its own conversations only', async () => {
    const { store, channel, fakes } = await openChat();
    channel('liveperson').emit({ type: 'clock', aheadMs: dayMs });
    await store.startChat('menu', 'bot');
    expect(store.now()).toBe(fakes.clock.now());
    await store.startChat('menu', 'liveperson');
    expect(store.now()).toBe(fakes.clock.now() + dayMs);
  });

  it('[CH-042] dates the visitor’s messages and the room’s own, so that they stay at the end', async () => {
    const { store, channel, fakes, messages } = await startChat(agentOnly);
    const { emit } = channel('liveperson');
    emit({ type: 'clock', aheadMs: 120_000 });
    emit({ type: 'messages', messages: [agentMessage('1', 'Hello', { timestamp: fakes.clock.now() + 119_000 })] });
    store.send('Hi');
    channel('liveperson').change({ state: 'ended' });
    expect(messages().map((one) => one.source ?? one.text)).toEqual(['Hello', 'Hi', 'download-transcript']);
  });
});

describe('a page that is too old for its service', () => {
  it('says so with a button to reload, and keeps the draft', async () => {
    const { store, channel } = await startChat(agentOnly);
    store.setDraft('half a sentence');
    channel('liveperson').emit({ type: 'outdated' });
    channel('liveperson').change({ state: 'error' });
    expect(shownProblem(store.state)).toEqual({ key: 'outdated', action: 'reload', link: undefined });
    expect(store.text('outdated')).toContain('Your text is kept.');
    expect(store.state.draft).toBe('half a sentence');
    expect(store.state.isStarting).toBe(false);
  });

  it('[F-DL10] says so until it is reloaded, whatever happens in its chat', async () => {
    const { store, channel } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'outdated' });
    channel('liveperson').change({ state: 'chatting' });
    expect(shownProblem(store.state)?.key).toBe('outdated');
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').change({ state: 'unavailable' });
    await store.startNewChat();
    expect(shownProblem(store.state)?.key).toBe('outdated');
  });
});
