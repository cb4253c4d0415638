/** `npm run test:all` and `npm run test:security` try every case of a long list, and so does each run with `PAGES=all`. */
export const isComplete = process.env.PAGES === 'all';

/** The name of the suite, so that the report says which pages were opened. */
export const openedPages = isComplete ? 'all host pages' : 'a sample of the host pages, PAGES=all opens all';

/** The cases of a long list that this run tries. Each costs 1 to 6 s of CPU time. */
export const sampleOf = <Case>(
  cases: readonly Case[],
  isInSample: (one: Case, index: number) => boolean,
): readonly Case[] => (isComplete ? cases : cases.filter(isInSample));

/** How many of many this run takes. */
export const countOf = (all: number, inSample: number): number => (isComplete ? all : inSample);

export const everyNth =
  (n: number) =>
  (_: unknown, index: number): boolean =>
    index % n === 0;
