import type { FrameDrawing, Obstacle, Viewport } from '../../bridge/records.ts';
import { px } from './hostDrawings.ts';
import { viewportMarginPx } from './limits.ts';
import { paneCovers } from './placeFrame.ts';

/** The frame's place and size on the page, or only its size. */
export type Landing = Pick<FrameDrawing, 'left' | 'right' | 'bottom' | 'width' | 'height'>;

/** The pane's size with room for the calendar and the times side by side. */
const schedulerWidthPx = 760;
const schedulerHeightPx = 680;

/** SH-035: on a wide page the pane is larger while it shows a scheduler, above an on-screen keyboard as well. */
export function widenForScheduler(viewport: Viewport): Pick<Landing, 'width' | 'height'> | undefined {
  if (paneCovers(viewport)) return undefined;
  return {
    width: px(Math.min(schedulerWidthPx, viewport.width - viewportMarginPx)),
    height: px(Math.min(schedulerHeightPx, viewport.visibleHeight - viewportMarginPx)),
  };
}

/**
 * In landing mode the frame fills the element that the page reserves for the scheduler (SC-153), as far as it is in the
 * viewport, so that the visitor can reach all of the scheduler. Undefined if the page has never had such an element: the
 * frame then fills the viewport.
 */
export function placeLanding(obstacles: readonly Obstacle[], viewport: Viewport): Landing | undefined {
  const place = obstacles.find(({ kind }) => kind === 'landing');
  if (!place) return undefined;
  const left = Math.max(0, place.left);
  const top = Math.max(0, place.top);
  const right = Math.min(viewport.width, place.right);
  const bottom = Math.min((viewport.visibleTop ?? 0) + viewport.visibleHeight, place.bottom);
  return {
    left: px(left),
    right: undefined,
    bottom: px(viewport.height - bottom),
    width: px(Math.max(0, right - left)),
    height: px(Math.max(0, bottom - top)),
  };
}
