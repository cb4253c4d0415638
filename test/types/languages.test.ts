import { describe, expect, it } from 'vitest';
import type { english } from '../../frame/compose/english.ts';
import { arabic } from '../../frame/text/languages/ar.ts';
import { german } from '../../frame/text/languages/de.ts';
import { spanish } from '../../frame/text/languages/es.ts';
import { french } from '../../frame/text/languages/fr.ts';
import { hebrew } from '../../frame/text/languages/he.ts';
import { italian } from '../../frame/text/languages/it.ts';
import { japanese } from '../../frame/text/languages/ja.ts';
import { korean } from '../../frame/text/languages/ko.ts';
import type { LanguageText } from '../../frame/text/languages/language.ts';
import { languageTags } from '../../frame/text/languages/languageTags.ts';
import { dutch } from '../../frame/text/languages/nl.ts';
import { polish } from '../../frame/text/languages/pl.ts';
import { brazilianPortuguese } from '../../frame/text/languages/pt-BR.ts';
import { simplifiedChinese } from '../../frame/text/languages/zh-Hans.ts';
import { traditionalChinese } from '../../frame/text/languages/zh-Hant.ts';

/** Texts that are empty in English: without one, its line is not there. */
type Optional = 'titleLink' | 'subtitle' | 'subtitleLink';

type CompleteLanguage = {
  readonly [Section in keyof typeof english]: {
    readonly [Key in Exclude<keyof (typeof english)[Section], Optional>]: LanguageText;
  };
};

/** A key that is missing, or that no room has, does not compile. */
const languages = [
  arabic satisfies CompleteLanguage,
  german satisfies CompleteLanguage,
  spanish satisfies CompleteLanguage,
  french satisfies CompleteLanguage,
  hebrew satisfies CompleteLanguage,
  italian satisfies CompleteLanguage,
  japanese satisfies CompleteLanguage,
  korean satisfies CompleteLanguage,
  dutch satisfies CompleteLanguage,
  polish satisfies CompleteLanguage,
  brazilianPortuguese satisfies CompleteLanguage,
  simplifiedChinese satisfies CompleteLanguage,
  traditionalChinese satisfies CompleteLanguage,
];

describe('the languages', () => {
  it('[F-AD6] are all compared with the built-in English', () => {
    expect(languages).toHaveLength(languageTags.length);
  });

  it('[F-AD6] do not compile without a key', () => {
    const { menu, ...incomplete } = german;
    // @ts-expect-error the menu is missing
    const checked = incomplete satisfies CompleteLanguage;
    expect(checked).not.toHaveProperty('menu');
  });
});
