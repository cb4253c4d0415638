import type { Direction } from './rules.ts';

/** One call as `GET /__sandbox/requests` returns it. A websocket handshake has the method `WS`, a frame has `FRAME`. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, or the raw text if it is not JSON; `null` without a body. */
  readonly body: unknown;
  /** When it arrived, ms since the epoch. */
  readonly time: number;
  /** Frames only: `in` is from the widget, `out` is to it. */
  readonly direction?: Direction;
  /** Websockets only: the number of the connection, from 1. */
  readonly connection?: number;
}

/** The oldest entries are dropped, so that a demo left open for days does not use more and more memory. */
const maxEntries = 20_000;

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
      if (entries.length > maxEntries) entries = entries.slice(-maxEntries / 2);
    },
    list: (pathPrefix) => entries.filter((entry) => entry.path.startsWith(pathPrefix)),
    clear() {
      entries = [];
    },
  };
}
