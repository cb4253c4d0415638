import { type ComponentType, use } from 'react';

/** Downloads that failed, as what forgets each. */
const failures = new Set<() => void>();

/** Whoever offers to try again calls this first: a failed download is started anew by the next drawing. */
export function forgetFailedDownloads(): void {
  for (const forget of failures) forget();
  failures.clear();
}

/**
 * One download, kept; one that failed stays failed until the visitor tries again, so that drawing anew does not ask without
 * end. When it is there `use` reads it from the promise's fields and draws at once, without a skeleton first.
 */
export function keepDownload<Key extends object, Value>(
  load: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  let kept: Promise<Value> | undefined;
  return (key) => {
    if (kept) return kept;
    const started = load(key);
    kept = started;
    started.then(
      (value) => Object.assign(started, { status: 'fulfilled', value }),
      () => failures.add(() => (kept = undefined)), // Silent: who waits for it says so.
    );
    return started;
  };
}

/** React's `lazy` with a second chance: of a failed download that one keeps the failure for good (SH-169). */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const download = keepDownload<Props, ComponentType<Props>>(load);
  return (props) => {
    const View = use(download(props));
    return <View {...props} />;
  };
}
