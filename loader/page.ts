import type { FoundObstacle, PageReading } from '../bridge/records.ts';
import { settings } from './config.ts';

/** Only these fields of an object are read (SH-104, SH-105). */
const userFields =
  'country emailAddress iamId accountType signedin userId accountId accountPlan ip company email lastName ticketId accountGuid firstName iui authenticated'.split(
    ' ',
  );

/** Larger pages are not searched for obstacles (SH-158). */
const maxNodes = 15_000;

/**
 * Reads the page itself (SH-021): each page global at a dotted path, as JSON under that path. Only the user fields of an object
 * are read, except for the config object. The settings are the script's own attributes and name further paths. A path has no
 * value when a step is missing, a promise is rejected, or a getter throws.
 */
export async function readPage(): Promise<PageReading> {
  const reading: PageReading = { ...settings };
  const config = settings.configObject ?? 'contactWidgetConfig';
  // A function cannot cross as JSON; its `name` shows that it exists (CH-157).
  for (const path of `performance.timeOrigin scrollY visualViewport.height innerWidth location.href document.all.length document.title ${settings.chatFunction}.name visualViewport.scale ${settings.supportObject} document.documentElement.lang document.dir ${settings.profileObject} document.referrer ${config} document.documentElement.scrollHeight innerHeight contactWidgetUser`.split(
    ' ',
  )) {
    try {
      const value = path.split('.').reduce<never>((object, step) => object[step as never], window as never);
      // The value of a settled promise, or 0 for a promise that is pending. `false` as the replacer lets all fields of the config
      // through.
      reading[path] = JSON.stringify(await Promise.race([value, 0]), (path !== config && userFields) as string[]);
    } catch {}
  }
  return reading;
}

/**
 * Finds fixed and sticky elements and footers in the places where the pill can be, on either side. An element may be listed more
 * than once. Tests 40 points in two columns at each edge, up to 360 px from the bottom, so that the cost does not grow with the
 * page. Rejected: reading every element's position, which costs a style read per element.
 */
export function obstacles(): FoundObstacle[] {
  // An entry without a position is the page's place for the scheduler, if it has one (SC-153).
  const found: FoundObstacle[] = [
    { box: document.querySelector('[data-cm-scheduler-landing]')?.getBoundingClientRect() },
    // The element with keyboard focus must not be covered, wherever it is (A11Y-04).
    { position: 'fixed', box: document.querySelector(':focus-visible')?.getBoundingClientRect() },
  ];
  for (let point = document.all.length > maxNodes ? 0 : 40; point--; ) {
    // Even points are 0 and 100 px from the left edge, odd points 50 and 150 px from the right, one every 9 px upwards.
    const x = (point % 4) * 50;
    for (const element of document.elementsFromPoint(point % 2 ? innerWidth - x : x, innerHeight - point * 9)) {
      const { position } = getComputedStyle(element);
      // True for sticky and fixed only: static, relative and absolute have neither k nor x.
      if (/[kx]/.test(position) || element.matches('footer')) {
        found.push({ position, box: element.getBoundingClientRect() });
      }
    }
  }
  return found;
}
