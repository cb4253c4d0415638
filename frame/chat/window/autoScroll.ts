/** Speed of the slow scroll through a message that is taller than the window (SH-051), px per ms. */
const readingSpeedPxPerMs = 0.04;
/** Delay before the first slow scroll of a conversation, and before each later one. */
const firstReadingDelayMs = 1_000;
const laterReadingDelayMs = 3_000;
/** All other scroll animations (SH-051). */
export const scrollMs = 150;

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
