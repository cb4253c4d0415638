import type { Clock } from '../clock.ts';

/** How a list of hosts is tried: staggered race, one after a failure of the other, or the first only. */
export type Strategy = 'cascade' | 'series' | 'none';

/** One call to a service that may live on several hosts. Units: ms. */
export interface BackendCall<T> {
  /** Origins (or origin plus base path), best first. */
  readonly hosts: readonly string[];
  /** Begins with a slash. */
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON for POST and PUT only. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether cookies of the service may travel; off unless the call needs them. */
  readonly withCredentials?: boolean;
  /** Default cascade (CH-190). Calls that create something use series or none (CH-191). */
  readonly strategy?: Strategy;
  /** In a series: whether a failure leads to the next host. Default: always. */
  readonly shouldTryNext?: (error: unknown) => boolean;
  /** One attempt's limit, default 30,000 (CH-189). */
  readonly attemptTimeoutMs?: number;
  /** The whole call's limit; default 60,000 for each host (CH-189). */
  readonly limitMs?: number;
  /** A service of another company: it gets no Authorization header. */
  readonly isForeign?: boolean;
  /** Handed to the Authorization generator, e.g. the scheduler's rate setting 3 (SC-128). */
  readonly authorizationSetting?: number;
  /** Aborts the call and all its attempts. */
  readonly signal?: AbortSignal;
  /** Turns the JSON answer into a value or throws; an answer is never trusted unparsed. */
  readonly parse: (body: unknown, headers: Headers) => T;
}

/** The one door to services. Rejects with a WidgetError only. */
export type CallBackend = <T>(call: BackendCall<T>) => Promise<T>;

export interface BackendPorts {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** The Authorization value, generated once per call (CH-188); undefined sends no header. */
  readonly authorize: (setting: number | undefined) => string | undefined;
}

/** Limit of one attempt (CH-189). */
export const attemptTimeoutMs = 30_000;
/** Limit of the whole call, for each host in its list (CH-189). */
export const callTimeoutPerHostMs = 60_000;

/** One try at one host. */
export type Attempt<T> = (host: string, signal: AbortSignal) => Promise<T>;
