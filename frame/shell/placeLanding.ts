import type { Obstacle, Viewport } from '../../bridge/records.ts';

export interface Landing {
  readonly left: number;
  /** NaN, which unsets the style: only one side counts, and in Arabic the right one was set before. */
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/**
 * In landing mode the frame fills the element that the page reserves for the scheduler (SC-153), as far as it is in the
 * viewport, so that the visitor can reach all of the scheduler. Undefined without such an element: the frame then fills the
 * viewport.
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
