import type { FrameApi } from '../bridge/contract.ts';
import { dispatch } from '../bridge/endpoint.ts';
import type { FrameDrawing, OpenTarget, PillDrawing } from '../bridge/records.ts';
import { hello, hostElementId, port as portMessage, protocol } from '../bridge/wire.ts';
import { linkAttribute, script, settings } from './config.ts';
import { linkIds, restoreLinks, scanLinks, seenLinks, setLinkText } from './links.ts';
import { obstacles, readPage } from './page.ts';
import { readStore, writeStore } from './storage.ts';

/** The pill's stylesheet, compiled from styles/pill.css.ts by the build. */
declare const PILL_CSS: string;

/** Calls from the frame that are answered between two looks: more is a flood. */
const mostCalls = 250;
/** How often the page is looked at: links within 300 ms (SH-095), scroll throttled to 250 ms (SH-119). */
const lookMs = 250;
/** The frame waits for the page's own load event, but no longer than these looks (2 s), so that it delays no page. */
const loadLimit = 8;
/** Without the frame's hello by then (15 s after it was placed), it is blocked: leave and say why (SH-172). */
const helloLimit = 68;

const frameUrl = new URL('frame/index.html', script.src);
const host = document.createElement('div');
const shadow = host.attachShadow({ mode: 'open' });
const pill = document.createElement('button');
const iframe = document.createElement('iframe');
const sheet = new CSSStyleSheet();
const lock = new CSSStyleSheet();
const timer = setInterval(look, lookMs);

let port: MessagePort | undefined;
let takenLinks: readonly unknown[];
let looks = 0;
let calls: number;
/** Documents that the frame has loaded, less the hellos it has said. */
let loads = 0;
let told: Partial<Record<keyof FrameApi, unknown>>;
let seen: string;
/** Looks since the visitor's last move: 0 stands for one, below 0 for the first second after the frame's hello. */
let rest: number;

/** Tells the frame, unless `news` and it is what was told last under that name. */
function tell<Name extends keyof FrameApi>(name: Name, value: Parameters<FrameApi[Name]>[0], news?: unknown): void {
  const text = JSON.stringify(value);
  if (news && told[name] === text) return;
  told[name] = text;
  // As what JSON makes of it: a value that cannot be cloned, an SVG link's address, must not keep the rest from being told.
  // One-way, in Comlink's words; the answer is ignored, so the id need not be unique.
  (port as MessagePort).postMessage({
    type: 'APPLY',
    path: [name],
    id: name,
    argumentList: [{ type: 'RAW', value: JSON.parse(text) }],
  });
}

/**
 * Starts when the page is ready, places the frame when it has loaded, then tells what changed (SH-021, CH-014). What the
 * page's settings make fail, an attribute name that is none, is told of nobody and leaves the rest as it is.
 */
async function look(): Promise<void> {
  try {
    if (!looks) {
      if (document.readyState > 'l' || (document as { prerendering?: boolean }).prerendering) return;
      start();
    }
    looks++;
    calls = 0;
    // Our document says hello. One that has not is somebody else's, or an error: the frame has left (BR-16).
    if (port && loads < 1) {
      // The page has focus when the frame in it has (SH-109).
      tell('active', document.hasFocus(), rest);
      // Cheap signs of a change. What changes without one, a class that shows a bar, is found by the visitor's next move,
      // or in two seconds; what the page says of its visitor is waited for in the first looks (SH-106).
      // Both are worked out each time, and in one: bytes.
      if (
        ((rest++ % 8 < 1) as never) |
        ((seen !==
          // biome-ignore lint/suspicious/noAssignInExpressions: bytes.
          (seen =
            document.all.length + innerWidth * (visualViewport as VisualViewport).height + location.href)) as never)
      ) {
        tell('page', await readPage(), 1);
        tell('obstacles', obstacles(), 1);
        tell('links', scanLinks(), 1);
      }
    } else if (looks > helloLimit) {
      // biome-ignore lint/suspicious/noConsole: the page's owner has no other place to learn why nothing shows.
      console.error(`[${hostElementId}] frame-src`);
      end();
    } else if (!iframe.contentWindow && (looks > loadLimit || document.readyState < 'd')) shadow.append(iframe);
  } catch {}
}

function end(): void {
  clearInterval(timer);
  listen('removeEventListener');
  restoreLinks();
  port?.close();
  host.remove();
  lockScroll();
}

/** Capture, so that the page's own handlers cannot keep a click from us. */
function listen(verb: 'addEventListener' | 'removeEventListener'): void {
  for (const type of 'click pointerover keydown focusin scroll message'.split(' ')) {
    window[verb](type, hear as never, true);
  }
}

