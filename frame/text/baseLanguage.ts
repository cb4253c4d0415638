/** Codes of the same language that pages and services use side by side. */
const sameLanguage: Readonly<Record<string, string>> = { iw: 'he', nb: 'no', nn: 'no' };

/** One code for each language: `he` for `iw`, `no` for `nb`. */
export const baseLanguage = (code: string): string => sameLanguage[code] ?? code;
