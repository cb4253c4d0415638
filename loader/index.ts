import type { FrameApi } from '../bridge/contract.ts';
import { dispatch, notify } from '../bridge/endpoint.ts';
import type { FrameDrawing, LinkMode, OpenTarget, PillDrawing } from '../bridge/records.ts';
import { hello, hostChat, hostElementId, port as portMessage, protocol } from '../bridge/wire.ts';
import { createLinks } from './links.ts';
import { obstacles, viewport } from './measure.ts';
import { globalAt, pageFacts } from './page.ts';
import { readStore, writeStore } from './storage.ts';

/** The pill's stylesheet, compiled from styles/pill.css.ts by the build. */
declare const PILL_CSS: string;

/** How often the page is looked at: links within 300 ms (SH-095), scroll throttled to 250 ms (SH-119). */
const lookMs = 250;
/** The frame waits for the page's own load event, but no longer than these looks (2 s), so that it delays no page. */
const loadLimit = 8;
/** Without the frame's hello by then (15 s after it was placed), it is blocked: leave and say why (SH-172). */
const helloLimit = 68;

const script = (document.currentScript ?? document.querySelector('script[src*="loader.js"]')) as HTMLScriptElement;

function start(): void {
  if (document.getElementById(hostElementId) || /[?&]cm-disable(=(true)?)?(&|$)/.test(location.search)) return;
  const settings = script.dataset;
  const linkAttribute = settings.linkAttribute ?? 'data-contact-link';
  const links = createLinks(linkAttribute);
  const ender = new AbortController();
  const frameUrl = new URL('frame/index.html', script.src);
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  const lock = new CSSStyleSheet();
  const pill = document.createElement('button');
  const iframe = document.createElement('iframe');
  let port: MessagePort | undefined;
  let linkMode: LinkMode | undefined;
  let isDirty = true;
  let isActive = false;
  let looks = 0;
  let told: Record<string, string> = {};

  const tell = <Name extends keyof FrameApi>(name: Name, ...args: Parameters<FrameApi[Name]>): void => {
    if (port) notify(port, name, args);
  };

  /** Tells only what differs from what was told last under that name. */
  function tellNews<Name extends keyof FrameApi>(name: Name, ...args: Parameters<FrameApi[Name]>): boolean {
    const news = JSON.stringify(args);
    if (told[name] === news) return false;
    told[name] = news;
    tell(name, ...args);
    return true;
  }

  /** Places the frame when the page has loaded, then tells what changed; the page need not tell us (SH-021, CH-014). */
  async function look(): Promise<void> {
    looks += 1;
    if (!port) {
      if (looks > helloLimit) fail('no answer from the frame: is it in frame-src?');
      else if (!iframe.isConnected && (looks > loadLimit || document.readyState === 'complete')) shadow.append(iframe);
      return;
    }
    if (tellNews('viewportChanged', viewport()) || isDirty) {
      isDirty = false;
      tellNews('linksFound', links.scan());
      tellNews('obstaclesFound', obstacles(host, pill.matches('.left')));
    }
    if (isActive) tell('activity', true);
    isActive = false;
    try {
      tellNews('pageChanged', await pageFacts(settings));
    } catch {} // A config object that is no JSON: the frame does with what it was told before.
  }

  /** Nothing of ours is thrown into the page: its error monitor must never see us. */
  function on<Kind extends Event>(target: EventTarget, types: string, listener: (event: Kind) => void): void {
    for (const type of types.split(' ')) {
      target.addEventListener(
        type,
        (event) => {
          try {
            listener(event as Kind);
          } catch {}
        },
        // Capture, so that the page's own handlers cannot keep a click from us.
        { capture: true, signal: ender.signal },
      );
    }
  }

  function fail(reason: string): void {
    // biome-ignore lint/suspicious/noConsole: the page's owner has no other place to learn why nothing shows.
    console.error(`[contact-widget] ${reason}`);
    ender.abort();
  }

  /** Numbers are clamped to the viewport; what is not a number is no length, and so changes nothing (SH-022). */
  function draw(element: HTMLElement, drawing: PillDrawing | FrameDrawing): void {
    element.className = drawing.look;
    element.title = element.ariaLabel = drawing.label;
    for (const side of ['bottom', 'width', 'height'] as const) {
      element.style[side] = `clamp(0px,${+(drawing as FrameDrawing)[side]}px,100v${side === 'width' ? 'w' : 'h'})`;
    }
  }

  // A sheet of ours, not the page's style attribute: emptying it restores exactly (SH-037).
  const lockScroll = (locked?: boolean): void => lock.replaceSync(locked ? 'html{overflow:hidden!important}' : '');

  /** HostApi: own functions without a prototype, so that no name but these can be found (BR-21). */
  const api = Object.freeze({
    __proto__: null,
    page: () => pageFacts(settings),
    setPill(drawing: PillDrawing) {
      draw(pill, drawing);
      pill.ariaExpanded = `${drawing.expanded}`;
      pill.textContent = drawing.text;
      pill.dataset.badge = drawing.badge;
    },
    setFrame(drawing: FrameDrawing) {
      draw(iframe, drawing);
      if (drawing.focus) iframe.focus();
    },
    focus: (linkId?: number) => (linkId === undefined ? pill.focus() : links.focus(linkId)),
    lockScroll,
    setLinkText: links.setText,
    linkMode(mode: LinkMode) {
      linkMode = mode;
    },
    openUrl(url: string, target: OpenTarget) {
      const { protocol: scheme, href } = new URL(url);
      if (!/^(https?|mailto|tel|sms):$/.test(scheme)) throw 0;
      const tab = open(href, target === 'self' ? '_self' : '_blank');
      if (tab && tab !== window) tab.opener = null;
      return !!tab;
    },
    readStore,
    writeStore,
    emit(name: string, detail?: unknown) {
      if (!/^cm-/.test(name)) throw 0;
      if (name === hostChat) (globalAt(settings.chatFunction) as () => void)();
      document.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
    },
    closeFeedback: () => document.querySelector<HTMLElement>(settings.feedbackClose ?? '_')?.click(),
  });

  /** A frame that was reloaded finds the page as it was before it ever spoke; its old port is closed. */
  function connect(): void {
    const channel = new MessageChannel();
    port?.close();
    port = channel.port1;
    dispatch(port, api);
    iframe.className = 'hidden';
    lockScroll();
    linkMode = undefined;
    (iframe.contentWindow as Window).postMessage({ type: portMessage, protocol }, frameUrl.origin, [channel.port2]);
    told = {};
    isDirty = true;
    look();
  }

  host.id = hostElementId;
  sheet.replaceSync(PILL_CSS);
  shadow.adoptedStyleSheets = [sheet];
  document.adoptedStyleSheets.push(lock);
  pill.type = 'button';
  pill.className = iframe.className = 'hidden';
  shadow.append(pill);
  iframe.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
  );
  iframe.allow = 'clipboard-write';
  iframe.src = frameUrl.href;
  document.documentElement.append(host);

  on(pill, 'click', () => tell('pillClicked'));
  on(pill, 'pointerover focus', () => tell('pillHovered'));
  on(document, 'click', (event: MouseEvent) => {
    const linkId = linkMode === 'intercept' ? links.clicked(event) : undefined;
    if (linkId === undefined) return;
    event.preventDefault();
    look();
    tell('linkClicked', linkId);
  });
  on(window, 'message', ({ source, origin, data }: MessageEvent) => {
    // Source and origin before the data is touched: nobody else is listened to (SH-010, SH-018, BR-27).
    if (source && source === iframe.contentWindow && origin === frameUrl.origin && data.type === hello) {
      if (data.protocol === protocol) connect();
      else fail('loader and frame are of different versions');
    }
    if (source === window && origin === location.origin) {
      const type = /^cm-(open|close|destroy|refresh)$/.exec(data?.type ?? data)?.[1];
      if (type === 'open' || type === 'close') tell(type);
      else if (type) ender.abort();
      // As a module of a new address: works under Trusted Types and any nonce, and finds the same script element.
      if (type === 'refresh') import(`${script.src}#${performance.now()}`).catch(start);
    }
  });
  on(window, 'pointerdown pointermove keydown scroll', () => {
    isActive = true;
  });
  // Focus that went into the frame is still the visitor's (SH-109).
  on(window, 'blur', () => document.activeElement !== host && tell('activity', false));
  const observer = new MutationObserver(() => {
    isDirty = true;
  });
  observer.observe(document, {
    attributeFilter: ['class', 'style', 'hidden', linkAttribute],
    childList: true,
    subtree: true,
  });
  const timer = setInterval(look, lookMs);
  // Not by `on`: a listener that the signal itself takes away would be gone before it is called.
  ender.signal.onabort = () => {
    clearInterval(timer);
    observer.disconnect();
    links.restore();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== lock);
    port?.close();
    host.remove();
  };
  look();
}

/** At once, when the DOM is ready, or when a prerendered page is shown: each stage leads to the next. */
function begin(): void {
  const isPrerendered = (document as { prerendering?: boolean }).prerendering;
  if (isPrerendered || document.readyState === 'loading') {
    document.addEventListener(isPrerendered ? 'prerenderingchange' : 'DOMContentLoaded', begin, { once: true });
  } else {
    try {
      start();
    } catch {} // A page without what we stand on keeps its links as they are.
  }
}
begin();
