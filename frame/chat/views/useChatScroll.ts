import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { readingOffsetPx, scrollMs, scrollOffsetPx } from '../autoScroll.ts';
import type { Conversation } from '../conversation.ts';
import { nearEndPx, pagesShownAtFirst } from '../limits.ts';
import { lastMessage } from '../messageLog.ts';

/**
 * Keeps the end of the talk in view while the visitor is there, and leaves them alone while they read above (SH-051).
 * An answer taller than the window is shown from its beginning and then moves at reading pace.
 */
export function useChatScroll(list: RefObject<HTMLDivElement | null>, conversation: Conversation) {
  const { pages, pending } = conversation.messages;
  const [pagesShown, setPagesShown] = useState(pagesShownAtFirst);
  const [hasNew, setHasNew] = useState(false);
  const isAtEnd = useRef(true);
  const motion = useRef(0);
  /** On the way to the end: what arrives meanwhile is followed too. */
  const isFollowing = useRef(false);
  const expected = useRef(-1);
  const reads = useRef(0);
  const heightBefore = useRef<number | undefined>(undefined);
  const last = lastMessage(conversation.messages);
  const lastId = last?.id;
  const isMine = last?.type === 'visitor';

  const stop = useCallback((): void => {
    cancelAnimationFrame(motion.current);
    isFollowing.current = false;
  }, []);

  const move = useCallback(
    (offsetAt: (elapsedMs: number, distancePx: number) => number, isOver: (elapsedMs: number) => boolean): void => {
      const box = list.current;
      if (!box) return;
      stop();
      const from = box.scrollTop;
      let start: number | undefined;
      const step = (time: number): void => {
        start ??= time;
        const elapsed = time - start;
        const end = box.scrollHeight - box.clientHeight;
        // The end may move under way: the window changes its size, more arrives.
        const top = Math.min(end, from + offsetAt(elapsed, end - from));
        box.scrollTop = top;
        expected.current = box.scrollTop;
        if (!isOver(elapsed) && top < end) motion.current = requestAnimationFrame(step);
        else isFollowing.current = false;
      };
      motion.current = requestAnimationFrame(step);
    },
    [list, stop],
  );

  const toEnd = useCallback((): void => {
    const box = list.current;
    if (!box) return;
    isAtEnd.current = true;
    setHasNew(false);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      box.scrollTop = box.scrollHeight;
      expected.current = box.scrollTop;
    } else {
      move(scrollOffsetPx, (elapsed) => elapsed >= scrollMs);
      isFollowing.current = true;
    }
  }, [list, move]);

  /** The first sight of a conversation is its end, at once. */
  useLayoutEffect(() => {
    const box = list.current;
    if (box) {
      box.scrollTop = box.scrollHeight;
      expected.current = box.scrollTop;
    }
    return stop;
  }, [list, stop]);

  const isTyping = conversation.isAgentTyping;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last message or the typing row is what moves the view.
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    if (!isAtEnd.current && !isMine) {
      if (!isTyping) setHasNew(true);
      return;
    }
    const newest = box.querySelector<HTMLElement>(':scope > ul:last-of-type > li:last-child');
    const isTall = !isMine && newest !== null && newest.offsetHeight > box.clientHeight;
    if (!isTall || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      toEnd();
      return;
    }
    isAtEnd.current = false; // It is read from its beginning; its end counts once it is in view.
    box.scrollTop = newest.offsetTop - box.offsetTop;
    const isFirst = reads.current === 0;
    reads.current += 1;
    move(
      (elapsed) => readingOffsetPx(elapsed, isFirst),
      () => false,
    );
  }, [lastId, isTyping]);

  /** A box that changes its size (keyboard, survey, composer) keeps the end in view. */
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (!isAtEnd.current || isFollowing.current) return;
      box.scrollTop = box.scrollHeight;
      expected.current = box.scrollTop;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [list]);

  /** Earlier pages come in above without moving what is read. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the pages were added.
  useLayoutEffect(() => {
    const box = list.current;
    if (!box || heightBefore.current === undefined) return;
    box.scrollTop += box.scrollHeight - heightBefore.current;
    heightBefore.current = undefined;
  }, [pagesShown]);

  const showEarlier = useCallback((): void => {
    heightBefore.current = list.current?.scrollHeight;
    setPagesShown((count) => count + pagesShownAtFirst);
  }, [list]);

  const onScroll = useCallback((): void => {
    const box = list.current;
    if (!box) return;
    // Our own move to the end still counts when the box has shrunk before its event came.
    const isOurs = Math.abs(box.scrollTop - expected.current) <= 1;
    if (!isOurs) stop();
    isAtEnd.current = (isOurs && isAtEnd.current) || box.scrollHeight - box.clientHeight - box.scrollTop < nearEndPx;
    if (isAtEnd.current) {
      setHasNew(false);
      setPagesShown((count) => (count > 2 * pagesShownAtFirst ? pagesShownAtFirst : count));
    } else if (box.scrollTop < nearEndPx && pages.length > pagesShown) showEarlier();
  }, [list, stop, showEarlier, pages.length, pagesShown]);

  return { pagesShown, hasNew, onScroll, toEnd, showEarlier, count: pages.length + pending.length };
}
