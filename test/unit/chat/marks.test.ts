import { describe, expect, it } from 'vitest';
import type { Message, MessageInput } from '../../../frame/chat/conversation.ts';
import { toMessage } from '../../../frame/chat/messages/messageLog.ts';
import { createMarks, type Marks } from '../../../frame/chat/window/rows.ts';

const message = (id: string, type: Message['type'], more: Partial<MessageInput> = {}): Message =>
  toMessage({ id, type, text: id, ...more }, undefined, 0);
const text = (id: string, receipt?: Message['receipt']): Message => message(id, 'visitor', { receipt });
const choices = (id: string): Message => message(id, 'bot', { lines: [{ type: 'choice', text: 'Yes' }] });
const never = (): boolean => false;
const always = (): boolean => true;
/** The marks of one page. */
const marksOf = (page: Message[], isSpent: (message: Message) => boolean): Marks =>
  createMarks()([page], isSpent)[0] as Marks;

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

  it('[F-CH14] asks about answers only that can be pressed', () => {
    const asked = new Set<string>();
    const prose = message('prose', 'bot', { lines: [{ type: 'text', text: 'Hello' }] });
    marksOf([text('mine'), message('plain', 'bot'), prose, choices('a')], ({ id }) => asked.add(id).has(id));
    expect([...asked]).toEqual(['a']);
  });
});

describe('pages', () => {
  it('[CH-040] have the receipts that one long page would have', () => {
    const pages = [
      [text('a', 'read'), text('b', 'read')],
      [text('c', 'delivered')],
      [text('d', 'delivered'), text('e')],
    ];
    const receipts = createMarks()(pages, never).map((marks) => [...marks.receipts]);
    expect(receipts).toEqual([[['b', 'read']], [], [['d', 'delivered']]]);
  });

  it('[CH-094] mark a choice with what the visitor said on the next page', () => {
    const marks = createMarks()([[choices('a')], [], [message('Yes', 'visitor'), message('No', 'visitor')]], always);
    expect(marks[0]?.spent.get('a')).toBe('Yes');
  });

  it('keep their marks when a message is added to the last page', () => {
    const marksOfPages = createMarks();
    const earlier = [text('a', 'read'), choices('b'), text('c')];
    const last = [text('d')];
    const before = marksOfPages([earlier, last], always);
    const after = marksOfPages([earlier, [...last, text('e')]], always);
    expect(after[0]).toBe(before[0]);
  });

  it('keep their marks when a newer page changes what they depend on, but not what they show', () => {
    const marksOfPages = createMarks();
    const earlier = [text('a'), message('answer', 'agent')];
    const before = marksOfPages([earlier, [text('b')]], never);
    const after = marksOfPages([earlier, [text('b', 'read')]], never);
    expect(after[0]).toBe(before[0]);
  });

  it('[CH-040] lose a receipt when a newer page has one', () => {
    const marksOfPages = createMarks();
    const earlier = [text('a', 'read')];
    marksOfPages([earlier, [text('b')]], never);
    const [marks] = marksOfPages([earlier, [text('b', 'read')]], never);
    expect([...(marks?.receipts ?? [])]).toEqual([]);
  });

  it('[F-CH14] change when a choice is spent or restored', () => {
    const marksOfPages = createMarks();
    const page = [choices('a')];
    const spent = (isSpent: () => boolean) => [...(marksOfPages([page], isSpent)[0]?.spent ?? [])];
    expect([spent(never), spent(always), spent(never)]).toEqual([[], [['a', '']], []]);
  });
});
