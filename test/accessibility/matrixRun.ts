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
  /** How many journeys there are, each in two languages. */
  readonly journeys: number;
  /** By journey and language. */
  readonly runs: Readonly<Record<string, JourneyRun>>;
}
