/** One experiment or feature flag as the debug window lists it. */
export interface ExperimentRow {
  readonly key: string;
  readonly status: string;
  /** Undefined until a feature requests it. */
  readonly variation: string | null | undefined;
  readonly isOverridden: boolean;
}
