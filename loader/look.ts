import type { FrameApi } from '../bridge/contract.ts';
import { configObject, settings } from './config.ts';
import { readStore } from './cookies.ts';
import { forgetLinks, knownLinks, linkChanges } from './links.ts';
import { findObstacles } from './obstacles.ts';
import { fields, pagePaths, valueAt } from './page.ts';

export const inputTypes = 'click pointermove wheel keydown';

/** How long changes of the page are collected before a look: new links are found within 300 ms (SH-095). */
const lookMs = 250;
/**
 * How long changes of the page are collected before a search for obstacles, which is the expensive part of a look. A bar that appears
 * while nobody uses the page is found within two seconds.
 */
const searchMs = 1_500;

/** Undefined until the frame has said its hello, and after the end. */
let port: MessagePort | undefined;
/** The last look, as it was sent. 0 when the frame has had none. */
let lastLook: string | 0;
/** Set while a look is scheduled and has not begun. */
let lookTimer: ReturnType<typeof setTimeout> | 0;
/** 0 when they must be searched for again. */
let obstacles: object[] | 0;
/** Set from a change of the DOM until the search for obstacles that it causes begins. */
let searchTimer: ReturnType<typeof setTimeout> | 0;
/** When the visitor last did something on this page. */
let lastInputMs = 0;
let isPillClicked: boolean;

/** Schedules one look for a burst of changes, in a moment when the browser is idle. */
export function lookSoon(): void {
  if (lookTimer) return;
  // There is no delay before the first look.
  lookTimer = setTimeout(
    () => (window.requestIdleCallback ?? setTimeout)(look, { timeout: lookMs }),
    lastLook ? lookMs : 0,
  );
}

/** Remembers a click on the pill until the frame is there. */
export function pillClicked(): void {
  isPillClicked = !port;
}

/** Only people cause input: a script can scroll, and can move an element under the pointer (F-SH19). */
export function inputSeen(ms: number): void {
  lastInputMs = ms;
  lookSoon();
}

/**
 * Reads the page, and sends it as one text if anything has changed. An invalid `data-link-attribute` (SH-016) or blocked cookies
 * (SH-176) do not hold back the rest. If the search for obstacles fails, the cookies are not read; the frame then asks for them.
 */
async function look(): Promise<void> {
  lookTimer = 0;
  if (!port) return;
  let links: unknown;
  let cookies: unknown;
  try {
    if (!obstacles || searchTimer) links = JSON.stringify(linkChanges(), fields);
  } catch {}
  try {
    obstacles ||= findObstacles();
    cookies = readStore();
  } catch {}
  const reading: Record<string, unknown> = {
    ...settings,
    pageScheme: getComputedStyle(document.documentElement).colorScheme,
  };
  pagePaths().map(async (path) => {
    try {
      // `false` as the replacer lets all fields of the config object through.
      reading[path] = JSON.stringify(await valueAt(path.split('.')), (path !== configObject && fields) as string[]);
    } catch {}
  });
  // Wait for the values of the promises that have settled.
  await 0;
  // A record: pages with an old library give arrays a `toJSON` of their own.
  const text = JSON.stringify({ ...[reading, links, obstacles, cookies, document.hasFocus(), lastInputMs] });
  if (text !== lastLook) tell('look', text);
  lastLook = text;
}

/** A link is read again when its attributes or its child nodes change. */
function pageChanged(changes: MutationRecord[]): void {
  for (const change of changes) knownLinks.delete(change.target);
  lookSoon();
  if (searchTimer) return;
  searchTimer = setTimeout(() => {
    searchTimer = 0;
    searchSoon();
  }, searchMs);
}

/** Schedules a look that searches for obstacles. */
export function searchSoon(): void {
  obstacles = 0;
  lookSoon();
}

/** Sends the frame at once what the visitor or the page asks for. */
export function tell(name: keyof FrameApi, value: unknown): void {
  port?.postMessage([0, name, value]);
}

const observer = new MutationObserver(pageChanged);

/** A reloaded frame gets a new port, and everything again. The old port is closed. */
export function connect(newPort: MessagePort): void {
  port?.close();
  port = newPort;
  // Not earlier: when our element moves at the start, that is no change of the page.
  observer.observe(document, { attributes: true, subtree: true, childList: true });
  lastLook = 0;
  searchSoon();
  forgetLinks();
  if (isPillClicked) tell('pill', 'click');
  isPillClicked = false;
}

/** Closes the port and forgets it. `close()` returns undefined, which saves a statement. */
export function disconnect(): void {
  observer.disconnect();
  port = port?.close() as undefined;
}
