import type { FrameDrawing, PillDrawing } from '../bridge/records.ts';
import { iframe, pill } from './elements.ts';

/** The style sheet of our two elements, which the build compiles from styles/pill.css.ts. */
declare const PILL_CSS: string;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(PILL_CSS);

/**
 * What a drawing sets (F-SE16): each name on the element and on its style, where it has an effect on only one of the two. A property of the
 * style takes a value of its own kind and nothing else, so nothing is loaded. Our sheet clamps the size to the window (SH-022), and has
 * everything else.
 */
const names =
  'value textContent translate borderRadius left transition font title color backgroundColor bottom name visibility className height ariaLabel right ariaExpanded width'.split(
    ' ',
  ) as 'title'[];

export function drawElement(element: HTMLElement, drawing: PillDrawing | FrameDrawing | undefined): void {
  for (const name of names) {
    const value = `${(drawing as FrameDrawing)[name] ?? ''}`;
    // Set only what differs: WebKit drops a click when the text node under it is replaced between press and release. An attribute that is
    // missing is null.
    if ((element[name] ?? '') !== value) element[name] = element.style[name as 'left'] = value;
  }
}

const lock = new CSSStyleSheet();
// Every element, because a part of the page may have a visibility of its own. The important rule of our own sheet keeps the host shown.
// Not in print (F-PG23).
lock.replaceSync('@media screen{*{visibility:hidden!important}html{overflow:hidden!important}}');

/**
 * Draws the pill and the frame. Behind a frame that covers a phone's screen, the page does not scroll, takes no focus and is not read out
 * (SH-052): by a style sheet instead of the page's own attributes, so removing it restores the page exactly (SH-037). Without a drawing, the
 * pill stays as it is, and the frame is hidden.
 */
export function draw(pillDrawing?: PillDrawing, frameDrawing: Partial<FrameDrawing> = {}): void {
  if (pillDrawing) drawElement(pill, pillDrawing);
  drawElement(iframe, frameDrawing as FrameDrawing);
  document.adoptedStyleSheets = [
    ...document.adoptedStyleSheets.filter((other) => other !== lock),
    ...(iframe.className === 'cover' ? [lock] : []),
  ];
}
