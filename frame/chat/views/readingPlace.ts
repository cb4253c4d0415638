import type { RefObject } from 'react';

/**
 * Keeps the row that the visitor is reading in place while the list changes above it: earlier messages are rendered, a
 * message changes, or the window is resized. Not all browsers have scroll anchoring, and it does not work at the top of a
 * list.
 */
export function createReadingPlace(
  list: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  shift: (px: number) => void,
) {
  /** The first row in view. */
  let row: Element | undefined;
  let belowTopPx = 0;
  let scrollTop = 0;

  const isKnown = (box: Element): boolean => row?.isConnected === true && box.scrollTop === scrollTop;

  return {
    /** Call it after a scroll. Otherwise the place is unchanged, because browsers round positions. */
    remember(): void {
      const box = list.current;
      if (!box || isKnown(box)) return;
      const topPx = topOf(box);
      const block = content.current && firstBelow(content.current.children, topPx);
      row = block ? (firstBelow(block.children, topPx) ?? block) : undefined;
      if (row) belowTopPx = topOf(row) - topPx;
      scrollTop = box.scrollTop;
    },

    /** Call it when the list has changed. `pages` is the number of pages that were rendered above the others. */
    hold(pages: number): void {
      const box = list.current;
      const [first, next] = [content.current?.children[0], content.current?.children[pages]];
      if (!box || !first || !next) return;
      const wasKnown = isKnown(box);
      const movedPx = row && wasKnown ? topOf(row) - topOf(box) - belowTopPx : topOf(next) - topOf(first);
      if (Math.abs(movedPx) < 1) return;
      shift(movedPx);
      if (wasKnown) scrollTop = box.scrollTop;
      // After the shift another row may be the first in view.
      else row = undefined;
    },
  };
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

/** The first element of a column that ends below a line. Binary search, because a long conversation has hundreds of rows. */
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
