import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pagesDrawnAtFirst } from '../limits.ts';

/** Without `content-visibility`, a browser lays out all that is drawn: Firefox before 125, Safari before 18. */
export const canSkipPages = (): boolean => CSS.supports('content-visibility', 'auto');

/**
 * Draws the last pages of a conversation at first, and then all earlier ones, so that find-in-page and screen readers have
 * the whole conversation. Returns the number of the first drawn page. At most one more page is rendered per frame, in a
 * transition, which yields to all input.
 */
export function useEarlierPages(
  list: RefObject<HTMLDivElement | null>,
  count: number,
  isBusy: (timeMs: number) => boolean,
  onDrawn: (pages: number) => void,
): number {
  const [{ drawn, of }, setDrawn] = useState({ drawn: pagesDrawnAtFirst, of: count });
  const added = count - of;
  // New pages at the end keep the rendered ones. A whole history that arrives at once is rendered from its end again.
  if (added !== 0) setDrawn({ drawn: added > pagesDrawnAtFirst ? pagesDrawnAtFirst : drawn + added, of: count });
  const first = Math.max(0, count - drawn);

  useEffect(() => {
    if (first === 0) return;
    let isOver = false;
    const wait = (): void => void requestAnimationFrame(look);
    const look = (timeMs: number): void => {
      if (isOver) return;
      if (!isBusy(timeMs)) startTransition(() => setDrawn((now) => ({ ...now, drawn: now.drawn + 1 })));
      else if (canSkipPages()) wait();
      else list.current?.addEventListener('scroll', wait, { once: true });
    };
    wait();
    return () => {
      isOver = true;
    };
  }, [list, first, isBusy]);

  const firstBefore = useRef(first);
  useLayoutEffect(() => {
    if (first < firstBefore.current) onDrawn(firstBefore.current - first);
    firstBefore.current = first;
  }, [first, onDrawn]);

  return first;
}
