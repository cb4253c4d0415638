import { type ComponentType, use } from 'react';
import { createLazy, type Lazy } from '../platform/lazy.ts';
import { reopenFrame } from '../platform/reopen.ts';

/** Downloads of views that failed. Each stays failed until the visitor tries again: rendering must not repeat it. */
const failed = new Set<Lazy<unknown>>();
let hasRetried = false;

/** Lets failed downloads of views start again, for example because the visitor is about to need them. */
export function forgetFailedViews(): void {
  for (const lazy of failed) lazy.retry();
  failed.clear();
}

/** The visitor asks to try again. A download that fails even then needs a new frame document. */
export function retryFailedViews(): void {
  if (failed.size > 0 && hasRetried) reopenFrame(window);
  hasRetried ||= failed.size > 0;
  forgetFailedViews();
}

/** A download that a view waits for with `useLazy`. */
export function createViewDownload<Value>(download: () => Promise<Value>): Lazy<Value> {
  const lazy: Lazy<Value> = createLazy({
    download,
    create: (value) => value,
    onFailure: () => failed.add(lazy),
    retries: 'onRequest',
  });
  return lazy;
}

/** Renders at once when the value is there, else suspends. Throws to the boundary when the download failed. */
export function useLazy<Value>(lazy: Lazy<Value>): Value {
  return lazy.peek() ?? use(lazy.get());
}

/** React's `lazy` with a second chance: that one keeps a failed download for good (SH-169). */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const view = createViewDownload(load);
  return (props) => {
    const View = useLazy(view);
    return <View {...props} />;
  };
}
