import { type ComponentType, use, useEffect, useState } from 'react';
import { isWidgetError } from '../platform/errors.ts';
import { createLazy, type Lazy } from '../platform/lazy.ts';

interface ViewDownload {
  readonly lazy: Lazy<unknown>;
  /** A retry in this document cannot succeed: one has failed already, or the request hangs. */
  isHopeless: boolean;
}

/** Downloads that failed in views with a Reload button. Each stays failed until the visitor presses it. */
const failed = new Set<ViewDownload>();

/** Allows failed downloads of views to be retried, for example because the visitor is likely to need them. */
export function forgetFailedViews(): void {
  for (const { lazy } of failed) lazy.retry();
  failed.clear();
}

/**
 * Called when the visitor has pressed Reload. `reopen` reloads the frame document and resolves to false if that is not
 * possible.
 */
export async function retryFailedViews(reopen: () => Promise<boolean>): Promise<void> {
  const isHopeless = [...failed].some((download) => download.isHopeless);
  for (const download of failed) download.isHopeless = true;
  if (isHopeless && (await reopen())) return;
  forgetFailedViews();
}

/** A download that a view waits for with `useLazy`. `isSilent`: nothing replaces the view if it fails. */
export function createViewDownload<Value>(download: () => Promise<Value>, { isSilent = false } = {}): Lazy<Value> {
  const lazy = createLazy({
    download,
    create: (value) => value,
    onReady: () => {
      view.isHopeless = false;
    },
    onFailure(error) {
      if (isWidgetError(error, 'CHUNK_FAILED')) view.isHopeless = true;
      if (!isSilent) failed.add(view);
    },
    retries: 'onRequest',
  });
  const view: ViewDownload = { lazy, isHopeless: false };
  return lazy;
}

/** Returns the value if it is available, else suspends. Throws to the error boundary if the download failed. */
export function useLazy<Value>(lazy: Lazy<Value>): Value {
  return lazy.peek() ?? use(lazy.get());
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
