import type { Clock } from '../clock.ts';

/** One call to a service that may have several hosts. */
export interface BackendCall<T> {
  /** Origins, or origins with a base path, in order of preference. */
  readonly hosts: readonly string[];
  /** Starts with a slash. */
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON for POST and PUT only. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to send and accept the service's cookies. Default false. */
  readonly withCredentials?: boolean;
  /** Default `cascade` (CH-190). Calls that create something use `series`, `seriesWhile` or `firstHost` (CH-191). */
  readonly strategy?: Strategy;
  /** Time limit for one attempt. Default 30,000 (CH-189). */
  readonly attemptTimeoutMs?: number;
  /** Time limit for the whole call. Default 60,000 for each host (CH-189). */
  readonly limitMs?: number;
  /** The service belongs to another company and gets no Authorization header. */
  readonly isForeign?: boolean;
  /** Passed to `authorize`, for example the scheduler's rate setting 3 (SC-128). */
  readonly authorizationSetting?: number;
  /** Aborts the call and all its attempts. */
  readonly signal?: AbortSignal | undefined;
  /** Reads the text of the answer, instead of `readAnswer`. An answer that arrives in parts is shown while it is read. */
  readonly read?: (response: Response, where: string) => Promise<string>;
  /** Validates the JSON answer and returns a value, or throws. */
  readonly parse: (body: unknown, headers: Headers) => T;
}

/** Calls a service. Rejects only with a WidgetError. */
export type CallBackend = <T>(call: BackendCall<T>) => Promise<T>;

export interface BackendPorts {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Generates the Authorization value, once per call (CH-188). Undefined sends no header. */
  readonly authorize: (setting: number | undefined) => string | undefined;
}

/** Default time limit for one attempt (CH-189). */
export const attemptTimeoutMs = 30_000;
/** Default time limit for the whole call, multiplied by the number of hosts (CH-189). */
export const callTimeoutPerHostMs = 60_000;

/** One request to one host. */
export type Attempt<T> = (host: string, signal: AbortSignal) => Promise<T>;

/** How a list of hosts is tried. Except for the default, only the callers that name a strategy download it. */
export type Strategy = <T>(
  hosts: readonly string[],
  attempt: Attempt<T>,
  signal: AbortSignal,
  clock: Clock,
) => Promise<T>;
