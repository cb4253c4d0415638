import { pillHeightPx } from './limits.ts';
import type { Theme } from './theme.ts';

/**
 * How the pill and the iframe look on the page. The loader rejects CSS functions and `!important`. Its own sheet
 * (styles/pill.css.ts) keeps both hidden below the edge until a drawing shows them.
 */
const shown = 'visibility:visible;translate:0';
const onTop = 'z-index:999999999';
const shadow = 'box-shadow:0 0 16px #0004';

const colours: Readonly<Record<Theme, string>> = {
  brand: '',
  blue: 'background:#15d;color:#fff',
  yellow: 'background:#fd3;color:#000',
  grey: 'background:#444;color:#fff',
  'red-brand': 'background:#c00;color:#fff',
};

/**
 * The line height is that of the icon, which shows the number of unread messages. The border is only visible in forced
 * colours.
 */
const button = `max-width:100vw;display:flex;align-items:center;gap:8px;padding:0 16px;font:600 16px/14px system-ui;border:1px solid #0000;border-radius:${pillHeightPx / 2}px`;

export type FrameMode = 'pane' | 'card' | 'full';

const join = (parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(';');

interface PillLook {
  readonly theme: Theme;
  readonly isHidden: boolean;
  readonly isSliding: boolean;
  /** The brand's CSS, which the colours of a theme that the page names override. */
  readonly brand: string | undefined;
}

export function pillStyle({ theme, isHidden, isSliding, brand }: PillLook): string {
  return join([
    !isHidden && shown,
    // It slides in from below the edge, where the loader's sheet puts it. It is visible from the start, so that it can take
    // focus.
    isSliding && `transition:translate .24s${isHidden ? ',visibility .24s' : ''}`,
    onTop,
    button,
    shadow,
    brand,
    colours[theme],
  ]);
}

/** A card is transparent and draws its own shadow. `radius` is that of controls. */
export function frameStyle(mode: FrameMode, isHidden: boolean, radius = 8): string {
  return join([!isHidden && shown, onTop, 'border:0', mode === 'pane' && `border-radius:${2 * radius}px;${shadow}`]);
}
