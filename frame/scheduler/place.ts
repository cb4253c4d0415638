/** The facts that the information of a scheduler depends on (SC-029). */
export interface SchedulerPlace {
  readonly focusArea: string;
  /** Looked up instead of the focus area. */
  readonly variation?: string | undefined;
  readonly languageCode: string;
  readonly regionCode: string;
  /** The purpose of the page's own scheduler. */
  readonly purpose?: string | undefined;
}

export function isSamePlace(one: SchedulerPlace, other: SchedulerPlace): boolean {
  return (
    one.focusArea === other.focusArea &&
    one.variation === other.variation &&
    one.languageCode === other.languageCode &&
    one.regionCode === other.regionCode
  );
}
