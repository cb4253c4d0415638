import { describe, expect, it } from 'vitest';
import { createLiveChatTabs } from '../../../support/liveChatTabs.ts';

describe('a live chat in one of two tabs', () => {
  it.each([
    ['is running', false],
    ['has ended', true],
  ])('[CH-052][CH-131] is continued by its own tab when the chat of the other %s', async (_, isOver) => {
    const { clock, desk, call, load } = createLiveChatTabs();
    const first = await load();
    const id = await first.startChat();
    desk.act(id, { action: 'say', text: 'Hello, this is Natalie.' });
    await clock.advance(2_000);
    const localId = first.shown()?.id;

    const second = await load();
    const otherId = await second.startChat();
    expect(otherId).not.toBe(id);
    expect(second.shown()?.id).not.toBe(localId);
    call.state.fault = ({ method, path }) => (method === 'POST' && path.includes(id) ? { status: 500 } : undefined);
    first.store.send('on its way');
    await clock.advance(0);
    first.leave();
    if (isOver) {
      await second.store.answerEnd(true);
      await clock.advance(2_000);
      expect(second.shown()?.state).toBe('ended');
    }

    call.state.fault = undefined;
    const next = await load(first.session);
    await clock.advance(10_000);
    expect(next.shown()).toMatchObject({ id: localId, state: 'chatting' });
    expect(next.texts()).toEqual(expect.arrayContaining(['Hello, this is Natalie.', 'on its way']));
    expect(next.messages().filter(({ isPending, isNotSent }) => isPending || isNotSent)).toEqual([]);
    expect(desk.received().filter((text) => text === 'on its way')).toHaveLength(1);
    expect(second.texts()).not.toContain('on its way');
    expect(second.store.state.draft).toBe('');
    next.leave();

    // The next page of the other tab continues its own chat.
    second.leave();
    const nextOfOther = await load(second.session);
    expect(nextOfOther.shown()?.id).toBe(isOver ? undefined : second.shown()?.id);
  });

  it('[CH-052][CH-131] that its own tab could not continue does not keep another tab from starting one', async () => {
    const { clock, call, load } = createLiveChatTabs({ saysWhichTabsAreOpen: true });
    const first = await load();
    const id = await first.startChat();
    const other = await load();
    await other.store.startChat('menu');
    expect(other.store.state.problem).toMatchObject({ key: 'otherTab' });
    expect(other.fakes.storage.read('cm-conversations')).toBeDefined();
    first.leave();
    call.state.fault = ({ path }) => (path.includes(id) ? { status: 404 } : undefined);
    const next = await load(first.session);
    await clock.advance(5_000);
    expect(next.store.state.conversations).toEqual([]);
    for (const key of ['cm-conversations', 'cm-conversations-tab'] as const) {
      expect(next.fakes.storage.read(key)).toBeUndefined();
    }
    await other.startChat();
    expect(other.shown()).toMatchObject({ state: 'chatting' });
  });
});
