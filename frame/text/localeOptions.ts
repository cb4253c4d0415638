import { isSameLocale, type Locale, toLocaleCode } from './locale.ts';

/** An entry of the lookup's `regionsAndLanguages`, with the wire's field names. */
export interface RegionLanguage {
  readonly regionCode: string;
  readonly languageCode: string;
  readonly regionNameDefault: string;
  readonly regionNameTranslation?: string | undefined;
  readonly languageNameDefault: string;
  readonly languageNameTranslation?: string | undefined;
}

export interface LocaleOption extends Locale {
  /** For example `en-US`. */
  readonly id: string;
  readonly regionName: string;
  readonly languageName: string;
}

/** Prefers translated names to default names (SH-067). */
function toLocaleOption(entry: RegionLanguage): LocaleOption {
  const regionName = entry.regionNameTranslation || entry.regionNameDefault;
  const languageName = entry.languageNameTranslation || entry.languageNameDefault;
  return {
    id: toLocaleCode(entry),
    languageCode: entry.languageCode,
    regionCode: entry.regionCode,
    regionName,
    languageName,
  };
}

/**
 * Returns the locales of the focus area in the order of the list, or the whole list while the keys are unknown (SH-069).
 * Skips keys without an entry in the list, because they have no name to show, and duplicates.
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

/** The option of the current locale, or undefined when it is not in the list (SH-167). */
export function findLocaleOption(
  regionsAndLanguages: readonly RegionLanguage[],
  locale: Locale,
): LocaleOption | undefined {
  return toLocaleOptions(regionsAndLanguages, [locale])[0];
}
