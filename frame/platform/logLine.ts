import { describeError } from './errors.ts';
import { isPersonalName, isSecretName, isToken, withoutNumbers } from './secrets.ts';

/** Formats a log line without personal data. Downloaded with the first line, because most pages log nothing. */

const prefix = '[contact-widget]';

/**
 * The input comes from services. A match starts only at the start of a word, or takes the whole word, so that matching runs
 * in linear time.
 */
const personal: readonly [RegExp, (found: string) => string][] = [
  [/\bBearer\s+\S+/gi, () => 'Bearer (token)'],
  [/(?<![\w-])[\w-]+(?:\.[\w-]+)+/g, (word) => word.replace(/eyJ.*/, '(token)')],
  [/(?<![\w-])[\w-]+/g, (word) => (isToken(word) ? '(token)' : word)],
  [/(?<![^\s@<>"'])[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g, () => '(e-mail)'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, () => '(ip)'],
  [/https?:\/\/[^\s"']+/g, (url) => url.replace(/[?#].*/, '')],
];
/** Longest line, in characters: details from services may have 5 million characters. */
const maxLineLength = 4_000;

/** Further fields whose values no pattern recognises: what people have written, and addresses of devices. */
const personalField = /^(?:.*(?:name|comment|body)|ip(?:Address)?|text|message|userId)$/i;

export function redact(text: string): string {
  return withoutNumbers(personal.reduce((line, [pattern, cover]) => line.replace(pattern, cover), text));
}

export function toLine(sentence: string, detail: unknown): string {
  return redact(`${prefix} ${sentence}${detail === undefined ? '' : ` (${describe(detail)})`}`).slice(0, maxLineLength);
}

function describe(detail: unknown): string {
  if (detail instanceof Error) return describeError(detail);
  if (typeof detail === 'string') return detail;
  try {
    return JSON.stringify(detail, withoutPersonal) ?? String(detail);
  } catch {
    // Not JSON: a circular object, a bigint, or an answer so deep that its own `toString` would fail as well.
    return typeof detail === 'object' ? Object.prototype.toString.call(detail) : String(detail);
  }
}

function withoutPersonal(field: string, value: unknown): unknown {
  const isHidden = personalField.test(field) || isSecretName(field) || isPersonalName(field);
  return isHidden && value !== null && typeof value !== 'boolean' ? `(${field})` : value;
}
