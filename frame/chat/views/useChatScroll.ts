import { type RefObject, type UIEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isMotionReduced } from '../../ui/isMotionReduced.ts';
import type { Conversation, Message } from '../conversation.ts';
import { nearEndPx, scrollPauseMs } from '../limits.ts';
import { shownTime } from '../messages/messageLog.ts';
import { createListMotion, createReadingPlace } from './listMotion.ts';

/** Without `content-visibility`, a browser lays out all that is drawn: Firefox before 125, Safari before 18. */
export const canSkipPages = (): boolean => CSS.supports('content-visibility', 'auto');

/** Speed of the slow scroll through an answer that is taller than the window (SH-051), px per ms. */
const readingSpeedPxPerMs = 0.04;
/** Delay before the first slow scroll of a conversation, and before each later one. */
const firstReadingDelayMs = 1_000;
const laterReadingDelayMs = 3_000;
/** All other scroll animations (SH-051). */
const scrollMs = 150;
/** Messages of others with no longer pause between them are one answer: its blocks are at most 1 s apart (CH-090). */
const answerPauseMs = 3_000;
/** Space above the start of an answer: the space between two messages of one sender. */
const answerMarginPx = 8;

/** Offset of the slow scroll after `elapsedMs` (SH-051). */
export function readingOffsetPx(elapsedMs: number, isFirst: boolean): number {
  const delayMs = isFirst ? firstReadingDelayMs : laterReadingDelayMs;
  return Math.max(0, elapsedMs - delayMs) * readingSpeedPxPerMs;
}

/** Offset of a short scroll of `distancePx` after `elapsedMs`: eases out and ends after 150 ms. */
export function scrollOffsetPx(elapsedMs: number, distancePx: number): number {
  const progress = Math.min(1, Math.max(0, elapsedMs / scrollMs));
  return distancePx * (1 - (1 - progress) ** 3);
}

/** How many of the last messages are the newest answer: everything that others have said since the visitor, without a long pause. */
export function newestAnswerLength(messages: readonly Message[]): number {
  const before = messages.findLastIndex((message, at) => {
    const next = messages[at + 1];
    return message.type === 'visitor' || (next && shownTime(next) - shownTime(message) > answerPauseMs);
  });
  return messages.length - 1 - before;
}

interface ListPlace {
  readonly topPx: number;
  /** The position at which the end of the list is in view. */
  readonly endPx: number;
  /** Where the messages of the newest answer start, in order. */
  readonly startsPx: readonly number[];
}

/**
 * The position of a list that follows the conversation: its end, but never past the start of an unread answer. Messages
 * above `topPx` have been read, so the list never moves back.
 */
export function restingTopPx({ topPx, endPx, startsPx }: ListPlace): number {
  // Browsers round positions to parts of a pixel.
  const start = startsPx.map((one) => one - answerMarginPx).find((one) => one >= topPx - 1);
  return start === undefined ? endPx : Math.min(endPx, Math.max(start, topPx));
}

/**
 * Keeps the end of the conversation in view, unless the visitor has scrolled up to read (SH-051). An answer that is taller
 * than the window, in one message or in several, is shown from its start and then scrolls at reading speed.
 */
