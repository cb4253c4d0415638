import type { CDPSession } from 'puppeteer-core';
import type { Served, Spot } from './candidate.ts';
import { evaluate, pause, type Visit } from './chromium.ts';

/** What the probe in each document has found, in ms since the epoch. */
interface Seen {
  readonly launcher?: number;
  readonly usable?: number;
  readonly click?: number;
}

/** Expressions of one kind of document. */
interface Watched {
  readonly launcher: string;
  readonly usable: string;
}

interface ProbeWindow {
  benchSeen: { launcher?: number; usable?: number; click?: number };
  /** Looks for it again from the next frame on. */
  benchWatch(what: 'launcher' | 'usable'): void;
  benchFind(what: 'launcher' | 'usable'): Element | null | undefined;
}

/**
 * The script of the probe, for the page and its frames. It looks on every animation frame for the launcher, and from just
 * before the click for what the click opens, and stops when it has found it.
 */
export function probeScript(served: Served): string {
  const written = (part: keyof Spot): string =>
    `{ launcher: () => ${served.launcher?.[part] ?? 'null'}, usable: () => ${served.usable?.[part] ?? 'null'} }`;
  return `(${installProbe.toString()})(window.top === window ? ${written('page')} : ${written('frame')})`;
}

/** Runs in the page and in its frames. */
function installProbe(find: Readonly<Record<keyof Watched, () => Element | null | undefined>>): void {
  const probe = window as unknown as ProbeWindow;
  const seen: ProbeWindow['benchSeen'] = {};
  probe.benchSeen = seen;

  /** The innermost element at a point, through shadow roots. */
  const elementAt = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const takesClicks = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2) return false;
    for (let hit: Node | null = elementAt(left + width / 2, top + height / 2); hit; ) {
      if (hit === element) return true;
      hit = hit.parentNode ?? (hit as Partial<ShadowRoot>).host ?? null;
    }
    return false;
  };
  const { port1: afterFrame, port2 } = new MessageChannel();
  const look = (what: keyof Watched): void => {
    let element: Element | null | undefined;
    try {
      element = find[what]();
    } catch {
      element = undefined; // The document is not there yet.
    }
    if (element && takesClicks(element)) port2.postMessage(what);
    else requestAnimationFrame(() => look(what));
  };
  // The next task runs when this frame has been drawn.
  afterFrame.onmessage = ({ data }) => {
    seen[data as keyof Watched] = performance.timeOrigin + performance.now();
  };
  probe.benchFind = (what) => find[what]();
  probe.benchWatch = (what) => {
    delete seen[what];
    requestAnimationFrame(() => look(what));
  };
  addEventListener(
    'click',
    (event) => {
      seen.click ??= performance.timeOrigin + event.timeStamp;
    },
    true,
  );
  probe.benchWatch('launcher');
}

const read = (session: CDPSession): Promise<Seen> =>
  evaluate<Seen>(session, 'window.benchSeen ?? {}').catch(() => ({}) as Seen);

/** The probe notes the time itself. Asking more often would slow down the page. */
const pollMs = 100;

/** Waits until the page, and the frame if it is there too, has seen something. Returns when, in ms since the epoch. */
async function whenSeen(visit: Visit, what: keyof Watched, spot: Spot, timeoutMs: number): Promise<number | undefined> {
  for (const endMs = Date.now() + timeoutMs; Date.now() < endMs; await pause(pollMs)) {
    const { [what]: onPage } = await read(visit.page);
    if (onPage === undefined) continue;
    if (!spot.frame) return onPage;
    for (const frame of visit.frames()) {
      const { [what]: inFrame } = await read(frame);
      if (inFrame !== undefined) return Math.max(onPage, inFrame);
    }
  }
  return undefined;
}

/** When the launcher was visible and would have taken a click. */
export interface Shown {
  readonly fromNavigationMs: number;
  /** From the arrival of the first script of another origin. */
  readonly fromArrivalMs: number;
}

const arrival = `(() => {
  const [first] = performance.getEntriesByType('resource').filter(({ name, initiatorType }) =>
    !name.startsWith(location.origin) && !name.startsWith('data:') && ['script', 'link', 'other'].includes(initiatorType));
  return { originMs: performance.timeOrigin, arrivalMs: first?.responseEnd ?? 0 };
})()`;

export async function launcherShown(visit: Visit, served: Served, timeoutMs = 30_000): Promise<Shown> {
  if (!served.launcher) throw new Error('it has no launcher');
  const seenMs = await whenSeen(visit, 'launcher', served.launcher, timeoutMs);
  if (seenMs === undefined) throw new Error(`its launcher was not seen within ${timeoutMs / 1_000} s`);
  const { originMs, arrivalMs } = await evaluate<{ originMs: number; arrivalMs: number }>(visit.page, arrival);
  return { fromNavigationMs: seenMs - originMs, fromArrivalMs: seenMs - originMs - arrivalMs };
}

/** Moves the pointer onto the launcher and, after a while, clicks. Returns the time until what opens is usable. */
export async function clickToUsable(visit: Visit, served: Served, hoverMs: number): Promise<number> {
  const { launcher, usable } = served;
  if (!launcher || !usable) throw new Error('it has nothing that opens');
  const { page } = visit;
  const place = await evaluate<{ x: number; y: number }>(
    page,
    `(() => {
      const { left, top, width, height } = benchFind('launcher').getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    })()`,
  );
  const mouse = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased') =>
    page.send('Input.dispatchMouseEvent', {
      type,
      ...place,
      ...(type === 'mouseMoved' ? {} : { button: 'left', clickCount: 1 }),
    });
  await mouse('mouseMoved');
  await pause(hoverMs);
  // What is already there in a hidden frame is found at once; the page then decides.
  const watch = `window.benchWatch?.('usable')`;
  await Promise.all([page, ...visit.frames()].map((session) => evaluate(session, watch)));
  await mouse('mousePressed');
  await mouse('mouseReleased');
  const clickedMs = await whenClicked(visit);
  const usableMs = await whenSeen(visit, 'usable', usable, 30_000);
  if (clickedMs === undefined || usableMs === undefined) throw new Error('a click on its launcher opened nothing');
  return usableMs - clickedMs;
}

async function whenClicked(visit: Visit): Promise<number | undefined> {
  for (const endMs = Date.now() + 5_000; Date.now() < endMs; await pause(pollMs)) {
    const seen = await Promise.all([visit.page, ...visit.frames()].map(read));
    const clicked = seen.find(({ click }) => click !== undefined)?.click;
    if (clicked !== undefined) return clicked;
  }
  return undefined;
}
