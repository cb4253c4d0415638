import { defaultPurpose, type TextSource } from '../text/texts.ts';
import type { SchedulerConfig } from './records.ts';

/** One entry of schedulerTextTranslations, its fragments flat. */
export interface SchedulerTranslation {
  readonly purpose: string;
  readonly variation: string;
  readonly focusArea: string;
  readonly regionCode: string;
  readonly languageCode: string;
  readonly fragments: Readonly<Record<string, string>>;
}

/**
 * SC-023: fragments of the scheduler's language, region, focus area and purpose, then of the default purpose. An entry
 * that leaves a place open fits every place, after those that name this one. What none has is the reader's built-in
 * English (SC-024).
 */
export function schedulerTextSource(
  translations: readonly SchedulerTranslation[],
  config: SchedulerConfig,
): TextSource {
  const place = config.variation || config.focusArea;
  const fits = (wanted: string, value: string): boolean => value === '' || value.toLowerCase() === wanted.toLowerCase();
  const namesOf = (one: SchedulerTranslation): string[] => [
    one.languageCode,
    one.regionCode,
    one.variation || one.focusArea,
  ];
  const openness = (one: SchedulerTranslation): number => namesOf(one).filter((name) => name === '').length;
  const wanted = [config.languageCode, config.regionCode, place];
  const fitting = translations
    .filter((one) => namesOf(one).every((name, index) => fits(wanted[index] ?? '', name)))
    .toSorted((one, other) => openness(one) - openness(other));
  const fragments = [config.purpose, defaultPurpose].flatMap((purpose) =>
    fitting.filter((one) => one.purpose === purpose).map((one) => one.fragments),
  );
  return {
    find: (_section, key) => fragments.find((list) => Object.hasOwn(list, key))?.[key],
  };
}
