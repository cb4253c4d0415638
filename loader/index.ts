import { answerCalls } from '../bridge/endpoint.ts';
import { hello, hostElementId, protocol } from '../bridge/wire.ts';
import { isDisabled } from './allowed.ts';
import { calls } from './calls.ts';
import { frameUrl, settings } from './config.ts';
import { drawElement, sheet } from './draw.ts';
import { earlyDrawing, forgetPill } from './earlyPill.ts';
import { host, iframe, pill, shadow } from './elements.ts';
import { takeLink } from './links.ts';
import { connect, inputSeen, inputTypes, pageChanged, pillClicked, searchSoon, tell } from './look.ts';

declare global {
  interface Document {
    /** Not in TypeScript's library yet. */
    readonly prerendering?: boolean;
  }
}

/** If the frame has not sent its hello after this time, it is blocked (SH-172). */
const helloLimitMs = 15_000;
/** How often to check whether a loading or prerendered page is ready. */
const readyMs = 50;

/** The loader gives up when the frame has said more than this many hellos beyond its loaded documents. */
const maxHellos = 9;

/** Documents loaded in the iframe, minus hellos received. If it is above 0, the current document has not said hello. */
let missingHellos: number;
/** How many more times the loader waits for the page's load event: ten seconds in all, even if it is restarted. */
let waits = 200;
/** How many times our element is put back on a page that has removed it. */
let returns = 3;
/** The one timer: first for the next attempt to start, then for the frame's hello. */
let timer: ReturnType<typeof setTimeout>;

/** Adds or removes the listeners. They capture, so the page's own handlers cannot hide a click from the loader. */
function listen(verb: 'addEventListener' | 'removeEventListener'): void {
  for (const type of `${inputTypes} transitionend resize blur scroll focusin focus message`.split(' ')) {
    for (const target of [window, visualViewport as VisualViewport]) target[verb](type, handle as never, true);
  }
}

/** Handles every event the loader listens to. Ignores errors, so that none is thrown into the page. */
function handle(event: MouseEvent & MessageEvent): void {
  const type = event.type;
  try {
    if (type === 'message') {
      // Check source and origin before reading the data: reading makes the browser unpack it (SH-010, SH-018, BR-27).
      if (event.source === iframe.contentWindow && event.origin === frameUrl.origin && event.data === hello) {
        // Our own frame says hello once for each document. The loader gives up on a frame that goes on (F-SE25).
        if (--missingHellos < -maxHellos) giveUp();
        else {
          const { port1, port2 } = new MessageChannel();
          (event.source as Window).postMessage(protocol, event.origin, [port2]);
          clearTimeout(timer);
          answerCalls(port1, calls, giveUp);
          connect(port1);
        }
      }
      if (event.source === window) {
        // Its own `type`, or the message itself (F-PG1). Every other value belongs to the page.
        const command = Object.hasOwn(event.data, 'type') ? event.data.type : event.data;
        if (['cm-open', 'cm-close'].includes(command)) tell('show', command);
        if (command === 'cm-destroy') end();
        if (['cm-refresh', 'cm-update'].includes(command)) {
          end();
          start();
        }
      }
      return;
    }
    if (!inputTypes.includes(type)) searchSoon();
    else if (event.isTrusted) inputSeen(event.timeStamp);
    // Outside the shadow root, events of the pill and the iframe have the host element as their target.
    if (event.target === host) {
      // A focus trap of the page would take the focus back (F-PG16).
      if (type === 'focusin') event.stopPropagation();
      if (type === 'click') pillClicked();
      tell('pill', type);
    }
    // Leave clicks with a modifier key to the browser (SH-095). Only the first button causes a click.
    else if (type === 'click' && !(event.ctrlKey || event.shiftKey || event.metaKey || event.altKey)) {
      const link = takeLink(event.composedPath());
      if (link) {
        event.preventDefault();
        tell('link', link);
      }
    }
  } catch {}
}

/** Ends the widget of a frame that is blocked or misbehaves, and forgets its pill: the next page must not show it (F-SE16). */
function giveUp(): void {
  try {
    end();
    forgetPill();
  } catch {} // The browser blocks the page's storage, or the page hides its own style sheets.
}

/** Removes everything the loader added to the page. */
function end(): void {
  clearTimeout(timer);
  listen('removeEventListener');
  observer.disconnect();
  host.remove();
  iframe.remove();
  connect();
}

/**
 * Starts the widget in two steps. Both wait for the DOM, and for a prerendered page to be shown. First the early pill is drawn, at the
 * end of the body. The frame follows after the load event, which it must not delay, or when no waits are left. By then, most
 * frameworks have hydrated the document (F-PG11).
 */
function start(): void {
  const isReady = !document.prerendering && document.readyState !== 'loading';
  // A page that re-renders its document removes our element. The next attempt puts it back.
  if (isReady && !host.isConnected) {
    try {
      // An element's id is a property of its window. It may be the page's own element, or a copy of ours: these have no settings.
      const shown = window[hostElementId as never] as typeof host | undefined;
      // The widget of an earlier loader tag stays if it has the same settings (SH-003), and otherwise ends (F-PG22).
      if (isDisabled() || shown?.settings === host.settings) return;
      shown?.end?.();
      drawElement(pill, earlyDrawing());
      document.body.append(host);
      listen('addEventListener');
    } catch {
      // The widget starts without an early pill: none is remembered, or our id belongs to the page: it is the name of a frame, or the id
      // of a form that has a field with the name `end`.
    }
  }
  if (!isReady || (waits-- > 0 && document.readyState !== 'complete')) {
    timer = setTimeout(start, readyMs);
    return;
  }
  iframe.src = frameUrl as never;
  // Add the element before the iframe, because an iframe that is moved loads again.
  document.documentElement.append(host);
  listen('addEventListener');
  shadow.append(iframe);
  missingHellos = 0;
  timer = setTimeout(giveUp, helloLimitMs);
  // Not earlier, because moving our own element is not a change of the page.
  observer.observe(document, { childList: true, attributes: true, subtree: true });
}

const observer = new MutationObserver(() => {
  pageChanged();
  // The page has drawn its document again (F-PG11), and the frame is gone. Without a new start, the links are the page's again.
  if (!host.isConnected) {
    end();
    if (returns-- > 0) start();
  }
});

/** Called when a document has loaded in the iframe. Gives up if its hello does not come in time. */
function expectHello(): void {
  clearTimeout(timer);
  if (++missingHellos > 0) timer = setTimeout(giveUp, helloLimitMs);
}

host.settings = JSON.stringify(settings);
host.end = end;
host.id = hostElementId;
shadow.append(pill);
iframe.sandbox =
  'allow-popups-to-escape-sandbox allow-popups allow-downloads allow-forms allow-scripts allow-same-origin' as never;
shadow.adoptedStyleSheets = [sheet];
iframe.onload = expectHello;
start();
