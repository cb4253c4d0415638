import { describe, expect, it } from 'vitest';
import { createChatTexts, person } from '../../../../frame/chat/texts.ts';
import { english } from '../../../../frame/compose/english.ts';
import { kindTable } from '../../../../frame/contact/links/kindTable.ts';
import { arabic } from '../../../../frame/text/languages/ar.ts';
import { formsText } from '../../../../frame/text/languages/formsText.ts';
import { french } from '../../../../frame/text/languages/fr.ts';
import { japanese } from '../../../../frame/text/languages/ja.ts';
import type { LanguageText } from '../../../../frame/text/languages/language.ts';
import { languageTagOf, languageTags } from '../../../../frame/text/languages/languageTags.ts';
import { loadLanguage } from '../../../../frame/text/languages/loadLanguage.ts';
import { polish } from '../../../../frame/text/languages/pl.ts';
import { fill } from '../../../../frame/text/texts.ts';

const placeholders = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).sort();
const formsOf = (text: LanguageText): readonly string[] =>
  typeof text === 'string'
    ? [text]
    : Object.entries(text).flatMap(([form, words]: [string, string]) => (form === 'by' ? [] : [words]));

/** The placeholder that a form may leave out, because the form has words in its place. */
const leftOut = (text: LanguageText): string | undefined => {
  if (typeof text === 'string') return undefined;
  return 'by' in text ? { view: '{page}', who: '{name}' }[text.by] : '{count}';
};

/** More than two words, one of which is not filled in. */
const isSentence = (text: string): boolean =>
  text.split(' ').length > 2 && /\p{Letter}/u.test(text.replace(/\{\w+\}/g, ''));

/** The categories of select forms, and the placeholder that has one. */
const categories: Readonly<Record<string, readonly string[]>> = {
  view: ['month'],
  who: ['named', 'agent', 'assistant'],
};

