/** Runs the task at the first call. All calls get its promise. */
export function once<Value>(task: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | undefined;
  return () => {
    promise ??= task();
    return promise;
  };
}

/** Runs the task, one run at a time. Calls during a run get its promise. */
export function sharedRun<Value>(task: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
}
