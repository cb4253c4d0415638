import { describe, expect, it, vi } from 'vitest';
import type { Conversation } from '../../../frame/chat/conversation.ts';
import { createChatDoor } from '../../../frame/chat/door.ts';
import { emptyLog } from '../../../frame/chat/messageLog.ts';
import { forgetOther, markOf } from '../../../frame/chat/visitorChange.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

const ada = { uniqueId: 'ada', isSignedOut: false };
const nobodyYet = { uniqueId: undefined, isSignedOut: false };
const signedOut = { uniqueId: undefined, isSignedOut: true };

/** A browser in which Ada, signed in, has talked. */
function afterAda() {
  const storage = createFakeStorage();
  forgetOther(storage, ada);
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

const conversation: Conversation = {
  id: 'one',
  adapterId: 'bot',
  state: 'waiting',
  messages: emptyLog,
  participants: [],
  isAgentTyping: false,
  exitSurvey: undefined,
  unreadMsgCount: 0,
  notice: undefined,
};

describe('another visitor at the same browser', () => {
  it('[CH-014][CH-052] gets none of the talks, texts and tokens of the one before', () => {
    for (const next of [signedOut, { uniqueId: 'bob', isSignedOut: false }]) {
      const storage = afterAda();
      expect(forgetOther(storage, next)).toBe(true);
      expect(kept(storage)).toEqual(next.uniqueId === undefined ? [] : ['cm-visitor']);
    }
  });

  it('[CH-014][CH-052] the same one keeps them, also while the page has not said who is here', () => {
    const storage = afterAda();
    const before = kept(storage);
    expect(forgetOther(storage, nobodyYet)).toBe(false);
    expect(forgetOther(storage, ada)).toBe(false);
    expect(kept(storage)).toEqual(before);
  });

  it('[CH-014] an anonymous talk goes on with who signs in', () => {
    const storage = createFakeStorage();
    storage.write('cm-draft', 'half a sentence');
    expect(forgetOther(storage, signedOut)).toBe(false);
    expect(forgetOther(storage, ada)).toBe(false);
    expect(storage.read('cm-draft')).toBe('half a sentence');
  });

  it('[CH-169] is told by a mark from which no id can be read', () => {
    expect(markOf('ada')).not.toBe(markOf('bob'));
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
  const talk = { ...conversation, state: 'chatting' } as const;
  const state = door.store?.state;
  if (!state) throw new Error('the room did not open');
  state.conversations = [talk];
  door.open([{ service: 'liveperson' }]);
  state.conversations = [{ ...talk, state: 'ended' }];
  await settle(() => asked.length === 1);
  state.conversations = [];
  await settle(() => asked.length === 2);
  expect(asked[1]).toEqual([{ service: 'liveperson' }]);
});
