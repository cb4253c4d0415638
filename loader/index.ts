import type { FrameApi, HostApi } from '../bridge/contract.ts';
import { dispatch } from '../bridge/endpoint.ts';
import type { FrameDrawing, OpenTarget, PillDrawing } from '../bridge/records.ts';
import { hello, hostElementId, port as portMessage, protocol } from '../bridge/wire.ts';
import { linkAttribute, script, settings } from './config.ts';
import { linkIds, restoreLinks, scanLinks, seenLinks, setLinkText } from './links.ts';
import { obstacles, readPage } from './page.ts';
import { readStore, writeStore } from './storage.ts';

/** The pill's style sheet, which the build compiles from styles/pill.css.ts. */
declare const PILL_CSS: string;

/** The most calls from the frame that are answered between two checks. The others are dropped as a flood. */
const maxCalls = 250;
/** How often the page is checked: new links within 300 ms (SH-095), scroll throttled to 250 ms (SH-119). */
const checkMs = 250;
/** The frame waits for the page's load event so that it does not delay the page, but at most this many checks (2 s). */
const maxLoadChecks = 8;
/** If the frame has not sent its hello after this many checks (15 s after it was placed), it is blocked (SH-172). */
const maxHelloChecks = 68;

const frameUrl = new URL('frame/index.html', script.src);
const host = document.createElement('div');
const shadow = host.attachShadow({ mode: 'open' });
const pill = document.createElement('button');
const iframe = document.createElement('iframe');
const sheet = new CSSStyleSheet();
const lock = new CSSStyleSheet();
const timer = setInterval(checkPage, checkMs);

let port: MessagePort | undefined;
/** Ids of the links whose plain clicks go to the frame. */
let takenLinks: readonly unknown[];
let checks = 0;
/** Calls from the frame since the last check. */
let calls: number;
/** Documents loaded in the iframe, minus hellos received. Above 0, the current document is not ours. */
let missingHellos = 0;
/** The JSON last sent under each name. */
let lastSent: Partial<Record<keyof FrameApi, unknown>>;
/** The cheap signs of a change at the last check. */
let lastSigns: string;
/** Checks since the visitor's last input: 0 right after input, below 0 in the first second after the frame's hello. */
let idleChecks: number;

/** Sends a call to the frame. With `onlyIfChanged`, skips a value equal to the last one sent under that name. */
function notify<Name extends keyof FrameApi>(
  name: Name,
  value: Parameters<FrameApi[Name]>[0],
  onlyIfChanged?: unknown,
): void {
  const text = JSON.stringify(value);
  if (onlyIfChanged && lastSent[name] === text) return;
  lastSent[name] = text;
  // Send the value as JSON gives it back: one that cannot be cloned, such as an SVG link's address, must not stop the others.
  // A one-way Comlink call. The answer is ignored, so the id does not have to be unique.
  (port as MessagePort).postMessage({
    type: 'APPLY',
    path: [name],
    id: name,
    argumentList: [{ type: 'RAW', value: JSON.parse(text) }],
  });
}

/**
 * Starts when the page is ready, places the frame when the page has loaded, then reports changes (SH-021, CH-014). Ignores
 * errors: a bad page setting, such as an invalid attribute name, must not throw into the page.
 */
