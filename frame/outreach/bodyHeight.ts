import { maxBodyHeightPx, minBodyHeightPx, otherContentHeightPx } from './limits.ts';

/**
 * The greatest height of a card's text (SH-131). In a low viewport the text scrolls earlier, so that the pill stays visible.
 */
export function bodyHeightPx(viewportHeightPx: number): number {
  return Math.max(minBodyHeightPx, Math.min(maxBodyHeightPx, viewportHeightPx - otherContentHeightPx));
}
