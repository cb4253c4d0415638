/**
 * Ends the process when the shell in which npm has started it has ended. When npm is told to end, it ends its shell, and the program
 * would go on and keep its ports. Only under npm: a person may start `node build.mjs start` and close the shell.
 *
 * @param {() => void} end
 */
export function endWithParent(end, { env = process.env, intervalMs = 500 } = {}) {
  const parent = process.ppid;
  if (env.npm_lifecycle_event === undefined) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, intervalMs);
  watch.unref();
}
