import { browserClock, type Clock } from './clock.ts';
import { createError } from './errors.ts';
import type { Lifetime } from './lifetime.ts';

/**
 * How long one download may take, in ms: enough for a slow phone, and short enough that the visitor still sees the
 * error.
 */
export const downloadLimitMs = 30_000;

export interface LazyOptions<Module, Value> {
  /** The `import()`; called again on a retry. */
  readonly download: () => Promise<Module>;
  /** Creates the value from the downloaded module. Not called once the lifetime has ended. */
  readonly create: (module: Module) => Value | Promise<Value>;
  /** Called once, when `peek` has the value and before the waiting tasks run. */
  readonly onReady?: (value: Value) => void;
  /** Called once for each failed attempt, unless the lifetime has ended. */
  readonly onFailure?: (error: unknown) => void;
  /**
   * What retries a failed download. `nextUse`: the next `get`, `prefetch` or `whenReady`. `onRequest`: only `retry()`, for
   * views (React calls `get` on every render) and for features that are not worth a retry.
   */
  readonly retries?: 'nextUse' | 'onRequest';
  /** How many `whenReady` tasks may wait; further ones are dropped. */
  readonly queueLimit?: number;
  /** When it ends, no value is created any more and waiting tasks are dropped. */
  readonly lifetime?: Lifetime;
  readonly clock?: Clock;
}

/** A part of the widget in its own chunk. `README.md` lists the effect of each failed download. */
export interface Lazy<Value> {
  /**
   * Downloads once and resolves to the value. All callers share the promise. Rejects with the import's error, or with
   * CHUNK_FAILED when the download took longer than `downloadLimitMs`, or an AbortError when the lifetime has ended.
   */
  get(): Promise<Value>;
  /** Starts the download without waiting for it. A failure is reported by `onFailure` only. */
  prefetch(): void;
  /** The value, or undefined until it is available. */
  peek(): Value | undefined;
  /** Runs `task` synchronously if the value is available, else after the download, in order. Dropped if the download fails. */
  whenReady(task: (value: Value) => void): void;
  /** Lets a failed download start again. */
  retry(): void;
}

export function createLazy<Module, Value>(options: LazyOptions<Module, Value>): Lazy<Value> {
  const { lifetime, clock = browserClock, retries = 'nextUse', queueLimit = Number.POSITIVE_INFINITY } = options;
  let value: Value | undefined;
  let attempt: Promise<Value> | undefined;
  let hasFailed = false;
  let waiting = 0;

  async function load(): Promise<Value> {
    let stop = (): void => {};
    const timeout = new Promise<never>((_, reject) => {
      stop = clock.after(downloadLimitMs, () => reject(createError('CHUNK_FAILED', 'the download took too long')));
    });
    try {
      lifetime?.signal.throwIfAborted();
      const module = await Promise.race([options.download(), timeout]);
      lifetime?.signal.throwIfAborted();
      const created = await options.create(module);
      lifetime?.signal.throwIfAborted();
      value = created;
    } catch (error) {
      hasFailed = true;
      if (!lifetime?.ended) options.onFailure?.(error);
      throw error;
    } finally {
      stop();
    }
    try {
      options.onReady?.(value);
    } catch (error) {
      void Promise.reject(error); // It is an uncaught error, not a failed download.
    }
    return value;
  }

  function retry(): void {
    if (!hasFailed) return;
    hasFailed = false;
    attempt = undefined;
    waiting = 0;
  }

  function get(): Promise<Value> {
    if (retries === 'nextUse') retry();
    attempt ??= load();
    return attempt;
  }

  const prefetch = (): void => void get().catch(() => {});

  return {
    get,
    prefetch,
    peek: () => value,
    whenReady(task) {
      if (value !== undefined) {
        task(value);
        return;
      }
      // Before the limit is checked: a retry starts with an empty queue.
      const loading = get();
      if (waiting < queueLimit) void loading.then(task, () => {});
      waiting += 1;
    },
    retry,
  };
}
