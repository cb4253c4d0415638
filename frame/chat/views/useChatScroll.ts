import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Conversation } from '../conversation.ts';
import { nearEndPx, pagesShownAtFirst } from '../limits.ts';
import { lastMessage } from '../messageLog.ts';
import { readingOffsetPx, scrollMs, scrollOffsetPx } from '../window/autoScroll.ts';

/**
 * Keeps the end of the conversation in view, unless the visitor has scrolled up to read (SH-051). A message that is taller
 * than the window is shown from its start and then scrolls at reading speed.
 */
export function useChatScroll(list: RefObject<HTMLDivElement | null>, conversation: Conversation) {
  const { pages, pending } = conversation.messages;
  const [pagesShown, setPagesShown] = useState(pagesShownAtFirst);
  const [hasNew, setHasNew] = useState(false);
  const isAtEnd = useRef(true);
  const animation = useRef(0);
  /** A scroll to the end is running. It includes messages that arrive meanwhile. */
  const isFollowing = useRef(false);
  /** The position that the last scroll of ours has set. */
  const expectedTop = useRef(-1);
  const slowScrolls = useRef(0);
  const heightBefore = useRef<number | undefined>(undefined);
  const last = lastMessage(conversation.messages);
  const lastId = last?.id;
  const isVisitors = last?.type === 'visitor';

  const stop = useCallback((): void => {
    cancelAnimationFrame(animation.current);
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
        // The end may move meanwhile: the window is resized, or messages arrive.
        const top = Math.min(end, from + offsetAt(elapsed, end - from));
        box.scrollTop = top;
        expectedTop.current = box.scrollTop;
        if (!isOver(elapsed) && top < end) animation.current = requestAnimationFrame(step);
        else isFollowing.current = false;
      };
      animation.current = requestAnimationFrame(step);
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
      expectedTop.current = box.scrollTop;
    } else {
      move(scrollOffsetPx, (elapsed) => elapsed >= scrollMs);
      isFollowing.current = true;
    }
  }, [list, move]);

  /** Shows the end of the conversation at first, without animation. */
  useLayoutEffect(() => {
    const box = list.current;
    if (box) {
      box.scrollTop = box.scrollHeight;
      expectedTop.current = box.scrollTop;
    }
    return stop;
  }, [list, stop]);

  const isTyping = conversation.isAgentTyping;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last message or the typing indicator moves the view.
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    if (!isAtEnd.current && !isVisitors) {
      if (!isTyping) setHasNew(true);
      return;
    }
    const newest = box.querySelector<HTMLElement>(':scope > ul:last-of-type > li:last-child');
    const isTall = !isVisitors && newest !== null && newest.offsetHeight > box.clientHeight;
    if (!isTall || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      toEnd();
      return;
    }
    isAtEnd.current = false; // The visitor reads from the start of the message.
    box.scrollTop = newest.offsetTop - box.offsetTop;
    const isFirst = slowScrolls.current === 0;
    slowScrolls.current += 1;
    move(
      (elapsed) => readingOffsetPx(elapsed, isFirst),
      () => false,
    );
  }, [lastId, isTyping]);

  /** Keeps the end in view when the list is resized (keyboard, survey, composer). */
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (!isAtEnd.current || isFollowing.current) return;
      box.scrollTop = box.scrollHeight;
      expectedTop.current = box.scrollTop;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [list]);

  /** Keeps the scroll position when earlier pages are added above. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after pages were added.
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
    // After our own scroll to the end the visitor is at the end, even if the list has shrunk before this event.
    const isOurs = Math.abs(box.scrollTop - expectedTop.current) <= 1;
    if (!isOurs) stop();
    isAtEnd.current = (isOurs && isAtEnd.current) || box.scrollHeight - box.clientHeight - box.scrollTop < nearEndPx;
    if (isAtEnd.current) {
      setHasNew(false);
      setPagesShown((count) => (count > 2 * pagesShownAtFirst ? pagesShownAtFirst : count));
    } else if (box.scrollTop < nearEndPx && pages.length > pagesShown) showEarlier();
  }, [list, stop, showEarlier, pages.length, pagesShown]);

  return { pagesShown, hasNew, onScroll, toEnd, showEarlier, count: pages.length + pending.length };
}
