import type { Obstacle, Viewport } from '../bridge/records.ts';

/** Pages larger than this are not searched (SH-158). */
const mostNodes = 15_000;
/** Points looked at: four columns of 40 px beside the pill's edge, 15 rows of 24 px from the bottom. */
const points = Array.from({ length: 60 }, (_, index) => index);

export const viewport = (): Viewport => ({
  width: innerWidth,
  height: innerHeight,
  visibleHeight: (visualViewport as VisualViewport).height,
  documentHeight: document.documentElement.scrollHeight,
  scrollY,
  nodes: document.getElementsByTagName('*').length,
});

/**
 * Fixed and sticky elements and footers where the pill could stand, found by looking at points, so that the cost does
 * not grow with the page. Refused: reading every element's position, which costs a style read per node.
 */
export function obstacles(host: Element, isLeft: boolean): Obstacle[] {
  if (viewport().nodes > mostNodes) return [];
  const elements = points.flatMap((index) => {
    const x = 20 + (index % 4) * 40;
    return document.elementsFromPoint(isLeft ? x : innerWidth - x, innerHeight - 8 - (index >> 2) * 24);
  });
  return [...new Set(elements)].flatMap((element) => {
    const isFixed = /fixed|sticky/.test(getComputedStyle(element).position);
    return element !== host && (isFixed || element.matches('footer,[role=contentinfo]'))
      ? { kind: isFixed ? 'fixed' : 'footer', ...element.getBoundingClientRect().toJSON() }
      : [];
  });
}
