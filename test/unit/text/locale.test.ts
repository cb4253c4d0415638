import { describe, expect, it } from 'vitest';
import { parseLanguageTag, pickLocaleKey, resolveLocale, toLocaleCode } from '../../../frame/text/locale.ts';

const locale = (code: string) => {
  const [languageCode = '', regionCode = ''] = code.split('-');
  return { languageCode, regionCode };
};

describe('the locale of a page', () => {
  it('[SH-076] is en-US when no source names one', () => {
    expect(toLocaleCode(resolveLocale([]))).toBe('en-US');
    expect(toLocaleCode(resolveLocale([{}, { languageCode: '' }, { languageCode: '', regionCode: '' }]))).toBe('en-US');
  });

  it('[SH-076] prefers the query to the script attribute, and that to the lang of the page', () => {
    const query = locale('ja-JP');
    const attribute = locale('de-DE');
    const page = { languageCode: 'fr-CA' };
    expect(toLocaleCode(resolveLocale([query, attribute, page]))).toBe('ja-JP');
    expect(toLocaleCode(resolveLocale([{}, attribute, page]))).toBe('de-DE');
    expect(toLocaleCode(resolveLocale([{}, {}, page]))).toBe('fr-CA');
  });

  it.each([
    [[{ languageCode: 'zh-Hant' }], 'zh-TW'],
    [[{ languageCode: 'zh_hans' }], 'zh-CN'],
    [[{ languageCode: 'zh-Hant' }, { regionCode: 'HK' }], 'zh-HK'],
    [[{ languageCode: 'de' }, { languageCode: 'zh-Hant' }], 'de-US'],
  ])('[SH-076][F-SH20] resolves %j to %s', (sources, expected) => {
    expect(toLocaleCode(resolveLocale(sources))).toBe(expected);
  });

  it('[SH-085][F-SH20] picks the bundle in the script of the page', () => {
    const wanted = resolveLocale([{ languageCode: 'zh-Hant' }]);
    expect(pickLocaleKey([locale('zh-CN'), locale('zh-TW')], wanted)).toEqual(locale('zh-TW'));
  });

  it('[SH-076] resolves language and region separately', () => {
    expect(toLocaleCode(resolveLocale([{ languageCode: 'de' }, { regionCode: 'at' }]))).toBe('de-AT');
    expect(toLocaleCode(resolveLocale([{ languageCode: 'de' }]))).toBe('de-US');
  });

  it.each([
    ['zh-hans', 'zh'],
    ['zh-Hant', 'zh'],
    ['zh-Hant-TW', 'zh'],
    ['ZH', 'zh'],
    ['en_GB', 'en'],
    ['de-CH-1996', 'de'],
    ['es-419', 'es'],
  ])('[SH-076] parses the language of %s as %s', (text, language) => {
    expect(parseLanguageTag(text).languageCode).toBe(language);
  });

  it('[SH-076] parses the region after a script', () => {
    expect(parseLanguageTag('zh-Hans-CN')).toEqual({ languageCode: 'zh', regionCode: 'CN' });
  });

  it.each(['x', '12', 'english', '<script>', 'de DE', '-', 'e'.repeat(100_000)])(
    '[SH-076] treats the malformed language %.20s as absent',
    (text) => {
      expect(toLocaleCode(resolveLocale([{ languageCode: text, regionCode: text }]))).toBe('en-US');
    },
  );
});

describe('the bundle key', () => {
  const keys = [locale('de-AT'), locale('de-DE'), locale('en-US'), locale('ja-JP')];

  it('[SH-085] is the wanted one', () => {
    expect(pickLocaleKey(keys, locale('de-DE'))).toBe(keys[1]);
  });

  it('[SH-085] is otherwise one with the same language', () => {
    expect(pickLocaleKey(keys, locale('de-CH'))).toBe(keys[0]);
  });

  it('[SH-085] is otherwise en-US', () => {
    expect(pickLocaleKey(keys, locale('fr-FR'))).toBe(keys[2]);
  });

  it('[SH-085] is undefined when even en-US is missing', () => {
    expect(pickLocaleKey([locale('ja-JP')], locale('fr-FR'))).toBeUndefined();
    expect(pickLocaleKey([], locale('en-US'))).toBeUndefined();
  });

  it('[SH-085] is compared without case and script', () => {
    expect(pickLocaleKey([locale('EN-us'), locale('DE-de')], locale('de-DE'))).toEqual(locale('DE-de'));
    expect(
      pickLocaleKey([{ languageCode: 'zh', regionCode: 'TW' }], { languageCode: 'zh-hant', regionCode: 'TW' }),
    ).toEqual(locale('zh-TW'));
  });
});
