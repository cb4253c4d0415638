import { describeError } from './errors.ts';

/** A log line without anything personal. Downloaded with the first line, because most pages write none. */

const prefix = '[contact-widget]';

/**
 * Services choose what these patterns run on. A match starts only where a word starts, or takes the whole word, so that no part of
 * a text is read more than a few times.
 */
const personal: readonly [RegExp, (found: string) => string][] = [
  [/\bBearer\s+\S+/gi, () => 'Bearer (token)'],
  [/(?<![\w-])[\w-]+(?:\.[\w-]+)+/g, (word) => word.replace(/eyJ.*/, '(token)')],
  [/(?<![^\s@<>"'])[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g, () => '(e-mail)'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, () => '(ip)'],
  [/https?:\/\/[^\s"']+/g, (url) => url.replace(/[?#].*/, '')],
];
/** Ours: a line is for people. What a service has sent may have 5 MB. */
const longestLine = 4_000;

/** Fields whose values no pattern recognises: names, tokens, messages. */
const personalField =
  /^(?:.*(?:e-?mail|name|token|jwt|secret|password|phone|comment|body)|ip(?:Address)?|text|message|authorization|userId)$/i;

export function redact(text: string): string {
  return personal.reduce((line, [pattern, cover]) => line.replace(pattern, cover), text);
}

export function toLine(sentence: string, detail: unknown): string {
  return redact(`${prefix} ${sentence}${detail === undefined ? '' : ` (${describe(detail)})`}`).slice(0, longestLine);
}

function describe(detail: unknown): string {
  if (detail instanceof Error) return describeError(detail);
  if (typeof detail === 'string') return detail;
  try {
    return JSON.stringify(detail, withoutPersonal) ?? String(detail);
  } catch {
    return String(detail); // Not JSON, for example a circular object or a bigint.
  }
}

function withoutPersonal(field: string, value: unknown): unknown {
  return personalField.test(field) && value !== null && typeof value !== 'boolean' ? `(${field})` : value;
}
