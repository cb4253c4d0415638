/** Callers that wait for the same event. */
export interface Callers {
  readonly areWaiting: boolean;
  wait(): Promise<void>;
  /** Resolves all waiting promises, or rejects them with the error. */
  settle(error?: unknown): void;
}

export function createCallers(): Callers {
  let waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  return {
    get areWaiting() {
      return waiting.length > 0;
    },
    wait: () => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    settle(error) {
      const settled = waiting;
      waiting = [];
      for (const one of settled) error === undefined ? one.resolve() : one.reject(error);
    },
  };
}
