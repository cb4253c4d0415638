import { describe, expect, it } from 'vitest';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import { expectTests, read } from './namedTests.ts';

/** `bridge/PROOFS.md` names the tests of each sentence that says how safe the widget is. Elsewhere, tables name the tests. */

/** What is read: after one text, up to another. */
const pages = [
  ['README.md', 'and an invitation.\n', '- **Light.**'],
  ['README.md', '## Security in ten lines', '[Proofs]'],
  ['bridge/REVIEW.md', '```\n\n', '## What remains'],
  ['bridge/README.md', '## Attackers', '## The calls'],
] as const;

/** Without the mark of a list, links, and the words in front of a paragraph. */
const plain = (text: string): string =>
  text
    .replace(/^\s*(?:-|\d+\.) /, '')
    .replace(/^\*\*[^*]*[.?]\*\*/, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function sentencesOf(path: string, after: string, before: string): readonly string[] {
  const text = read(path);
  const from = text.indexOf(after) + after.length;
  const part = text.slice(from, text.indexOf(before, from));
  const blocks = part.split(/\n\n|\n(?=\s*(?:-|\d+\.) )/).filter((block) => !block.startsWith('##'));
  return blocks
    .flatMap((block) => plain(block).split(/(?<=\.) (?=["“`A-Z])/))
    .map((sentence) => sentence.replaceAll('`', ''))
    .filter((sentence) => sentence !== '');
}

const sentences = pages.flatMap(([path, after, before]) => sentencesOf(path, after, before));
const proofs = read('bridge/PROOFS.md')
  .split(/\n(?=- )/)
  .slice(1)
  .map((entry) => /^- “(.+?)…?” (.+)$/.exec(entry.split('\n\n')[0]?.replace(/\s+/g, ' ').trim() ?? ''))
  .map((found) => ({ beginning: found?.[1] ?? '', named: found?.[2] ?? '' }));

describe('proofs', () => {
  it('are there for each sentence, in order', () => {
    const unlike = sentences.map((sentence, at) => {
      const { beginning = '' } = proofs[at] ?? {};
      return beginning.length > 10 && sentence.startsWith(beginning) ? '' : `${sentence} / ${beginning}`;
    });
    expect(unlike.filter((text) => text !== '').slice(0, 3)).toEqual([]);
    expect(proofs).toHaveLength(sentences.length);
  });

  it.each(proofs)('of “$beginning” are tests that exist: $named', ({ named }) => {
    if (/^(?:A definition|A risk)\.$/.test(named)) return;
    expectTests(named);
  });
});

it('each vendor has a list for reviewers, with its scripts, origins, headers and what it can read', () => {
  const links = [...read('bridge/REVIEW.md').matchAll(/\]\(\.\.\/([^)#]+)#for-reviewers/g)].map(
    ([, path = '']) => path,
  );
  expect(links).toHaveLength(5);
  for (const path of links) {
    const [, list = ''] = read(path).split(/\n## For reviewers.*\n/);
    for (const what of ['scripts', 'origins', 'headers it needs', 'what it can read'])
      expect(list, path).toContain(`\n- ${what}: `);
  }
});

it('the pages have the number of calls and messages of the contract', () => {
  const words = [
    'no',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ];
  const [calls = '', messages] = [words[hostMethods.length], words[frameMethods.length]];
  const capital = calls.charAt(0).toUpperCase() + calls.slice(1);
  expect(read('README.md')).toContain(`${capital} calls one way and ${messages} messages the other`);
  expect(read('bridge/README.md')).toContain(`| ${calls} names, no paths `);
  expect(read('bridge/REVIEW.md')).toContain(`${hostMethods.length} calls and ${frameMethods.length} messages`);
});
