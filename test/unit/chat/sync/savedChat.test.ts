import { describe, expect, it } from 'vitest';
import { chatIdOf, createSavedChat } from '../../../../frame/chat/channels/sync/savedChat.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';

describe('the id of a chat', () => {
  it.each([
    ['https://a.example/api/account/1/chat/abc?v=1', 'abc'],
    ['https://a.example/chat/abc', 'abc'],
    [undefined, 'chat'],
  ])('[CH-131] is the end of its address %s: %s', (session, id) => {
    expect(chatIdOf(session)).toBe(id);
  });
});

describe('the saved state of a chat', () => {
  it('[CH-131] is written when it has changed, and again after it was removed', () => {
    const storage = createFakeStorage();
    const written: unknown[] = [];
    const write: typeof storage.write = (key, value, suffix) => {
      written.push(value);
      return storage.write(key, value, suffix);
    };
    const saved = createSavedChat({ storage: { ...storage, write }, adapterId: 'liveperson' });
    const chat = { account: '1', session: 'https://a.example/chat/1', isGuest: true };
    expect(saved.read()).toBeUndefined();
    saved.write(chat);
    saved.write({ ...chat });
    saved.write({ ...chat, aheadMs: 5 });
    expect(saved.read()).toEqual({ ...chat, aheadMs: 5 });
    expect(written).toHaveLength(2);
    saved.remove();
    expect(saved.read()).toBeUndefined();
    saved.write({ ...chat, aheadMs: 5 });
    expect(saved.read()).toEqual({ ...chat, aheadMs: 5 });
    expect(storage.read('cm-chat-account', 'softlayer')).toBeUndefined();
  });

  it('[CH-131] is nothing if the storage has something else', () => {
    const storage = createFakeStorage();
    storage.write('cm-chat-account', { session: 'https://a.example/chat/1' }, 'liveperson');
    expect(createSavedChat({ storage, adapterId: 'liveperson' }).read()).toBeUndefined();
  });
});
