import { describe, expect, it } from 'vitest';
import type { MessageInput } from '../../../frame/chat/conversation.ts';
import { headerAgent, mergeParticipants, toMessage } from '../../../frame/chat/message.ts';
import { allMessages, createMessageLog } from '../../../frame/chat/messageLog.ts';

const ids = (log: ReturnType<typeof createMessageLog>) => allMessages(log.log).map((message) => message.id);
const message = (id: string, timestamp: number, more: Partial<MessageInput> = {}): MessageInput => ({
  id,
  type: 'agent',
  timestamp,
  ...more,
});

describe('the message log', () => {
  it('[CH-039] gives a message all of its keys', () => {
    expect(Object.keys(toMessage({ id: 'a', type: 'bot' }, undefined, 5))).toEqual([
      'id',
      'type',
      'text',
      'lines',
      'timestamp',
      'dateStamp',
      'by',
      'participantId',
      'isHistory',
      'isGreeting',
      'review',
      'isPending',
      'displayFeedback',
      'format',
      'isNotSent',
      'rating',
      'source',
    ]);
  });

  it('[CH-042] orders by time, updates a repeated id in place and keeps pending ones last', () => {
    const log = createMessageLog();
    log.merge(
      [message('c', 3), message('mine', 2, { type: 'visitor', isPending: true }), message('a', 1), message('b', 2)],
      0,
    );
    log.merge([message('b', 2, { text: 'changed' })], 0);
    expect(ids(log)).toEqual(['a', 'b', 'c', 'mine']);
    expect(log.find('b')?.text).toBe('changed');
  });

  it('[CH-042] keeps the order of arrival for equal times', () => {
    const log = createMessageLog();
    log.merge([message('x', 5), message('y', 5), message('z', 5)], 0);
    expect(ids(log)).toEqual(['x', 'y', 'z']);
  });

  it('[CH-042] keeps one copy when the echo comes before the confirmation', () => {
    const log = createMessageLog();
    log.merge([message('local', 1, { type: 'visitor', isPending: true })], 0);
    log.merge([message('server-7', 2, { type: 'visitor' })], 0);
    log.confirm('local', { id: 'server-7', timestamp: 2 });
    expect(ids(log)).toEqual(['server-7']);
  });

  it('[CH-042] keeps one copy when the confirmation comes before the echo', () => {
    const log = createMessageLog();
    log.merge([message('local', 1, { type: 'visitor', isPending: true })], 0);
    log.confirm('local', { id: 'server-7', timestamp: 2 });
    log.merge([message('server-7', 2, { type: 'visitor' })], 0);
    expect(ids(log)).toEqual(['server-7']);
    expect(log.find('server-7')?.isPending).toBe(false);
  });

  it('moves a message whose time is corrected', () => {
    const log = createMessageLog();
    log.merge([message('a', 1), message('b', 2), message('c', 3)], 0);
    log.merge([message('c', 0)], 0);
    expect(ids(log)).toEqual(['c', 'a', 'b']);
  });

  it('replaces only the last page when a message is appended', () => {
    const log = createMessageLog();
    log.merge(
      Array.from({ length: 500 }, (_, at) => message(`m${at}`, at)),
      0,
    );
    const before = log.log.pages;
    log.merge([message('new', 1_000)], 0);
    expect(log.log.pages.slice(0, -1)).toEqual(before.slice(0, log.log.pages.length - 1));
    expect(log.log.pages[0]).toBe(before[0]);
    expect(log.log.pages[3]).toBe(before[3]);
  });
});

describe('participants', () => {
  it('[CH-041] have all keys, and the header shows the latest active one', () => {
    const two = mergeParticipants(
      [],
      [
        { id: '1', name: 'Mina' },
        { id: '2', name: 'Tom' },
      ],
    );
    expect(Object.keys(two[0] ?? {})).toEqual([
      'id',
      'name',
      'role',
      'nameUrl',
      'roleUrl',
      'agentPictureUrl',
      'isActive',
      'isAvailable',
    ]);
    expect(headerAgent(two)?.name).toBe('Tom');
    const left = mergeParticipants(two, [{ id: '2', isActive: false }]);
    expect(headerAgent(left)?.name).toBe('Mina');
    const back = mergeParticipants(left, [{ id: '2', isActive: true }]);
    expect(headerAgent(back)?.name).toBe('Tom');
    expect(headerAgent(mergeParticipants(back, [{ id: '1', role: 'Expert' }]))?.name).toBe('Tom');
  });
});
