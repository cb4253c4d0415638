import { useState } from 'react';
import { createLazy } from '../platform/lazy.ts';
import type { SearchableDropdown } from './SearchableDropdown.tsx';

type List = typeof SearchableDropdown;

const list = createLazy({
  download: () => import('./SearchableDropdown.tsx'),
  create: (module): List => module.SearchableDropdown,
});

export interface SearchableList {
  /** The list, once a press has asked for it and it is there. */
  readonly List: List | undefined;
  readonly isLoading: boolean;
  /** The last press could not open the list. The next press tries again. */
  readonly hasFailed: boolean;
  /** The pointer or focus is near the control: starts the download. */
  prepare(): void;
  /** A press: shows the list as soon as it is there. */
  open(): void;
}

/** The searchable list is a large chunk, and most visitors keep what is chosen: it is downloaded when a control needs it. */
export function useSearchableList(): SearchableList {
  const [List, setList] = useState<List>();
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle');
  return {
    List,
    isLoading: status === 'loading',
    hasFailed: status === 'failed',
    prepare: () => void list.get().catch(() => {}), // The press tries again, and says so when it fails.
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
