import { dropdownTexts } from './dropdownTexts.ts';

/** Built-in English of the business-location line (SH-066, SH-174). */
export const locationTexts = {
  ...dropdownTexts,
  location: 'Business location',
  change: 'Change',
  changeFrom: '{change}, {label}: {value}',
  option: '{regionName} – {languageName}',
  changing: 'Changing…',
  failed: 'We could not switch to that location. Please try again.',
  listFailed: 'We could not load the list. Please try again.',
} as const;
