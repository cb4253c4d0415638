import { type RefObject, useEffect, useState } from 'react';
import { watchArming } from '../../ui/arming.ts';

/** What the visitor is told: the files over the window will be sent, or the last ones were not taken. */
type DropHint = 'dropHere' | 'dropAgain';

/**
 * Passes on the files that are pasted or dropped anywhere in the chat window. Pasted text goes where it goes. A drop binds, so it
 * is not taken while the frame is covered or transparent (`arming.ts`); a paste needs a key, which no page can press.
 */
export function useDroppedFiles(
  place: RefObject<HTMLElement | null>,
  add: (files: readonly File[]) => void,
): DropHint | undefined {
  const [hint, setHint] = useState<DropHint>();
  useEffect(() => {
    const box = place.current?.closest<HTMLElement>('[data-takes-files]');
    if (!box) return;
    const arming = watchArming(box);
    const listening = new AbortController();
    const { signal } = listening;
    box.addEventListener(
      'paste',
      (event) => {
        const files = filesOf(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        add(files);
      },
      { signal },
    );
    box.addEventListener(
      'dragover',
      (event) => {
        if (!isFile(event)) return;
        // Otherwise the browser opens the file in place of the widget.
        event.preventDefault();
        setHint('dropHere');
      },
      { signal },
    );
    box.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) setHint(undefined);
      },
      { signal },
    );
    box.addEventListener(
      'drop',
      (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        const mayDrop = arming.mayPress({ detail: 1 });
        setHint(mayDrop ? undefined : 'dropAgain');
        if (mayDrop) add(filesOf(event.dataTransfer));
      },
      { signal },
    );
    return () => {
      listening.abort();
      arming.stop();
    };
  }, [place, add]);
  return hint;
}

function filesOf(transfer: DataTransfer | null): readonly File[] {
  return [...(transfer?.files ?? [])];
}

function isFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
