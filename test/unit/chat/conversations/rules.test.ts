import { describe, expect, it } from 'vitest';
import type { HostKey } from '../../../../bridge/records.ts';
import { isHiddenAgent, visibleMessages } from '../../../../frame/chat/conversations/applyEvent.ts';
import { transitionOf } from '../../../../frame/chat/lifecycle/transitions.ts';
import { toMessage } from '../../../../frame/chat/messages/messageLog.ts';
import { badgeOf, isCounted, seenKeyOf } from '../../../../frame/chat/window/seen.ts';
import { emptyConversation } from '../../../support/emptyConversation.ts';
import { facts } from '../../../support/transitionRows.ts';

describe('conversation states', () => {
  it.each([
    ['waiting', 'chatting', 'chatting'],
    ['chatting', 'waiting', 'waiting'],
    ['ended', 'error', 'ended'],
    ['error', 'closed', 'closed'],
    ['closed', 'ended', 'closed'],
  ] as const)('allow only closed after an end: after %s, a reported %s leads to %s', (before, state, after) => {
    expect(transitionOf(facts(before), { type: 'reported', state }).state).toBe(after);
  });
});

describe('unread', () => {
  const message = (more: object) => toMessage({ id: 'a', type: 'agent', ...more }, undefined, 1);

  it('[CH-044] never counts the visitor’s messages, day headers, errors or removed messages', () => {
    const others = [{ type: 'visitor' }, { type: 'dateHeader' }, { type: 'error' }, { isRemoved: true }];
    expect(others.map((one) => isCounted(message(one)))).toEqual([false, false, false, false]);
    expect([message({}), message({ type: 'system' })].map(isCounted)).toEqual([true, true]);
  });

  it('[CH-045] shows a badge only to anonymous visitors with unread messages and without the seen cookie', () => {
    const badge = (unreadMsgCount: number, isLoggedIn = false, ...seenKeys: HostKey[]): number =>
      badgeOf({ conversations: [{ ...emptyConversation, unreadMsgCount }], seenKeys }, isLoggedIn);
    expect(badge(3)).toBe(3);
    expect(badge(3, true)).toBe(0);
    expect(badge(3, false, 'areUnreadsSeen')).toBe(0);
    expect(badge(3, false, 'cm-async-areUnreadsSeen')).toBe(3);
    expect(badge(0)).toBe(0);
  });

  it('[CH-046] has one cookie for async chats and one for all others', () => {
    expect(seenKeyOf('async')).toBe('cm-async-areUnreadsSeen');
    expect(seenKeyOf('bot')).toBe('areUnreadsSeen');
    expect(seenKeyOf('sync')).toBe('areUnreadsSeen');
  });
});

describe('hidden agents', () => {
  it('[CH-053] are recognized by a marker in their name, ignoring case', () => {
    expect(isHiddenAgent({ name: 'Sales-Routing Bot' }, ['sales-routing'])).toBe(true);
    expect(isHiddenAgent({ name: 'Mina' }, ['sales-routing'])).toBe(false);
    expect(isHiddenAgent({}, ['sales-routing'])).toBe(false);
    expect(isHiddenAgent({ name: 'Mina' }, [''])).toBe(false);
  });

  it('[CH-053] have their messages removed', () => {
    const messages = [
      { id: '1', type: 'agent', participantId: 'machine' },
      { id: '2', type: 'agent', by: 'SALES-ROUTING' },
      { id: '3', type: 'agent', by: 'Mina' },
      { id: '4', type: 'visitor', by: 'sales-routing fan' },
    ] as const;
    expect(visibleMessages(messages, new Set(['machine']), ['sales-routing']).map((one) => one.id)).toEqual(['3', '4']);
  });

  it('[CH-053] hide no message whose participant is not known', () => {
    expect(visibleMessages([{ id: '1', type: 'agent', by: 'Mina' }], new Set(), ['sales-routing'])).toHaveLength(1);
  });
});
