import { defaultDialingCode } from './limits.ts';

/** One entry of the dialing list, ready to show (SC-075, SC-076). */
export interface DialingEntry {
  /** `US`: entries that share a code stay apart by it (SC-078). */
  readonly id: string;
  /** With plus. */
  readonly code: string;
  readonly regionName: string;
  /** `+1 United States US`. */
  readonly label: string;
}

export interface DialingRow {
  readonly type: string;
  readonly internationalDialingCode: string;
  readonly regionCode: string;
  readonly regionName: string;
  readonly regionNameTranslation: string;
}

/** Only countries, translated where there is a translation, in the language's order (SC-157). */
export function toDialingEntries(rows: readonly DialingRow[], locale: string): readonly DialingEntry[] {
  const entries = new Map<string, DialingEntry>();
  for (const row of rows) {
    const digits = row.internationalDialingCode.replace(/\D/g, '');
    const id = row.regionCode.toUpperCase();
    if (row.type !== 'Country' || digits === '' || id === '' || entries.has(id)) continue;
    const regionName = row.regionNameTranslation.trim() || row.regionName;
    entries.set(id, { id, code: `+${digits}`, regionName, label: `+${digits} ${regionName} ${id}` });
  }
  const { compare } = new Intl.Collator(isLocale(locale) ? locale : 'en');
  return [...entries.values()].sort((one, other) => compare(one.regionName, other.regionName));
}

/** SC-077: region name, region code, and the code with or without plus. */
export function matchesDialing(entry: DialingEntry, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return true;
  if (/^\+?\d+$/.test(wanted)) return entry.code.startsWith(`+${wanted.replace('+', '')}`);
  return entry.regionName.toLowerCase().includes(wanted) || entry.id.toLowerCase() === wanted;
}

/** SC-078: the entry of the region, else +1 and the region itself. */
export function defaultDialing(
  entries: readonly DialingEntry[],
  regionCode: string,
): { readonly code: string; readonly regionCode: string } {
  const id = regionCode.toUpperCase();
  return { code: entries.find((entry) => entry.id === id)?.code ?? defaultDialingCode, regionCode: id };
}

/** The region of a loaded appointment's code: the preferred one where it fits, else the first that does. */
export function regionOfCode(entries: readonly DialingEntry[], code: string, preferred: string): string {
  const fitting = entries.filter((entry) => entry.code === code);
  return (fitting.find(({ id }) => id === preferred.toUpperCase()) ?? fitting[0])?.id ?? '';
}

function isLocale(locale: string): boolean {
  try {
    return Intl.Collator.supportedLocalesOf(locale).length > 0;
  } catch {
    return false; // Silent: no locale is an answer.
  }
}
