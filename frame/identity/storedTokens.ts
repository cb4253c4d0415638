import { isRecord } from '../../bridge/guards.ts';

/** The tokens in stored identities: lists, or single tokens, each with the epoch of its visitor (`visitor/visitorMark.ts`). */
export function tokensIn(entries: readonly unknown[]): readonly string[] {
  const tokens = entries.flatMap((entry) => {
    const value = isRecord(entry) && 'epoch' in entry ? entry.value : entry;
    if (typeof value === 'string') return [value];
    return Array.isArray(value) ? value.map((one: unknown) => (isRecord(one) ? one.token : undefined)) : [];
  });
  return [...new Set(tokens.filter((token) => typeof token === 'string' && token !== ''))] as readonly string[];
}
