import type { Message } from '../conversation.ts';
import { shownTime } from '../messages/messageLog.ts';

/** Speed of the slow scroll through an answer that is taller than the window (SH-051), px per ms. */
const readingSpeedPxPerMs = 0.04;
/** Delay before the first slow scroll of a conversation, and before each later one. */
const firstReadingDelayMs = 1_000;
const laterReadingDelayMs = 3_000;
/** All other scroll animations (SH-051). */
export const scrollMs = 150;
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
