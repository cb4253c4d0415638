import type { FrameDrawing, PillDrawing, Viewport } from '../../bridge/records.ts';
import { frameStyle, pillStyle } from './hostStyles.ts';
import { cardShadowPx, pillHeightPx } from './limits.ts';
import { edgeOf } from './placePill.ts';

/** What the pill should look like. `className` is made of hidden, the theme, left, icon and slide. */
export interface PillAppearance {
  readonly className: string;
  readonly text: string;
  readonly badge: string;
  readonly label: string;
  readonly bottom: number;
  readonly expanded: boolean;
}

/** Where the frame should be. `className` is hidden, pane, card or full, with left on that side. */
export interface FrameAppearance {
  readonly className: string;
  readonly width: number;
  readonly height: number;
  readonly bottom: number;
  readonly label: string;
}

/** What a brand changes on the page. */
export interface DrawnBrand {
  readonly radius: number;
  readonly sign?: string | undefined;
  /** Its CSS for the pill, by the build. */
  readonly $styles?: { readonly pill: string } | undefined;
}

function sides(className: string, edge: number): { left: number } | { right: number } {
  return className.includes('left') ? { left: edge } : { right: edge };
}

/** As the loader draws it: texts are properties, lengths are styles. The icon shows the count, or the brand's sign. */
export function toPillDrawing(pill: PillAppearance, viewport: Viewport, brand?: DrawnBrand): PillDrawing {
  const value = pill.badge || brand?.sign || '';
  const isIcon = pill.className.includes('icon');
  return {
    style: pillStyle(pill.className, brand?.$styles?.pill),
    textContent: isIcon ? '' : pill.text,
    value,
    title: pill.label,
    ariaLabel: isIcon || value ? pill.label : undefined,
    ariaExpanded: String(pill.expanded),
    ...sides(pill.className, edgeOf(viewport)),
    bottom: pill.bottom,
    height: pillHeightPx,
  };
}

/** A full frame ends above an on-screen keyboard. The space for a card's shadow is outside the edge. */
export function toFrameDrawing(frame: FrameAppearance, viewport: Viewport, brand?: DrawnBrand): FrameDrawing {
  const [mode] = frame.className.split(' ');
  const edge = mode === 'full' ? 0 : edgeOf(viewport) - (mode === 'card' ? cardShadowPx : 0);
  return {
    style: frameStyle(mode, brand?.radius),
    title: frame.label,
    ...sides(frame.className, edge),
    bottom: mode === 'full' ? viewport.height - frame.height : frame.bottom,
    width: frame.width,
    height: frame.height,
  };
}
