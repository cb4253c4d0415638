import { describe, expect, it } from 'vitest';
import type { Conversation, ConversationState } from '../../../frame/chat/conversation.ts';
import { createMessageLog } from '../../../frame/chat/messages/messageLog.ts';
import type { AdapterId } from '../../../frame/chat/routing/adapters.ts';
import { initialState, type RoomState } from '../../../frame/chat/state.ts';
import {
  headerOf,
  inputOf,
  lostConnection,
  shownQueue,
  shownState,
  surveyedConversation,
} from '../../../frame/chat/window/shown.ts';
import { adapterSnapshot } from '../../support/adapterSnapshot.ts';
import { emptySurvey } from '../../support/chatStories.ts';
import { emptyConversation } from '../../support/emptyConversation.ts';

/** The window with one conversation of an adapter. */
function windowWith(
  adapterId: AdapterId,
  state: ConversationState,
  { conversation, ...more }: Partial<RoomState> & { conversation?: Partial<Conversation> } = {},
): RoomState {
  return {
    ...initialState(),
    adapters: [adapterSnapshot(adapterId, 'available')],
    conversations: [{ ...emptyConversation, adapterId, state, ...conversation }],
    ...more,
  };
}

describe('the state in the window', () => {
  it('[CH-008] is that of the conversation, and initialised without one', () => {
    expect(shownState(windowWith('liveperson', 'chatting'))).toBe('chatting');
    expect(shownState(initialState())).toBe('initialised');
    expect(shownQueue(windowWith('liveperson', 'chatting'))).toBe('sync');
    expect(shownQueue(initialState())).toBeUndefined();
  });

  it('[CH-062] is waiting while the conversation is the target of a transfer', () => {
    expect(shownState(windowWith('liveperson', 'chatting', { transferToId: 'one' }))).toBe('waiting');
    expect(shownState(windowWith('liveperson', 'chatting', { transferToId: 'other' }))).toBe('chatting');
  });

  it.each(['unavailable', 'standBy'] as const)('[CH-214] is %s in a live conversation of such a service', (state) => {
    const adapters = [adapterSnapshot('liveperson', state)];
    expect(shownState(windowWith('liveperson', 'waiting', { adapters }))).toBe(state);
    expect(shownState(windowWith('liveperson', 'ended', { adapters }))).toBe('ended');
  });

  it.each<[string, Partial<RoomState>, boolean]>([
    ['an unavailable chat', { adapters: [adapterSnapshot('liveperson2', 'unavailable')] }, false],
    ['a chat on stand-by', { adapters: [adapterSnapshot('liveperson2', 'standBy')] }, false],
    ['the config switch', {}, true],
    ['quick replies', { replies: { one: [{ id: 'reply', text: 'Yes' }] } }, false],
    [
      'an anonymous visitor without an available agent',
      { adapters: [{ ...adapterSnapshot('liveperson2', 'available'), agentStatus: 'unavailable' }] },
      false,
    ],
  ])('[CH-028] hides the input for %s', (_name, change, isHiddenByConfig) => {
    expect(inputOf(windowWith('liveperson2', 'chatting'), false).isShown).toBe(true);
    expect(inputOf(windowWith('liveperson2', 'chatting', change), isHiddenByConfig).isShown).toBe(false);
  });

  it('[CH-216] has no lost connection without a conversation', () => {
    expect(lostConnection({ ...initialState(), lostConnections: { bot: 'lost' } })).toBeUndefined();
    expect(lostConnection(windowWith('bot', 'chatting', { lostConnections: { bot: 'lost' } }))).toBe('lost');
  });

  it('[CH-063] has the survey of the conversation that ended last', () => {
    const survey = (id: string): Conversation => ({ ...emptyConversation, id, exitSurvey: emptySurvey });
    const conversations = [survey('first'), survey('second'), { ...emptyConversation, id: 'third' }];
    expect(surveyedConversation({ conversations })?.id).toBe('second');
    expect(surveyedConversation({ conversations: [emptyConversation] })).toBeUndefined();
  });
});

describe('the header', () => {
  const said = createMessageLog();
  said.merge([{ id: '1', type: 'agent', text: 'Hello' }], 0);

  it.each([
    ['bot', 'chatting', 'bot'],
    ['bot', 'waiting', 'bot'],
    ['liveperson', 'waiting', 'waiting'],
    ['liveperson', 'chatting', 'agent'],
    ['liveperson', 'ended', 'ended'],
    ['liveperson', 'error', 'agent'],
    ['liveperson', 'fatal_error', 'agent'],
    ['bot', 'fatal_error', 'bot'],
  ] as const)(
    '[CH-019][CH-020][CH-213] of a chat with %s that is %s and has no messages: %s',
    (adapter, state, phase) => {
      expect(headerOf(windowWith(adapter, state)).phase).toBe(phase);
    },
  );

  it.each(['error', 'fatal_error'] as const)(
    '[CH-020] thanks the visitor of a chat that had begun before its %s',
    (state) => {
      const participants = [{ id: 'a1', role: 'agent', name: 'Mina' }] as unknown as Conversation['participants'];
      expect(headerOf(windowWith('liveperson', state, { conversation: { messages: said.log } })).phase).toBe('ended');
      expect(headerOf(windowWith('liveperson', state, { conversation: { participants } })).phase).toBe('ended');
    },
  );
});

describe('the input', () => {
  it('[CH-028] is hidden by the deployment, and disabled before the first chat', () => {
    expect(inputOf(windowWith('bot', 'chatting'), false)).toMatchObject({ isShown: true, isDisabled: false });
    expect(inputOf(windowWith('bot', 'chatting'), true)).toMatchObject({ isShown: false });
    expect(inputOf(initialState(), false)).toMatchObject({ isShown: true, isDisabled: true, isOffline: false });
  });

  it('[CH-139] is replaced by the quick replies of its own conversation only', () => {
    const replies = [{ id: 'r1', text: 'Yes' }];
    expect(inputOf(windowWith('bot', 'chatting', { replies: { one: replies } }), false).isShown).toBe(false);
    expect(inputOf(windowWith('bot', 'chatting', { replies: { one: [] } }), false).isShown).toBe(true);
    expect(inputOf(windowWith('bot', 'chatting', { replies: { other: replies } }), false).isShown).toBe(true);
  });
});
