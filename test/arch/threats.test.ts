import { describe, expect, it } from 'vitest';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import { codesIn, expectTests, filesIn, read } from './namedTests.ts';

/**
 * The reviewers' page names, for each call and each attack, the function that stops it and the tests that would break. The function is in
 * the code of that file, not only in a comment, and each test file has a test for each case that it is named for.
 */

const sources = ['bridge', 'loader', 'frame', 'styles'].flatMap(filesIn);

const page = read('bridge/README.md');
const sections = page.split('\n## ');

/** The rows of the table in a section, without its head. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const lines = (sections.find((part) => part.startsWith(heading)) ?? '').split('\n');
  return lines
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
}

const calls = rowsOf('The calls');
/** In the table of calls, the first cell is followed by the limits. */
const rows = [
  ...calls.map(([, call, limits, where, broken]) => [`${call} ${limits}`.trim(), where ?? '', broken ?? ''] as const),
  ...rowsOf('Other attacks').map(([, attack, where, broken]) => [attack ?? '', where ?? '', broken ?? ''] as const),
];

/** The one file of a name: without a folder, in one of the folders that the page says. */
function sourceOf(name: string): string {
  const found = sources.filter((path) =>
    name.includes('/')
      ? path.endsWith(`/${name}.ts`) || path === `${name}.ts`
      : /^(?:bridge|loader)\/[^/]+$/.test(path) && path.endsWith(`/${name}.ts`),
  );
  expect(found, `one file ${name}.ts`).toHaveLength(1);
  return read(found[0] ?? '');
}

const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');

describe('threats of bridge/README.md', () => {
  it('are two tables', () => {
    expect(rows.length).toBeGreaterThan(35);
  });

  it('[F-AD28] are on a page of at most 1,500 words', () => {
    expect(page.trim().split(/\s+/).length).toBeLessThanOrEqual(1_500);
  });

  it('[SH-019][SH-020] name every call and every message', () => {
    const named = calls.flatMap(([, call]) => codesIn(call ?? ''));
    expect([...new Set(named)].sort()).toEqual([...hostMethods, ...frameMethods].sort());
  });

  it.each(rows)('%s', (_, where, broken) => {
    for (const code of codesIn(where)) {
      const [file = '', name = ''] = code.split('#');
      expect(name, code).not.toBe('');
      expect(withoutComments(sourceOf(file)), code).toMatch(new RegExp(`\\b${name}\\b`));
    }
    expectTests(broken);
  });
});