export function useChatScroll(
  list: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  conversation: Conversation,
) {
  const { pages, pending } = conversation.messages;
  const [hasNew, setHasNew] = useState(false);
  const isAtEnd = useRef(true);
  const [motion] = useState(() => createListMotion(list));
  const { move, stop, jump, isMoving, isOurs, acceptPlace } = motion;
  const [{ remember, hold }] = useState(() => createReadingPlace(list, content, motion));
  const slowScrolls = useRef(0);
  const scrolledMs = useRef(0);
  const newest = pages.at(-1)?.at(-1);
  const now = {
    arrivedId: newest?.id,
    writtenId: pending.at(-1)?.id,
    waiting: pending.length,
    isTyping: conversation.isAgentTyping,
  };
  const before = useRef(now);
  /** The newest message when the visitor last went to the end. They have seen it and all messages above it. */
  const seenId = useRef<string>(undefined);
  const received = useRef({ messages: [] as readonly Message[], below: 0 });
  received.current = { messages: pages.slice(-2).flat(), below: pending.length };

  const place = useCallback((): { readonly restPx: number; readonly endPx: number } => {
    const box = list.current;
    if (!box) return { restPx: 0, endPx: 0 };
    const { messages, below } = received.current;
    const length = newestAnswerLength(messages.slice(messages.findIndex(({ id }) => id === seenId.current) + 1));
    // Page by page from the end, because a query would walk the whole conversation.
    const items: HTMLElement[] = [];
    for (let page = content.current?.lastElementChild; page && items.length < length + below; ) {
      items.unshift(...page.querySelectorAll<HTMLElement>('li[data-kind]:not([data-kind=dateHeader])'));
      page = page.previousElementSibling;
    }
    const startsPx = items.slice(-length - below, items.length - below).map((item) => item.offsetTop - box.offsetTop);
    const endPx = box.scrollHeight - box.clientHeight;
    return { endPx, restPx: restingTopPx({ topPx: box.scrollTop, endPx, startsPx: length > 0 ? startsPx : [] }) };
  }, [list, content]);

  const moveToEnd = useCallback((): void => {
    isAtEnd.current = true;
    setHasNew(false);
    if (isMotionReduced()) jump(place().endPx);
    else move(scrollOffsetPx, scrollMs, () => place().restPx);
  }, [jump, move, place]);

  /** The visitor has written, or asks for the end: an answer above it, however tall, no longer holds the list back. */
  const toEnd = useCallback((): void => {
    seenId.current = received.current.messages.at(-1)?.id;
    moveToEnd();
  }, [moveToEnd]);

  /** Moves to the resting position of the list. A tall new answer then scrolls slowly. */
  const follow = useCallback(
    (isNew: boolean): void => {
      const { restPx, endPx } = place();
      if (restPx >= endPx) {
        moveToEnd();
        return;
      }
      jump(restPx);
      isAtEnd.current = endPx - restPx < nearEndPx;
      if (!isNew || isMotionReduced()) return;
      const isFirst = slowScrolls.current === 0;
      slowScrolls.current += 1;
      move((elapsed) => readingOffsetPx(elapsed, isFirst));
    },
    [jump, move, place, moveToEnd],
  );

  /** Shows the end of the conversation at first, or the start of a tall answer, without animation. */
  useLayoutEffect(() => {
    const { restPx, endPx } = place();
    const firstPx = received.current.below > 0 ? endPx : restPx;
    jump(firstPx);
    isAtEnd.current = endPx - firstPx < nearEndPx;
    return stop;
  }, [jump, place, stop]);

  /** Keeps the place at the end, or that of a visitor who reads above. */
  const keepPlace = useCallback(
    (isResized: boolean): void => {
      if (isMoving()) {
        // The motion includes content that is added during it.
        acceptPlace();
        return;
      }
      hold(0);
      if (isAtEnd.current) {
        const { restPx, endPx } = place();
        jump(isResized ? endPx : restPx);
      }
      remember(isAtEnd.current);
    },
    [jump, place, isMoving, acceptPlace, hold, remember],
  );

  // Before the browser paints and reports the new size of the content: it would count a place that is corrected then as a shift.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message that is new or has changed moves the view, and so does the typing indicator.
  useLayoutEffect(() => {
    const { arrivedId, writtenId, waiting, isTyping } = before.current;
    before.current = now;
    if (now.arrivedId === arrivedId && now.writtenId === writtenId && now.isTyping === isTyping) {
      keepPlace(false);
      return;
    }
    hold(0);
    const hasWritten = now.writtenId !== undefined && now.writtenId !== writtenId && now.waiting >= waiting;
    const hasArrived = now.arrivedId !== arrivedId && newest?.type !== 'visitor';
    if (hasWritten) toEnd();
    else if (isAtEnd.current) follow(hasArrived && newest?.isHistory === false);
    else if (hasArrived) setHasNew(true);
    // Not only after a scroll, because a text that is delivered is another row.
    remember(isAtEnd.current);
  }, [pages, pending, now.isTyping]);

  /** The list is resized (keyboard, survey, composer), or its content is. */
  useEffect(() => {
    const box = list.current;
    const inside = content.current;
    if (!box || !inside) return;
    let height = box.clientHeight;
    const observer = new ResizeObserver(() => {
      const isResized = box.clientHeight !== height;
      height = box.clientHeight;
      keepPlace(isResized);
    });
    observer.observe(box);
    observer.observe(inside);
    return () => observer.disconnect();
  }, [list, content, keepPlace]);

  function onScroll({ currentTarget: box, timeStamp }: UIEvent): void {
    // After our own scroll to the end the visitor is at the end, even if the list has shrunk before this event.
    const wasOurs = isOurs();
    if (!wasOurs) {
      stop();
      scrolledMs.current = timeStamp;
    }
    isAtEnd.current = (wasOurs && isAtEnd.current) || box.scrollHeight - box.clientHeight - box.scrollTop < nearEndPx;
    if (isAtEnd.current) setHasNew(false);
    remember(isAtEnd.current);
  }

  /**
   * Earlier messages wait while the list scrolls, unless the visitor has almost reached the first rendered one. In a browser
   * without `content-visibility`, they always wait for that.
   */
  const isBusy = useCallback(
    (timeMs: number): boolean => {
      const { scrollTop, clientHeight } = list.current ?? { scrollTop: 0, clientHeight: 0 };
      const isScrolling = timeMs - scrolledMs.current < scrollPauseMs;
      return (isScrolling || !canSkipPages()) && scrollTop > 3 * clientHeight;
    },
    [list],
  );

  return { hasNew, onScroll, toEnd, isBusy, hold };
}
