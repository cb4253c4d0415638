import { describe, expect, it } from 'vitest';
import { labelTable } from '../../../frame/contact/links/labelTable.ts';
import { longestLinkText } from '../../../frame/contact/links/limits.ts';
import { parseLinkKind } from '../../../frame/contact/links/linkKind.ts';
import { labelOf, wordingOf } from '../../../frame/contact/links/linkWording.ts';
import { salesTexts } from '../../../frame/contact/links/texts.ts';

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
      labelTable.every(({ text }) => text.trim() === text && text.length > 0 && text.length <= longestLinkText),
    ).toBe(true);
  });

  it('[SH-087] lists the bare language for each of its languages', () => {
    const codes = new Set(labelTable.flatMap(({ locales }) => locales));
    const bare = [...codes].map((code) => code.split('-')[0] ?? '').filter((language) => !codes.has(language));
    expect(bare).toEqual([]);
  });
});

describe('sales wording', () => {
  const facts = {
    table: labelTable,
    locale: locale('en-US'),
    salesText: (key: keyof typeof salesTexts) => salesTexts[key],
  };

  it.each([
    ['phone', 'Call sales'],
    ['email', 'Email sales'],
    ['chat', 'Chat with sales'],
    ['contact', "Let's talk"],
    ['scheduler', "Let's talk"],
  ] as const)('[SH-088] of a %s link is "%s", and the label of the table without the variation', (kind, text) => {
    expect(wordingOf(kind, { ...facts, isSales: true })).toBe(text);
    expect(wordingOf(kind, { ...facts, isSales: false })).toBe("Let's talk");
  });
});
