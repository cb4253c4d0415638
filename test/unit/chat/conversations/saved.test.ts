import { describe, expect, it } from 'vitest';
import {
  forgetConversation,
  readConversations,
  readExternalEntry,
  saveConversation,
} from '../../../../frame/chat/conversations/savedConversations.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';

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
    expect(readConversations(storage)).toEqual([agent, next]);
  });

  it('[CH-052] leave nothing behind when the last one is forgotten', () => {
    const storage = createFakeStorage();
    saveConversation(storage, bot);
    saveConversation(storage, agent);
    forgetConversation(storage, 'a');
    expect(readConversations(storage)).toEqual([agent]);
    forgetConversation(storage, 'unknown');
    expect(readConversations(storage)).toEqual([agent]);
    forgetConversation(storage, 'b');
    expect(storage.read('cm-conversations')).toBeUndefined();
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
