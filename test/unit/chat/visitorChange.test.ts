import { describe, expect, it, vi } from 'vitest';
import { createChatDoor } from '../../../frame/chat/door.ts';
import { forgetPreviousVisitor, hashOf, type PageVisitor, watchVisitor } from '../../../frame/chat/visitorChange.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { emptyConversation } from '../../support/emptyConversation.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

const ada: PageVisitor = { iui: 'ada' };
const notNamedYet: PageVisitor = {};
const signedOut: PageVisitor = { signedin: false };

/** The storage of a browser in which Ada has signed in and chatted. */
function afterAda() {
  const storage = createFakeStorage();
  forgetPreviousVisitor(storage, ada);
  storage.write('cm-conversations', [{ adapterId: 'bot', localId: 'l', conversationId: 'c' }]);
  storage.write('cm-outbox', [{ id: '1', text: 'mine', timestamp: 1 }], 'l');
  storage.write('cm-profile', 'token', 'identities.liveperson2');
  storage.write('cm-draft', 'half a sentence');
  return storage;
}
const storedKeys = (storage: ReturnType<typeof createFakeStorage>) => [
  ...storage.areas.local.keys(),
  ...storage.areas.session.keys(),
];

/** The same browser with `watchVisitor`. */
function watched() {
  const storage = afterAda();
  const clock = createFakeClock();
  const departures: string[] = [];
  let visitor = ada;
  const check = watchVisitor({
    storage,
    clock,
    lifetime: createLifetime(),
    visitor: () => visitor,
    left: () => departures.push('left'),
  });
  const setVisitor = (next: PageVisitor): void => {
    visitor = next;
    check();
  };
  return { storage, clock, departures, setVisitor };
}

