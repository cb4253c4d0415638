import type { FoundObstacle, PageReading } from '../bridge/records.ts';
import { settings } from './config.ts';

/** Of an object that is read, only these fields cross (SH-104, SH-105). */
const userFields =
  'country emailAddress iamId accountType signedin userId accountId accountPlan ip company email lastName ticketId accountGuid firstName iui authenticated'.split(
    ' ',
  );

/** Pages larger than this are not searched for obstacles (SH-158). */
const mostNodes = 15_000;

/**
 * All that is read of the page itself (SH-021): each page global at a dotted path, told under that path as JSON, of the user
 * fields only but for the config. The settings are the script's own attributes, which name further paths. Where a step is
 * missing, a promise has not settled or was rejected, or a getter throws, there is nothing.
 */
export async function readPage(): Promise<PageReading> {
  const reading: PageReading = { ...settings };
  const config = settings.configObject ?? 'contactWidgetConfig';
  // A function has a name, and shows itself by that (CH-157).
  for (const path of `performance.timeOrigin scrollY visualViewport.height innerWidth location.href document.all.length document.title ${settings.chatFunction}.name visualViewport.scale ${settings.supportObject} document.documentElement.lang document.dir ${settings.profileObject} document.referrer ${config} document.documentElement.scrollHeight innerHeight contactWidgetUser`.split(
    ' ',
  )) {
    try {
      const value = path.split('.').reduce<never>((object, step) => object[step as never], window as never);
      reading[path] = JSON.stringify(await Promise.race([value, 0]), (path !== config && userFields) as string[]);
    } catch {}
  }
  return reading;
}

/**
 * Fixed and sticky elements and footers where the pill could stand, on either side; one may be listed more than once. Looks
 * at 40 points in two columns beside each edge and up to 360 px from the bottom, so that the cost does not grow with the page.
 * Refused: reading every element's position, which costs a style read per node.
 */
export function obstacles(): FoundObstacle[] {
  // What has no position is the place that the page keeps for the scheduler, if it has one (SC-153).
  const found: FoundObstacle[] = [
    { box: document.querySelector('[data-cm-scheduler-landing]')?.getBoundingClientRect() },
    // What has the keyboard's focus is not covered, wherever it stands (A11Y-04).
    { position: 'fixed', box: document.querySelector(':focus-visible')?.getBoundingClientRect() },
  ];
  for (let point = document.all.length > mostNodes ? 0 : 40; point--; ) {
    const x = (point % 4) * 50;
    for (const element of document.elementsFromPoint(point % 2 ? innerWidth - x : x, innerHeight - point * 9)) {
      const { position } = getComputedStyle(element);
      if (/[kx]/.test(position) || element.matches('footer')) {
        found.push({ position, box: element.getBoundingClientRect() });
      }
    }
  }
  return found;
}
