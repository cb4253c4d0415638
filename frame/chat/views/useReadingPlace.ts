import { type RefObject, useCallback, useRef } from 'react';

interface ReadingPlace {
  /** The first row in view. */
  readonly row: Element;
  readonly belowTopPx: number;
  readonly scrollTop: number;
}

/**
 * Knows what the visitor reads, and by how much it has moved since. Earlier messages are drawn above it, a message above it
 * changes, or the window gets another width. The browsers' own scroll anchoring does not exist in all of them, and not at the
 * top of a list.
 */
export function useReadingPlace(list: RefObject<HTMLDivElement | null>, content: RefObject<HTMLDivElement | null>) {
  const place = useRef<ReadingPlace | undefined>(undefined);

  const remember = useCallback((): void => {
    const box = list.current;
    const block = box && content.current && firstBelow(content.current.children, topOf(box));
    const row = block && (firstBelow(block.children, topOf(box)) ?? block);
    place.current = row ? { row, belowTopPx: topOf(row) - topOf(box), scrollTop: box.scrollTop } : undefined;
  }, [list, content]);

  /** How far the list must scroll to show the same as before. Zero if it has been scrolled meanwhile. */
  const movedPx = useCallback((): number => {
    const box = list.current;
    const { row, belowTopPx, scrollTop } = place.current ?? {};
    if (!box || !row?.isConnected || belowTopPx === undefined || box.scrollTop !== scrollTop) return 0;
    return topOf(row) - topOf(box) - belowTopPx;
  }, [list]);

  return { remember, movedPx };
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

/** The first of elements in a column that ends below a line, by bisection: a long conversation has hundreds. */
function firstBelow(column: HTMLCollection, linePx: number): Element | undefined {
  let from = 0;
  let to = column.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((column[middle]?.getBoundingClientRect().bottom ?? 0) > linePx) to = middle;
    else from = middle + 1;
  }
  return column[from];
}
