/** The regions of the fictional company, and their languages. */

export type LanguageCode = 'en' | 'de' | 'ja' | 'ar';
export type RegionCode = 'US' | 'GB' | 'DE' | 'JP' | 'SA';

export interface CompanyLocale {
  readonly languageCode: LanguageCode;
  readonly regionCode: RegionCode;
}

export const locales: readonly CompanyLocale[] = [
  { languageCode: 'en', regionCode: 'US' },
  { languageCode: 'en', regionCode: 'GB' },
  { languageCode: 'de', regionCode: 'DE' },
  { languageCode: 'ja', regionCode: 'JP' },
  { languageCode: 'ar', regionCode: 'SA' },
];

const regionDefaults: Readonly<Record<RegionCode, string>> = {
  US: 'United States',
  GB: 'United Kingdom',
  DE: 'Germany',
  JP: 'Japan',
  SA: 'Saudi Arabia',
};

const languageDefaults: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  de: 'German',
  ja: 'Japanese',
  ar: 'Arabic',
};

/** The wire shape: names in English, and in the requested language. */
export function regionsAndLanguagesIn(languageCode: LanguageCode): readonly Record<string, string>[] {
  const regions = new Intl.DisplayNames([languageCode], { type: 'region' });
  const languages = new Intl.DisplayNames([languageCode], { type: 'language' });
  return locales.map((locale) => ({
    ...locale,
    regionNameDefault: regionDefaults[locale.regionCode],
    regionNameTranslation: regions.of(locale.regionCode) ?? '',
    languageNameDefault: languageDefaults[locale.languageCode],
    languageNameTranslation: languages.of(locale.languageCode) ?? '',
  }));
}

export function isLanguage(code: unknown): code is LanguageCode {
  return locales.some((locale) => locale.languageCode === code);
}

/** The best match among the company's locales: exact, then the same language, then en-US. */
export function nearestLocale(languageCode: string, regionCode: string): CompanyLocale {
  const language = languageCode.toLowerCase();
  const region = regionCode.toUpperCase();
  const sameLanguage = locales.filter((locale) => locale.languageCode === language);
  return (
    sameLanguage.find((locale) => locale.regionCode === region) ??
    sameLanguage[0] ?? { languageCode: 'en', regionCode: 'US' }
  );
}
