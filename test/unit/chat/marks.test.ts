import { describe, expect, it } from 'vitest';
import type { Message, MessageInput } from '../../../frame/chat/conversation.ts';
import { toMessage } from '../../../frame/chat/message.ts';
import { hasSameMarks, marksOf } from '../../../frame/chat/window/marks.ts';

const message = (id: string, type: Message['type'], more: Partial<MessageInput> = {}): Message =>
  toMessage({ id, type, text: id, ...more }, undefined, 0);
const text = (id: string, receipt?: Message['receipt']): Message => message(id, 'visitor', { receipt });
const choices = (id: string): Message => message(id, 'bot', { lines: [{ type: 'choice', text: 'Yes' }] });
const never = (): boolean => false;

describe('receipts', () => {
  it.each<[string, Message[], [string, string][]]>([
    ['none where the service tells nothing', [text('a'), text('b')], []],
    ['the newest that is read', [text('a', 'read'), text('b', 'read'), text('c')], [['b', 'read']]],
    [
      'the newest that is delivered, after the newest that is read',
      [text('a', 'read'), text('b', 'delivered'), text('c', 'delivered'), text('d')],
      [
        ['c', 'delivered'],
        ['a', 'read'],
      ],
    ],
    ['no older one that is delivered', [text('a', 'delivered'), text('b', 'read')], [['b', 'read']]],
    [
      'one above an answer',
      [text('a', 'read'), message('answer', 'agent'), message('ended', 'system')],
      [['a', 'read']],
    ],
  ])('[CH-040] marks %s', (_, messages, expected) => {
    expect([...marksOf(messages, never).receipts]).toEqual(expected);
  });
});

describe('spent answers', () => {
  it('[CH-094][F-CH14] come with what the visitor said next, or with nothing', () => {
    const messages = [choices('a'), message('Yes', 'visitor'), choices('b'), message('ended', 'system'), choices('c')];
    const { spent } = marksOf(messages, ({ id }) => id !== 'c');
    expect([...spent].sort()).toEqual([
      ['a', 'Yes'],
      ['b', ''],
    ]);
  });

  it('[F-CH14] asks about answers with lines only', () => {
    const asked: string[] = [];
    marksOf([text('mine'), message('plain', 'bot'), choices('a')], ({ id }) => asked.push(id) > 0);
    expect(asked).toEqual(['a']);
  });

  it('tells whether the marks of a message have changed', () => {
    const before = marksOf([choices('a'), text('b', 'delivered')], never);
    const after = marksOf([choices('a'), text('b', 'read')], never);
    expect([hasSameMarks('a', before, after), hasSameMarks('b', before, after)]).toEqual([true, false]);
  });
});
