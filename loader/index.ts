import { dispatch } from '../bridge/endpoint.ts';
import { hello, hostElementId, protocol } from '../bridge/wire.ts';
import { isDisabled } from './allowed.ts';
import { calls } from './calls.ts';
import { commandIn } from './commands.ts';
import { configObject, frameUrl, linkAttribute, settings } from './config.ts';
import { draw, lockScroll, sheet } from './draw.ts';
import { earlyDrawing, forgetPill } from './earlyPill.ts';
import { host, iframe, pill, shadow } from './elements.ts';
import { reportedLinks, restoreLinks, takenIds } from './links.ts';
import { connect, disconnect, inputSeen, inputTypes, pillClicked, searchSoon, tell } from './look.ts';
import { knownUser } from './page.ts';

declare global {
  interface Document {
    /** Not in TypeScript's library yet. */
    readonly prerendering?: boolean;
  }
}

/** If the frame has not sent its hello after this time, it is blocked (SH-172). */
const helloLimitMs = 15_000;
/** The time between two checks whether a loading or prerendered page is ready. */
const readyMs = 50;

/** This many hellos more than documents are too many. */
const maxHellos = 9;

/** Documents loaded in the iframe, minus hellos received. If it is above 0, the current document has not said hello. */
let missingHellos: number;
/** How many more times the loader waits for the page's load event: two seconds in all, even if it is restarted. */
let waits = 40;
/** The one timer: first for the next attempt to start, then for the frame's hello. */
let timer: ReturnType<typeof setTimeout>;

/** Adds or removes the listeners. They capture, so the page's own handlers cannot hide a click from the loader. */
function listen(verb: 'addEventListener' | 'removeEventListener'): void {
  for (const type of `${inputTypes} scroll transitionend resize focus blur message`.split(' ')) {
    window[verb](type, handle as never, true);
    (visualViewport as VisualViewport)[verb](type, handle as never, true);
  }
}

/** Handles every event the loader listens to. Ignores errors, so that none is thrown into the page. */
function handle(event: MouseEvent & MessageEvent): void {
  const { type } = event;
  try {
    if (type === 'message') {
      // Check source and origin before reading the data: reading makes the browser unpack it (SH-010, SH-018, BR-27).
      if (event.source === iframe.contentWindow && event.origin === frameUrl.origin && event.data === hello) {
        // Our own frame says hello once for each document. One that goes on gets no answer (F-SE25).
        if (--missingHellos < -maxHellos) return;
        const channel = new MessageChannel();
        (event.source as Window).postMessage(protocol, event.origin, [channel.port2]);
        clearTimeout(timer);
        // Undo the drawings of an earlier document. The new one sends only what it shows.
        iframe.style = '';
        dispatch(channel.port1, calls);
        connect(channel.port1);
        // Last, because it throws on a page that has an element with the name `adoptedStyleSheets`.
        lockScroll();
      }
      if (event.source === window) {
        const command = commandIn(event.data) as string;
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
      if (type === 'click') pillClicked();
      tell('pill', type);
    }
    // Leave clicks with a modifier key to the browser (SH-095). Only the first button causes a click.
    else if (type === 'click' && !(event.ctrlKey || event.shiftKey || event.metaKey || event.altKey)) {
      // The innermost link (F-SH1). An element that has lost its attribute is no longer a link: frameworks reuse elements.
      const link = event
        .composedPath()
        .find(
          (target) =>
            takenIds.includes(reportedLinks.indexOf(target as HTMLAnchorElement)) &&
            (target as Element).getAttribute(linkAttribute),
        );
      // When the page has removed our element, the frame is gone: the links are the page's again.
      if (link && host.isConnected) {
        event.preventDefault();
        tell('link', reportedLinks.indexOf(link as HTMLAnchorElement));
      }
    }
  } catch {}
}

/** Ends the widget, and forgets its pill (F-SE16): the next page does not show that of a frame that was not there. */
function giveUp(): void {
  end();
  try {
    forgetPill();
  } catch {} // The browser blocks the page's storage.
}

/** Removes everything the loader added to the page. */
function end(): void {
  clearTimeout(timer);
  listen('removeEventListener');
  disconnect();
  restoreLinks();
  host.remove();
  iframe.remove();
  iframe.style = '';
  lockScroll();
}

/**
 * Starts the widget in two steps. Both wait for the DOM, and for a prerendered page to be shown. First the early pill is drawn, at the
 * end of the body. The frame follows after the load event, which it must not delay, or when no waits are left.
 */
function start(): void {
  const isReady = !document.prerendering && document.readyState !== 'loading';
  // A page that draws its document again removes our element. The next attempt puts it back.
  if (isReady && !host.isConnected) {
    // An element's id is a property of its window. If that element has a shadow root, the widget is already on the page (SH-003).
    // Without one, it belongs to the page: its own element, or a copy of ours.
    if ((window[hostElementId as never] as HTMLElement | undefined)?.shadowRoot || isDisabled()) return;
    try {
      draw(pill, earlyDrawing() as never);
      document.body.append(host);
      listen('addEventListener');
    } catch {} // No pill is known yet.
  }
  if (!isReady || (waits-- > 0 && document.readyState !== 'complete')) {
    timer = setTimeout(start, readyMs);
    return;
  }
  // With these facts, the frame starts the lookup at once. If the page has parameters or a config object, which may change the
  // lookup, the frame gets no facts and waits for the handshake. The setter of `hash` escapes everything but `%`: facts with a `%` may
  // reach the frame changed or unreadable, and then it looks up after the handshake, too.
  frameUrl.hash = (!(location.search || configObject in window) &&
    JSON.stringify({
      ...settings,
      lang: document.documentElement.lang,
      user: knownUser(),
      active: `${document.hasFocus()}`,
    })) as string;
  iframe.src = frameUrl as never;
  // The element first, because a frame that is moved loads again.
  document.documentElement.append(host);
  listen('addEventListener');
  shadow.append(iframe);
  missingHellos = 0;
  timer = setTimeout(giveUp, helloLimitMs);
}

/** Called when a document has loaded in the iframe. Ends the widget if its hello has not come, and does not come in time. */
function expectHello(): void {
  clearTimeout(timer);
  if (++missingHellos > 0) timer = setTimeout(giveUp, helloLimitMs);
}

host.id = hostElementId;
shadow.append(pill);
iframe.sandbox =
  'allow-popups-to-escape-sandbox allow-popups allow-downloads allow-scripts allow-forms allow-same-origin' as never;
shadow.adoptedStyleSheets = [sheet];
iframe.onload = expectHello;
start();
