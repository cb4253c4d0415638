import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUrl } from '../../frame/text/isUrl.ts';
import { parseLanguageTag, pickLocaleKey, resolveLocale, toLocaleCode } from '../../frame/text/locale.ts';
import { visibleOptions } from '../../frame/ui/searchOptions.ts';

const anything = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('de-DE', 'zh-Hant-TW', 'EN', ''),
);
const source = fc.record({
  languageCode: fc.option(anything, { nil: undefined }),
  regionCode: fc.option(anything, { nil: undefined }),
});
const language = fc.constantFrom('en', 'de', 'ja', 'ar', 'zh', 'fr', 'pt');
const region = fc.constantFrom('US', 'DE', 'JP', 'SA', 'CN', 'CA', 'BR');
const key = fc.record({ languageCode: language, regionCode: region });

it('[SH-076] the locale is well formed whatever the page contains', () => {
  fc.assert(
    fc.property(fc.array(source), (sources) => {
      expect(toLocaleCode(resolveLocale(sources))).toMatch(/^[a-z]{2,3}-([A-Z]{2}|\d{3})$/);
    }),
  );
});

it('[SH-076] a later source never overrides a well-formed one', () => {
  fc.assert(
    fc.property(key, fc.array(source), (first, later) => {
      expect(resolveLocale([first, ...later])).toEqual(first);
    }),
  );
});

it('[SH-076] parsing a written tag returns the same locale', () => {
  fc.assert(
    fc.property(key, (one) => {
      expect(parseLanguageTag(toLocaleCode(one))).toEqual(one);
    }),
  );
});

it('[SH-085] the picked key is one of the keys, in the wanted language if there is one', () => {
  fc.assert(
    fc.property(fc.array(key), key, (keys, wanted) => {
      const picked = pickLocaleKey(keys, wanted);
      const same = keys.some(({ languageCode }) => languageCode === wanted.languageCode);
      if (picked) expect(keys).toContain(picked);
      if (same) expect(picked?.languageCode).toBe(wanted.languageCode);
      if (keys.some((one) => toLocaleCode(one) === toLocaleCode(wanted))) expect(picked).toEqual(wanted);
    }),
  );
});

it('[SH-114] isUrl never throws and accepts only http and https', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webUrl({ withFragments: true })), (text) => {
      if (isUrl(text)) expect(new URL(text).protocol).toMatch(/^https?:$/);
    }),
  );
});

it('[SH-114] isUrl accepts every web URL', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
      expect(isUrl(url)).toBe(true);
    }),
  );
});

it('[SH-070][SH-071] the search shows each option at most once, and the selected one first', () => {
  const option = fc.record({ id: fc.uuid(), label: fc.string({ unit: 'grapheme' }) });
  fc.assert(
    fc.property(
      fc.uniqueArray(option, { selector: ({ id }) => id }),
      fc.string(),
      fc.nat(),
      (options, query, index) => {
        const selectedId = options[index % (options.length || 1)]?.id;
        const shown = visibleOptions(options, { selectedId, query });
        expect(new Set(shown).size).toBe(shown.length);
        for (const one of shown) expect(options).toContain(one);
        if (shown.some(({ id }) => id === selectedId)) expect(shown[0]?.id).toBe(selectedId);
        if (query.trim() === '') expect(shown).toHaveLength(options.length);
      },
    ),
  );
});
