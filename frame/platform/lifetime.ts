/**
 * Owns everything that needs clean-up: timers, subscriptions, sockets, requests. Ending a lifetime runs its tasks and ends
 * its children, the last added first. Each task runs once.
 */
export interface Lifetime {
  readonly ended: boolean;
  /** Aborts when the lifetime ends. Pass it to requests and listeners. */
  readonly signal: AbortSignal;
  /** Runs `dispose` at the end, or at once if the lifetime has ended. Returns a function that runs it early, once. */
  add(dispose: () => void): () => void;
  /** A lifetime that ends no later than this one. */
  child(): Lifetime;
  end(): void;
}

export function createLifetime(onError: (error: unknown) => void = () => {}): Lifetime {
  const tasks = new Set<() => void>();
  let controller: AbortController | undefined;
  let ended = false;

  function run(dispose: () => void): void {
    try {
      dispose();
    } catch (error) {
      onError(error);
    }
  }

  const lifetime: Lifetime = {
    get ended() {
      return ended;
    },
    // Created lazily: it is expensive, and most lifetimes do not need it.
    get signal() {
      if (controller) return controller.signal;
      controller = new AbortController();
      if (ended) controller.abort();
      return controller.signal;
    },
    add(dispose) {
      if (ended) {
        run(dispose);
        return () => {};
      }
      const task = (): void => {
        if (tasks.delete(task)) run(dispose);
      };
      tasks.add(task);
      return task;
    },
    child() {
      const inner = createLifetime(onError);
      const detach = lifetime.add(() => inner.end());
      inner.add(detach);
      return inner;
    },
    end() {
      if (ended) return;
      ended = true;
      for (const task of [...tasks].reverse()) task();
      controller?.abort();
    },
  };
  return lifetime;
}