/** Keys whose English is empty: the line is not there unless a company writes it. */
const required = (texts: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(texts).filter((key) => texts[key] !== '');

const scripts: Readonly<Record<string, RegExp>> = {
  ar: /[ء-ي]/,
  he: /[א-ת]/,
  ja: /[ぁ-ん]/,
  ko: /[가-힣]/,
  'zh-Hans': /[发时间]/,
  'zh-Hant': /[發時間]/,
};

describe.each(languageTags)('the language %s', (tag) => {
  const languageCode = tag.split('-')[0] ?? '';

  it('[F-AD6] has every key of the English, and no other', async () => {
    const language = await loadLanguage(tag);
    expect(Object.keys(language)).toEqual(Object.keys(english));
    for (const [section, texts] of Object.entries(english))
      expect(Object.keys(language[section] ?? {}).sort(), section).toEqual([...required(texts)].sort());
  });

  it('[F-AD6] has one name for the booking of a call: in the menu, in a link, in the chat and above the form', async () => {
    const { menu, chat, pill, pane, scheduler } = await loadLanguage(tag);
    const names = [menu?.scheduler, pill?.defaultScheduler ?? pane?.defaultScheduler, chat?.lineScheduler];
    names.push(kindTable[tag === 'zh-Hant' ? 'zh-TW' : languageCode]?.scheduler);
    expect(names).toEqual(names.map(() => scheduler?.title));
  });

  it('[F-AD6] keeps the placeholders, and says nothing in English that is a sentence', async () => {
    const language = await loadLanguage(tag);
    for (const [section, texts] of Object.entries(language)) {
      for (const [key, text] of Object.entries(texts)) {
        const original = (english as Readonly<Record<string, Readonly<Record<string, string>>>>)[section]?.[key] ?? '';
        const forms = formsOf(text);
        expect(placeholders(forms.at(-1) ?? ''), `${section}.${key}`).toEqual(placeholders(original));
        const others = (form: string) => placeholders(form).filter((one) => one !== leftOut(text));
        for (const form of forms) {
          expect(others(form), `${section}.${key}`).toEqual(others(original));
          expect(form.trim(), `${section}.${key}`).toBe(form);
          expect(form).not.toBe('');
          if (isSentence(original)) expect(form, `${section}.${key}`).not.toBe(original);
        }
      }
    }
    expect(JSON.stringify(language)).toMatch(scripts[tag] ?? /[a-z]/);
  });

  it('[F-AD6] has each plural form that the language tells apart in small numbers', async () => {
    const language = await loadLanguage(tag);
    const rules = new Intl.PluralRules(languageCode);
    const needed = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
    for (const text of Object.values(language).flatMap((texts) => Object.values(texts))) {
      if (typeof text === 'string' || 'by' in text) continue;
      const missing = [...needed].filter((form) => !Object.hasOwn(text, form));
      expect(missing).toEqual([]);
    }
  });

  it('[F-AD6] has select forms only for categories that the product has', async () => {
    const language = await loadLanguage(tag);
    for (const [key, text] of Object.values(language).flatMap((texts) => Object.entries(texts))) {
      if (typeof text === 'string' || !('by' in text)) continue;
      const unknown = Object.keys(text).filter(
        (form) => ![...(categories[text.by] ?? []), 'by', 'other'].includes(form),
      );
      expect(unknown, key).toEqual([]);
      expect(Object.keys(text).at(-1), key).toBe('other');
    }
  });
});

describe('a text with plural forms', () => {
  it.each([
    [1, '1 nieprzeczytana'],
    [3, '3 nieprzeczytane'],
    [12, '12 nieprzeczytanych'],
    [22, '22 nieprzeczytane'],
  ])('[F-AD6] takes the form for %i', (count, expected) => {
    expect(fill(formsText(polish.pill.unread, 'pl'), { count })).toBe(expected);
  });

  it('[F-AD6] takes the last form without a number or without the form', () => {
    const text = formsText({ one: 'one', other: 'many {count}' }, 'ar');
    expect(fill(text, {})).toBe('many {count}');
    expect(fill(text, { count: 3 })).toBe('many 3');
  });

  it.each([
    ['ar-SA', 3, '٣ رسائل غير مقروءة'],
    ['ar-SA', '9+', '٩+ رسالة غير مقروءة'],
    ['ar-AE', 3, '3 رسائل غير مقروءة'],
  ])('[F-UX20] writes a count in the digits of the locale: %s, %s', (locale, count, expected) => {
    expect(fill(formsText(arabic.pill.unread, locale), { count })).toBe(expected);
  });
});

describe('a text with select forms', () => {
  it.each([
    ['month', 'Mois suivant'],
    ['year', 'Suivant\u00a0: an'],
    ['constructor', 'Suivant\u00a0: an'],
  ])('[F-AD6] takes the form of the category %s', (view, expected) => {
    expect(fill(formsText(french.scheduler.next, 'fr'), { view, page: 'an' })).toBe(expected);
  });

  it('[F-AD6] takes the last form without a category', () => {
    expect(fill(formsText(japanese.chat.isTyping, 'ja'), { name: 'Mina' })).toBe('Minaが入力中です');
  });

  it.each([
    ['Mina', 'Minaさんが入力中です'],
    [undefined, '担当者が入力中です'],
  ])('[F-AD6] tells somebody with a name from a role: %s', (name, expected) => {
    const text = createChatTexts({ find: (_, key) => (key === 'agent' ? japanese.chat.agent : undefined) });
    expect(fill(formsText(japanese.chat.isTyping, 'ja'), person(text, name, 'agent'))).toBe(expected);
  });
});

describe('the file for a locale', () => {
  it.each([
    ['de', 'AT', 'de'],
    ['zh', 'CN', 'zh-Hans'],
    ['zh', 'SG', 'zh-Hans'],
    ['zh', 'TW', 'zh-Hant'],
    ['zh', 'hk', 'zh-Hant'],
    ['pt', 'PT', 'pt-BR'],
    ['iw', 'IL', 'he'],
    ['en', 'GB', undefined],
    ['sv', 'SE', undefined],
    ['constructor', 'US', undefined],
  ])('[F-AD6] of %s-%s is %s', (languageCode, regionCode, tag) => {
    expect(languageTagOf(languageCode, regionCode)).toBe(tag);
  });
});
