import { describe, expect, it } from 'vitest';
import type { MessageInput } from '../../../frame/chat/conversation.ts';
import {
  allMessages,
  createMessageLog,
  headerAgent,
  mergeParticipants,
  toMessage,
} from '../../../frame/chat/messages/messageLog.ts';

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
      'order',
      'receipt',
      'isEdited',
      'isRemoved',
      'rating',
      'progress',
      'source',
    ]);
  });

  it('[CH-057] puts after a seal what is added later, except history, and on pages of its own', () => {
    const log = createMessageLog();
    log.merge([message('a', 1), message('b', 20, { order: { atMs: 20, sequence: 7 } })], 0);
    log.seal(21);
    log.merge([message('history', 15, { isHistory: true })], 0);
    const line = message('line', 5, { order: { atMs: 5, sequence: 3 } });
    log.merge([line, message('earlier line', 4, { order: { atMs: 4, sequence: 2 } })], 0);
    log.merge([{ id: 'mine', type: 'visitor', isPending: true }], 6);
    log.confirm('mine', { id: 'mine', timestamp: 6, order: { atMs: 6, sequence: 4 } });
    log.merge([message('late', 30)], 0);
    const expected = ['a', 'history', 'b', 'earlier line', 'line', 'mine', 'late'];
    expect(ids(log)).toEqual(expected);
    expect(log.log.pages.map((page) => page[0]?.id)).toEqual(['a', 'earlier line']);
    // A message keeps its place when it comes again.
    log.merge([line, message('b', 2, { order: { atMs: 2, sequence: 1 } }), message('a', 25)], 0);
    expect(ids(log)).toEqual(expected);
    expect(log.find('line')).toMatchObject({ timestamp: 5, order: { atMs: 21, sequence: 3 } });
  });

  it('[CH-039] holds what the channel gave, and the day', () => {
    const given: MessageInput = {
      id: 'a',
      type: 'bot',
      text: 'Hello',
      lines: [{ type: 'choice', text: 'Yes' }],
      timestamp: new Date(2026, 10, 21, 9).getTime(),
      by: 'Mina',
      participantId: 'p-1',
      isHistory: true,
      isGreeting: true,
      review: 'for review',
      isPending: true,
      displayFeedback: true,
    };
    const log = createMessageLog();
    log.merge([given], 5);
    expect(allMessages(log.log)).toMatchObject([{ ...given, dateStamp: '2026-11-21' }]);
    log.merge([{ id: 'a', type: 'bot', isPending: false }], 6);
    expect(allMessages(log.log)).toMatchObject([{ ...given, dateStamp: '2026-11-21', isPending: false }]);
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

  it('[CH-042][F-DL7] places messages by the order of the service, even if their times say otherwise', () => {
    const log = createMessageLog();
    const at = (id: string, timestamp: number, atMs: number, sequence: number) =>
      message(id, timestamp, { order: { atMs, sequence } });
    log.merge([at('third', 8_500, 10_000, 3), at('first', 10_000, 10_000, 1), at('second', 9_000, 10_000, 2)], 0);
    expect(ids(log)).toEqual(['first', 'second', 'third']);
  });

  it('[CH-042] places a message without an order by its time, after those of the same time that have one', () => {
    const log = createMessageLog();
    log.merge([message('notice', 5), message('b', 5, { order: { atMs: 5, sequence: 2 } })], 0);
    log.merge([message('later', 6), message('a', 9, { order: { atMs: 5, sequence: 1 } }), message('before', 4)], 0);
    expect(ids(log)).toEqual(['before', 'a', 'b', 'notice', 'later']);
  });

  it('[CH-042][F-DL7] moves a confirmed text to the place that the service gave it', () => {
    const log = createMessageLog();
    log.merge([message('mine', 120_000, { type: 'visitor', isPending: true })], 0);
    log.merge([message('answer', 5, { order: { atMs: 5, sequence: 8 } })], 0);
    log.confirm('mine', { id: 'mine', timestamp: 120_000, order: { atMs: 5, sequence: 7 } });
    expect(ids(log)).toEqual(['mine', 'answer']);
    expect(log.find('mine')).toMatchObject({ isPending: false, order: { atMs: 5, sequence: 7 } });
  });

  it('[CH-042] gives an echo that came first, without a place, the place of the confirmation', () => {
    const log = createMessageLog();
    log.merge(
      [message('local', 1, { type: 'visitor', isPending: true }), message('server-7', 9, { type: 'visitor' })],
      0,
    );
    log.merge([message('answer', 5, { order: { atMs: 5, sequence: 8 } })], 0);
    log.confirm('local', { id: 'server-7', timestamp: 9, order: { atMs: 5, sequence: 7 } });
    expect(ids(log)).toEqual(['server-7', 'answer']);
  });

  it('[CH-042] keeps a text in its place when it is confirmed twice', () => {
    const log = createMessageLog();
    log.merge([message('mine', 5, { type: 'visitor', isPending: true })], 0);
    log.confirm('mine', undefined);
    log.merge([message('other', 5)], 0);
    log.confirm('mine', { id: 'mine', timestamp: 5 });
    expect(ids(log)).toEqual(['mine', 'other']);
  });

  it('[F-DL11] keeps nothing of a removed message but its place, even if an earlier copy of it arrives later', () => {
    const log = createMessageLog();
    const whole = message('a', 1, {
      by: 'Mina',
      text: 'secret',
      lines: [{ type: 'text', text: 'secret' }],
      review: 'secret',
      displayFeedback: true,
    });
    log.merge([whole, message('b', 2)], 0);
    log.merge([{ id: 'a', type: 'agent', isRemoved: true }], 0);
    log.merge([whole], 0);
    expect(ids(log)).toEqual(['a', 'b']);
    expect(log.find('a')).toMatchObject({ isRemoved: true, by: 'Mina', lines: [], displayFeedback: false });
    expect(JSON.stringify(log.find('a'))).not.toContain('secret');
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
    expect(Object.keys(two[0] ?? {})).toEqual(['id', 'name', 'agentPictureUrl', 'isActive']);
    expect(headerAgent(two)?.name).toBe('Tom');
    const left = mergeParticipants(two, [{ id: '2', isActive: false }]);
    expect(headerAgent(left)?.name).toBe('Mina');
    const back = mergeParticipants(left, [{ id: '2', isActive: true }]);
    expect(headerAgent(back)?.name).toBe('Tom');
    expect(headerAgent(mergeParticipants(back, [{ id: '1', agentPictureUrl: '/p.png' }]))?.name).toBe('Tom');
  });
});
