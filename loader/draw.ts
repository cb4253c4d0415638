import type { FrameDrawing, PillDrawing } from '../bridge/records.ts';
import { isAllowedStyle } from './allowed.ts';

/** The style sheet of our two elements, which the build compiles from styles/pill.css.ts. */
declare const PILL_CSS: string;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(PILL_CSS);

/**
 * Draws the pill or the iframe. `style` is CSS without functions, so that it loads nothing, and without `!important`, so that our
 * sheet wins. Lengths are clamped to the viewport (SH-022). Each of the other names is set on the element and on its style, and has an
 * effect on only one of the two.
 */
export function draw(element: HTMLElement, drawing: PillDrawing & FrameDrawing): void {
  if (!isAllowedStyle(drawing.style)) throw 0;
  element.style = drawing.style;
  for (const name of 'value height title bottom width right textContent ariaExpanded left ariaLabel'.split(
    ' ',
  ) as 'title'[]) {
    // Set only what differs: WebKit drops a click when the text node under it is replaced between press and release.
    if (element[name] !== drawing[name]) element[name] = drawing[name];
    // The browser ignores a value that is not a length: `NaNpx`, or a length for `title`.
    element.style[name as 'left'] = `clamp(0px,${+drawing[name]}px,100%)`;
  }
}

const lock = new CSSStyleSheet();
// Every element, because a part of the page may have a visibility of its own. The important rule of our own sheet keeps the host shown.
lock.replaceSync('*{visibility:hidden!important}html{overflow:hidden!important}');

/**
 * Locks the page with a style sheet instead of the page's own attributes, so removing it restores the page exactly (SH-037).
 * The sheet hides the page behind the pane, so that it takes no focus and is not read out (SH-052).
 */
export function lockScroll(isLocked?: boolean): void {
  const others = document.adoptedStyleSheets.filter((other) => other !== lock);
  document.adoptedStyleSheets = isLocked ? [...others, lock] : others;
}
