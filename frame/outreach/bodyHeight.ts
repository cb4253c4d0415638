import { besideBodyPx, leastBodyPx, mostBodyPx } from './limits.ts';

/** How high a card's text may be on a page of this height (SH-131): on a low one it scrolls sooner, and the pill stays free. */
export function bodyHeightPx(viewportHeightPx: number): number {
  return Math.max(leastBodyPx, Math.min(mostBodyPx, viewportHeightPx - besideBodyPx));
}
