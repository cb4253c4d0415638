/**
 * Ends the process when the program that started it has ended, for example because that was killed. npm passes no signal on to a program
 * that its shell has started, which would keep its ports. Only under npm: a person may start `node build.mjs start` and close the
 * shell.
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
