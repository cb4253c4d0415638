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

it('[SH-067] shows translated names, else default names', () => {
  expect(toLocaleOptions(list, undefined).map((option) => option.label)).toEqual([
    'Deutschland – Deutsch',
    'United States – English',
    'Japan – Japanese',
  ]);
});

it('[SH-067] an empty translation counts as none', () => {
  expect(
    toLocaleOptions([{ ...list[1], regionNameTranslation: '' } as (typeof list)[1]], undefined)[0]?.regionName,
  ).toBe('United States');
});

it('[SH-069] offers the locales of the focus area once they are known, before that the whole list', () => {
  const keys = [
    { languageCode: 'en', regionCode: 'US' },
    { languageCode: 'ja', regionCode: 'JP' },
    { languageCode: 'fr', regionCode: 'FR' },
  ];
  expect(toLocaleOptions(list, undefined)).toHaveLength(3);
  expect(toLocaleOptions(list, keys).map((option) => option.id)).toEqual(['en-US', 'ja-JP']);
});

it('[SH-069] shows an entry that the list holds twice once', () => {
  expect(toLocaleOptions([...list, ...list], undefined)).toHaveLength(3);
});

it('[SH-066][SH-167] finds the names of the current locale, or none', () => {
  expect(findLocaleOption(list, { languageCode: 'ja', regionCode: 'jp' })?.label).toBe('Japan – Japanese');
  expect(findLocaleOption(list, { languageCode: 'fr', regionCode: 'FR' })).toBeUndefined();
});
