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
 * that leaves a place open fits every place. What neither has is the reader's built-in English (SC-024).
 */
export function schedulerTextSource(
  translations: readonly SchedulerTranslation[],
  config: SchedulerConfig,
): TextSource {
  const place = config.variation || config.focusArea;
  const fits = (wanted: string, value: string): boolean => value === '' || value.toLowerCase() === wanted.toLowerCase();
  const fitting = translations.filter(
    (one) =>
      fits(config.languageCode, one.languageCode) &&
      fits(config.regionCode, one.regionCode) &&
      fits(place, one.variation || one.focusArea),
  );
  const fragments = [config.purpose, defaultPurpose].map(
    (purpose) => fitting.find((one) => one.purpose === purpose)?.fragments ?? {},
  );
  return {
    find: (_section, key) => fragments.find((list) => Object.hasOwn(list, key))?.[key],
  };
}
