import { isSameLocale, type Locale, toLocaleCode } from './locale.ts';

/** An entry of the lookup's regionsAndLanguages list, in its own field names. */
export interface RegionLanguage {
  readonly regionCode: string;
  readonly languageCode: string;
  readonly regionNameDefault: string;
  readonly regionNameTranslation?: string | undefined;
  readonly languageNameDefault: string;
  readonly languageNameTranslation?: string | undefined;
}

export interface LocaleOption extends Locale {
  /** `en-US`. */
  readonly id: string;
  readonly regionName: string;
  readonly languageName: string;
  /** What the list shows and the search box looks in. */
  readonly label: string;
}

/** SH-067: translated names, else default names. */
function toLocaleOption(entry: RegionLanguage): LocaleOption {
  const regionName = entry.regionNameTranslation || entry.regionNameDefault;
  const languageName = entry.languageNameTranslation || entry.languageNameDefault;
  return {
    id: toLocaleCode(entry),
    languageCode: entry.languageCode,
    regionCode: entry.regionCode,
    regionName,
    languageName,
    label: `${regionName} – ${languageName}`,
  };
}

/**
 * SH-069: the locales that the focus area really has, in the order of the list; until they are known, the whole list.
 * A key that the list does not name is left out: it would have no words to show. Doubles are shown once.
 */
export function toLocaleOptions(
  regionsAndLanguages: readonly RegionLanguage[],
  keys: readonly Locale[] | undefined,
): LocaleOption[] {
  const options = new Map<string, LocaleOption>();
  for (const entry of regionsAndLanguages) {
    if (keys && !keys.some((key) => isSameLocale(key, entry))) continue;
    const option = toLocaleOption(entry);
    if (!options.has(option.id)) options.set(option.id, option);
  }
  return [...options.values()];
}

/** The names of the current locale; undefined when the list does not have it (SH-167). */
export function findLocaleOption(
  regionsAndLanguages: readonly RegionLanguage[],
  locale: Locale,
): LocaleOption | undefined {
  const entry = regionsAndLanguages.find((candidate) => isSameLocale(candidate, locale));
  return entry && toLocaleOption(entry);
}
