/** An option of a searchable dropdown. */
export interface DropdownOption {
  readonly id: string;
  readonly label: string;
  /** A second line in the list. */
  readonly note?: string;
}

/**
 * `fold` removes case and accents. It is a parameter, so that a matcher that is downloaded before the list need not bring
 * `fold` along.
 */
export type OptionMatcher<Option extends DropdownOption> = (
  option: Option,
  query: string,
  fold: (text: string) => string,
) => boolean;

/** SH-071: ignores case and accents, so that "turkiye" finds "Türkiye". */
const matchesLabel: OptionMatcher<DropdownOption> = (option, query) => fold(option.label).includes(fold(query));

/**
 * SH-070, SH-071: the selected option first, then those that match the query, in their given order. `keepsOrder`: the
 * selected option keeps its position (SC-075).
 */
export function visibleOptions<Option extends DropdownOption>(
  options: readonly Option[],
  facts: {
    readonly selectedId: string | undefined;
    readonly query: string;
    readonly matches?: OptionMatcher<Option>;
    readonly keepsOrder?: boolean;
  },
): Option[] {
  const query = facts.query.trim();
  const matches = facts.matches ?? matchesLabel;
  const found = query === '' ? [...options] : options.filter((option) => matches(option, query, fold));
  if (facts.keepsOrder) return found;
  return [
    ...found.filter((option) => option.id === facts.selectedId),
    ...found.filter((option) => option.id !== facts.selectedId),
  ];
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase('en');
}
