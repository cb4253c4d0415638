import { isolate } from '../text/isolate.ts';
import type { OptionMatcher } from '../ui/searchOptions.ts';
import { supportedTag } from './dateText.ts';
import { defaultDialingCode } from './limits.ts';

/** An entry of the dialing list (SC-075, SC-076). */
export interface DialingEntry {
  /** The region code, such as `US`. Distinguishes entries that share a dialing code (SC-078). */
  readonly id: string;
  /** With a plus sign. */
  readonly code: string;
  readonly regionName: string;
  /** `+1 United States US`, with the code isolated: from right to left, its plus sign would follow its digits. */
  readonly label: string;
}

export interface DialingRow {
  readonly type: string;
  readonly internationalDialingCode: string;
  readonly regionCode: string;
  readonly regionName: string;
  readonly regionNameTranslation: string;
}

/** Lists countries only, with translated names where they exist, sorted for the language (SC-157). */
export function toDialingEntries(rows: readonly DialingRow[], locale: string): readonly DialingEntry[] {
  const entries = new Map<string, DialingEntry>();
  for (const row of rows) {
    const digits = row.internationalDialingCode.replace(/\D/g, '');
    const id = row.regionCode.toUpperCase();
    if (row.type !== 'Country' || digits === '' || id === '' || entries.has(id)) continue;
    const regionName = row.regionNameTranslation.trim() || row.regionName;
    const code = `+${digits}`;
    entries.set(id, { id, code, regionName, label: `${isolate(code)} ${regionName} ${id}` });
  }
  const { compare } = new Intl.Collator(supportedTag(locale));
  return [...entries.values()].sort((one, other) => compare(one.regionName, other.regionName));
}

/** SC-077: matches the region's name and code, and the dialing code with or without a plus sign. */
export const matchesDialing: OptionMatcher<DialingEntry> = (entry, query, fold) => {
  if (/^\+?\d+$/.test(query)) return entry.code.startsWith(`+${query.replace('+', '')}`);
  const wanted = fold(query);
  return fold(entry.regionName).includes(wanted) || fold(entry.id) === wanted;
};

/** SC-078: the dialing code of the region, or +1 if the list lacks the region. */
export function defaultDialing(
  entries: readonly DialingEntry[],
  regionCode: string,
): { readonly code: string; readonly regionCode: string } {
  const id = regionCode.toUpperCase();
  return { code: entries.find((entry) => entry.id === id)?.code ?? defaultDialingCode, regionCode: id };
}

/** The region of a loaded appointment's dialing code: the preferred one if it has that code, else the first one with it. */
export function regionOfCode(entries: readonly DialingEntry[], code: string, preferred: string): string {
  const matching = entries.filter((entry) => entry.code === code);
  return (matching.find(({ id }) => id === preferred.toUpperCase()) ?? matching[0])?.id ?? '';
}
