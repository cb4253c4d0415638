import { describe, expect, it } from 'vitest';
import { shownProblem } from '../../../../frame/chat/window/shown.ts';
import { startChat } from '../../../support/chatStories.ts';

const twoAgents = { entries: [{ service: 'bot' }, { service: 'liveperson' }, { service: 'liveperson2' }] };

describe('the problem of a chat', () => {
  it.each(['problem', 'outdated'] as const)(
    '[CH-213] shows the %s that another channel reports only with that channel’s chat',
    async (type) => {
      const { store, channel, shown } = await startChat(twoAgents);
      channel('liveperson2').change({ state: 'chatting' });
      channel('liveperson2').emit(type === 'problem' ? { type, key: 'signInFailed' } : { type });
      const key = type === 'problem' ? 'signInFailed' : 'outdated';
      expect(shown()?.adapterId).toBe('bot');
      expect(shownProblem(store.state)).toBeUndefined();
      await store.startChat('menu', 'liveperson2');
      expect(shownProblem(store.state)).toMatchObject({ key });
      await store.startChat('menu', 'bot');
      expect(shown()?.adapterId).toBe('bot');
      expect(shownProblem(store.state)).toBeUndefined();
    },
  );

  it('[CH-213] reports the problem of a chat until its next live state, and in no other chat', async () => {
    const { store, channel, shown } = await startChat(twoAgents);
    channel('liveperson2').change({ state: 'chatting' });
    channel('liveperson2').emit({ type: 'problem', key: 'signInFailed' });
    channel('liveperson2').change({ state: 'waiting' });
    await store.startChat('menu', 'liveperson2');
    expect(shownProblem(store.state)).toBeUndefined();
    channel('liveperson2').emit({ type: 'problem', key: 'signInFailed' });
    expect(shownProblem(store.state)).toMatchObject({ key: 'signInFailed' });
    channel('liveperson2').change({ state: 'ended' });
    expect(shown()?.adapterId).toBe('bot');
    expect(shownProblem(store.state)).toBeUndefined();
  });

  it('[CH-213] leaves the overlay of another chat that is starting', async () => {
    const { store, channel } = await startChat(twoAgents);
    channel('liveperson2').behaviour.start = () => new Promise(() => {});
    void store.startChat('menu', 'liveperson2');
    await Promise.resolve();
    channel('bot').emit({ type: 'problem', key: 'signInFailed' });
    expect(store.state.isStarting).toBe(true);
  });
});
