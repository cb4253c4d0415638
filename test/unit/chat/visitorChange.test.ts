import { describe, expect, it, vi } from 'vitest';
import { createChatDoor } from '../../../frame/chat/door.ts';
import { forgetPreviousVisitor, hashOf, type PageVisitor, watchVisitor } from '../../../frame/chat/visitorChange.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';
import { quietConversation } from '../../support/quietConversation.ts';

const ada: PageVisitor = { iui: 'ada' };
const nobodyYet: PageVisitor = {};
const signedOut: PageVisitor = { signedin: false };

/** A browser in which Ada, signed in, has talked. */
function afterAda() {
  const storage = createFakeStorage();
  forgetPreviousVisitor(storage, ada);
  storage.write('cm-conversations', [{ adapterId: 'bot', localId: 'l', conversationId: 'c' }]);
  storage.write('cm-outbox', [{ id: '1', text: 'mine', timestamp: 1 }], 'l');
  storage.write('cm-profile', 'token', 'identities.liveperson2');
  storage.write('cm-draft', 'half a sentence');
  return storage;
}
const kept = (storage: ReturnType<typeof createFakeStorage>) => [
  ...storage.areas.local.keys(),
  ...storage.areas.session.keys(),
];

/** The same browser, watched. */
function watched() {
  const storage = afterAda();
  const clock = createFakeClock();
  const departures: string[] = [];
  let visitor = ada;
  const look = watchVisitor({
    storage,
    clock,
    lifetime: createLifetime(),
    visitor: () => visitor,
    left: () => departures.push('left'),
  });
  const lookAt = (next: PageVisitor): void => {
    visitor = next;
    look();
  };
  return { storage, clock, departures, lookAt };
}

