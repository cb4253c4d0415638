/** The visitor's language and region. */
export interface Locale {
  /** Lower case: `en`. */
  readonly languageCode: string;
  /** Upper case: `US`. */
  readonly regionCode: string;
}

/** A source that may name a language, a region or both. The values are not validated. */
export interface LocaleSource {
  readonly languageCode?: string | undefined;
  readonly regionCode?: string | undefined;
}

/** The locale when no source names one (SH-076). */
export const defaultLocale: Locale = { languageCode: 'en', regionCode: 'US' };

/** Whether nobody seems to have named the region: a page in German without one gets `de-US`, which few focus areas have. */
export function isRegionAssumed({ languageCode, regionCode }: Locale): boolean {
  return languageCode !== defaultLocale.languageCode && regionCode === defaultLocale.regionCode;
}

/** Language, then script, then region: `de`, `de-DE`, `zh-Hans-CN`, `es_419`. Variants after the region are ignored. */
const tag = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_][a-z\d]+)*$/i;

/**
 * Parses a language tag as page authors write it. Drops the script, so `zh-hans` and `zh-hant` become `zh`, because contact
 * bundles have no scripts (SH-076).
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

/** The likely region of the tag's script; undefined for a tag without one (SH-076). */
function likelyRegionOf(text: string): string | undefined {
  const [, language, script] = tag.exec(text.trim()) ?? [];
  return script && new Intl.Locale(`${language}-${script}`).maximize().region;
}

function parseRegion(text: string | undefined): string | undefined {
  const region = text?.trim() ?? '';
  return /^([a-z]{2}|\d{3})$/i.test(region) ? region.toUpperCase() : undefined;
}

/**
 * Takes the language and the region each from the first source that has one; the defaults are en and US. The sources are
 * the query, the script attributes, the page config and the page's `lang`. A malformed value counts as absent (SH-076,
 * SH-098). A script stands for the region that it is likely to be from: `zh-Hant` without a region is `zh-TW`.
 */
export function resolveLocale(sources: readonly (LocaleSource | undefined)[]): Locale {
  let languageCode: string | undefined;
  let regionCode: string | undefined;
  let likelyRegion: string | undefined;
  for (const source of sources) {
    const parsed = parseLanguageTag(source?.languageCode ?? '');
    if (languageCode === undefined) likelyRegion = likelyRegionOf(source?.languageCode ?? '');
    languageCode ??= parsed.languageCode;
    regionCode ??= parseRegion(source?.regionCode) ?? parsed.regionCode;
  }
  return {
    languageCode: languageCode ?? defaultLocale.languageCode,
    regionCode: regionCode ?? likelyRegion ?? defaultLocale.regionCode,
  };
}

/** The locale as services write it, for example `en-US`. */
export function toLocaleCode(locale: Locale): string {
  return `${locale.languageCode}-${locale.regionCode}`;
}

export function isSameLocale(one: Locale, other: Locale): boolean {
  return toLocaleCode(one).toLowerCase() === toLocaleCode(other).toLowerCase();
}

/** Picks from a focus area's keys: the wanted locale, else one with the same language, else en-US (SH-085). */
export function pickLocaleKey<Key extends Locale>(keys: readonly Key[], wanted: Locale): Key | undefined {
  const language = parseLanguageTag(wanted.languageCode).languageCode ?? wanted.languageCode;
  return (
    keys.find((key) => isSameLocale(key, { languageCode: language, regionCode: wanted.regionCode })) ??
    keys.find((key) => parseLanguageTag(key.languageCode).languageCode === language) ??
    keys.find((key) => isSameLocale(key, defaultLocale))
  );
}

/** A stored locale. Undefined for anything else. */
export function parseStoredLocale(stored: unknown): Locale | undefined {
  const { languageCode, regionCode } = (stored ?? {}) as Partial<Locale>;
  const isCode = (code: unknown): boolean => typeof code === 'string' && /^[\w-]{2,8}$/.test(code);
  if (isCode(languageCode) && isCode(regionCode)) return { languageCode, regionCode } as Locale;
}
