import type { RefObject } from 'react';

/** Animates the scroll position of a list, and distinguishes its own scroll events from the visitor's. */
export function createListMotion(list: RefObject<HTMLDivElement | null>) {
  let animation = 0;
  let isMoving = false;
  let from = 0;
  /** The position that the last scroll of ours has set. */
  let expectedTop = -1;
  /** The height of the list at that time. */
  let expectedHeight = 0;

  function stop(): void {
    cancelAnimationFrame(animation);
    isMoving = false;
  }

  function scrollTo(box: HTMLElement, topPx: number): void {
    box.scrollTop = topPx;
    expectPlace(box);
  }

  function expectPlace(box: HTMLElement): void {
    expectedTop = box.scrollTop;
    expectedHeight = box.clientHeight;
  }

  /** When the list grows taller, the browser scrolls it back by the same amount. That is not a scroll of the visitor. */
  function acceptPlace(): void {
    const box = list.current;
    if (box && expectedTop - box.scrollTop <= box.clientHeight - expectedHeight + 1) expectPlace(box);
  }

  const isOurs = (): boolean => {
    const box = list.current;
    return !box || Math.abs(box.scrollTop - expectedTop) <= 1 || wasScrolledBack(box, expectedTop);
  };

  return {
    stop,
    isOurs,
    acceptPlace,
    isMoving: (): boolean => isMoving,

    jump(topPx: number): void {
      stop();
      if (list.current) scrollTo(list.current, topPx);
    },

    /**
     * Ends after `durationMs`, or at `endAt()`: the end of the list, unless the caller says otherwise. It may change during the motion,
     * because the window is resized, or messages arrive.
     */
    move(
      offsetAt: (elapsedMs: number, distancePx: number) => number,
      durationMs = Number.POSITIVE_INFINITY,
      endAt?: () => number,
    ): void {
      const box = list.current;
      if (!box) return;
      stop();
      isMoving = true;
      acceptPlace();
      from = box.scrollTop;
      let start: number | undefined;
      const step = (time: number): void => {
        start ??= time;
        const elapsed = time - start;
        const end = endAt?.() ?? box.scrollHeight - box.clientHeight;
        const top = Math.min(end, from + offsetAt(elapsed, end - from));
        scrollTo(box, top);
        if (elapsed < durationMs && top < end) animation = requestAnimationFrame(step);
        else stop();
      };
      animation = requestAnimationFrame(step);
    },

    /** Scrolls by the height that was added above the view. A motion continues from there. */
    shift(px: number): void {
      const box = list.current;
      if (!box) return;
      from += px;
      if (isOurs()) scrollTo(box, box.scrollTop + px);
      else box.scrollTop += px;
    },
  };
}

/** Whether the browser has scrolled the list back from there, because it has become shorter. */
function wasScrolledBack(box: Element, fromPx: number): boolean {
  return box.scrollTop < fromPx && box.scrollHeight - box.clientHeight - box.scrollTop <= 1;
}

/**
 * Keeps the row that the visitor is reading in place while the list changes above it: earlier messages are rendered, a
 * message changes, or the window is resized. Not all browsers have scroll anchoring, and it does not work at the top of a
 * list. At the end of the list that is the last row, else the first row in view.
 */
export function createReadingPlace(
  list: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  { shift, isOurs }: Pick<ReturnType<typeof createListMotion>, 'shift' | 'isOurs'>,
) {
  let row: Element | undefined;
  /** The row before it: a text that is delivered is another element. */
  let above: Element | undefined;
  let gapPx = 0;
  let belowTopPx = 0;
  let scrollTop = 0;

  function rowTopPx(): number | undefined {
    if (row?.isConnected) return topOf(row);
    return above?.isConnected ? above.getBoundingClientRect().bottom + gapPx : undefined;
  }

  return {
    /** Call it after a scroll. Otherwise the place is unchanged, because browsers round positions. */
    remember(isAtEnd: boolean): void {
      const [box, inside] = [list.current, content.current];
      if (!box || !inside || (row?.isConnected && box.scrollTop === scrollTop)) return;
      const topPx = topOf(box);
      [above, row] = isAtEnd ? lastRows(inside) : [];
      const block = firstBelow(inside.children, topPx);
      if (!row && block) row = firstBelow(block.children, topPx) ?? block;
      if (row) belowTopPx = topOf(row) - topPx;
      if (row && above) gapPx = topOf(row) - above.getBoundingClientRect().bottom;
      scrollTop = box.scrollTop;
    },

    /** Call it when the list has changed. `pages` is the number of pages that were rendered above the others. */
    hold(pages: number): void {
      const box = list.current;
      const [first, next] = [content.current?.children[0], content.current?.children[pages]];
      if (!box || !first || !next) return;
      const nowPx = rowTopPx();
      // The list's own motion moves the row as well. What the browser scrolls back is undone.
      const scrolledPx = wasScrolledBack(box, scrollTop) ? 0 : box.scrollTop - scrollTop;
      const isKnown = nowPx !== undefined && (scrolledPx === 0 || isOurs());
      const expectedPx = belowTopPx - scrolledPx;
      const movedPx = isKnown ? nowPx - topOf(box) - expectedPx : topOf(next) - topOf(first);
      if (Math.abs(movedPx) < 1) return;
      shift(movedPx);
      if (isKnown) {
        belowTopPx = expectedPx;
        scrollTop = box.scrollTop;
        return;
      }
      // After the shift another row may be the first in view.
      above = undefined;
      row = undefined;
    },
  };
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;

function lastRows(content: Element): [Element | undefined, Element | undefined] {
  const rows: Element[] = [];
  // Below the pages are buttons and the typing indicator.
  for (let block = content.lastElementChild; block && rows.length < 2; block = block.previousElementSibling)
    if (block.tagName === 'UL') rows.unshift(...[...block.children].slice(-2));
  return [rows.at(-2), rows.at(-1)];
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
