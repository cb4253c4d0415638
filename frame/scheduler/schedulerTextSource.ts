import type { Locale } from '../text/locale.ts';
import { defaultPurpose, type TextSource } from '../text/texts.ts';
import type { SchedulerConfig } from './records.ts';

/** One entry of schedulerTextTranslations, with flat fragments. */
export interface SchedulerTranslation {
  readonly purpose: string;
  readonly variation: string;
  readonly focusArea: string;
  readonly regionCode: string;
  readonly languageCode: string;
  readonly fragments: Readonly<Record<string, string>>;
}

/**
 * SC-023: finds fragments by language, region, focus area and purpose, then by the default purpose. Language and region are those that
 * the page names for its texts, or those of the scheduling entry. An empty member of a translation matches everything, but translations
 * that name the place come first. The text reader falls back to built-in English (SC-024).
 */
export function schedulerTextSource(
  translations: readonly SchedulerTranslation[],
  config: SchedulerConfig,
  textLocale: Locale = config,
): TextSource {
  const place = config.variation || config.focusArea;
  const matches = (wanted: string, value: string): boolean =>
    value === '' || value.toLowerCase() === wanted.toLowerCase();
  const namesOf = (one: SchedulerTranslation): string[] => [
    one.languageCode,
    one.regionCode,
    one.variation || one.focusArea,
  ];
  const countEmpty = (one: SchedulerTranslation): number => namesOf(one).filter((name) => name === '').length;
  const wanted = [textLocale, config].map(({ languageCode, regionCode }) => [languageCode, regionCode, place]);
  const matching = translations
    .filter((one) => wanted.some((names) => namesOf(one).every((name, index) => matches(names[index] ?? '', name))))
    .toSorted((one, other) => countEmpty(one) - countEmpty(other));
  const fragments = [config.purpose, defaultPurpose].flatMap((purpose) =>
    matching.filter((one) => one.purpose === purpose).map((one) => one.fragments),
  );
  return {
    find: (_section, key) => fragments.find((list) => Object.hasOwn(list, key))?.[key],
  };
}
