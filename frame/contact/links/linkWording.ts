import type { LinkKind } from '../../host/defaultLinks.ts';
import { type Locale, toLocaleCode } from '../../text/locale.ts';
import type { LabelRow } from './labelTable.ts';
import type { SalesKey } from './texts.ts';

const salesKeys: Partial<Record<LinkKind, SalesKey>> = { phone: 'salesPhone', email: 'salesEmail', chat: 'salesChat' };

export interface WordingFacts {
  readonly table: readonly LabelRow[];
  readonly locale: Locale;
  /** Whether buttons wear the sales wording: an experiment's variation or the deployment's choice (SH-088). */
  readonly isSales: boolean;
  readonly salesText: (key: SalesKey) => string;
}

/** SH-087: the label of the exact code, then of the language, then "Contact us". SH-088 wins for the kinds it names. */
export function wordingOf(kind: LinkKind, facts: WordingFacts): string {
  const key = facts.isSales ? salesKeys[kind] : undefined;
  return key ? facts.salesText(key) : labelOf(facts.table, facts.locale);
}

export function labelOf(table: readonly LabelRow[], locale: Locale): string {
  const code = toLocaleCode(locale).toLowerCase();
  const language = locale.languageCode.toLowerCase();
  const serving = (wanted: string): LabelRow | undefined =>
    table.find((row) => row.locales.some((served) => served.toLowerCase() === wanted));
  const row = serving(code) ?? serving(language) ?? table.find(({ label }) => label === 'contact-us');
  return row?.text ?? 'Contact us';
}
