/** Callers that wait for the same event. */
export function createCallers() {
  let waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  return {
    get areWaiting(): boolean {
      return waiting.length > 0;
    },
    wait: (): Promise<void> => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    /** Resolves all waiting promises, or rejects them with the error. */
    settle(error?: unknown): void {
      const settled = waiting;
      waiting = [];
      for (const one of settled) error === undefined ? one.resolve() : one.reject(error);
    },
  };
}
