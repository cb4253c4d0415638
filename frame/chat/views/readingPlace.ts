import type { RefObject } from 'react';
import { wasScrolledBack } from './listMotion.ts';

/**
 * Keeps the row that the visitor is reading in place while the list changes above it: earlier messages are rendered, a
 * message changes, or the window is resized. Not all browsers have scroll anchoring, and it does not work at the top of a
 * list. At the end of the list that is the last row, else the first row in view.
 */
export function createReadingPlace(
  list: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  shift: (px: number) => void,
) {
  let row: Element | undefined;
  let belowTopPx = 0;
  let scrollTop = 0;

  const isThere = (): boolean => row?.isConnected === true;

  return {
    /** Call it after a scroll. Otherwise the place is unchanged, because browsers round positions. */
    remember(isAtEnd: boolean): void {
      const box = list.current;
      if (!box || (isThere() && box.scrollTop === scrollTop)) return;
      const topPx = topOf(box);
      const block = content.current && firstBelow(content.current.children, topPx);
      const first = block ? (firstBelow(block.children, topPx) ?? block) : undefined;
      row = (isAtEnd && content.current && lastRow(content.current)) || first;
      if (row) belowTopPx = topOf(row) - topPx;
      scrollTop = box.scrollTop;
    },

    /** Call it when the list has changed. `pages` is the number of pages that were rendered above the others. */
    hold(pages: number): void {
      const box = list.current;
      const [first, next] = [content.current?.children[0], content.current?.children[pages]];
      if (!box || !first || !next) return;
      const wasKnown = isThere() && (box.scrollTop === scrollTop || wasScrolledBack(box, scrollTop));
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

function lastRow(content: Element): Element | undefined {
  let block = content.lastElementChild;
  // Below the pages are buttons and the typing indicator.
  while (block && block.tagName !== 'UL') block = block.previousElementSibling;
  return block?.lastElementChild ?? undefined;
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
