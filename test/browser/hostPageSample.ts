import type { IsolationPage } from '../pages/isolation/isolationPage.ts';

const isComplete = ['CI', 'SECURITY', 'PAGES'].some((name) => process.env[name]);

/**
 * The pages that this run opens: those with a case id, and one in six of the others. A page costs 2 s of CPU time. CI and
 * `npm run test:security` open all pages, and so does every run with `PAGES=all`.
 */
export const sampleOf = (
  pages: readonly IsolationPage[],
  ids: Readonly<Record<string, string>>,
): readonly IsolationPage[] => pages.filter(({ name }, index) => isComplete || name in ids || index % 6 === 0);
