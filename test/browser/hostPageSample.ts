import type { IsolationPage } from '../pages/isolation/isolationPage.ts';

const isComplete = Boolean(process.env.CI) || process.env.PAGES === 'all';

/** The name of the suite, so that the report says which pages were opened. */
export const openedPages = isComplete ? 'all host pages' : 'a sample of the host pages, PAGES=all opens all';

/**
 * The pages that this run opens: those with a case id, and every sixth of the list. A page costs 2 s of CPU time. CI and
 * `npm run test:security` open all pages, and so does every run with `PAGES=all`.
 */
export const sampleOf = (
  pages: readonly IsolationPage[],
  ids: Readonly<Record<string, string>>,
): readonly IsolationPage[] => pages.filter(({ name }, index) => isComplete || name in ids || index % 6 === 0);
