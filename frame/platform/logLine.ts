/** What a line says, without anything personal; downloaded with the first line, since most pages write none. */

const prefix = '[contact-widget]';

const personal: readonly [RegExp, string][] = [
  [/\bBearer\s+\S+/gi, 'Bearer (token)'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, '(token)'],
  [/[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g, '(e-mail)'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '(ip)'],
  [/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/g, '$1'],
];

/** Fields whose values no pattern could tell: names, tokens, what was written. */
const personalField =
  /^(?:.*(?:e-?mail|name|token|jwt|secret|password|phone|comment|body)|ip(?:Address)?|text|message|authorization|userId)$/i;

export function redact(text: string): string {
  return personal.reduce((line, [pattern, word]) => line.replace(pattern, word), text);
}

export function toLine(sentence: string, detail: unknown): string {
  return redact(`${prefix} ${sentence}${detail === undefined ? '' : ` (${describe(detail)})`}`);
}

function describe(detail: unknown): string {
  if (detail instanceof Error) return `${detail.name}: ${detail.message}`;
  if (typeof detail === 'string') return detail;
  try {
    return JSON.stringify(detail, withoutPersonal) ?? String(detail);
  } catch {
    return String(detail); // Silent: a value that is no JSON (a loop, a bigint) is named by its kind.
  }
}

function withoutPersonal(field: string, value: unknown): unknown {
  return personalField.test(field) && value !== null && typeof value !== 'boolean' ? `(${field})` : value;
}
