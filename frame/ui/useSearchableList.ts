import { useState } from 'react';
import { createLazy } from '../platform/lazy.ts';
import type { SearchableDropdown } from './SearchableDropdown.tsx';

type List = typeof SearchableDropdown;

const list = createLazy({
  download: () => import('./SearchableDropdown.tsx'),
  create: (module): List => module.SearchableDropdown,
});

export interface SearchableList {
  /** The list, once a press has requested it and it is downloaded. */
  readonly List: List | undefined;
  readonly isLoading: boolean;
  /** The last press could not open the list. The next press retries. */
  readonly hasFailed: boolean;
  /** Call this when the control gets hover or focus: starts the download. */
  prepare(): void;
  /** Call this for a press: shows the list as soon as it is downloaded. */
  open(): void;
}

/**
 * The searchable list is a large chunk, and most visitors keep the selected option, so it is downloaded when a control needs
 * it.
 */
export function useSearchableList(): SearchableList {
  const [List, setList] = useState<List>();
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle');
  return {
    List,
    isLoading: status === 'loading',
    hasFailed: status === 'failed',
    prepare: list.prefetch, // A press retries a failed download, and then shows a failure.
    open() {
      setStatus('loading');
      list.get().then(
        (loaded) => {
          setList(() => loaded);
          setStatus('idle');
        },
        () => setStatus('failed'),
      );
    },
  };
}
