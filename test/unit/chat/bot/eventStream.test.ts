import { describe, expect, it } from 'vitest';
import { createEventReader } from '../../../../frame/chat/channels/bot/streaming/requestStream.ts';

const read = (pieces: readonly string[], max = 1_000) => {
  const reader = createEventReader(max, () => new Error('too long'));
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
};

describe('a reader of server-sent events', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('[F-AS4] reads lines that end with %s, cut anywhere', (_, end) => {
    const text = ['event: text', 'id: 2', 'data: {"a":', 'data: 1}', '', ': wait', 'data:x', '', ''].join(end);
    const expected = [
      { name: 'text', id: '2', data: '{"a":\n1}' },
      { name: 'message', id: '', data: 'x' },
    ];
    expect(read([text])).toEqual(expected);
    expect(read([...text])).toEqual(expected);
    for (let at = 1; at < text.length; at += 1) expect(read([text.slice(0, at), text.slice(at)])).toEqual(expected);
  });

  it('leaves out comments, other fields and events without data', () => {
    expect(read([': x\nretry: 5\nevent: start\n\nevent\ndata\n\n'])).toEqual([{ name: 'message', id: '', data: '' }]);
  });

  it('takes the last event of a stream that ends without an empty line', () => {
    expect(read(['event: answer\ndata: {}'])).toEqual([{ name: 'answer', id: '', data: '{}' }]);
    expect(read(['event: answer\ndata: {}\n'])).toEqual([{ name: 'answer', id: '', data: '{}' }]);
  });

  it('[F-AS4] refuses an event that is too long, whether it comes in one piece or in many', () => {
    expect(() => read([`data: ${'x'.repeat(2_000)}`])).toThrow('too long');
    expect(() => read(Array.from({ length: 200 }, () => 'data: 12345\n'))).toThrow('too long');
    expect(read(Array.from({ length: 200 }, () => 'data: 12345\n\n'))).toHaveLength(200);
  });
});