/**
 * By a sheet of ours, not the page's own attributes: taking it away restores exactly (SH-037). What is not visible takes no
 * focus and is not read out: it lies behind the pane (SH-052).
 */
function lockScroll(locked?: boolean): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets
    .filter((other) => other !== lock)
    .concat(locked ? lock : []);
}

/**
 * Lengths are clamped to the viewport; what is not a number is no length (SH-022). Each name is set on the element and on its
 * style, of which one means something.
 */
function draw(element: HTMLElement, drawing: PillDrawing & FrameDrawing): void {
  element.style = '';
  for (const name of 'height borderRadius right bottom className title textContent ariaLabel width left ariaExpanded'.split(
    ' ',
  ) as 'title'[]) {
    // The same words stay the same node: WebKit drops a click when the text below it is another than at the press.
    // biome-ignore lint/suspicious/noAssignInExpressions: bytes.
    element[name] === drawing[name] || (element[name] = drawing[name]);
    element.style[name as 'left'] = `clamp(0px,${+drawing[name]}px,100%)`;
  }
}

/** HostApi: own functions without a prototype, so that no name but these can be found, and none can be set (BR-21). */
const api = {
  __proto__: null,
  emit(type: string, detail?: unknown) {
    if (!/^cm-/.test(type)) throw 0;
    document.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
    // Of our events only cm-host-chat has -h: it starts the page's older chat product (CH-157).
    if (/-h/.test(type)) window[settings.chatFunction as 'focus']();
  },
  closeFeedback: () => document.querySelector<HTMLElement>(settings.feedbackClose as string)?.click(),
  openUrl(url: string, target: OpenTarget) {
    const { href } = new URL(url);
    if (!/^(tel|mailto|sms|https?):/.test(href)) throw 0;
    // 'self' comes before, 'tab' after.
    // biome-ignore lint/suspicious/noAssignInExpressions: bytes.
    if (target < 't') return !!(location.href = href);
    const tab = open(href);
    // biome-ignore lint/suspicious/noAssignInExpressions: bytes.
    return !!tab && !(tab.opener = null);
  },
  lockScroll,
  page() {
    told = {};
    rest = -3;
  },
  readStore,
  writeStore,
  linkMode(ids: readonly number[]) {
    takenLinks = ids;
  },
  focus: (id: number) => (id < 0 ? iframe : (seenLinks[id] ?? pill)).focus(),
  setPill: (drawing: never) => draw(pill, drawing),
  setFrame: (drawing: never) => draw(iframe, drawing),
  setLinkText,
};

/** Everything that happens on the page and concerns us. Nothing of ours is thrown into it. */
function hear(event: MouseEvent & MessageEvent): void {
  const { type, target, source, origin } = event;
  try {
    if (origin) {
      // Source and origin before the data is touched: nobody else is listened to (SH-010, SH-018, BR-27).
      if (source === iframe.contentWindow && origin === frameUrl.origin && event.data.type === hello) {
        // A frame that was reloaded gets a new port; the old one is closed, and everything is told again.
        const channel = new MessageChannel();
        (source as Window).postMessage({ type: portMessage, protocol }, origin, [channel.port2]);
        port?.close();
        port = channel.port1;
        loads--;
        dispatch(port, api, () => calls++ < mostCalls);
        api.page();
      }
      if (source === window) {
        const word = (/^cm-(destroy|refresh|close|open)$/.exec(event.data.type ?? event.data) as string[])[1] as string;
        // Destroy and refresh have an r, open and close have not; of these only open comes after o, and of those refresh after r.
        /r/.test(word) ? end() : tell('show', word > 'o');
        // As a module of a new address: works under Trusted Types and any nonce, and finds the same script element.
        // biome-ignore lint/style/useTemplate: bytes.
        if (word > 'r') import(script.src + '?' + event.timeStamp);
      }
    } else {
      rest = 0;
      // The host element stands for what is in its shadow: the pill, or the frame that takes focus.
      if (target === host) tell('pill', type === 'click');
      else if (type === 'click') {
        const id = linkIds.get((target as Element).closest(`[${linkAttribute}]`)) as number;
        // Modified clicks stay the browser's (SH-095).
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
          tell('link', id);
        }
      }
    }
  } catch {}
}

function start(): void {
  // An element with an id is a property of its window: the widget is here already (SH-003).
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
  // Each document has its own time to say hello.
  iframe.onload = () => (loads += looks = 1);
  document.documentElement.append(host);
  listen('addEventListener');
}

look();
