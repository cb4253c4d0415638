import type { FrameDrawing, PillDrawing } from '../bridge/records.ts';

/** The style sheet of our two elements, which the build compiles from styles/pill.css.ts. */
declare const PILL_CSS: string;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(PILL_CSS);

/**
 * What a drawing sets (F-SE16): each name on the element and on its style, where it has an effect on only one of the two. A property of the
 * style takes a value of its own kind and nothing else, so nothing is loaded. A number is a length in px, clamped to the window (SH-022). Everything else is in our sheet.
 */
const names =
  'className width color visibility backgroundColor translate transition height title left value right textContent borderRadius font bottom gap ariaLabel ariaExpanded'.split(
    ' ',
  ) as 'title'[];

/** Draws the pill or the iframe. Throws if there is no drawing. */
export function draw(element: HTMLElement, drawing: PillDrawing | FrameDrawing): void {
  for (const name of names) {
    const value = `${(drawing as FrameDrawing)[name] ?? ''}`;
    // Set only what differs: WebKit drops a click when the text node under it is replaced between press and release. An attribute that is
    // missing is null.
    if ((element[name] ?? '') !== value) element[name] = value;
    element.style[name as 'left'] = +value > 0 ? `min(${value}px,100%)` : value;
  }
}

const lock = new CSSStyleSheet();
// Every element, because a part of the page may have a visibility of its own. The important rule of our own sheet keeps the host shown.
// Not in print (F-PG23).
lock.replaceSync('@media screen{*{visibility:hidden!important}html{overflow:hidden!important}}');

/**
 * Locks the page with a style sheet instead of the page's own attributes, so removing it restores the page exactly (SH-037).
 * The sheet hides the page behind the pane, so that it takes no focus and is not read out (SH-052).
 */
export function lockScroll(isLocked?: boolean): void {
  const others = document.adoptedStyleSheets.filter((other) => other !== lock);
  document.adoptedStyleSheets = isLocked ? [...others, lock] : others;
}
