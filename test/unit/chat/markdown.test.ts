import { describe, expect, it } from 'vitest';
import { type HtmlNode, textOfHtml } from '../../../frame/chat/messages/declaredHtml.ts';
import { parseInline, parseMarkdown, splitMarkdown } from '../../../frame/chat/messages/markdown.ts';
import { plainText, textOfMarkdown } from '../../../frame/chat/messages/transcript.ts';

/** A short notation of the tree. */
function show(content: readonly HtmlNode[]): string {
  return content
    .map((one) => {
      if (one.kind === 'text') return one.text;
      if (one.tag === 'code') return `<code ${textOfHtml(one.children)}>`;
      return `<${one.tag}${one.tag === 'a' ? ` ${one.href}` : ''}: ${show(one.children)}>`;
    })
    .join('');
}

function showBlock(block: HtmlNode): unknown {
  if (block.kind === 'text') return block.text;
  const { tag, start, children } = block;
  if (tag === 'pre') return { code: textOfHtml(children) };
  if (tag === 'p') return show(children);
  const items = children.map((item) => (item.kind === 'element' ? item.children.map(showBlock) : item.text));
  return { [start === undefined ? 'list' : `list from ${start}`]: items };
}

const read = (text: string, isOpen = false) =>
  splitMarkdown(text).flatMap((part, at, all) => parseMarkdown(part, isOpen && at === all.length - 1).map(showBlock));

describe('Markdown', () => {
  it.each([
    ['a **b** c', 'a <strong: b> c'],
    ['*a* _b_ __c__', '<em: a> <em: b> <strong: c>'],
    ['***a***', '<strong: <em: a>>'],
    ['**a *b* c**', '<strong: a <em: b> c>'],
    ['5 * 3 * 2 and snake_case_name', '5 * 3 * 2 and snake_case_name'],
    ['**a', '**a'],
    ['a ** b **', 'a ** b **'],
    ['`a*b*` ``c`d``', '<code a*b*> <code c`d>'],
    ['`a', '`a'],
    ['\\*a\\* \\x', '*a* \\x'],
    ['[a](https://a.example)', '<a https://a.example/: a>'],
    ['[**a** b](mailto:a@a.example)', '<a mailto:a@a.example: <strong: a> b>'],
    ['[a](https://a.example/x_(y))', '<a https://a.example/x_(y): a>'],
    ['[a] (b) [c', '[a] (b) [c'],
    ['[a](b c)', '[a](b c)'],
    ['****a****', '****a****'],
  ])('[F-AS1] reads %s', (text, expected) => {
    expect(show(parseInline(text))).toBe(expected);
  });

  it.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert`1`)',
    '[a](data:text/html,x)',
    '[a](//other.example)',
    '[a](/path)',
    '[](https://a.example)',
    '<b>a</b> <script>alert(1)</script>',
    // The label is the address of another host.
    '[https://bank.example](https://other.example)',
    '[www.bank.example/login](https://other.example)',
    '[ask@bank.example](mailto:ask@other.example)',
  ])('[F-AS5] leaves %s as text', (text) => {
    expect(show(parseInline(text))).toBe(text);
  });

  it('[F-AS1] reads paragraphs, headings, lists and code', () => {
    const text =
      '# Title\nOne\ntwo\n\n1. a\n2. b\n   - c\n   - d\n\n   e\n3. f\n\n```sh\nx **y**\n\n# z\n```\nEnd\n- g';
    expect(read(text)).toEqual([
      '<strong: Title>',
      'One\ntwo',
      { 'list from 1': [['a'], ['b', { list: [['c'], ['d']] }, 'e'], ['f']] },
      { code: 'x **y**\n\n# z' },
      'End',
      { list: [['g']] },
    ]);
  });

  it('[F-AS1] keeps the numbers of a list, and a number that begins a line of a sentence', () => {
    expect(read('7. a\n8. b')).toEqual([{ 'list from 7': [['a'], ['b']] }]);
    expect(read('It was founded in\n1998. That is long ago.')).toEqual(['It was founded in\n1998. That is long ago.']);
    expect(read('- a\n\n- b')).toEqual([{ list: [['a'], ['b']] }]);
  });

  it('[F-AS1] shows words in a list that come after code in it', () => {
    expect(read('- a\n  ```\n  x\n    y\n  ```\n- b')).toEqual([{ list: [['a', { code: 'x\n  y' }], ['b']] }]);
    expect(read('```\nnever ends\n- x')).toEqual([{ code: 'never ends\n- x' }]);
  });

  it('[F-AS1] shows no marks whose end is still to come', () => {
    expect(read('a **b', true)).toEqual(['a <strong: b>']);
    expect(read('a **', true)).toEqual(['a ']);
    expect(read('see [the list](https://a.exa', true)).toEqual(['see the list']);
    expect(read('- a **b', true)).toEqual([{ list: [['a <strong: b>']] }]);
    expect(read('a **b\n\nc *d', true)).toEqual(['a **b', 'c <em: d>']);
  });

  it('[F-AS1] changes only its last part when it grows', () => {
    const text = 'One.\n\nTwo.\n\n- a\n- b';
    const before = splitMarkdown(text);
    for (let length = 1; length <= text.length; length += 1) {
      const parts = splitMarkdown(text.slice(0, length));
      expect(parts.slice(0, -1)).toEqual(before.slice(0, Math.max(0, parts.length - 1)));
    }
  });

  it('[F-AS5] nests no deeper than a renderer can', () => {
    const depthOf = (value: unknown): number =>
      Array.isArray(value)
        ? Math.max(0, ...value.map(depthOf))
        : typeof value === 'object' && value !== null
          ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
          : 0;
    const lists = Array.from({ length: 1_000 }, (_, at) => `${'  '.repeat(at)}- ${at}`).join('\n');
    for (const text of [lists, `${'- '.repeat(1_000)}a`, '*a **b '.repeat(1_000), '['.repeat(1_000)])
      expect(depthOf(read(text))).toBeLessThan(20);
    expect(JSON.stringify(read(lists))).toContain('999');
  });

  it('[F-AS1] has words for the transcript', () => {
    const words = 'It costs 5 €, see prices (https://a.example).';
    const text = 'It costs **5 €**, see [prices](https://a.example).';
    expect(plainText({ text, lines: [], format: 'markdown' })).toBe(words);
    expect(textOfMarkdown('# A\n**b** `c` [d](https://a.example)')).toBe('A\nb c d (https://a.example)');
  });
});