describe('a change of visitor in the same browser', () => {
  it('[CH-014] a visitor whom the page no longer names is signed out, whatever else the page sends meanwhile', async () => {
    const { storage, clock, departures, setVisitor } = watched();
    for (let turn = 0; turn < 4; turn += 1) {
      setVisitor({});
      await clock.advance(3_000);
    }
    expect(departures).toEqual(['left']);
    expect(storedKeys(storage)).not.toContain('cm-conversations');
  });

  it('[CH-014][SH-106] recognizes another visitor whose ids arrive one after the other', () => {
    const storage = createFakeStorage();
    forgetPreviousVisitor(storage, { userId: 'ada' });
    expect(forgetPreviousVisitor(storage, { iui: 'bob' })).toBe(false);
    expect(forgetPreviousVisitor(storage, { iui: 'bob', userId: 'bob' })).toBe(true);
    // The same visitor with both ids is not another one.
    expect(forgetPreviousVisitor(storage, { userId: 'bob' })).toBe(false);
    expect(forgetPreviousVisitor(storage, { iui: 'bob' })).toBe(false);
  });

  it('[CH-014][CH-052] another visitor gets no conversations, messages or tokens of the previous one', () => {
    for (const next of [signedOut, { iui: 'bob' }, { ...ada, signedin: false }]) {
      const storage = afterAda();
      expect(forgetPreviousVisitor(storage, next)).toBe(true);
      expect(storedKeys(storage)).toEqual(next === signedOut || next.signedin === false ? [] : ['cm-visitor']);
      expect(forgetPreviousVisitor(storage, next)).toBe(false);
    }
  });

  it('[CH-014][CH-052] the same visitor keeps them, also before the page names anyone', () => {
    const storage = afterAda();
    const before = storedKeys(storage);
    expect(forgetPreviousVisitor(storage, notNamedYet)).toBe(false);
    expect(forgetPreviousVisitor(storage, ada)).toBe(false);
    expect(storedKeys(storage)).toEqual(before);
  });

  it('[CH-014][SH-105][SH-106] the same visitor keeps them, whichever id arrives first', () => {
    const storage = createFakeStorage();
    expect(forgetPreviousVisitor(storage, { userId: 'IBMid-1' })).toBe(false);
    storage.write('cm-draft', 'half a sentence');
    expect(forgetPreviousVisitor(storage, { iui: '50YT', userId: 'IBMid-1' })).toBe(false);
    // The next page names them in the same order. A page's own user id may differ from the one of the profile.
    expect(forgetPreviousVisitor(storage, { userId: 'IBMid-1' })).toBe(false);
    expect(forgetPreviousVisitor(storage, { iui: '50YT', userId: 'ada' })).toBe(false);
    expect(storage.read('cm-draft')).toBe('half a sentence');
    expect(forgetPreviousVisitor(storage, { userId: 'IBMid-2' })).toBe(true);
  });

  it('[CH-014] a short time without a name is not a sign-out, a long one is', async () => {
    const { storage, clock, departures, setVisitor } = watched();
    setVisitor(notNamedYet);
    await clock.advance(2_000);
    setVisitor(ada);
    await clock.advance(60_000);
    expect(departures).toEqual([]);
    expect(storage.read('cm-draft')).toBe('half a sentence');
    setVisitor(notNamedYet);
    await clock.advance(10_000);
    expect(departures).toEqual(['left']);
    expect(storedKeys(storage)).toEqual([]);
    await clock.advance(60_000);
    expect(departures).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('[CH-014] signedin: false is a sign-out at once, even with an id', () => {
    const { storage, departures, setVisitor } = watched();
    setVisitor({ ...ada, signedin: false });
    expect(departures).toEqual(['left']);
    expect(storedKeys(storage)).toEqual([]);
  });

  it('[CH-014] an anonymous conversation continues after a sign-in', () => {
    const storage = createFakeStorage();
    storage.write('cm-draft', 'half a sentence');
    expect(forgetPreviousVisitor(storage, signedOut)).toBe(false);
    expect(forgetPreviousVisitor(storage, ada)).toBe(false);
    expect(storage.read('cm-draft')).toBe('half a sentence');
  });

  it('[CH-169] stores a hash and no id', () => {
    expect(hashOf('ada')).not.toBe(hashOf('bob'));
    expect(JSON.stringify([...afterAda().areas.local])).not.toContain('"ada"');
  });

  it('[CH-014] opens the room again, even during a conversation', async () => {
    const lifetimes: { readonly ended: boolean }[] = [];
    const summaries: unknown[] = [];
    const door = createChatDoor({
      clock: createFakeClock(),
      log: createFakeLog(),
      lifetime: createLifetime(),
      isLoggedIn: () => false,
      isPaneShown: () => false,
      onChange: (summary) => summaries.push(summary),
      createPorts: (own) => {
        lifetimes.push(own);
        return new Promise(() => {});
      },
    });
    door.open([{ service: 'bot' }]);
    door.restart();
    expect(lifetimes.map((one) => one.ended)).toEqual([true, false]);
    expect(summaries).toEqual([undefined]);
  });
});

it('[CH-016] services that are named during a conversation replace the room once the window is empty', async () => {
  const asked: unknown[] = [];
  const bench = createChatBench();
  const door = createChatDoor({
    clock: createFakeClock(),
    log: createFakeLog(),
    lifetime: createLifetime(),
    isLoggedIn: () => false,
    isPaneShown: () => true,
    onChange: () => {},
    createPorts: async (_, entries) => {
      asked.push(entries);
      return bench.ports;
    },
  });
  const settle = (isTrue: () => boolean) => vi.waitFor(() => expect(isTrue()).toBe(true), 10_000);
  door.open([{ service: 'bot' }]);
  await settle(() => door.isReady);
  const state = door.store?.state;
  if (!state) throw new Error('the room did not open');
  state.conversations = [emptyConversation];
  door.open([{ service: 'liveperson' }]);
  state.conversations = [{ ...emptyConversation, state: 'ended' }];
  await settle(() => asked.length === 1);
  state.conversations = [];
  await settle(() => asked.length === 2);
  expect(asked[1]).toEqual([{ service: 'liveperson' }]);
});
