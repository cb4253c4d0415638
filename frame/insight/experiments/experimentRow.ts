/** One experiment or feature flag as the debug window lists it. */
export interface ExperimentRow {
  readonly key: string;
  readonly status: string;
  /** Undefined until a feature asks for it. */
  readonly variation: string | null | undefined;
  readonly isOverridden: boolean;
}
