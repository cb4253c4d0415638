/**
 * Log lines start with `[contact-widget]` and hold no e-mail, name, token, IP address or message text (SH-178).
 * Callers pass fixed sentences; the redaction below is the net under them, for texts that come from services.
 */
export interface Log {
  error(sentence: string, detail?: unknown): void;
  warn(sentence: string, detail?: unknown): void;
  /** Dropped unless debug or dev mode is on. */
  info(sentence: string, detail?: unknown): void;
}

export interface LogSink {
  error(line: string): void;
  warn(line: string): void;
  info(line: string): void;
}

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

/** Writes to the console unless another sink is given. The frame's only console user. */
export function createLog(isVerbose: () => boolean, sink: LogSink = console): Log {
  const line = (sentence: string, detail: unknown): string =>
    redact(`${prefix} ${sentence}${detail === undefined ? '' : ` (${describe(detail)})`}`);
  return {
    error: (sentence, detail) => sink.error(line(sentence, detail)),
    warn: (sentence, detail) => sink.warn(line(sentence, detail)),
    info: (sentence, detail) => {
      if (isVerbose()) sink.info(line(sentence, detail));
    },
  };
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
