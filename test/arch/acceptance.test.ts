import { describe, expect, it } from 'vitest';
import { readSources } from '../support/sources.ts';

/** The statements of the source documents, and the stories that show them. `test/acceptance/README.md` explains both. */

/** The documents, and how many statements each makes at least. */
const documents = [
  ['shell', 200],
  ['scheduler', 100],
  ['chat', 200],
] as const;

/** The start of a title: ids of requirements, and the statements of one document, or of several with `; ` between them. */
const titleStart = /test\(\s*['"`](?:\[[^\]]+\])*\s*([a-z]+ \d[\d, ]*(?:; [a-z]+ \d[\d, ]*)*): /;

/** The numbers in the titles of a document's stories. */
function numbersInTitles(code: string, document: string): readonly number[] {
  return [...code.matchAll(new RegExp(`\\b${titleStart.source}`, 'g'))]
    .flatMap(([, documents = '']) => documents.split('; '))
    .filter((one) => one.startsWith(`${document} `))
    .flatMap((one) => one.slice(document.length).split(',').map(Number));
}

/** The numbers of a list with lines such as `- shell 1, 2: reason`. */
function numbersInList(markdown: string, document: string): readonly number[] {
  const line = new RegExp(`^- ${document} ([\\d, ]+): \\S`, 'gm');
  return [...markdown.matchAll(line)].flatMap(([, list = '']) => list.split(',').map(Number));
}

const numbersOfSentences = (markdown: string, document: string): readonly number[] =>
  [...markdown.matchAll(new RegExp(`^- ${document} (\\d+) \\(`, 'gm'))].map(([, number]) => Number(number));

const stories = readSources(['test/acceptance'], /\.spec\.ts$/);
const lists = readSources(['test/acceptance'], /^unseen\.md$/);
const sentences = readSources(['test/spec/sentences'], /\.md$/);
const unique = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)].sort((a, b) => a - b);

describe.each(documents)('the document of the %s', (document, count) => {
  const all = sentences
    .filter(({ path }) => path.endsWith(`/${document}.md`))
    .flatMap(({ text }) => numbersOfSentences(text, document));
  const told = unique(stories.flatMap(({ text }) => numbersInTitles(text, document)));
  const listed = lists.flatMap(({ text }) => numbersInList(text, document));

  it('has its statements in the list, each once', () => {
    expect(all.length).toBeGreaterThan(count);
    expect(unique(all)).toEqual(all);
  });

  it('has a story, or a line with a reason, for each statement', () => {
    expect(all.filter((number) => !told.includes(number) && !listed.includes(number))).toEqual([]);
  });

  it('lists no statement that has a story, and none twice', () => {
    expect(listed.filter((number) => told.includes(number))).toEqual([]);
    expect(listed.filter((number, index) => listed.indexOf(number) !== index)).toEqual([]);
  });

  it('has no story of a statement that it does not make', () => {
    expect([...told, ...listed].filter((number) => !all.includes(number))).toEqual([]);
  });
});

it('every story names its statements', () => {
  for (const { path, text } of stories) {
    const tests = text.match(/^ *test\(\s*['"`]/gm)?.length ?? 0;
    const named = text.match(new RegExp(`^ *${titleStart.source}`, 'gm'))?.length ?? 0;
    expect([path, named]).toEqual([path, tests]);
  }
});

it('stories import nothing of the product', () => {
  const product = /from '(?:\.\.\/)+(?:frame|loader|bridge|styles)\//;
  for (const { path, text } of readSources(['test/acceptance'], /\.ts$/))
    expect([path, product.test(text)]).toEqual([path, false]);
});

describe('the check itself', () => {
  it('reads the numbers of stories, and of lists', () => {
    const code =
      "test('shell 1, 2: a', () => {});\n  test(`[SH-001] shell 3; chat 8, 9: b`, {});\ntest('d', () => {});";
    expect(numbersInTitles(code, 'shell')).toEqual([1, 2, 3]);
    expect(numbersInTitles(code, 'chat')).toEqual([8, 9]);
    expect(numbersInList('- shell 4, 5: decided.\n- shell 6:\n', 'shell')).toEqual([4, 5]);
    expect(numbersOfSentences('- shell 7 (§1): x\n', 'shell')).toEqual([7]);
  });
});
