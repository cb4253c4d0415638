import { describeError } from './errors.ts';

/** A log line without anything personal. Downloaded with the first line, because most pages write none. */

const prefix = '[contact-widget]';

const personal: readonly [RegExp, string][] = [
  [/\bBearer\s+\S+/gi, 'Bearer (token)'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, '(token)'],
  [/[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g, '(e-mail)'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '(ip)'],
  [/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/g, '$1'],
];

/** Fields whose values no pattern recognises: names, tokens, messages. */
const personalField =
  /^(?:.*(?:e-?mail|name|token|jwt|secret|password|phone|comment|body)|ip(?:Address)?|text|message|authorization|userId)$/i;

export function redact(text: string): string {
  return personal.reduce((line, [pattern, word]) => line.replace(pattern, word), text);
}

export function toLine(sentence: string, detail: unknown): string {
  return redact(`${prefix} ${sentence}${detail === undefined ? '' : ` (${describe(detail)})`}`);
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
