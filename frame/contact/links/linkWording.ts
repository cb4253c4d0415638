import type { LinkKind } from '../../host/defaultLinks.ts';
import { baseLanguage } from '../../text/baseLanguage.ts';
import { type Locale, toLocaleCode } from '../../text/locale.ts';
import type { KindTexts, LabelRow, LinkWords } from './linkWords.ts';

export interface WordingFacts {
  readonly words: LinkWords;
  readonly locale: Locale;
  /** Whether to use the sales wording, chosen by an experiment (SH-088). */
  readonly isSales: boolean;
  /** The service's own text of this key in section `links`, if it sends one. */
  readonly find: (key: string) => string | undefined;
}

/** The texts of the sales wording. The other kinds have none. */
export const salesKeys = { phone: 'salesPhone', email: 'salesEmail', chat: 'salesChat' } as const;

/**
 * The sales wording if it applies to this kind and is there in the language (SH-088), else the wording of the kind, else the label
 * of the locale (SH-087). The service's texts replace ours.
 */
export function wordingOf(kind: LinkKind, { words: { labels, kinds }, locale, isSales, find }: WordingFacts): string {
  if (kind === 'contact') return labelOf(labels, locale);
  const texts = kinds[toLocaleCode(locale)] ?? kinds[baseLanguage(locale.languageCode)];
  const read = (key: keyof KindTexts): string | undefined => find(key) ?? texts?.[key];
  return (isSales && kind !== 'scheduler' && read(salesKeys[kind])) || (read(kind) ?? labelOf(labels, locale));
}

/** The label of the exact locale, else of the language, else "Contact us" (SH-087). */
export function labelOf(table: readonly LabelRow[], locale: Locale): string {
  const code = toLocaleCode(locale).toLowerCase();
  const language = locale.languageCode.toLowerCase();
  const findRow = (code: string): LabelRow | undefined =>
    table.find((row) => row.locales.some((locale) => locale.toLowerCase() === code));
  const row = findRow(code) ?? findRow(language) ?? table.find(({ label }) => label === 'contact-us');
  return row?.text ?? 'Contact us';
}
