import { type ComponentType, use, useEffect, useState } from 'react';
import { isWidgetError } from '../platform/errors.ts';
import { createLazy, type Lazy } from '../platform/lazy.ts';

/** Downloads that failed in views with a Reload button. Each stays failed until the visitor presses it. */
const failed = new Set<Lazy<unknown>>();

/** A retry of these in this document cannot succeed: one has failed already, or the request hangs. */
const hopeless = new Set<Lazy<unknown>>();

/** Allows failed downloads of views to be retried, for example because the visitor is likely to need them. */
export function forgetFailedViews(): void {
  for (const lazy of failed) lazy.retry();
  failed.clear();
}

/**
 * Called when the visitor has pressed Reload. `reopen` reloads the frame document and resolves to false if that is not
 * possible.
 */
export async function retryFailedViews(reopen: () => Promise<boolean>): Promise<void> {
  let isHopeless = false;
  for (const lazy of failed) {
    isHopeless ||= hopeless.has(lazy);
    hopeless.add(lazy);
  }
  if (isHopeless && (await reopen())) return;
  forgetFailedViews();
}

/** A download that a view waits for with `useLazy`. `isSilent`: nothing replaces the view if it fails. */
export function createViewDownload<Value>(download: () => Promise<Value>, { isSilent = false } = {}): Lazy<Value> {
  const lazy: Lazy<Value> = createLazy({
    download,
    create: (value) => value,
    // `use` sets this too, but later. Setting it now lets React render an available value at once.
    onReady: (value) => Object.assign(lazy.get(), { status: 'fulfilled', value }),
    onFailure(error) {
      if (isWidgetError(error, 'CHUNK_FAILED')) hopeless.add(lazy);
      if (!isSilent) failed.add(lazy);
    },
    retries: 'onRequest',
  });
  return lazy;
}

/** Returns the value if it is available, else suspends. Throws to the error boundary if the download failed. */
export function useLazy<Value>(lazy: Lazy<Value>): Value {
  return use(lazy.get());
}

/** The value once it is available, for an optional part of a view. A failed download is ignored. */
export function useOptional<Value>(lazy: Lazy<Value>): Value | undefined {
  const [value, setValue] = useState(lazy.peek);
  useEffect(() => lazy.whenReady((ready) => setValue(() => ready)), [lazy]);
  return value;
}

/** React's `lazy` with retries: React itself caches a failed download forever (SH-169). */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options?: { readonly isSilent: boolean },
): ComponentType<Props> {
  const view = createViewDownload(load, options);
  return (props) => {
    const View = useLazy(view);
    return <View {...props} />;
  };
}
