/** Larger pages are not searched for obstacles (SH-158). */
const maxNodes = 15_000;

/**
 * What may be in the pill's way, and the page's place for the scheduler (SC-153): the frame decides. The element with keyboard focus
 * must not be covered, wherever it is (A11Y-04). Fixed and sticky elements are found where the pill can be, at 40 points: two columns
 * at each edge, up to 360 px from the bottom. So the cost does not grow with the page. An element may be listed more than once.
 * Rejected: reading every element's position, which costs a style read per element.
 */
export function findObstacles(): object[] {
  // Three queries: in Chromium, one with all three selectors takes more than twice as long on a page of 15,000 nodes.
  const found = [
    ...document.querySelectorAll('footer'),
    ...document.querySelectorAll(':focus-visible'),
    ...document.querySelectorAll('[data-cm-scheduler-landing]'),
  ];
  for (let point = document.all[maxNodes] ? 0 : 40; point--; ) {
    // Even points are 0 and 100 px from the left edge, odd points 50 and 150 px from the right, one every 9 px upwards.
    const x = (point % 4) * 50;
    found.push(
      ...document
        .elementsFromPoint(point % 2 ? innerWidth - x : x, innerHeight - point * 9)
        .filter((element) => /sticky|fixed/.test(getComputedStyle(element).position)),
    );
  }
  return found.map((element) => [
    element.localName,
    element.getAttribute('data-cm-scheduler-landing'),
    element.getBoundingClientRect(),
  ]);
}
