/** Language and region of the visitor: where they come from, how they are written, and which bundle key serves them. */

export interface Locale {
  /** Lower case: `en`. */
  readonly languageCode: string;
  /** Upper case: `US`. */
  readonly regionCode: string;
}

/** One place that may name a language, a region or both; values as written, trusted in nothing. */
export interface LocaleSource {
  readonly languageCode?: string | undefined;
  readonly regionCode?: string | undefined;
}

/** SH-076. */
export const defaultLocale: Locale = { languageCode: 'en', regionCode: 'US' };

/** Language, then script, then region: `de`, `de-DE`, `zh-Hans-CN`, `es_419`. Variants after the region are ignored. */
const tag = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_][a-z\d]+)*$/i;

/**
 * A language tag as page authors write it. `zh-hans` and `zh-hant` become `zh`, since contact bundles know only that
 * (SH-076); other scripts are dropped for the same reason.
 */
export function parseLanguageTag(text: string): LocaleSource {
  const match = tag.exec(text.trim());
  if (!match) return {};
  const [, language, , region] = match;
  return {
    languageCode: language?.toLowerCase(),
    ...(region === undefined ? {} : { regionCode: region.toUpperCase() }),
  };
}

function parseRegion(text: string | undefined): string | undefined {
  const region = text?.trim() ?? '';
  return /^([a-z]{2}|\d{3})$/i.test(region) ? region.toUpperCase() : undefined;
}

/**
 * SH-076, SH-098: each source in turn (query, script attribute, page config, the page's `lang`), then en and US.
 * Language and region are looked for separately; a malformed value counts as absent.
 */
export function resolveLocale(sources: readonly (LocaleSource | undefined)[]): Locale {
  let languageCode: string | undefined;
  let regionCode: string | undefined;
  for (const source of sources) {
    const parsed = parseLanguageTag(source?.languageCode ?? '');
    languageCode ??= parsed.languageCode;
    regionCode ??= parseRegion(source?.regionCode) ?? parsed.regionCode;
  }
  return {
    languageCode: languageCode ?? defaultLocale.languageCode,
    regionCode: regionCode ?? defaultLocale.regionCode,
  };
}

/** `en-US`: how services and tables name a locale. */
export function toLocaleCode(locale: Locale): string {
  return `${locale.languageCode}-${locale.regionCode}`;
}

export function isSameLocale(one: Locale, other: Locale): boolean {
  return toLocaleCode(one).toLowerCase() === toLocaleCode(other).toLowerCase();
}

/** SH-085: of the keys a focus area has, the asked-for one, else one of the same language, else en-US. */
export function pickLocaleKey<Key extends Locale>(keys: readonly Key[], wanted: Locale): Key | undefined {
  const language = parseLanguageTag(wanted.languageCode).languageCode ?? wanted.languageCode;
  return (
    keys.find((key) => isSameLocale(key, { languageCode: language, regionCode: wanted.regionCode })) ??
    keys.find((key) => parseLanguageTag(key.languageCode).languageCode === language) ??
    keys.find((key) => isSameLocale(key, defaultLocale))
  );
}
