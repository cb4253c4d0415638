/**
 * Log lines start with `[contact-widget]` and hold no e-mail, name, token, IP address or message text (SH-178).
 * Callers pass fixed sentences. `logLine.ts` redacts what services send in details.
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

type ToLine = (sentence: string, detail: unknown) => string;

/** Without the redaction, a line has no detail. */
const bareLine: ToLine = (sentence) => `[contact-widget] ${sentence}`;

/** Writes to the console in order, after the redaction has been downloaded. Nothing else in the frame uses the console. */
export function createLog(isVerbose: () => boolean, sink: LogSink = console): Log {
  let last: Promise<ToLine> | undefined;

  const write =
    (level: keyof LogSink) =>
    (sentence: string, detail?: unknown): void => {
      if (level === 'info' && !isVerbose()) return;
      last ??= import('./logLine.ts').then(
        ({ toLine }) => toLine,
        () => bareLine,
      );
      last = last.then((toLine) => {
        sink[level](toLine(sentence, detail));
        return toLine;
      });
    };
  return { error: write('error'), warn: write('warn'), info: write('info') };
}
