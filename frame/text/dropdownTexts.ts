/** Built-in English of the searchable dropdown. Rooms pass their translations under the same names (SH-071, SH-073). */
export const dropdownTexts = {
  search: 'Search Dropdown Options',
  none: 'No results',
} as const;

export type DropdownTexts = Readonly<Record<keyof typeof dropdownTexts | 'close', string>>;
