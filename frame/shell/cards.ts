import { cardShadowPx, debugHeightPx, debugWidthPx, popUpRisePx, viewportMarginPx } from './limits.ts';
import { type FrameContent, toRectangle } from './placeFrame.ts';

export interface CardSize {
  readonly widthPx: number;
  /** Includes the space for the shadow. */
  readonly heightPx: number;
  /** Between the bottom edges of pill and card. */
  readonly risePx: number;
}

/** The card above the pill while the pane is hidden (SH-124, SH-131). */
export interface ShownCard extends CardSize {
  readonly kind: 'popUp' | 'notification';
}

/** A card of this size, or as much of it as the viewport has room for. */
export function cardOf({ widthPx, heightPx, risePx }: CardSize): Extract<FrameContent, { kind: 'card' }> {
  return {
    kind: 'card',
    place({ viewport, pillBottomPx }) {
      const shadowPx = 2 * cardShadowPx;
      const width = Math.min(widthPx, viewport.width - viewportMarginPx) + shadowPx;
      const height = Math.min(heightPx, viewport.height - viewportMarginPx + shadowPx);
      const maxBottomPx = viewport.height - viewportMarginPx / 2 + cardShadowPx - height;
      const bottom = Math.min(pillBottomPx + risePx - cardShadowPx, maxBottomPx);
      return toRectangle('card', { width, height, bottom });
    },
  };
}

/** The debug window (SH-161). */
export const debugCard: CardSize = { widthPx: debugWidthPx, heightPx: debugHeightPx, risePx: popUpRisePx };
