import {
  debugHeightPx,
  debugWidthPx,
  notificationRisePx,
  notificationWidthPx,
  popUpRisePx,
  popUpWidthPx,
  postWidthPx,
} from './limits.ts';
import type { FrameContent } from './placeFrame.ts';

export type Card = Extract<FrameContent, { kind: 'card' }>;

/** The card above the pill while the pane is hidden. Its height is measured with the space for the shadow. */
export type CardContent =
  | { readonly kind: 'popUp'; readonly contentHeightPx: number }
  | { readonly kind: 'notification'; readonly isPost: boolean; readonly contentHeightPx: number };

/** SH-124, SH-131. */
export function toCard(content: CardContent): Card {
  const heightPx = content.contentHeightPx;
  if (content.kind === 'popUp') return { kind: 'card', widthPx: popUpWidthPx, heightPx, risePx: popUpRisePx };
  const widthPx = content.isPost ? postWidthPx : notificationWidthPx;
  return { kind: 'card', widthPx, heightPx, risePx: notificationRisePx };
}

/** The debug window (SH-161). */
export const debugCard: Card = { kind: 'card', widthPx: debugWidthPx, heightPx: debugHeightPx, risePx: popUpRisePx };
