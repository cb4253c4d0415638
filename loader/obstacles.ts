import { pill } from './elements.ts';

/** Larger pages are not searched for obstacles (SH-158). */
const maxNodes = 15_000;
/** Fourteen columns from the pill's left edge, as wide as the pill can be, up to 360 px from the bottom. */
const points = 240;

/**
 * The page's place for the scheduler (SC-153), and what may be in the pill's way: the frame decides. The element with keyboard focus
 * must not be covered, wherever it is (A11Y-04). Fixed and sticky elements are found at points where the pill can be, at most 24 px apart, the
 * size of the smallest touch targets (F-PG24). So the cost does not grow with the page. Rejected: reading every element's position,
 * which costs a style read per element. An element may be listed more than once. WebKit also finds the pill, inside its shadow root.
 */
export function findObstacles(): object[] {
  const found = [...document.querySelectorAll('[data-cm-scheduler-landing]')];
  if (!document.all[maxNodes]) {
    // Separate queries: in Chromium, one with all selectors takes more than twice as long on a page of 15,000 nodes.
    found.push(...document.querySelectorAll('footer,:focus-visible'));
    for (let point = points; point--; ) {
      found.push(
        ...document
          .elementsFromPoint(pill.offsetLeft + (point % 14) * 24, innerHeight - point * 1.5)
          .filter((element) => element !== pill && /sticky|fixed/.test(getComputedStyle(element).position)),
      );
    }
  }
  return found.map((element) => [
    element.localName,
    element.getAttribute('data-cm-scheduler-landing'),
    element.getBoundingClientRect(),
  ]);
}
