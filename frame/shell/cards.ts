import {
  cardShadowPx,
  debugHeightPx,
  debugWidthPx,
  notificationRisePx,
  notificationWidthPx,
  popUpRisePx,
  popUpWidthPx,
  postWidthPx,
  viewportMarginPx,
} from './limits.ts';
import { type FrameContent, toRectangle } from './placeFrame.ts';

export type Card = Extract<FrameContent, { kind: 'card' }>;

/** The card above the pill while the pane is hidden. Its height is measured with the space for the shadow. */
export type CardContent =
  | { readonly kind: 'popUp'; readonly contentHeightPx: number }
  | { readonly kind: 'notification'; readonly isPost: boolean; readonly contentHeightPx: number };

interface CardSize {
  readonly widthPx: number;
  /** Includes the space for the shadow. */
  readonly heightPx: number;
  /** Between the bottom edges of pill and card. */
  readonly risePx: number;
}

/** A card of this size, or as much of it as the viewport has room for. */
export function cardOf({ widthPx, heightPx, risePx }: CardSize): Card {
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

/** SH-124, SH-131. */
export function toCard(content: CardContent): Card {
  const heightPx = content.contentHeightPx;
  if (content.kind === 'popUp') return cardOf({ widthPx: popUpWidthPx, heightPx, risePx: popUpRisePx });
  const widthPx = content.isPost ? postWidthPx : notificationWidthPx;
  return cardOf({ widthPx, heightPx, risePx: notificationRisePx });
}

/** The debug window (SH-161). */
export const debugCard = cardOf({ widthPx: debugWidthPx, heightPx: debugHeightPx, risePx: popUpRisePx });
