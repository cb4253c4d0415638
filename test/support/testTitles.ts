/** Reads the ids of requirements, findings and cases from test titles, and from the lists that define them. */

const idInTable = /^- \*\*([A-Z]{2}-\d{3}|F-[A-Z]{2}\d+)\*\* /gm;
const idInPending = /^- ([A-Z]{2}-\d{3}|F-[A-Z]{2}\d+):/gm;
const idInTitle = /\[([A-Z0-9]+-\d+|F-[A-Z]{2}\d+)\]/g;

/** The start of a string literal with ids, after `it(`, `test(` or `it.each(…)(`. Excludes `describe`, `skip` and `todo`. */
const title = /(\w[\w.]*|[)`])\s*\(\s*(['"`])((?:\[(?:[A-Z0-9]+-\d+|F-[A-Z]{2}\d+)\]\s?)+)/g;
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
    return isTest ? [...brackets.matchAll(idInTitle)].map((match) => match[1] ?? '') : [];
  });
}

export interface RequirementReport {
  /** In a table, but neither in a title nor pending. */
  readonly missing: readonly string[];
  /** Pending, but also in a title. */
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
  const pendingIds = new Set(pending);
  const tested = new Set(titles);
  return {
    missing: tables.filter((id) => !tested.has(id) && !pendingIds.has(id)),
    needless: pending.filter((id) => tested.has(id)),
    unknown: [...new Set([...titles, ...pending])].filter((id) => !known.has(id)),
  };
}

/** Removes the lines of the given ids, and headings that have no lines left. */
export function prunePending(markdown: string, needless: readonly string[]): string {
  const remaining = markdown
    .split('\n')
    .filter((line) => !needless.includes(/^- ([A-Z]{2}-\d{3}|F-[A-Z]{2}\d+):/.exec(line)?.[1] ?? ''))
    .join('\n');
  return `${remaining
    .replace(/^## [^\n]*\n+(?=## |$(?![\s\S]))/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}