describe('another visitor at the same browser', () => {
  it('[CH-014] who is named no longer has left, whatever else the page says meanwhile', async () => {
    const { storage, clock, departures, lookAt } = watched();
    for (let turn = 0; turn < 4; turn += 1) {
      lookAt({});
      await clock.advance(3_000);
    }
    expect(departures).toEqual(['left']);
    expect(kept(storage)).not.toContain('cm-conversations');
  });

  it('[CH-014][SH-106] a next visitor whose ids come one by one is somebody else', () => {
    const storage = createFakeStorage();
    forgetPreviousVisitor(storage, { userId: 'ada' });
    expect(forgetPreviousVisitor(storage, { iui: 'bob' })).toBe(false);
    expect(forgetPreviousVisitor(storage, { iui: 'bob', userId: 'bob' })).toBe(true);
    // Control: one visitor with two ids stays one.
    expect(forgetPreviousVisitor(storage, { userId: 'bob' })).toBe(false);
    expect(forgetPreviousVisitor(storage, { iui: 'bob' })).toBe(false);
  });

  it('[CH-014][CH-052] gets none of the talks, texts and tokens of the one before', () => {
    for (const next of [signedOut, { iui: 'bob' }, { ...ada, signedin: false }]) {
      const storage = afterAda();
      expect(forgetPreviousVisitor(storage, next)).toBe(true);
      expect(kept(storage)).toEqual(next === signedOut || next.signedin === false ? [] : ['cm-visitor']);
      expect(forgetPreviousVisitor(storage, next)).toBe(false);
    }
  });

  it('[CH-014][CH-052] the same one keeps them, also while the page has not said who is here', () => {
    const storage = afterAda();
    const before = kept(storage);
    expect(forgetPreviousVisitor(storage, nobodyYet)).toBe(false);
    expect(forgetPreviousVisitor(storage, ada)).toBe(false);
    expect(kept(storage)).toEqual(before);
  });

  it('[CH-014][SH-105][SH-106] the same one keeps them, whichever source names them first', () => {
    const storage = createFakeStorage();
    expect(forgetPreviousVisitor(storage, { userId: 'IBMid-1' })).toBe(false);
    storage.write('cm-draft', 'half a sentence');
    expect(forgetPreviousVisitor(storage, { iui: '50YT', userId: 'IBMid-1' })).toBe(false);
    // The next page, in the same order, and one whose own word for the user takes the place of the profile's.
    expect(forgetPreviousVisitor(storage, { userId: 'IBMid-1' })).toBe(false);
    expect(forgetPreviousVisitor(storage, { iui: '50YT', userId: 'ada' })).toBe(false);
    expect(storage.read('cm-draft')).toBe('half a sentence');
    expect(forgetPreviousVisitor(storage, { userId: 'IBMid-2' })).toBe(true);
  });

  it('[CH-014] a page that names nobody for one look has not signed its visitor out; one that stays silent has', async () => {
    const { storage, clock, departures, lookAt } = watched();
    lookAt(nobodyYet);
    await clock.advance(2_000);
    lookAt(ada);
    await clock.advance(60_000);
    expect(departures).toEqual([]);
    expect(storage.read('cm-draft')).toBe('half a sentence');
    lookAt(nobodyYet);
    await clock.advance(10_000);
    expect(departures).toEqual(['left']);
    expect(kept(storage)).toEqual([]);
    await clock.advance(60_000);
    expect(departures).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('[CH-014] the page’s word that nobody is signed in counts at once, whatever id is left over', () => {
    const { storage, departures, lookAt } = watched();
    lookAt({ ...ada, signedin: false });
    expect(departures).toEqual(['left']);
    expect(kept(storage)).toEqual([]);
  });

  it('[CH-014] an anonymous talk goes on with who signs in', () => {
    const storage = createFakeStorage();
    storage.write('cm-draft', 'half a sentence');
    expect(forgetPreviousVisitor(storage, signedOut)).toBe(false);
    expect(forgetPreviousVisitor(storage, ada)).toBe(false);
    expect(storage.read('cm-draft')).toBe('half a sentence');
  });

  it('[CH-169] is told by a mark from which no id can be read', () => {
    expect(hashOf('ada')).not.toBe(hashOf('bob'));
    expect(JSON.stringify([...afterAda().areas.local])).not.toContain('"ada"');
  });

  it('[CH-014] makes the room begin anew, whoever was talking in it', async () => {
    const lifetimes: { readonly ended: boolean }[] = [];
    const told: unknown[] = [];
    const door = createChatDoor({
      log: createFakeLog(),
      lifetime: createLifetime(),
      isLoggedIn: () => false,
      isPaneShown: () => false,
      told: (summary) => told.push(summary),
      room: (own) => {
        lifetimes.push(own);
        return new Promise(() => {});
      },
    });
    door.open([{ service: 'bot' }]);
    door.restart();
    expect(lifetimes.map((one) => one.ended)).toEqual([true, false]);
    expect(told).toEqual([undefined]);
  });
});

it('[CH-016] services that are named during a talk are the room’s once it has left the window', async () => {
  const asked: unknown[] = [];
  const bench = createChatBench();
  const door = createChatDoor({
    log: createFakeLog(),
    lifetime: createLifetime(),
    isLoggedIn: () => false,
    isPaneShown: () => true,
    told: () => {},
    room: async (_, entries) => {
      asked.push(entries);
      return bench.ports;
    },
  });
  const settle = (isTrue: () => boolean) => vi.waitFor(() => expect(isTrue()).toBe(true), 10_000);
  door.open([{ service: 'bot' }]);
  await settle(() => door.isReady);
  const state = door.store?.state;
  if (!state) throw new Error('the room did not open');
  state.conversations = [quietConversation];
  door.open([{ service: 'liveperson' }]);
  state.conversations = [{ ...quietConversation, state: 'ended' }];
  await settle(() => asked.length === 1);
  state.conversations = [];
  await settle(() => asked.length === 2);
  expect(asked[1]).toEqual([{ service: 'liveperson' }]);
});
