import type { Obstacle, Viewport } from '../../bridge/records.ts';

export interface Landing {
  readonly left: number;
  /** No length: only one side counts, and in Arabic the other is set before. */
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/**
 * In landing mode the frame fills the place that the page keeps for the scheduler (SC-153): as much of it as is in the
 * viewport, so that nothing of the scheduler is out of reach. Undefined without such a place; then it fills the viewport.
 */
export function placeLanding(obstacles: readonly Obstacle[], viewport: Viewport): Landing | undefined {
  const place = obstacles.find(({ kind }) => kind === 'landing');
  if (!place) return undefined;
  const left = Math.max(0, place.left);
  const top = Math.max(0, place.top);
  const right = Math.min(viewport.width, place.right);
  const bottom = Math.min(viewport.visibleHeight, place.bottom);
  return {
    left,
    right: Number.NaN,
    bottom: viewport.height - bottom,
    width: Math.max(0, right - left),
    height: Math.max(0, bottom - top),
  };
}
