import type { Obstacle, Viewport } from '../../bridge/records.ts';
import { clearancePx, edgePx, footerCapPx, narrowBelowPx, narrowEdgePx, pillHeightPx, pillWidthPx } from './limits.ts';
import type { Side } from './theme.ts';

/** SH-028: 16 px from the edges, 15 px where the width is under 768 px. */
export function edgeOf(viewport: Viewport): number {
  return viewport.width < narrowBelowPx ? narrowEdgePx : edgePx;
}

export interface PillPlace {
  readonly viewport: Viewport;
  readonly obstacles: readonly Obstacle[];
  readonly side: Side;
}

/**
 * Distance of the pill from the viewport's bottom edge (SH-157): above the visible part of a footer, by at most 170 px, then
 * clear of every fixed element in its column, from the lowest to the highest. An element that would push the pill out of the
 * viewport is ignored: the pill cannot go above a dialog that covers the page.
 */
export function placePill({ viewport, obstacles, side }: PillPlace): number {
  const edge = edgeOf(viewport);
  const left = side === 'left' ? edge : viewport.width - edge - pillWidthPx;
  const column = { left, right: left + pillWidthPx };
  const inColumn = obstacles.filter((obstacle) => obstacle.left < column.right && obstacle.right > column.left);

  const start = edge + footerOffset(inColumn, viewport);
  const highest = viewport.height - edge - pillHeightPx;
  const fixed = inColumn
    .filter((obstacle) => obstacle.kind === 'fixed' && obstacle.bottom > obstacle.top)
    .sort((one, other) => other.bottom - one.bottom);

  let bottom = start;
  for (const obstacle of fixed) {
    const top = viewport.height - bottom - pillHeightPx;
    const above = viewport.height - obstacle.top + clearancePx;
    if (obstacle.bottom > top - clearancePx && above > bottom && above <= highest) bottom = above;
  }
  return Math.round(bottom);
}

/** How much of a footer is visible at the bottom of the viewport, at most 170 px (SH-157). */
function footerOffset(obstacles: readonly Obstacle[], viewport: Viewport): number {
  const shown = obstacles
    .filter((obstacle) => obstacle.kind === 'footer' && obstacle.bottom > obstacle.top)
    .map((obstacle) => (obstacle.bottom >= viewport.height - 1 ? viewport.height - obstacle.top : 0));
  return Math.min(footerCapPx, Math.max(0, ...shown));
}
