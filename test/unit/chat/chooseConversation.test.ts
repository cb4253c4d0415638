import { describe, expect, it } from 'vitest';
import type { ConversationState } from '../../../frame/chat/conversation.ts';
import type { AdapterId } from '../../../frame/chat/routing/adapters.ts';
import { availabilityOf, chooseAdapter } from '../../../frame/chat/routing/chooseAdapter.ts';
import { chooseConversation } from '../../../frame/chat/window/shown.ts';
import { adapterSnapshot } from '../../support/adapterSnapshot.ts';

const conversation = (id: string, adapterId: AdapterId, state: ConversationState) => ({ id, adapterId, state });

describe('choosing an adapter and a conversation', () => {
  it.each([
    [
      'a live conversation first',
      [adapterSnapshot('bot', 'available'), adapterSnapshot('liveperson', 'chatting')],
      'liveperson',
    ],
    [
      'bot',
      [
        adapterSnapshot('liveperson', 'available'),
        adapterSnapshot('liveperson2', 'available'),
        adapterSnapshot('bot', 'available'),
      ],
      'bot',
    ],
    [
      'async',
      [
        adapterSnapshot('liveperson', 'available'),
        adapterSnapshot('liveperson2', 'available'),
        adapterSnapshot('bot', 'unavailable'),
      ],
      'liveperson2',
    ],
    ['sync', [adapterSnapshot('salesforce', 'available'), adapterSnapshot('liveperson', 'available')], 'liveperson'],
    [
      'support',
      [adapterSnapshot('partnerworld', 'available'), adapterSnapshot('salesforce', 'available')],
      'salesforce',
    ],
    [
      'other',
      [adapterSnapshot('salesforce', 'unavailable'), adapterSnapshot('partnerworld', 'available')],
      'partnerworld',
    ],
    ['none', [adapterSnapshot('salesforce', 'standBy'), adapterSnapshot('bot', 'initialised')], undefined],
  ] as const)('[CH-009] starts %s', (_name, adapters, expected) => {
    expect(chooseAdapter(adapters)?.id).toBe(expected);
  });

  it.each([
    [
      'a waiting async one',
      [conversation('1', 'liveperson', 'chatting'), conversation('2', 'liveperson2', 'waiting')],
      '2',
    ],
    [
      'a chatting one',
      [
        conversation('1', 'liveperson', 'waiting'),
        conversation('2', 'bot', 'chatting'),
        conversation('3', 'bot', 'ended'),
      ],
      '2',
    ],
    [
      'a chatting one rather than one that waits for an agent of live chat',
      [conversation('1', 'bot', 'chatting'), conversation('2', 'liveperson', 'waiting')],
      '1',
    ],
    ['one that is resumed', [conversation('1', 'bot', 'resume'), conversation('2', 'liveperson', 'waiting')], '1'],
    [
      'a waiting one rather than a later one that has ended',
      [conversation('1', 'liveperson', 'waiting'), conversation('2', 'bot', 'ended')],
      '1',
    ],
    ['a waiting one', [conversation('1', 'bot', 'ended'), conversation('2', 'liveperson', 'waiting')], '2'],
    ['the most recent ended one', [conversation('1', 'bot', 'ended'), conversation('2', 'liveperson', 'error')], '2'],
    [
      'the most recent of a group',
      [conversation('1', 'bot', 'chatting'), conversation('2', 'liveperson', 'chatting')],
      '2',
    ],
    ['none when all are closed', [conversation('1', 'bot', 'closed')], undefined],
  ] as const)('[CH-051] shows %s', (_name, list, expected) => {
    expect(chooseConversation(list)?.id).toBe(expected);
  });

  it('[CH-211] is unknown until the first adapter is ready, then available, unavailable or on stand-by', () => {
    expect(availabilityOf([adapterSnapshot('bot', 'initialised', { isReady: false })])).toBe('unknown');
    expect(availabilityOf([adapterSnapshot('bot', 'available')])).toBe('available');
    expect(availabilityOf([adapterSnapshot('bot', 'unavailable')])).toBe('unavailable');
    expect(availabilityOf([adapterSnapshot('bot', 'standBy')])).toBe('standBy');
  });
});
