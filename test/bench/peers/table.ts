import { type Column, columns, type Limit } from './columns.ts';
import type { Comparison, Row } from './compare.ts';

/** How one of our figures stands. */
export interface Standing {
  readonly row: string;
  readonly column: string;
  readonly measured: string;
  /** Our place among all widgets that have the figure, the floor and the empty page left out. */
  readonly place: 'first' | 'equal' | 'behind' | 'alone';
  readonly best: string;
  readonly limit?: string;
  readonly holds?: boolean;
}

const isPeer = ({ id, limits }: Row): boolean => !limits && id !== 'floor' && id !== 'empty';

export function standings({ rows }: Comparison): readonly Standing[] {
  return rows
    .filter(({ limits }) => limits !== undefined)
    .flatMap((row) => columns.flatMap((column) => standing(row, column, rows) ?? []));
}

function standing(row: Row, column: Column, rows: readonly Row[]): Standing | undefined {
  const value = row.medians[column.id];
  if (value === undefined) return undefined;
  const others = rows
    .filter(isPeer)
    .flatMap(({ title, medians }) => {
      const other = medians[column.id];
      return other === undefined ? [] : [{ title, other }];
    })
    .sort((one, two) => one.other - two.other);
  const [best] = others;
  const limit = limitOf(column, row, rows);
  return {
    row: row.title,
    column: column.title,
    measured: column.write(value),
    place: placeOf(column, value, best?.other),
    best: best ? `${best.title} ${column.write(best.other)}` : '',
    ...(limit === undefined ? {} : { limit: column.write(limit), holds: value <= limit }),
  };
}

/** Equal: not distinguishable as written. */
function placeOf({ write }: Column, value: number, best: number | undefined): Standing['place'] {
  if (best === undefined) return 'alone';
  if (write(value) === write(best)) return 'equal';
  return value < best ? 'first' : 'behind';
}

function limitOf({ id, limit }: Column, row: Row, rows: readonly Row[]): number | undefined {
  const chosen: Limit | undefined =
    typeof limit === 'object' && 'full' in limit ? limit[row.limits ?? 'full'] : (limit as Limit | undefined);
  if (typeof chosen !== 'object') return chosen;
  const reference = rows.find((other) => other.id === chosen.beyond)?.medians[id];
  return reference === undefined ? undefined : reference + chosen.by;
}

export function printComparison(comparison: Comparison): void {
  const { rows } = comparison;
  const shown = columns.filter(({ id }) => rows.some(({ medians }) => medians[id] !== undefined));
  const width = Math.max(...rows.map(({ title }) => title.length));
  // In groups that fit on a terminal.
  for (let at = 0; at < shown.length; at += 8) {
    const group = shown.slice(at, at + 8);
    console.log(`\n${[' '.repeat(width), ...group.map(({ short }) => short.padStart(10))].join(' ')}`);
    for (const { title, medians } of rows) {
      const cells = group.map(({ id, write }) => cell(medians[id], write).padStart(10));
      console.log([title.padEnd(width), ...cells].join(' '));
    }
  }
  for (const { title, problems } of rows) for (const problem of problems) console.log(`${title}: ${problem}`);
  console.log();
  for (const { row, column, measured, place, best, limit, holds } of standings(comparison)) {
    const verdict = limit === undefined ? '' : holds ? `holds ${limit}` : `EXCEEDS ${limit}`;
    const rank = place === 'alone' ? '' : `${place}${best ? ` (best of the others: ${best})` : ''}`;
    console.log(`${row.padEnd(width)} ${column.padEnd(62)} ${measured.padStart(9)}  ${verdict.padEnd(16)} ${rank}`);
  }
}

const cell = (value: number | undefined, write: Column['write']): string => (value === undefined ? '–' : write(value));

/** Tables for the README: one line for each figure, one column for each row, and as many columns as a page is wide. */
export function markdownTables({ rows }: Comparison): string {
  const shown = columns.filter(({ id }) => rows.some(({ medians }) => medians[id] !== undefined));
  const measured = rows.filter(({ medians }) => Object.keys(medians).length > 0);
  const titles = shown.map(({ title }) => title);
  const groups = groupsWithin(
    measured.map(({ title, medians }) => [
      title.replace(version, ''),
      ...shown.map(({ id, write }) => cell(medians[id], write)),
    ]),
    pageWidth - widthOf(titles),
  );
  const tables = groups.map((group) =>
    ['', '---', ...titles]
      .map((title, at) => [title, ...group.map(([head = '', ...cells]) => [head, '---:', ...cells][at] ?? '')])
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
  );
  const versions = measured.flatMap(({ title }) => (version.test(title) ? [title] : [])).join(', ');
  const missing = rows.flatMap(({ title, problems }) => problems.map((problem) => `- ${title}: ${problem}`));
  return [...tables, ...(versions ? [`${versions}.`] : []), ...(missing.length ? [missing.join('\n')] : [])].join(
    '\n\n',
  );
}

/** The longest line of a table in a document. */
const pageWidth = 120;

const version = / [\d.]+$/;

/** A column with its bars, as the formatter pads it. */
const widthOf = (cells: readonly string[]): number => Math.max(...cells.map((text) => text.length)) + 4;

function groupsWithin(tableColumns: readonly (readonly string[])[], width: number): readonly (readonly string[])[][] {
  const groups: (readonly string[])[][] = [];
  let left = 0;
  for (const column of tableColumns) {
    const needed = widthOf(column) - 1;
    if (groups.length === 0 || needed > left) {
      groups.push([]);
      left = width;
    }
    groups.at(-1)?.push(column);
    left -= needed;
  }
  return groups;
}
