import type { Direction } from './rules.ts';

/** One call as `GET /__sandbox/requests` shows it; websocket handshakes have method `WS`, frames `FRAME`. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, else the raw text; `null` without a body. */
  readonly body: unknown;
  /** When it came, ms since the epoch. */
  readonly time: number;
  /** Frames only: `in` came from the widget, `out` went to it. */
  readonly direction?: Direction;
  /** Websockets only: which connection, counted from 1. */
  readonly connection?: number;
}

/** Old entries go first, so that a demo left open for days does not grow. */
const mostEntries = 20_000;

export interface RequestLog {
  add(entry: Omit<LoggedRequest, 'time'>): void;
  list(pathPrefix: string): readonly LoggedRequest[];
  clear(): void;
}

export function createRequestLog(now: () => number): RequestLog {
  let entries: LoggedRequest[] = [];
  return {
    add(entry) {
      entries.push({ ...entry, body: entry.body ?? null, time: now() });
      if (entries.length > mostEntries) entries = entries.slice(-mostEntries / 2);
    },
    list: (pathPrefix) => entries.filter((entry) => entry.path.startsWith(pathPrefix)),
    clear() {
      entries = [];
    },
  };
}
