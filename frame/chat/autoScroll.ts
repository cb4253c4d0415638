/** Reading pace of the slow scroll through an answer that is taller than the window (SH-051). Px per ms. */
export const readingSpeedPxPerMs = 0.04;
/** Before it begins, the first time and later times. */
export const firstReadingDelayMs = 1_000;
export const laterReadingDelayMs = 3_000;
/** All other scroll animations (SH-051). */
export const scrollMs = 150;

/** How far the slow scroll has come, px (SH-051). */
export function readingOffsetPx(elapsedMs: number, isFirst: boolean): number {
  const delayMs = isFirst ? firstReadingDelayMs : laterReadingDelayMs;
  return Math.max(0, elapsedMs - delayMs) * readingSpeedPxPerMs;
}

/** How far a short scroll of `distancePx` has come: eased out, whole after 150 ms. */
export function scrollOffsetPx(elapsedMs: number, distancePx: number): number {
  const part = Math.min(1, Math.max(0, elapsedMs / scrollMs));
  return distancePx * (1 - (1 - part) ** 3);
}
