import { type RefObject, useEffect, useState } from 'react';
import { armDelayMs, hasFrameMoved, type PointerPlace, watchArming } from '../../ui/arming.ts';

/** The hint: the dragged files will be sent, or the last drop was refused. */
type DropHint = 'dropHere' | 'dropAgain';

/** A drag without an event for this long has left the window: browsers fire one at least every 550 ms. */
const dragPauseMs = 1_000;

/**
 * Handles files that are pasted or dropped anywhere in the chat window. Pasted text is not affected. A drop has
 * consequences, so the rules of `arming.ts` apply. A paste needs a key, which no page can press.
 */
export function useDroppedFiles(
  place: RefObject<HTMLElement | null>,
  add: (files: readonly File[]) => void,
): DropHint | undefined {
  const [hint, setHint] = useState<DropHint>();
  useEffect(() => {
    const box = place.current?.closest<HTMLElement>('[data-takes-files]');
    const row = place.current?.closest('form');
    if (!row || !box) return;
    // Not the whole window: a banner of the page over one corner of it would refuse every file.
    const arming = watchArming(row);
    const listening = new AbortController();
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ): void => box.addEventListener(type, listener, { signal: listening.signal });
    // During a drag, browsers fire no pointer events, which the arming depends on.
    let drag: PointerPlace | undefined;
    let seenMs = Number.NEGATIVE_INFINITY;
    let disturbedMs = Number.POSITIVE_INFINITY;
    on('paste', (event) => {
      const files = filesOf(event.clipboardData);
      // Office adds a picture of the formatted text that it copies. The Finder adds the plain name of a file.
      const { types = [] } = event.clipboardData ?? {};
      const isFormattedText = types.includes('text/plain') && types.includes('text/html');
      if (files.length === 0 || isFormattedText) return;
      event.preventDefault();
      setHint(undefined);
      add(files);
    });
    on('dragover', (event) => {
      if (!isFile(event)) return;
      // Otherwise the browser navigates from the widget to the file.
      event.preventDefault();
      setHint('dropHere');
      const nowMs = performance.now();
      if (nowMs - seenMs > dragPauseMs || (drag && hasFrameMoved(drag, event))) disturbedMs = nowMs;
      seenMs = nowMs;
      drag = event;
    });
    on('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) setHint(undefined);
    });
    on('drop', (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      const mayDrop = arming.mayPress({ detail: 1 }) && performance.now() - disturbedMs >= armDelayMs;
      setHint(mayDrop ? undefined : 'dropAgain');
      if (mayDrop) add(filesOf(event.dataTransfer));
    });
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
