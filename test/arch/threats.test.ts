import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { idsInTitles } from '../support/testTitles.ts';

/** The auditor's page names a test for each threat: each file is there, and has a test for each case that it is named for. */

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const files = (readdirSync(new URL('test', root), { recursive: true }) as string[]).filter((name) =>
  /\.(?:spec|test)\.ts$/.test(name),
);
const engines = ['attackSuite', 'smokeSuite', 'vendorSuite']
  .map((name) => read(`test/browser/engines/${name}.ts`))
  .join('\n');

/** `BR-01, 02, CSP-05` as full ids. */
function idsOf(cell: string): readonly string[] {
  let kind = '';
  return [...cell.matchAll(/(?:(BR|CSP|SH|XB)-)?(\d{2,3})/g)].map(([, own, number]) => {
    kind = own ?? kind;
    return `${kind}-${number}`;
  });
}

/** The ids in tables of cases: `'BR-01'`, or the beginning of a title. A string in a call is no part of a table. */
function idsInTables(text: string): readonly string[] {
  const strings = text.matchAll(/(\(\s*)?['"`]((?:\[[A-Z0-9]+-[A-Z0-9]+\])+|[A-Z]+-\d+(?=['"`]))/g);
  return [...strings].flatMap(([, inCall, ids = '']) => (inCall ? [] : (ids.match(/[A-Z]+-\d+/g) ?? [])));
}

const rows = read('bridge/README.md')
  .split('\n## ')
  .filter((part) => part.startsWith('Threats'))
  .flatMap((part) => part.split('\n').filter((line) => /^\| .*\b(?:BR|CSP)-\d/.test(line)))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('threats of bridge/README.md', () => {
  it('are a table', () => {
    expect(rows.length).toBeGreaterThan(25);
  });

  it.each(rows.map((cells) => [cells[1] ?? '', cells] as const))('%s', (_, cells) => {
    const [where = '', three = ''] = (cells[4] ?? '').split('in three engines');
    const named = [...where.matchAll(/`([\w/.]+)`/g)].map(([, name = '']) => name);
    const texts = named.map((name) => {
      const found = files.filter((file) => file.endsWith(name) || file.startsWith(`${name}/`));
      expect(found, `a test file ${name}`).not.toEqual([]);
      return found.map((file) => read(`test/${file}`)).join('\n');
    });
    for (const id of idsOf(cells[3] ?? '')) {
      const isThere = [...texts, three ? engines : ''].some(
        (text) => idsInTitles(text).includes(id) || idsInTables(text).includes(id),
      );
      expect(isThere, `${id} in ${named.join(', ')}`).toBe(true);
    }
    for (const id of idsOf(three)) expect(idsInTitles(engines), `${id} in three engines`).toContain(id);
  });
});
