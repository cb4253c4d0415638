/** The last run of a journey in a language, without a finding. */
export interface JourneyRun {
  readonly date: string;
  /** The browser and its version. */
  readonly engine: string;
  readonly surface: string;
  /** The states that both checkers have seen. */
  readonly states: readonly string[];
  /** How often a state was checked in a mode, by both checkers. */
  readonly checks: number;
  /** The texts of the product that a state showed. */
  readonly texts: readonly string[];
}

/** What `npm run test:accessibility` has recorded. */
export interface MatrixRecord {
  /** By journey and language. */
  readonly runs: Readonly<Record<string, JourneyRun>>;
}

export type TestStatus = 'passed' | 'failed' | 'timedOut' | 'interrupted' | 'skipped';

/**
 * The record after a test. A test that passed replaces the run of its journey, and one that failed removes it. A test that
 * was interrupted or skipped changes nothing. Runs of journeys that no longer exist are removed.
 */
export function nextRecord(
  { runs }: MatrixRecord,
  journeyNames: readonly string[],
  name: string,
  status: TestStatus,
  run: JourneyRun,
): MatrixRecord {
  const hasEnded = status !== 'interrupted' && status !== 'skipped';
  const next = new Map(Object.entries(runs).filter(([one]) => !hasEnded || one !== name));
  if (status === 'passed') next.set(name, run);
  const existing = [...next].filter(([one]) => journeyNames.includes(one));
  return { runs: Object.fromEntries(existing.sort(([one], [other]) => (one < other ? -1 : 1))) };
}

export const missingJourneys = ({ runs }: MatrixRecord, journeyNames: readonly string[]): readonly string[] =>
  journeyNames.filter((name) => runs[name] === undefined);
