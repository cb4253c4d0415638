import { safeLocale } from '../../text/safeLocale.ts';

/** `a, b, or c`, in the words of the language. */
export function listText(items: readonly string[], language: string): string {
  return new Intl.ListFormat(safeLocale(language), { type: 'disjunction' }).format(items);
}
