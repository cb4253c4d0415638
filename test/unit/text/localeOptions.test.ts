import { expect, it } from 'vitest';
import { findLocaleOption, toLocaleOptions } from '../../../frame/text/localeOptions.ts';

const list = [
  {
    regionCode: 'DE',
    languageCode: 'de',
    regionNameDefault: 'Germany',
    regionNameTranslation: 'Deutschland',
    languageNameDefault: 'German',
    languageNameTranslation: 'Deutsch',
  },
  { regionCode: 'US', languageCode: 'en', regionNameDefault: 'United States', languageNameDefault: 'English' },
  { regionCode: 'JP', languageCode: 'ja', regionNameDefault: 'Japan', languageNameDefault: 'Japanese' },
];

it('[SH-067] prefers translated names to default names', () => {
  expect(toLocaleOptions(list, undefined).map(({ regionName, languageName }) => [regionName, languageName])).toEqual([
    ['Deutschland', 'Deutsch'],
    ['United States', 'English'],
    ['Japan', 'Japanese'],
  ]);
});

it('[SH-067] treats an empty translation as missing', () => {
  expect(
    toLocaleOptions([{ ...list[1], regionNameTranslation: '' } as (typeof list)[1]], undefined)[0]?.regionName,
  ).toBe('United States');
});

it('[SH-069] lists the locales of the focus area when they are known, and the whole list before', () => {
  const keys = [
    { languageCode: 'en', regionCode: 'US' },
    { languageCode: 'ja', regionCode: 'JP' },
    { languageCode: 'fr', regionCode: 'FR' },
  ];
  expect(toLocaleOptions(list, undefined)).toHaveLength(3);
  expect(toLocaleOptions(list, keys).map((option) => option.id)).toEqual(['en-US', 'ja-JP']);
});

it('[SH-069] lists a duplicate entry once', () => {
  expect(toLocaleOptions([...list, ...list], undefined)).toHaveLength(3);
});

it('[SH-066][SH-167] finds the option of the current locale, or undefined', () => {
  expect(findLocaleOption(list, { languageCode: 'ja', regionCode: 'jp' })?.regionName).toBe('Japan');
  expect(findLocaleOption(list, { languageCode: 'fr', regionCode: 'FR' })).toBeUndefined();
});
