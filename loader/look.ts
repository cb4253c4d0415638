import type { FrameApi } from '../bridge/contract.ts';
import { configObject, settings } from './config.ts';
import { readStore } from './cookies.ts';
import { draw } from './draw.ts';
import { pillPressed, restoreLinks, wordLinks } from './links.ts';
import { findObstacles } from './obstacles.ts';
import { fields, pagePaths, valueAt } from './page.ts';

export const inputTypes = 'click pointermove wheel keydown';

/** How long events are collected before the page is read. */
const lookMs = 250;
/** How long changes of the DOM are collected, at least, before the page is searched for links and obstacles, which is expensive. */
const searchMs = 1_000;
/** A large page is searched less often, because a search takes longer: each four nodes add a millisecond. */
const nodesPerMs = 4;

/** Undefined until the frame has said its hello, and after the end. */
let port: MessagePort | undefined;
/** The last reading of the page, as it was sent. 0 if the frame has none. */
let lastLook: string | 0;
/** Set while a reading is scheduled and has not begun. */
let lookTimer: ReturnType<typeof setTimeout> | 0;
/** Set from a change of the DOM until the search that it causes. */
let searchTimer: ReturnType<typeof setTimeout> | 0;
/** The kinds of the page's links. */
let kinds: readonly string[];
/** 0 when links and obstacles must be searched for again. */
let obstacles: object[] | 0;
/** When the visitor last did something on this page. */
let lastInputMs = 0;
/** The visitor has pressed the pill before the frame was there. */
let isPillClicked: boolean;

/** Schedules one reading for a burst of events. */
export function lookSoon(): void {
  if (!lookTimer) lookTimer = setTimeout(look, lookMs);
}

/** Schedules a reading that searches for links and obstacles. */
export function searchSoon(): void {
  obstacles = 0;
  lookSoon();
}

export function pageChanged(): void {
  if (searchTimer) return;
  searchTimer = setTimeout(
    () => {
      searchTimer = 0;
      searchSoon();
    },
    searchMs + document.all.length / nodesPerMs,
  );
}

/** Remembers a click on the pill until the frame is there. */
export function pillClicked(): void {
  pillPressed();
  isPillClicked = !port;
}

/** Only people cause input: a script can scroll, and can move an element under the pointer (F-SH19). */
export function inputSeen(ms: number): void {
  lastInputMs = ms;
  lookSoon();
}

/**
 * Reads the page, and sends it as one text if anything has changed. Links come first: a page that hides the functions of the search for
 * obstacles still gets its clicks taken. What fails holds back what follows it, so with an invalid `data-link-attribute` (SH-016) there is
 * no search for obstacles. If the cookies are not read, the frame asks for them.
 */
async function look(): Promise<void> {
  lookTimer = 0;
  let cookies: unknown;
  try {
    if (!obstacles) {
      kinds = wordLinks();
      obstacles = findObstacles();
    }
    cookies = readStore();
  } catch {}
  const reading: Record<string, unknown> = {
    ...settings,
    pageScheme: getComputedStyle(document.documentElement).colorScheme,
  };
  pagePaths().map(async (path) => {
    try {
      const value = valueAt(path.split('.'));
      // The value of a promise that has not settled: the frame may wait for the visitor's data (F-SH28).
      reading[path] = 0;
      // `false` as the replacer lets all fields of the config object through.
      reading[path] = JSON.stringify(await value, (path !== configObject && fields) as string[]);
    } catch {}
  });
  // Wait for the values of the promises that have settled.
  await 0;
  // A record instead of an array, because some old libraries give arrays a `toJSON` of their own.
  const text = JSON.stringify({ ...[reading, kinds, obstacles, cookies, document.hasFocus(), lastInputMs] });
  if (text !== lastLook) tell('look', text);
  lastLook = text;
}

/** Sends to the frame, without delay, what the visitor or the page asks for. */
export function tell(name: keyof FrameApi, value: unknown): void {
  port?.postMessage([name, value]);
}

/**
 * Connects a new document in the frame, and sends it everything again. Closes the old port, undoes what its document did to the page's
 * links, and hides the frame. Without a port, only disconnects.
 */
export function connect(newPort?: MessagePort): void {
  port?.close();
  port = newPort;
  restoreLinks();
  lastLook = obstacles = 0;
  if (isPillClicked) tell('pill', 'click');
  isPillClicked = false;
  look();
  // Last, because it throws on a page that has an element with the name `adoptedStyleSheets`.
  draw();
}
