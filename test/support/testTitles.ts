/** Requirement and case ids in the titles of tests, and the tables they come from. */

const idInTable = /^\| ([A-Z]{2}-\d{3}) \|/gm;
const idInPending = /^- ([A-Z]{2}-\d{3}):/gm;

/** The literal that begins the title of a test that runs: `it(`, `test(`, `it.each(…)(`; not `describe`, `skip` or `todo`. */
const title = /(\w[\w.]*|[)`])\s*\(\s*(['"`])((?:\[[A-Z0-9]+-\d+\]\s?)+)/g;
const caller = /^(?:it|test)(?:\.(?:each|for|only|skipIf|runIf|concurrent|sequential|prop|effect))*$/;

export function idsInTable(markdown: string): readonly string[] {
  return [...markdown.matchAll(idInTable)].map((match) => match[1] ?? '');
}

export function idsInPending(markdown: string): readonly string[] {
  return [...markdown.matchAll(idInPending)].map((match) => match[1] ?? '');
}

export function idsInTitles(code: string): readonly string[] {
  return [...code.matchAll(title)].flatMap(([, before = '', , brackets = '']) => {
    const isTest = before === ')' || before === '`' || caller.test(before);
    return isTest ? [...brackets.matchAll(/\[([A-Z0-9]+-\d+)\]/g)].map((match) => match[1] ?? '') : [];
  });
}

export interface RequirementReport {
  /** In the tables, in no title and not pending. */
  readonly missing: readonly string[];
  /** Pending, although a title names them. */
  readonly needless: readonly string[];
  /** In a title or pending, but in no table. */
  readonly unknown: readonly string[];
}

export function compareRequirements(
  tables: readonly string[],
  pending: readonly string[],
  titles: readonly string[],
): RequirementReport {
  const known = new Set(tables);
  const waiting = new Set(pending);
  const shown = new Set(titles);
  return {
    missing: tables.filter((id) => !shown.has(id) && !waiting.has(id)),
    needless: pending.filter((id) => shown.has(id)),
    unknown: [...new Set([...titles, ...pending])].filter((id) => !known.has(id)),
  };
}

/** The list without the given ids, and without headings that have no line left. */
export function prunePending(markdown: string, needless: readonly string[]): string {
  const kept = markdown
    .split('\n')
    .filter((line) => !needless.includes(/^- ([A-Z]{2}-\d{3}):/.exec(line)?.[1] ?? ''))
    .join('\n');
  return `${kept
    .replace(/^## [^\n]*\n+(?=## |$(?![\s\S]))/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}
