import type { FrameDrawing, PillDrawing, Viewport } from '../../bridge/records.ts';
import { cardShadowPx, pillHeightPx } from './limits.ts';
import { edgeOf } from './placePill.ts';

/** What the pill should look like; `look` is made of hidden, the theme, left, icon and slide. */
export interface PillLook {
  readonly look: string;
  readonly text: string;
  readonly badge: string;
  readonly label: string;
  readonly bottom: number;
  readonly expanded: boolean;
}

/** Where the frame should stand; `look` is hidden, pane, card or full, with left on that side. */
export interface FrameLook {
  readonly look: string;
  readonly width: number;
  readonly height: number;
  readonly bottom: number;
  readonly label: string;
}

/** The pane's corners; DESIGN's radius. */
const paneRadiusPx = 16;

function sides(look: string, edge: number): { left: number } | { right: number } {
  return look.includes('left') ? { left: edge } : { right: edge };
}

/** As the loader draws it: words are its classes, lengths its styles. The count stands behind the text. */
export function toPillDrawing(pill: PillLook, viewport: Viewport): PillDrawing {
  const count = pill.badge && `(${pill.badge})`;
  const isIcon = pill.look.includes('icon');
  return {
    className: pill.look,
    textContent: isIcon ? count : `${pill.text} ${count}`.trim(),
    title: pill.label,
    ariaLabel: isIcon ? pill.label : undefined,
    ariaExpanded: String(pill.expanded),
    ...sides(pill.look, edgeOf(viewport)),
    bottom: pill.bottom,
    height: pillHeightPx,
    borderRadius: pillHeightPx / 2,
  };
}

/** A full frame ends above an on-screen keyboard; a card's shadow room stands outside the edge. */
export function toFrameDrawing(frame: FrameLook, viewport: Viewport): FrameDrawing {
  const [mode] = frame.look.split(' ');
  const edge = mode === 'full' ? 0 : edgeOf(viewport) - (mode === 'card' ? cardShadowPx : 0);
  return {
    className: frame.look,
    title: frame.label,
    ...sides(frame.look, edge),
    bottom: mode === 'full' ? viewport.height - frame.height : frame.bottom,
    width: frame.width,
    height: frame.height,
    borderRadius: mode === 'pane' ? paneRadiusPx : 0,
  };
}
