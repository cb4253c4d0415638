import type { Viewport } from '../../bridge/records.ts';
import type { FrameAppearance } from './hostDrawings.ts';
import {
  cardShadowPx,
  leastPaneHeightPx,
  mobileWidthPx,
  mostPaneHeightPx,
  paneWidthPx,
  viewportMarginPx,
} from './limits.ts';
import { edgeOf } from './placePill.ts';
import type { Side } from './theme.ts';

/** The current content of the frame; `backdrop` covers the viewport (SH-048). */
export type FrameContent =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'pane'; readonly fullSize: boolean; readonly contentHeightPx: number }
  | { readonly kind: 'backdrop' }
  /** Pop-up, notification or debug window: its wanted size, and how far it is above the pill's bottom edge. */
  | { readonly kind: 'card'; readonly widthPx: number; readonly heightPx: number; readonly risePx: number };

type FrameMode = 'hidden' | 'pane' | 'card' | 'full';

export interface FramePlace {
  readonly content: FrameContent;
  readonly viewport: Viewport;
  readonly side: Side;
  /** The pill's distance from the bottom: cards go above the pill. */
  readonly pillBottomPx: number;
}

export type FrameRectangle = Pick<FrameAppearance, 'className' | 'width' | 'height' | 'bottom'>;

/**
 * The iframe's rectangle for everything it can show (SH-035, SH-036, SH-048, SH-124, SH-131). A full frame starts at the top
 * and ends above an on-screen keyboard. Card heights include the space for the shadow. A card's rise is measured between the
 * bottom edges of pill and card.
 */
export function placeFrame({ content, viewport, side, pillBottomPx }: FramePlace): FrameRectangle {
  const available = { widthPx: viewport.width - viewportMarginPx, heightPx: viewport.height - viewportMarginPx };
  const place = (mode: FrameMode, widthPx: number, heightPx: number, bottomPx: number): FrameRectangle => ({
    className: side === 'left' ? `${mode} left` : mode,
    width: whole(widthPx),
    height: whole(heightPx),
    bottom: whole(bottomPx),
  });
  const card = (wantedWidthPx: number, wantedHeightPx: number, risePx: number): FrameRectangle => {
    const shadow = 2 * cardShadowPx;
    const widthPx = Math.min(wantedWidthPx, available.widthPx) + shadow;
    const heightPx = Math.min(wantedHeightPx, available.heightPx + shadow);
    const highest = viewport.height - viewportMarginPx / 2 + cardShadowPx - heightPx;
    return place('card', widthPx, heightPx, Math.min(pillBottomPx + risePx - cardShadowPx, highest));
  };

  switch (content.kind) {
    case 'nothing':
      return place('hidden', 0, 0, 0);
    case 'backdrop':
      return place('full', viewport.width, viewport.visibleHeight, 0);
    case 'pane': {
      if (isMobileWidth(viewport.width)) {
        return place('full', viewport.width, viewport.visibleHeight, 0);
      }
      const wanted = content.fullSize ? mostPaneHeightPx : content.contentHeightPx;
      const heightPx = Math.min(Math.max(wanted, leastPaneHeightPx), mostPaneHeightPx, available.heightPx);
      return place('pane', paneWidthPx, heightPx, edgeOf(viewport));
    }
    case 'card':
      return card(content.widthPx, content.heightPx, content.risePx);
  }
}

/** SH-155: a width of at most 768 px. */
export function isMobileWidth(widthPx: number): boolean {
  return widthPx <= mobileWidthPx;
}

function whole(px: number): number {
  return Math.max(0, Math.round(px));
}

export interface PaneSizeFacts {
  readonly showsMenu: boolean;
  readonly chatAvailability: 'available' | 'standby' | 'unavailable';
}

/** SH-036: full size unless the menu is shown and chat is neither available nor on stand-by. */
export function isPaneFullSize(facts: PaneSizeFacts): boolean {
  return !facts.showsMenu || facts.chatAvailability !== 'unavailable';
}
