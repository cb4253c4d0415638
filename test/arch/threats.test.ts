import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import { idsInTitles } from '../support/testTitles.ts';

/**
 * The auditor's page names, for each call and each attack, the function that stops it and the tests that would break. The function is in
 * that file, and each test file has a test for each case that it is named for.
 */

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const filesIn = (folder: string): readonly string[] =>
  (readdirSync(new URL(folder, root), { recursive: true }) as string[]).map((name) => `${folder}/${name}`);

const tests = filesIn('test').filter((path) => /\.(?:spec|test)\.ts$|Suite\.ts$/.test(path));
const sources = ['bridge', 'loader', 'frame', 'styles'].flatMap(filesIn);

/** `BR-01, 02, F-SE5` as full ids. */
function idsOf(text: string): readonly string[] {
  let kind = '';
  return [...text.matchAll(/(F-[A-Z]{2}|[A-Z]{2,3}-)?(\d+)/g)].map(([, own, number]) => {
    kind = own ?? kind;
    return `${kind}${number}`;
  });
}

/** The ids in tables of cases: `'BR-01'`, or the beginning of a title. A string in a call is no part of a table. */
function idsInTables(text: string): readonly string[] {
  const strings = text.matchAll(/(\(\s*)?['"`]((?:\[[A-Z0-9]+-[A-Z0-9]+\])+|[A-Z]+-\d+(?=['"`]))/g);
  return [...strings].flatMap(([, inCall, ids = '']) => (inCall ? [] : (ids.match(/[A-Z]+-[A-Z]*\d+/g) ?? [])));
}

/** What one cell names in backticks. */
const codesIn = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

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

function testOf(name: string): string {
  const found = tests.filter((path) =>
    [`/${name}.spec.ts`, `/${name}.test.ts`, `/${name}.ts`].some((end) => path.endsWith(end)),
  );
  expect(found, `one test file ${name}`).toHaveLength(1);
  return read(found[0] ?? '');
}

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
      expect(sourceOf(file), code).toMatch(new RegExp(`\\b${name}\\b`));
    }
    const groups = broken.split(';').map((group) => ({ ids: idsOf(group.split('`')[0] ?? ''), files: codesIn(group) }));
    for (const { ids, files } of groups) {
      expect(ids, broken).not.toEqual([]);
      expect(files, broken).not.toEqual([]);
      const inFiles = files.map((name) => [...idsInTitles(testOf(name)), ...idsInTables(testOf(name))]);
      for (const id of ids) expect(inFiles.flat(), `${id} in ${files.join(', ')}`).toContain(id);
      files.forEach((name, at) => {
        expect(
          inFiles[at]?.some((id) => ids.includes(id)),
          `${name} for ${ids.join(', ')}`,
        ).toBe(true);
      });
    }
  });
});
