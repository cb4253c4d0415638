import { type RefObject, useCallback, useRef } from 'react';

interface ReadingPlace {
  /** The first row in view. */
  readonly row: Element;
  readonly belowTopPx: number;
  readonly scrollTop: number;
}

/**
 * Knows what the visitor reads, and keeps it in its place while the list changes above it: earlier messages are drawn, a
 * message changes, or the window gets another width. The browsers' own scroll anchoring does not exist in all of
 * them, and does nothing at the top of a list.
 */
export function useReadingPlace(
  list: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  shift: (px: number) => void,
) {
  const place = useRef<ReadingPlace | undefined>(undefined);

  const isCurrent = useCallback((): boolean => {
    const { row, scrollTop } = place.current ?? {};
    return row?.isConnected === true && list.current?.scrollTop === scrollTop;
  }, [list]);

  /** Call it after a scroll. Without one the place stays as it was, because browsers round what is set. */
  const remember = useCallback((): void => {
    const box = list.current;
    if (!box || isCurrent()) return;
    const block = content.current && firstBelow(content.current.children, topOf(box));
    const row = block && (firstBelow(block.children, topOf(box)) ?? block);
    place.current = row ? { row, belowTopPx: topOf(row) - topOf(box), scrollTop: box.scrollTop } : undefined;
  }, [list, content, isCurrent]);

  /** Scrolls by as much as the place has moved, or by `addedPx` if the list was scrolled since the place was remembered. */
  const hold = useCallback(
    (addedPx: number): void => {
      const box = list.current;
      if (!box) return;
      const known = isCurrent() ? place.current : undefined;
      const movedPx = known ? topOf(known.row) - topOf(box) - known.belowTopPx : addedPx;
      if (Math.abs(movedPx) < 1) return;
      shift(movedPx);
      if (known) place.current = { ...known, scrollTop: box.scrollTop };
    },
    [list, isCurrent, shift],
  );

  /** Earlier pages were drawn above the others. */
  const holdBelow = useCallback(
    (pages: number): void => {
      const [first, next] = [content.current?.children[0], content.current?.children[pages]];
      hold(first && next ? topOf(next) - topOf(first) : 0);
    },
    [content, hold],
  );

  return { remember, hold, holdBelow };
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