async function checkPage(): Promise<void> {
  try {
    if (!checks) {
      // Wait while the DOM loads or the page is prerendered. Of loading, interactive and complete, only loading is > 'l'.
      if (document.readyState > 'l' || (document as { prerendering?: boolean }).prerendering) return;
      start();
    }
    checks++;
    calls = 0;
    // Every document of ours sends a hello. One that has not is another site's, or an error page (BR-16).
    if (port && missingHellos < 1) {
      // The page has focus when the frame in it has (SH-109). Right after input (0) it is sent even if it did not change.
      notify('active', document.hasFocus(), idleChecks);
      // Read the whole page in the first second, while it may still provide user info (SH-106), after input, every eighth check
      // (2 s), or on a cheap sign of a change. A change without a sign, such as a class that shows a bar, waits for one of these.
      // `|` instead of `||`, because both sides have to run on every check; they assign in place to save bytes.
      if (
        // At or below 0, and at every multiple of 8.
        ((idleChecks++ % 8 < 1) as never) |
        ((lastSigns !==
          // biome-ignore lint/suspicious/noAssignInExpressions: bytes.
          (lastSigns =
            document.all.length + innerWidth * (visualViewport as VisualViewport).height + location.href)) as never)
      ) {
        notify('page', await readPage(), 1);
        notify('obstacles', obstacles(), 1);
        notify('links', scanLinks(), 1);
      }
    } else if (checks > maxHelloChecks) {
      // biome-ignore lint/suspicious/noConsole: the page's owner has no other way to learn why the widget is missing.
      console.error(`[${hostElementId}] frame-src`);
      end();
      // Place the iframe once. Of loading, interactive and complete, only complete is < 'd'.
    } else if (!iframe.contentWindow && (checks > maxLoadChecks || document.readyState < 'd')) shadow.append(iframe);
  } catch {}
}

/** Removes everything the loader added to the page. */
function end(): void {
  clearInterval(timer);
  listen('removeEventListener');
  restoreLinks();
  port?.close();
  host.remove();
  lockScroll();
}

/** Adds or removes the listeners. They capture, so the page's own handlers cannot hide a click from the loader. */
function listen(verb: 'addEventListener' | 'removeEventListener'): void {
  for (const type of 'click pointerover keydown focusin scroll message'.split(' ')) {
    window[verb](type, handleEvent as never, true);
  }
}

/**
 * Locks the page with a style sheet instead of the page's own attributes, so removing it restores the page exactly (SH-037).
 * The sheet hides the page behind the pane, so that it takes no focus and is not read out (SH-052).
 */
function lockScroll(locked?: boolean): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets
    .filter((other) => other !== lock)
    // Adds the sheet or nothing.
    .concat(locked ? lock : []);
}

/**
 * Clamps lengths to the viewport and ignores one that is not a number (SH-022). Sets each name both on the element and on its
 * style to save bytes; only one of the two has an effect.
 */
function draw(element: HTMLElement, drawing: PillDrawing & FrameDrawing): void {
  element.style = '';
  for (const name of 'height borderRadius right bottom className title textContent ariaLabel width left ariaExpanded'.split(
    ' ',
  ) as 'title'[]) {
    // Set only what differs: WebKit drops a click when the text node under it is replaced between press and release.
    // biome-ignore lint/suspicious/noAssignInExpressions: bytes.
    element[name] === drawing[name] || (element[name] = drawing[name]);
    // The browser ignores a value that is not a length: `NaNpx`, or a length for `title`.
    element.style[name as 'left'] = `clamp(0px,${+drawing[name]}px,100%)`;
  }
}

/** Implements HostApi. Without a prototype, no other name can be found on it (BR-21). `throw 0` rejects the call. */
const api = {
  __proto__: null,
  emit(type: string, detail?: unknown) {
    if (!/^cm-/.test(type)) throw 0;
    document.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
    // True for cm-host-chat, the only event of the frame with `-ho`. It starts the page's older chat product (CH-157).
    if (/-ho/.test(type)) window[settings.chatFunction as 'focus']();
  },
  closeFeedback: () => document.querySelector<HTMLElement>(settings.feedbackClose as string)?.click(),
  openUrl(url: string, target: OpenTarget) {
    const { href } = new URL(url);
    if (!/^(tel|mailto|sms|https?):/.test(href)) throw 0;
    // True for 'self', false for 'tab'. `!!` and `&&` return whether the address was opened.
    // biome-ignore lint/suspicious/noAssignInExpressions: bytes.
    if (target < 't') return !!(location.href = href);
    const tab = open(href);
    // biome-ignore lint/suspicious/noAssignInExpressions: bytes.
    return !!tab && !(tab.opener = null);
  },
  lockScroll,
  page() {
    // Nothing equals an empty record, so everything is sent again; -3 makes the next four checks read the whole page.
    lastSent = {};
    idleChecks = -3;
  },
  readStore,
  writeStore,
  linkMode(ids: readonly number[]) {
    takenLinks = ids;
  },
  // -1 is the frame; an unknown or missing id is the pill.
  focus: (id: number) => (id < 0 ? iframe : (seenLinks[id] ?? pill)).focus(),
  setPill: (drawing: never) => draw(pill, drawing),
  setFrame: (drawing: never) => draw(iframe, drawing),
  setLinkText,
} satisfies HostApi & { __proto__: null };

