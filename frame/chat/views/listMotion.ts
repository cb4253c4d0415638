import type { RefObject } from 'react';

/** Animates the scroll position of a list, and distinguishes its own scroll events from the visitor's. */
export function createListMotion(list: RefObject<HTMLDivElement | null>) {
  let animation = 0;
  let isMoving = false;
  /** The start position of the motion. */
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
export function wasScrolledBack(box: Element, fromPx: number): boolean {
  return box.scrollTop < fromPx && box.scrollHeight - box.clientHeight - box.scrollTop <= 1;
}
