import type { FoundObstacle, PageReading } from '../bridge/records.ts';
import { settings } from './config.ts';

/** All that is read of the page itself, each told under its own path (SH-021). */
const readPaths =
  'contactWidgetUser visualViewport.height performance.timeOrigin scrollY innerWidth document.documentElement.lang location.href document.title document.documentElement.scrollHeight document.all.length innerHeight document.referrer visualViewport.scale document.dir ';

/** Of an object that is read, only these fields cross (SH-104, SH-105). */
const userFields =
  'company lastName email iui firstName emailAddress country ip iamId accountId accountGuid accountType ticketId accountPlan signedin userId authenticated'.split(
    ' ',
  );

/** Pages larger than this are not searched for obstacles (SH-158). */
const mostNodes = 15_000;

/**
 * What crosses of the page: each page global at a dotted path, as JSON, of the user fields only but for the config. The
 * settings are the script's own attributes, which name further paths. Where a step is missing, a promise has not settled
 * or was rejected, or a getter throws, there is nothing.
 */
export async function readPage(): Promise<PageReading> {
  const reading: PageReading = { ...settings };
  const config = settings.configObject ?? 'contactWidgetConfig';
  // A function has a name, and shows itself by that (CH-157).
  for (const path of `${readPaths}${config} ${settings.profileObject} ${settings.supportObject} ${settings.chatFunction}.name`.split(
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
