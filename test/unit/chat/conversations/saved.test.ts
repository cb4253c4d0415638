import { describe, expect, it } from 'vitest';
import {
  forgetConversation,
  readConversations,
  readExternalEntry,
  saveConversation,
} from '../../../../frame/chat/conversations/savedConversations.ts';
import { createFakeBrowser, createFakeStorage } from '../../../support/fakeStorage.ts';

const bot = { adapterId: 'bot', localId: 'a', conversationId: 'bot-1' } as const;
const agent = { adapterId: 'liveperson', localId: 'b', fromId: 'a', noSwitchBack: true } as const;

describe('the conversations that a reload continues', () => {
  it('[CH-052] are one of each adapter, the newest', () => {
    const storage = createFakeStorage();
    expect(readConversations(storage)).toEqual([]);
    saveConversation(storage, bot);
    saveConversation(storage, agent);
    expect(readConversations(storage)).toEqual([bot, agent]);
    const next = { adapterId: 'bot', localId: 'c', conversationId: 'bot-2' } as const;
    saveConversation(storage, next);
    expect(readConversations(storage)).toEqual([next, agent]);
  });

  it('[CH-052] leave nothing behind when the last one is forgotten', () => {
    const storage = createFakeStorage();
    saveConversation(storage, bot);
    saveConversation(storage, agent);
    forgetConversation(storage, 'bot', 'a');
    expect(readConversations(storage)).toEqual([agent]);
    forgetConversation(storage, 'bot', 'unknown');
    expect(readConversations(storage)).toEqual([agent]);
    forgetConversation(storage, 'bot', 'b');
    expect(storage.areas).toEqual({ local: new Map(), session: new Map() });
  });

  it('[CH-131] are those of the tab for live chat, and else those of all tabs', () => {
    const browser = createFakeBrowser();
    const [one, other] = [createFakeStorage(browser), createFakeStorage(browser)];
    saveConversation(one, agent);
    saveConversation(other, { adapterId: 'liveperson', localId: 'c' });
    saveConversation(other, bot);
    expect(readConversations(one)).toEqual([bot, agent]);
    forgetConversation(other, 'bot', 'c');
    forgetConversation(other, 'bot', 'a');
    expect(readConversations(one)).toEqual([agent]);
  });

  it('[CH-047][CH-052] keep what another tab has stored about the same conversation', () => {
    const storage = createFakeStorage();
    const first = {
      adapterId: 'liveperson2',
      localId: 'a',
      conversationId: 'x',
      fromId: 'bot',
      noSwitchBack: true,
    } as const;
    saveConversation(storage, first);
    expect(saveConversation(storage, { adapterId: 'liveperson2', localId: 'b', conversationId: 'x' })).toBe('a');
    expect(readConversations(storage)).toEqual([first]);
    // What this tab knows itself is newer.
    saveConversation(storage, { ...first, localId: 'b', fromId: 'next' });
    expect(readConversations(storage)).toEqual([{ ...first, fromId: 'next' }]);
    const unnamed = { adapterId: 'liveperson2', localId: 'c' } as const;
    for (const one of [{ ...unnamed, conversationId: 'y' }, unnamed, { ...unnamed, localId: 'd' }]) {
      expect(saveConversation(storage, one)).toBe(one.localId);
      expect(readConversations(storage)).toEqual([one]);
    }
  });

  it.each([
    ['no list', 'bot'],
    ['an unknown adapter', [{ adapterId: 'telex', localId: 'a' }]],
    ['no adapter', [{ localId: 'a' }]],
    ['no id', [{ adapterId: 'bot' }]],
    ['a wrong type', [{ ...agent, noSwitchBack: 'yes' }]],
  ])('[CH-052] are none if the storage has %s', (_, stored) => {
    const storage = createFakeStorage();
    storage.write('cm-conversations', stored);
    expect(readConversations(storage)).toEqual([]);
  });

  it('[CH-060] have the entry of a transfer', () => {
    const storage = createFakeStorage();
    expect(readExternalEntry(storage)).toBeUndefined();
    storage.write('cm-external-config', { service: 'softlayer', skill: 's' });
    expect(readExternalEntry(storage)).toEqual({ service: 'softlayer', skill: 's' });
  });
});
