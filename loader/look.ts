import type { FrameApi } from '../bridge/contract.ts';
import { settings } from './config.ts';
import { readStore } from './cookies.ts';
import { forgetLinks, newLinks } from './links.ts';
import { findObstacles } from './obstacles.ts';
import { fields, readPage } from './page.ts';

export const inputTypes = 'click pointermove wheel keydown';

/** How long changes of the page are gathered before a look: new links are found within 300 ms (SH-095). */
const lookMs = 250;
/** A second look after a hello: the page's promise of user info may have settled by then. */
const secondLookMs = 750;

/** Undefined until the frame has said its hello, and after the end. */
export let port: MessagePort | undefined;
/** The last look, as it was sent. */
let lastLook: string;
let isLookDue = false;
let obstacles: unknown;
/** The layout or the DOM has changed: obstacles and links are searched again. */
let isPageStale: boolean;
/** When the visitor last did something on this page. */
let lastInputMs = 0;
let isPillClicked = false;

/** Tells the frame at once what the visitor or the page asks for. */
export function tell(name: keyof FrameApi, value: unknown): void {
  port?.postMessage([0, name, value]);
}

/** Plans one look for a burst of changes, in a moment when the browser is idle. */
export function lookSoon(): void {
  if (isLookDue) return;
  isLookDue = true;
  // At once when the frame says its first hello.
  setTimeout(() => (window.requestIdleCallback ?? setTimeout)(look, { timeout: lookMs }), port && lookMs);
}

export function pillUsed(type: string): void {
  if (type === 'click') isPillClicked = !port;
  tell('pill', type);
}

/** Plans a look after an event. Only people cause input: a script can scroll, and can move an element under the pointer (F-SH19). */
export function eventSeen(event: Event): void {
  if (!inputTypes.includes(event.type)) isPageStale = true;
  else if (event.isTrusted) lastInputMs = event.timeStamp;
  lookSoon();
}

/**
 * Reads the page, and sends it as one text if anything has changed. Blocked cookies (SH-176) do not keep the other parts back, and a
 * bad link attribute (SH-016) only the cookies, for which the frame then asks.
 */
async function look(): Promise<void> {
  isLookDue = false;
  if (!port) return;
  let links: unknown = [];
  let cookies: unknown;
  try {
    if (isPageStale) {
      obstacles = findObstacles();
      links = newLinks();
    }
    cookies = readStore();
  } catch {}
  isPageStale = false;
  const values = { ...settings };
  readPage(values);
  // Wait until the promises that have settled have given their values.
  await 0;
  // A record: pages with an old library give arrays a `toJSON` of their own.
  const text = JSON.stringify({
    ...[values, JSON.stringify(links, fields), obstacles, cookies, document.hasFocus(), lastInputMs],
  });
  if (text !== lastLook) tell('look', text);
  lastLook = text;
}

function pageChanged(): void {
  isPageStale = true;
  lookSoon();
}

export const observer = new MutationObserver(pageChanged);

/** A reloaded frame gets a new port and everything again. The old port is closed. */
export function connect(newPort: MessagePort): void {
  pageChanged();
  port?.close();
  port = newPort;
  lastLook = '';
  forgetLinks();
  setTimeout(lookSoon, secondLookMs);
  if (isPillClicked) tell('pill', 'click');
  isPillClicked = false;
}

/** Closes the port and forgets it. `close()` returns undefined, which saves a statement. */
export function disconnect(): void {
  observer.disconnect();
  port = port?.close() as undefined;
}
