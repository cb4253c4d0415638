import type { Log } from '../../platform/log.ts';

/** The provider's four levels. Sentences below the threshold are not logged (CH-204). */
const logLevels = { debug: 1, info: 2, warning: 3, error: 4 } as const;
type LogLevel = keyof typeof logLevels;

export type WriteLevel = (level: LogLevel, sentence: string) => void;

export function createLevelLog(log: Log, threshold: LogLevel): WriteLevel {
  return (level, sentence) => {
    if (logLevels[level] < logLevels[threshold]) return;
    const line = `Experiments: ${sentence}`;
    if (level === 'error') log.error(line);
    else if (level === 'warning') log.warn(line);
    else log.info(line);
  };
}

/** Errors only in production; `info` and above in debug mode (CH-204). */
export function thresholdOf(isDebug: boolean): LogLevel {
  return isDebug ? 'info' : 'error';
}
