import { parseCookieJson } from './hostStore.ts';

/** Reads an id from a cookie, written as a JSON string or bare: the quotes of `"50YTYC81B4"` are not part of the id. */
export function parseCookieText(text: string | null): string | undefined {
  const parsed = parseCookieJson(text);
  if (typeof parsed === 'string') return parsed || undefined;
  return text && text !== 'null' ? text : undefined;
}
