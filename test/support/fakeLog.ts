import type { Log } from '../../frame/platform/log.ts';

export interface FakeLog extends Log {
  readonly errors: string[];
  readonly warnings: string[];
  readonly infos: string[];
}

/** Records every sentence with its detail, for assertions. */
export function createFakeLog(): FakeLog {
  const errors: string[] = [];
  const warnings: string[] = [];
  const infos: string[] = [];
  const line = (sentence: string, detail?: unknown): string =>
    detail === undefined
      ? sentence
      : `${sentence} (${detail instanceof Error ? detail.message : JSON.stringify(detail)})`;
  return {
    errors,
    warnings,
    infos,
    error: (sentence, detail) => void errors.push(line(sentence, detail)),
    warn: (sentence, detail) => void warnings.push(line(sentence, detail)),
    info: (sentence, detail) => void infos.push(line(sentence, detail)),
  };
}
