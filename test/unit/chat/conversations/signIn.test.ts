import { describe, expect, it } from 'vitest';
import { inputOf } from '../../../../frame/chat/window/shown.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { openChat, startChat } from '../../../support/chatStories.ts';

describe('signing in to an offline queue', () => {
  it('[CH-033] uses the built-in offline notice if there is no fragment, with one warning', async () => {
    const { store, channel, fakes } = await startChat({ entries: [{ service: 'liveperson2' }] });
    channel('liveperson2').change({ agentStatus: 'unavailable' });
    expect(inputOf(store.state, false)).toMatchObject({ isShown: false, isOffline: true });
    expect(store.offlineText()).toMatch(/agents are not available/);
    store.offlineText();
    expect(fakes.log.warnings).toHaveLength(1);
    channel('liveperson2').change({ isLoggedIn: true });
    expect(inputOf(store.state, false)).toMatchObject({ isShown: true, isOffline: false });
  });

  it('[CH-033][CH-174] starts the chat that the visitor signed in for, and no other', async () => {
    const failing = { behaviour: { start: () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'no agent')) } };
    const bench = await openChat({
      entries: [{ service: 'liveperson2' }],
      prepare: (one) => Object.assign(one.behaviour, failing.behaviour),
    });
    const { channel, store, shown } = bench;
    channel('liveperson2').change({ agentStatus: 'unavailable' });
    channel('liveperson2').change({ isLoggedIn: true });
    channel('liveperson2').change({ isLoggedIn: false });
    expect(channel('liveperson2').calls.started).toEqual([]);
    await store.startChat('menu');
    expect(inputOf(store.state, false).isOffline).toBe(true);
    channel('liveperson2').behaviour.start = async () => channel('liveperson2').change({ state: 'chatting' });
    channel('liveperson2').change({ isLoggedIn: true });
    await bench.run();
    expect(shown()?.state).toBe('chatting');
    expect(store.state.problem).toBeUndefined();
    expect(inputOf(store.state, false)).toMatchObject({ isShown: true, isDisabled: false });
  });

  it('[CH-219] shows that sign-in did not complete if its window was blocked, or closed without a sign-in', async () => {
    const { store, channel, fakes } = await startChat({ entries: [{ service: 'liveperson2' }] });
    const { change } = channel('liveperson2');
    change({ agentStatus: 'unavailable' });
    store.signInOpened(null);
    expect(store.state.problem).toEqual({ key: 'signInFailed', action: 'none', link: undefined });

    const tab = { closed: false };
    store.signInOpened(tab);
    await fakes.clock.advance(60_000);
    expect(store.state.problem).toBeUndefined();
    tab.closed = true;
    await fakes.clock.advance(6_000);
    expect(store.state.problem?.key).toBe('signInFailed');

    const second = { closed: true };
    store.signInOpened(second);
    change({ isLoggedIn: true });
    await fakes.clock.advance(6_000);
    expect(store.state.problem).toBeUndefined();
  });

  it('[CH-035] opens sign-in in the page’s own window on phones and tablets', async () => {
    const { store, fakes } = await startChat();
    store.openInPageWindow('https://login.northwind.example/');
    expect(fakes.opened).toEqual([{ url: 'https://login.northwind.example/', target: 'self' }]);
    expect(store.isHandheld()).toBe(false);
  });
});
