import type { Viewport } from '../../bridge/records.ts';
import type { FrameMode, FrameRectangle } from './hostDrawings.ts';
import { defaultPaneWidthPx, maxPaneHeightPx, minPaneHeightPx, mobileWidthPx, viewportMarginPx } from './limits.ts';
import { edgeOf } from './placePill.ts';
import type { Side } from './theme.ts';

/** The current content of the frame; `backdrop` covers the viewport (SH-048). */
export type FrameContent =
  | { readonly kind: 'pane'; readonly fullSize: boolean; readonly contentHeightPx: number }
  | { readonly kind: 'backdrop' }
  /** Pop-up, notification or debug window. The rooms show it and compute its place (`cards.ts`). */
  | { readonly kind: 'card'; readonly place: (place: Omit<FramePlace, 'content'>) => FrameRectangle };

export interface FramePlace {
  readonly content: FrameContent;
  readonly viewport: Viewport;
  readonly side: Side;
  /** The width of the pane beside the page. */
  readonly paneWidthPx?: number | undefined;
  /** The pill's distance from the bottom: cards go above the pill. */
  readonly pillBottomPx: number;
}

export function toRectangle(
  mode: FrameMode,
  px: { readonly width: number; readonly height: number; readonly bottom: number },
): FrameRectangle {
  return {
    mode,
    width: whole(px.width),
    height: whole(px.height),
    bottom: whole(px.bottom),
  };
}

/**
 * The iframe's rectangle for everything it can show (SH-035, SH-036, SH-048, SH-124, SH-131). A full frame starts at the top.
 * It ends above an on-screen keyboard, and so does the pane.
 */
export function placeFrame({ content, ...place }: FramePlace): FrameRectangle {
  const { viewport } = place;
  const full = { width: viewport.width, height: viewport.visibleHeight, bottom: 0 };

  switch (content.kind) {
    case 'backdrop':
      return toRectangle('landing', full);
    case 'pane': {
      const { height: allPx, visibleHeight: leftPx, visibleTop = 0 } = viewport;
      if (paneCovers(viewport)) return toRectangle('cover', full);
      const wanted = content.fullSize ? maxPaneHeightPx : content.contentHeightPx;
      const maxPx = Math.min(maxPaneHeightPx, leftPx - viewportMarginPx);
      const height = Math.min(Math.max(wanted, minPaneHeightPx), maxPx);
      const width = place.paneWidthPx ?? defaultPaneWidthPx;
      const bottom = edgeOf(viewport) + allPx - visibleTop - leftPx;
      return toRectangle('pane', { width, height, bottom });
    }
    case 'card':
      return content.place(place);
  }
}

/** Whether the pane covers the screen. A keyboard leaves little of a phone on its side, which may be wider than the limit for phones. */
export function paneCovers({ width, height, visibleHeight }: Viewport): boolean {
  return isMobileWidth(width) || visibleHeight < Math.min(height, minPaneHeightPx + viewportMarginPx);
}

/** SH-155: a width of at most 768 px. */
export function isMobileWidth(widthPx: number): boolean {
  return widthPx <= mobileWidthPx;
}

function whole(px: number): number {
  return Math.max(0, Math.round(px));
}