/** Handles every window event the loader listens to. Ignores errors, so that none is thrown into the page. */
function handleEvent(event: MouseEvent & MessageEvent): void {
  const { type, target, source, origin } = event;
  try {
    // Only message events have an origin.
    if (origin) {
      // Check source and origin before reading the data: reading makes the browser unpack it (SH-010, SH-018, BR-27).
      if (source === iframe.contentWindow && origin === frameUrl.origin && event.data.type === hello) {
        // A reloaded frame gets a new port and everything again. The old port is closed.
        const channel = new MessageChannel();
        (source as Window).postMessage({ type: portMessage, protocol }, origin, [channel.port2]);
        port?.close();
        port = channel.port1;
        missingHellos--;
        dispatch(port, api, () => calls++ < maxCalls);
        api.page();
      }
      if (source === window) {
        // A message that is not a command has no match, which throws and ends the handling here.
        const command = (
          /^cm-(destroy|refresh|close|open)$/.exec(event.data.type ?? event.data) as string[]
        )[1] as string;
        // True for destroy and refresh: open and close have no r. Of these two, only open is > 'o'.
        /r/.test(command) ? end() : notify('show', command > 'o');
        // True for refresh only. A module with a new address works under Trusted Types and with any nonce, and finds the same
        // script element.
        // biome-ignore lint/style/useTemplate: bytes.
        if (command > 'r') import(script.src + '?' + event.timeStamp);
      }
    } else {
      idleChecks = 0;
      // Outside the shadow root, events of the pill and the iframe have the host element as their target.
      if (target === host) notify('pill', type === 'click');
      else if (type === 'click') {
        const id = linkIds.get((target as Element).closest(`[${linkAttribute}]`)) as number;
        // Leave clicks with a modifier key or another button to the browser (SH-095).
        if (
          !(
            event.button ||
            event.metaKey ||
            event.shiftKey ||
            event.altKey ||
            event.ctrlKey ||
            !takenLinks.includes(id)
          )
        ) {
          event.preventDefault();
          notify('link', id);
        }
      }
    }
  } catch {}
}

function start(): void {
  // An element's id is a property of its window: if it is set, the widget is already on the page (SH-003).
  // `cm-disable` in the address turns the widget off, unless it is `cm-disable=f…` (false).
  if (window[hostElementId as never] || /cm-disable(?!=f)/.test(location.href)) {
    end();
    return;
  }
  host.id = hostElementId;
  lock.replaceSync('html{overflow:hidden!important;visibility:hidden!important}');
  sheet.replaceSync(PILL_CSS);
  shadow.adoptedStyleSheets = [sheet];
  iframe.className = pill.className = 'hidden';
  shadow.append(pill);
  iframe.sandbox =
    'allow-forms allow-same-origin allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox' as never;
  iframe.src = frameUrl as never;
  // Every loaded document owes a hello and has the full time to send it: adds 1 to `missingHellos` and restarts `checks`.
  iframe.onload = () => (missingHellos += checks = 1);
  document.documentElement.append(host);
  listen('addEventListener');
}

checkPage();
