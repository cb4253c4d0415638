import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { idsInTitles } from '../support/testTitles.ts';

/** The tests that the reviewers' pages name: `BR-01, 02 `fileName`; `otherFile` “words of a title”`. */

const root = new URL('../../', import.meta.url);
export const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
export const filesIn = (folder: string): readonly string[] =>
  (readdirSync(new URL(folder, root), { recursive: true }) as string[]).map((name) => `${folder}/${name}`);

const tests = filesIn('test').filter((path) => /\.(?:spec|test)\.ts$|Suite\.ts$/.test(path));

/** `BR-01, 02, F-SE5` as full ids. */
function idsOf(text: string): readonly string[] {
  let kind = '';
  return [...text.matchAll(/(F-[A-Z]{2}|[A-Z]+\d*[A-Z]*-)?(\d+)/g)].map(([, own, number]) => {
    kind = own ?? kind;
    return `${kind}${number}`;
  });
}

/** The ids in tables of cases: `'BR-01'`, or the beginning of a title. A string in a call is no part of a table. */
function idsInTables(text: string): readonly string[] {
  const strings = text.matchAll(/(\(\s*)?['"`]((?:\[[A-Z0-9]+-[A-Z0-9]+\])+|[A-Z]+-\d+(?=['"`]))/g);
  return [...strings].flatMap(([, inCall, ids = '']) => (inCall ? [] : (ids.match(/[A-Z]+-[A-Z]*\d+/g) ?? [])));
}

function testOf(name: string): string {
  const found = tests.filter((path) =>
    [`/${name}.spec.ts`, `/${name}.test.ts`, `/${name}.ts`].some((end) => path.endsWith(end)),
  );
  expect(found, `one test file ${name}`).toHaveLength(1);
  return read(found[0] ?? '');
}

/** What a cell names in backticks. */
export const codesIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Each file of a group has a test for one of its ids, and each id has a test in one of its files. */
export function expectTests(named: string): void {
  for (const group of named.split('; ')) {
    const [, file = '', words] = /^`([^`]+)` “(.+)”$/.exec(group) ?? [];
    if (words !== undefined) {
      expect(testOf(file).includes(words), `${file}: ${words}`).toBe(true);
      continue;
    }
    const ids = idsOf(group.split('`')[0] ?? '');
    const files = codesIn(group);
    expect(ids, named).not.toEqual([]);
    expect(files, named).not.toEqual([]);
    const inFiles = files.map((name) => [...idsInTitles(testOf(name)), ...idsInTables(testOf(name))]);
    for (const id of ids) expect(inFiles.flat(), `${id} in ${files.join(', ')}`).toContain(id);
    files.forEach((name, at) => {
      const isNamed = inFiles[at]?.some((id) => ids.includes(id));
      expect(isNamed, `${name} for ${ids.join(', ')}`).toBe(true);
    });
  }
}
