import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader } from '../../frame/chat/channels/bot/streaming/requestStream.ts';
import type { HtmlNode } from '../../frame/chat/messages/declaredHtml.ts';
import { parseMarkdown, splitMarkdown } from '../../frame/chat/messages/markdown.ts';
import { textOfMarkdown } from '../../frame/chat/messages/transcript.ts';

const syntax = fc.array(
  fc.constantFrom(
    ...[
      '*',
      '**',
      '_',
      '`',
      '```',
      '~~~',
      '[',
      ']',
      '(',
      ')',
      '](',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '  ',
      '    ',
      '#',
      '\\',
      '<b>',
    ],
    ...['a', 'word ', 'https://a.example/x', 'javascript:alert(1)', '😀', 'ع', '\r\n'],
  ),
  { maxLength: 200 },
);
const texts = fc.oneof(
  syntax.map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

const read = (text: string, isOpen = false): readonly HtmlNode[] =>
  splitMarkdown(text).flatMap((part) => parseMarkdown(part, isOpen));
const allOf = (node: HtmlNode): readonly HtmlNode[] =>
  node.kind === 'text' ? [node] : [node, ...node.children.flatMap(allOf)];

describe('Markdown of anybody', () => {
  it('[F-AS5] never throws, and has no link but those that may be opened', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isOpen) => {
        for (const one of read(text, isOpen).flatMap(allOf))
          if (one.kind === 'element' && one.tag === 'a') expect(one.href).toMatch(/^(?:https?|mailto|tel):/);
        expect(textOfMarkdown(text).length).toBeLessThanOrEqual(text.length + 3 * text.length);
      }),
    );
  });
});

describe('server-sent events of anybody', () => {
  const eventsOf = (pieces: readonly string[]) => {
    const reader = createEventReader(10_000, () => new Error('too long'));
    return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  };
  const stream = fc
    .array(
      fc.constantFrom('event: a', 'data: x', 'data:', 'id: 1', ':', ': wait', '\n', '\r', '\r\n', '\n\n', 'z', ' '),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join(''));

  it('[F-AS4] are the same wherever the stream is cut, and never throw', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(80), { maxLength: 8 }), (text, cuts) => {
        const places = [
          0,
          ...cuts.map((at) => Math.min(at, text.length)).sort((one, other) => one - other),
          text.length,
        ];
        const pieces = places.slice(1).map((to, at) => text.slice(places[at], to));
        expect(eventsOf(pieces)).toEqual(eventsOf([text]));
      }),
    );
  });
});
