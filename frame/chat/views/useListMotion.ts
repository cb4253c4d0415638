import { type RefObject, useCallback, useRef } from 'react';

/** Moves a list, and tells its own scroll events from the visitor's. */
export function useListMotion(list: RefObject<HTMLDivElement | null>) {
  const animation = useRef(0);
  const moving = useRef(false);
  /** Where the motion has started. */
  const from = useRef(0);
  /** The position that the last scroll of ours has set. */
  const expectedTop = useRef(-1);

  const stop = useCallback((): void => {
    cancelAnimationFrame(animation.current);
    moving.current = false;
  }, []);

  const jump = useCallback(
    (topPx: number): void => {
      stop();
      const box = list.current;
      if (!box) return;
      box.scrollTop = topPx;
      expectedTop.current = box.scrollTop;
    },
    [list, stop],
  );

  const move = useCallback(
    (offsetAt: (elapsedMs: number, distancePx: number) => number, isOver: (elapsedMs: number) => boolean): void => {
      const box = list.current;
      if (!box) return;
      stop();
      moving.current = true;
      from.current = box.scrollTop;
      let start: number | undefined;
      const step = (time: number): void => {
        start ??= time;
        const elapsed = time - start;
        const end = box.scrollHeight - box.clientHeight;
        // The end may move meanwhile: the window is resized, or messages arrive.
        const top = Math.min(end, from.current + offsetAt(elapsed, end - from.current));
        box.scrollTop = top;
        expectedTop.current = box.scrollTop;
        if (!isOver(elapsed) && top < end) animation.current = requestAnimationFrame(step);
        else stop();
      };
      animation.current = requestAnimationFrame(step);
    },
    [list, stop],
  );

  const isMoving = useCallback((): boolean => moving.current, []);
  const isOurs = useCallback(
    (): boolean => Math.abs((list.current?.scrollTop ?? 0) - expectedTop.current) <= 1,
    [list],
  );

  /** Scrolls by what was added above the view. A motion goes on from there. */
  const shift = useCallback(
    (px: number): void => {
      const box = list.current;
      if (!box) return;
      const wasOurs = isOurs();
      box.scrollTop += px;
      from.current += px;
      if (wasOurs) expectedTop.current = box.scrollTop;
    },
    [list, isOurs],
  );

  return { move, stop, jump, shift, isMoving, isOurs };
}
