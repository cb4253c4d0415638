import type { FrameDrawing, Mode, PillDrawing, Viewport } from '../../bridge/records.ts';
import { type BrandLook, pillLook } from './hostStyles.ts';
import { cardShadowPx } from './limits.ts';
import { edgeOf } from './placePill.ts';
import type { Side, Theme } from './theme.ts';

export interface PillFacts {
  readonly isShown: boolean;
  readonly isSliding: boolean;
  readonly isFolding: boolean;
  readonly isCollapsed: boolean;
  readonly isPaneHidden: boolean;
  /** The page or landing mode hides it. */
  readonly isHidden: boolean;
  /** The number of unread messages between two spaces. Empty without any. */
  readonly badge: string;
  readonly text: string;
  /** "Let's talk, 3 unread", the accessible name with a badge. */
  readonly unreadLabel: string;
  readonly theme: Theme;
  readonly side: Side;
  readonly bottomPx: number;
}

/** How a shown frame looks on the page. */
export type FrameMode = Exclude<Mode, ''>;

export interface FrameRectangle {
  readonly mode: FrameMode;
  readonly width: number;
  readonly height: number;
  readonly bottom: number;
}

export interface FrameFacts extends FrameRectangle {
  readonly side: Side;
  readonly label: string;
  readonly isHidden: boolean;
}

/** A brand's part of the drawings on the page. */
export interface DrawnBrand {
  readonly radius: number;
  /** The width of the pane on a wide screen, px. */
  readonly width?: number | undefined;
  readonly sign?: string | undefined;
  /** The pill's look, by the build. */
  readonly $styles?: { readonly pill: BrandLook } | undefined;
}

/** Keeps out of what the edge of a phone's screen hides (F-PG19). */
export const fromEdge = (edge: Side | 'bottom', length: number): string =>
  `max(${px(length)},env(safe-area-inset-${edge}))`;

export const px = (length: number): string => `${length}px`;

/** Without these, the loader's own sheet keeps an element hidden below the edge. */
const shown = (isShown: boolean) => ({ visibility: isShown ? 'visible' : '', translate: isShown ? '0' : '' });

/**
 * The drawing that the loader applies (SH-027 to SH-033): texts are properties, lengths are styles. The pill is hidden while the
 * pane is visible. The badge shows the count, and the icon the brand's sign. The accessible name is the same in both forms.
 */
export function drawPill(facts: PillFacts, viewport: Viewport, brand?: DrawnBrand): PillDrawing {
  const { text, isCollapsed, isFolding, badge } = facts;
  const label = badge ? facts.unreadLabel : text;
  const name = brand?.sign;
  const isHidden = !facts.isShown || !facts.isPaneHidden || facts.isHidden || isFolding;
  return {
    className: '',
    ...shown(!isHidden),
    // It slides in from below the edge, where the loader's sheet puts it. It is visible from the start, so that it can take focus.
    transition: facts.isSliding || isFolding ? `translate .24s${isHidden ? ',visibility .24s' : ''}` : '',
    textContent: isCollapsed ? '' : text,
    value: badge,
    name,
    title: label,
    ariaLabel: isCollapsed || badge || name ? label : null,
    ariaExpanded: String(!facts.isPaneHidden),
    [facts.side]: fromEdge(facts.side, edgeOf(viewport)),
    bottom: fromEdge('bottom', facts.bottomPx),
    ...pillLook(facts.theme, brand?.$styles?.pill, text),
  };
}

/** A frame that covers the window ends above an on-screen keyboard. The space for a card's shadow is outside the edge. */
export function drawFrame(
  { mode, isHidden, side, label, width, height, bottom }: FrameFacts,
  viewport: Viewport,
  brand?: DrawnBrand,
): FrameDrawing {
  const isFull = mode === 'cover' || mode === 'landing';
  return {
    // A hidden frame must not lock the page behind it.
    className: isHidden ? '' : mode,
    ...shown(!isHidden),
    title: label,
    [side]: isFull ? '0' : fromEdge(side, edgeOf(viewport) - (mode === 'card' ? cardShadowPx : 0)),
    bottom: isFull ? px(viewport.height - (viewport.visibleTop ?? 0) - height) : fromEdge('bottom', bottom),
    width: px(width),
    height: px(height),
    borderRadius: px(mode === 'pane' ? 2 * (brand?.radius ?? 8) : 0),
  };
}
