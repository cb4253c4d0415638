import { describe, expect, it } from 'vitest';
import { kindTable } from '../../../frame/contact/links/kindTable.ts';
import { labelTable } from '../../../frame/contact/links/labelTable.ts';
import { parseLinkKind } from '../../../frame/contact/links/linkKind.ts';
import { labelOf, wordingOf } from '../../../frame/contact/links/linkWording.ts';
import { translatedWords } from '../../../frame/contact/links/translatedWords.ts';

/** The loader truncates longer link texts (SH-022). */
const maxLinkTextLength = 200;

const locale = (code: string) => {
  const [languageCode = '', regionCode = ''] = code.split('-');
  return { languageCode, regionCode };
};

describe('link kinds', () => {
  it.each(['chat', 'contact', 'email', 'phone', 'scheduler'])(
    '[SH-086] accepts %s, also with -link and -text',
    (kind) => {
      expect(parseLinkKind(kind)).toEqual({ kind, isTextOnly: false });
      expect(parseLinkKind(`${kind}-link`)).toEqual({ kind, isTextOnly: false });
      expect(parseLinkKind(`${kind}-text`)).toEqual({ kind, isTextOnly: true });
    },
  );

  it.each([
    '',
    'demo',
    'quote-link',
    'Chat',
    'chat ',
    'chat-button',
    'chat-text-link',
    'constructor',
    'x'.repeat(10_000),
  ])('[SH-086] rejects "%.20s"', (written) => {
    expect(parseLinkKind(written)).toBeUndefined();
  });
});

describe('the label table', () => {
  it.each([
    ['en-US', "Let's talk"],
    ['en-IN', 'Contact us'],
    ['de-DE', 'Sprechen Sie mit uns'],
    ['fr-FR', 'Parlons-en'],
    ['fr-BE', 'Contactez-nous'],
    ['pt-BR', 'Vamos conversar'],
    ['zh-TW', '聯絡我們'],
    ['ja-JP', 'お問い合わせ'],
    ['ar-SA', 'تواصل معنا'],
  ])('[SH-087] has a label for the exact locale %s', (code, text) => {
    expect(labelOf(labelTable, locale(code))).toBe(text);
  });

  it.each([
    ['de-LI', 'Sprechen Sie mit uns'],
    ['es-UY', 'Hablemos'],
    ['pt-AO', 'Contacte-nos'],
    ['zh-MY', '联系我们'],
    ['en-PH', 'Contact us'],
  ])('[SH-087] uses the label of the language for %s', (code, text) => {
    expect(labelOf(labelTable, locale(code))).toBe(text);
  });

  it('[SH-087] falls back to "Contact us" for an unlisted language', () => {
    expect(labelOf(labelTable, locale('mn-MN'))).toBe('Contact us');
    expect(labelOf([], locale('de-DE'))).toBe('Contact us');
  });

  it('[SH-087] has no duplicate locale or label, and no text that the loader would truncate', () => {
    const codes = labelTable.flatMap(({ locales }) => locales.map((code) => code.toLowerCase()));
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(new Set(labelTable.map(({ label }) => label)).size).toBe(labelTable.length);
    expect(
      labelTable.every(({ text }) => text.trim() === text && text.length > 0 && text.length <= maxLinkTextLength),
    ).toBe(true);
  });

  it('[SH-087] lists the bare language for each of its languages', () => {
    const codes = new Set(labelTable.flatMap(({ locales }) => locales));
    const bare = [...codes].map((code) => code.split('-')[0] ?? '').filter((language) => !codes.has(language));
    expect(bare).toEqual([]);
  });
});

describe('wording', () => {
  const facts = { words: translatedWords, locale: locale('en-US'), isSales: false, find: () => undefined };

  it.each([
    ['phone', 'Call sales', 'Call us'],
    ['email', 'Email sales', 'Email us'],
    ['chat', 'Chat with sales', 'Chat with us'],
    ['contact', "Let's talk", "Let's talk"],
    ['scheduler', 'Book a call', 'Book a call'],
  ] as const)('[SH-088][F-SH21] of a %s link is "%s" with the sales variation, else "%s"', (kind, sales, text) => {
    expect(wordingOf(kind, { ...facts, isSales: true })).toBe(sales);
    expect(wordingOf(kind, facts)).toBe(text);
  });

  it.each([
    ['de-DE', 'Anrufen'],
    ['sv-SE', 'Ring oss'],
    ['lv-LV', 'Sazinieties ar mums'],
  ])('[SH-088][SH-087] stays in %s in the language of the page, which has no sales wording', (code, text) => {
    expect(wordingOf('phone', { ...facts, locale: locale(code), isSales: true })).toBe(text);
  });

  it.each([
    ['de-AT', 'Anrufen'],
    ['zh-SG', '致电我们'],
    ['zh-HK', '致電我們'],
    ['nn-NO', 'Ring oss'],
    ['iw-IL', 'התקשרות אלינו'],
  ])('[SH-087][F-SH21] says in %s where the link leads', (code, text) => {
    expect(wordingOf('phone', { ...facts, locale: locale(code) })).toBe(text);
  });

  it('[SH-087] is the label of the locale in a language without words for the kind', () => {
    expect(wordingOf('phone', { ...facts, locale: locale('lv-LV') })).toBe('Sazinieties ar mums');
  });

  it('[SH-080][SH-088] is what the contact service says, for kinds and for the sales wording', () => {
    const find = (key: string) => `service: ${key}`;
    expect(wordingOf('email', { ...facts, find })).toBe('service: email');
    expect(wordingOf('email', { ...facts, find, isSales: true })).toBe('service: salesEmail');
  });

  it('[SH-087][F-SH21] tells the kinds apart in each language, and no text is longer than the loader allows', () => {
    for (const texts of Object.values(kindTable)) {
      const words = Object.values(texts);
      expect(new Set(words).size).toBe(words.length);
      expect(words.every((text) => text.trim() === text && text.length > 0 && text.length <= maxLinkTextLength)).toBe(
        true,
      );
    }
  });
});
