/** The languages that come with the product. */
export const languageTags = [
  'ar',
  'de',
  'es',
  'fr',
  'he',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt-BR',
  'zh-Hans',
  'zh-Hant',
] as const;

export type LanguageTag = (typeof languageTags)[number];

/** Regions that write Chinese in traditional characters. */
const traditionalRegions = ['TW', 'HK', 'MO'];

/** The file for a locale. Portuguese is Brazilian everywhere: to a reader in Portugal it is closer than English. */
export function languageTagOf(languageCode: string, regionCode: string): LanguageTag | undefined {
  const code = languageCode.toLowerCase();
  if (code === 'zh') return traditionalRegions.includes(regionCode.toUpperCase()) ? 'zh-Hant' : 'zh-Hans';
  // Browsers and older pages use the former code of Hebrew.
  const tag = { pt: 'pt-BR', iw: 'he' }[code] ?? code;
  return languageTags.find((one) => one === tag);
}
