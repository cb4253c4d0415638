import type { DropdownOption, OptionMatcher } from '../ui/searchOptions.ts';
import type { DateText } from './dateText.ts';
import { canonicalName } from './timeZones.ts';

/** Countries with several zones. For any other country, the name of its zone contains the country's name. */
const widestCountries = 'AR AU BR CA CD CL CN EC ES FM GL ID KI KZ MN MX MY NZ PF PG PS PT RU UA UM US UZ'.split(' ');

/**
 * Finds zones by city, country, name, offset and abbreviation, in English and in the visitor's language. The words of a zone
 * are computed lazily, because formatters are expensive.
 */
export function createZoneMatcher(dates: DateText, nowMs: number): OptionMatcher<DropdownOption> {
  const wordsOf = new Map<string, string>();
  let countries: ReadonlyMap<string, string> | undefined;

  return (option, query, fold) => {
    countries ??= countriesByZone(dates.locale);
    let words = wordsOf.get(option.id);
    if (words === undefined) {
      const all = [option.label, option.note, option.id, ...englishNames(option.id, nowMs)];
      words = spaced(fold([...all, countries.get(canonicalName(option.id))].join(' ')));
      wordsOf.set(option.id, words);
    }
    const found = words;
    return spaced(fold(query))
      .split(/\s/)
      .every((word) => found.includes(word));
  };
}

/** The names of winter and summer, so that "EST" and "EDT" are found at any time of the year. */
function englishNames(zone: string, nowMs: number): string[] {
  const year = new Date(nowMs).getUTCFullYear();
  const instants = [Date.UTC(year, 0), Date.UTC(year, 6)];
  return (['shortGeneric', 'longGeneric', 'long', 'short'] as const).flatMap((timeZoneName) => {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName });
    return instants.flatMap((ms) => {
      const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      // "JST" is not in the browser's data, but it is made of the initials.
      return [name, name.replace(/(\w)\w*\s*/g, '$1')];
    });
  });
}

function countriesByZone(locale: string): ReadonlyMap<string, string> {
  const names = [locale, 'en'].map((tag) => new Intl.DisplayNames(tag, { type: 'region' }));
  const countries = new Map<string, string>();
  for (const region of widestCountries) {
    const info = new Intl.Locale('und', { region }) as Intl.Locale & {
      getTimeZones?: () => readonly string[];
      timeZones?: readonly string[];
    };
    for (const zone of info.getTimeZones?.() ?? info.timeZones ?? []) {
      countries.set(canonicalName(zone), names.map((name) => name.of(region)).join(' '));
    }
  }
  return countries;
}

/** `america new york` from `america/new_york`. */
function spaced(text: string): string {
  return text.replace(/[_/]/g, ' ');
}
