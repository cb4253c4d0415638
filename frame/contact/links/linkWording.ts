import type { LinkKind } from '../../host/defaultLinks.ts';
import { type Locale, toLocaleCode } from '../../text/locale.ts';
import type { LabelRow } from './labelTable.ts';
import type { SalesKey } from './texts.ts';

const salesKeys: Partial<Record<LinkKind, SalesKey>> = { phone: 'salesPhone', email: 'salesEmail', chat: 'salesChat' };

export interface WordingFacts {
  readonly table: readonly LabelRow[];
  readonly locale: Locale;
  /** Whether to use the sales wording, chosen by an experiment (SH-088). */
  readonly isSales: boolean;
  readonly salesText: (key: SalesKey) => string;
}

/** The sales wording if it applies to this kind (SH-088), else the label of the locale (SH-087). */
export function wordingOf(kind: LinkKind, facts: WordingFacts): string {
  const key = facts.isSales ? salesKeys[kind] : undefined;
  return key ? facts.salesText(key) : labelOf(facts.table, facts.locale);
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
