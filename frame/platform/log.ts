/**
 * Log lines start with `[contact-widget]` and hold no e-mail, name, token, IP address or message text (SH-178).
 * Callers pass fixed sentences; the redaction of logLine.ts is the net under them, for texts that come from services.
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

/** Without the file that knows what is personal, only the sentence is told. */
const bareLine: ToLine = (sentence) => `[contact-widget] ${sentence}`;

/** Writes to the console, in order and soon, unless another sink is given. The frame's only console user. */
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
