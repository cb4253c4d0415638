// One table, long because every entry is a page that someone else might have.
import { escapeHtml, type PageUrls } from './template.ts';

/**
 * Pages that a sceptic would try the widget on: policies, isolation headers, style sheets at war, unusual documents,
 * patched interfaces. Each is one entry, served at `/isolation/<name>`, its style sheet and script beside it. All have the
 * same body without a contact link, so that the widget has nothing to change on them.
 */
export interface IsolationPage {
  readonly name: string;
  readonly about: string;
  readonly headers?: (urls: PageUrls) => Readonly<Record<string, string | readonly string[]>>;
  readonly css?: string;
  /** Runs before the loader, unless the page loads the loader by it. */
  readonly js?: (urls: PageUrls) => string;
  readonly doctype?: string;
  /** Of the html element. */
  readonly attributes?: string;
  readonly head?: (urls: PageUrls) => string;
  /** After the common body. */
  readonly body?: string;
  readonly type?: string;
  /** Of the loader's tag; null where the page's script adds it. */
  readonly loader?: ((urls: PageUrls) => string) | null;
  /** Why pill and pane cannot be pixel-equal to the plain page's. */
  readonly differs?: string;
  /** The page itself is not the same before and after: nothing but the pill, the pane and the violations is looked at. */
  readonly moves?: string;
  /** A global without which the page cannot be: where a browser no longer has it, the page is not tried. */
  readonly needs?: string;
}

const nonce = 'c2NlcHRpYw';

const policy = (...directives: readonly string[]) => ({ 'content-security-policy': directives.join('; ') });

/** The least that a host must allow: the widget to run and to be framed. Everything else is forbidden. */
const least = (urls: PageUrls, scripts = `'self' ${urls.widgetUrl}`): readonly string[] => [
  "default-src 'none'",
  `script-src ${scripts}`,
  "style-src 'self'",
  `frame-src ${urls.widgetUrl}`,
  "base-uri 'none'",
  "form-action 'none'",
];

const noTypes = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/** A page's own script that adds the loader, as tag managers do. */
const addLoader = (urls: PageUrls): string => `'use strict';
if (!location.search.includes('loader=none')) {
  const script = document.createElement('script');
  script.src = ${JSON.stringify(urls.widgetUrl)} + '/loader.js';
  script.dataset.focusArea = 'cloud';
  document.head.append(script);
}`;

export const isolationPages: readonly IsolationPage[] = [
  { name: 'plain', about: 'The page that all others are compared with' },

  // Policies.
  { name: 'csp-origin', about: 'The widget’s origin twice, nothing else', headers: (urls) => policy(...least(urls)) },
  {
    name: 'csp-nonce',
    about: 'A nonce on the loader’s tag',
    headers: (urls) => policy(...least(urls, `'nonce-${nonce}'`)),
    loader: () => `nonce="${nonce}"`,
  },
  {
    name: 'csp-strict-dynamic',
    about: 'strict-dynamic: a trusted script adds the loader',
    headers: (urls) => policy(...least(urls, `'nonce-${nonce}' 'strict-dynamic'`)),
    js: addLoader,
    loader: null,
  },
  {
    name: 'csp-hash',
    about: 'The loader’s integrity value as the only source of scripts',
    headers: (urls) => policy(...least(urls, `'${urls.loaderIntegrity ?? ''}'`)),
    loader: (urls) => `integrity="${urls.loaderIntegrity ?? ''}" crossorigin="anonymous"`,
  },
  {
    name: 'csp-two',
    about: 'Two policies at once, each of which must be met',
    headers: (urls) => ({
      'content-security-policy': [
        least(urls).join('; '),
        `script-src http: 'nonce-${nonce}'; frame-src ${urls.widgetUrl}; object-src 'none'`,
      ],
    }),
  },
  {
    name: 'csp-trusted-types',
    about: 'Trusted Types without a single policy',
    headers: (urls) => policy(...least(urls), ...noTypes),
  },
  {
    name: 'csp-trusted-types-default',
    about: 'Trusted Types with a default policy that refuses everything',
    headers: (urls) => policy(...least(urls), "require-trusted-types-for 'script'", 'trusted-types default'),
    js: () => `'use strict';
const refuse = () => { throw new TypeError('refused by the page'); };
window.trustedTypes?.createPolicy('default', { createHTML: refuse, createScript: refuse, createScriptURL: refuse });`,
  },
  {
    name: 'csp-none-of-all',
    about: 'connect, img, font, worker, media, object, manifest: none',
    headers: (urls) =>
      policy(
        ...least(urls),
        ...['connect', 'img', 'font', 'worker', 'media', 'object', 'manifest', 'child'].map(
          (kind) => `${kind}-src ${kind === 'child' ? urls.widgetUrl : "'none'"}`,
        ),
        ...noTypes,
      ),
  },
  {
    name: 'csp-report-only',
    about: 'An enforced policy, and a stricter one that only reports',
    headers: (urls) => ({
      ...policy(...least(urls)),
      'content-security-policy-report-only': [...least(urls), "connect-src 'none'", ...noTypes].join('; '),
    }),
  },
  {
    name: 'csp-meta',
    about: 'The policy in the document, not in a header',
    head: (urls) => `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(least(urls).join('; '))}" />`,
  },
  {
    name: 'csp-sandbox',
    about: 'The page sandboxes itself, with scripts and its origin',
    headers: (urls) => policy(...least(urls), 'sandbox allow-scripts allow-same-origin allow-forms allow-popups'),
  },

  // Isolation.
  {
    name: 'coop',
    about: 'COOP same-origin',
    headers: () => ({ 'cross-origin-opener-policy': 'same-origin' }),
  },
  {
    name: 'coep',
    about: 'COEP require-corp and COOP same-origin: cross-origin isolated',
    headers: () => ({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    }),
  },
  {
    name: 'coep-alone',
    about: 'COEP require-corp without COOP',
    headers: () => ({ 'cross-origin-embedder-policy': 'require-corp' }),
  },
  {
    name: 'coep-credentialless',
    about: 'COEP credentialless',
    headers: () => ({ 'cross-origin-embedder-policy': 'credentialless' }),
  },
  {
    name: 'no-referrer',
    about: 'No referrer, and COOP same-origin-allow-popups',
    headers: () => ({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    }),
  },
  {
    name: 'permissions',
    about: 'Permissions-Policy denies everything that it can',
    headers: () => ({
      'permissions-policy':
        'camera=(), microphone=(), geolocation=(), clipboard-write=(), fullscreen=(), storage-access=(), unload=()',
    }),
  },

  // Style sheets at war.
  {
    name: 'css-unset',
    about: 'all: unset, importantly, on everything',
    css: `* { all: unset !important; } html, body, main, h1, p, table { display: block !important; }`,
  },
  {
    name: 'css-hide',
    about: 'Everything that it does not know is hidden, importantly',
    css: `html > :not(head, body), div, iframe, button, [id*='contact'], [id*='widget'] {
  display: none !important; visibility: hidden !important; opacity: 0 !important; pointer-events: none !important;
}`,
  },
  {
    name: 'css-frames',
    about: 'Limits for frames and buttons, importantly',
    css: `iframe, button, :host, ::part(x) {
  max-width: 0 !important; max-height: 1px !important; border: 9px solid red !important; transform: scale(0.1) !important;
  clip-path: inset(50%) !important;
}`,
  },
  {
    name: 'css-wild',
    about: 'Huge important fonts, shadows, borders and colours on everything',
    css: `*, *::before, *::after {
  font: italic 900 37px / 3 cursive !important; color: lime !important; text-transform: uppercase !important;
  letter-spacing: 9px !important; word-spacing: 30px !important; text-indent: 40px !important; text-shadow: 0 0 9px red !important;
  box-sizing: content-box !important; outline: 3px dashed red !important; cursor: none !important; direction: ltr !important;
}`,
  },
  {
    name: 'css-siblings',
    about: 'Rules for empty elements, only children and the siblings of the body',
    css: `body { padding-block-end: 40px; } body ~ * { display: none; }
div:empty { display: none; } :only-child { outline: 0; }`,
  },
  {
    name: 'css-body-moves',
    about: 'A body with transform, filter, contain, opacity, perspective',
    css: `body { transform: translateX(24px) rotate(0.5deg); filter: saturate(0.9); opacity: 0.95; contain: layout paint;
  perspective: 100px; will-change: transform; }`,
  },
  {
    name: 'css-body-zoom',
    about: 'A body at zoom 1.4',
    css: `body { zoom: 1.4; }`,
  },
  {
    name: 'css-root-zoom',
    about: 'A root at zoom 1.25',
    css: `html { zoom: 1.25; }`,
    differs: 'a page that zooms its root zooms all that is in it, as the visitor’s own zoom does',
  },
  {
    name: 'css-root-units',
    about: 'A root with 62.5 % fonts, wide letters, other line heights',
    css: `html { font-size: 62.5%; line-height: 3; letter-spacing: 4px; word-spacing: 8px; text-align: right; font-family: monospace;
  visibility: visible; cursor: wait; user-select: none; }`,
  },
  {
    name: 'css-root-off',
    about: 'A root that takes no pointer, selection or sight, and gives it back to its body',
    css: `html { pointer-events: none; visibility: hidden; user-select: none; cursor: none; } body { pointer-events: auto; visibility: visible; }`,
  },
  {
    name: 'css-root-grid',
    about: 'A root that is a grid with gaps',
    css: `html { display: grid; gap: 40px; grid-template-columns: 1fr; min-height: 100vh; } head { display: none; }`,
  },
  {
    name: 'css-root-flex',
    about: 'A root that is a flex column with its content spread',
    css: `html { display: flex; flex-direction: column; justify-content: space-between; gap: 30px; height: 100vh; }`,
  },
  {
    name: 'css-writing-mode',
    about: 'A root that writes from top to bottom',
    css: `html { writing-mode: vertical-rl; text-orientation: upright; }`,
    differs: 'direction and writing mode are the visitor’s language, which `all` leaves alone',
  },
  {
    name: 'css-rtl',
    about: 'A root from right to left, in English',
    attributes: ' dir="rtl"',
    differs: 'direction is the visitor’s language: the pill is mirrored',
  },
  {
    name: 'css-dark',
    about: 'A root with a dark colour scheme and a black ground',
    css: `:root { color-scheme: dark; accent-color: red; } body { background: #000; color: #eee; }`,
  },
  {
    name: 'css-containers',
    about: 'Container queries, layers and containment',
    css: `html { container: root / inline-size; } body { contain: layout style; }
@layer one, two; @layer two { * { border-radius: 50% !important; } }
@container root (inline-size > 0) { button, iframe, div { display: none !important; translate: 900px !important; } }`,
  },
  {
    name: 'css-layers',
    about: 'Things of its own at the highest z-index and in the top layer',
    css: `.top { position: fixed; inset: 0 auto auto 0; z-index: 2147483647; background: #fd0; }
[popover] { inset: 60px auto auto 10px; margin: 0; }`,
    body: '<div class="top">On top</div><div popover="manual" id="note">In the top layer</div><dialog id="modal">Modal</dialog>',
    js: () => `'use strict';
addEventListener('DOMContentLoaded', () => {
  document.getElementById('note').showPopover?.();
  const modal = document.getElementById('modal');
  modal.showModal();
  modal.close();
});`,
  },
  {
    name: 'css-scroll',
    about: 'A root that does not scroll, and a body that snaps',
    css: `html, body { height: 100%; overflow: hidden; overscroll-behavior: none; } body { overflow: auto; scroll-snap-type: y mandatory; }`,
  },

  // Unusual documents.
  { name: 'quirks', about: 'Without a doctype', doctype: '' },
  {
    name: 'almost-standards',
    about: 'A transitional doctype',
    doctype:
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  },
  {
    name: 'xhtml',
    about: 'XHTML, parsed as XML',
    doctype: '<?xml version="1.0" encoding="utf-8"?>',
    attributes: ' xmlns="http://www.w3.org/1999/xhtml"',
    type: 'application/xhtml+xml; charset=utf-8',
  },
  {
    name: 'xslt',
    about: 'Made by the browser of XML and a style sheet in XSLT',
    doctype: '<?xml version="1.0" encoding="utf-8"?>\n<?xml-stylesheet type="text/xsl" href="/isolation/xslt.xsl"?>',
    type: 'application/xml; charset=utf-8',
    moves: 'the browser puts a notice on such pages, at a moment of its own',
    needs: 'XSLTProcessor',
  },
  {
    name: 'base',
    about: 'A base address and target of elsewhere',
    head: () => '<base href="https://elsewhere.example/deep/" target="_blank" />',
  },
  {
    name: 'clobbered',
    about: 'Elements whose names hide the document’s own properties',
    body: `<img name="currentScript" src="/mark.svg" data-focus-area="evil" hidden="" alt="" /><form name="body"></form><form name="adoptedStyleSheets"></form>
<form id="parent"></form><form id="top"></form><img name="title" alt="" /><form id="contactWidgetUser"></form><form id="contactWidgetConfig"><input name="hidePill" /></form>`,
  },
  {
    name: 'clobbered-script',
    about:
      'A form and a frame that take the name of the document’s current script, and another loader’s tag before ours',
    head: () => '<script type="text/plain" src="https://evil.example/loader.js"></script>',
    body: `<form name="currentScript" hidden=""><input name="closest" /></form><iframe name="currentScript" hidden="" title="x"></iframe>`,
    js: (urls) => `addEventListener('DOMContentLoaded', () => {
${addLoader(urls).replace("'use strict';", '')}
});`,
    loader: null,
  },

  // Patched interfaces.
  {
    name: 'patched-prototypes',
    about: 'Enumerable additions to Object, Array, Function and String, and toJSON on lists',
    js: () => `'use strict';
for (const kind of [Object, Array, Function, String]) kind.prototype.extraOfThePage = function () { return this; };
Array.prototype.toJSON = function () { return 'a list'; };
String.prototype.contains = () => true;`,
  },
  {
    name: 'patched-calls',
    about: 'Listeners, timers and messages wrapped, as by zones and session replay',
    js: () => `'use strict';
for (const [holder, name] of [[EventTarget.prototype, 'addEventListener'], [EventTarget.prototype, 'removeEventListener'],
  [window, 'setInterval'], [window, 'setTimeout'], [MessagePort.prototype, 'postMessage'], [Node.prototype, 'appendChild'],
  [Element.prototype, 'append'], [Element.prototype, 'attachShadow'], [document, 'createElement'], [window, 'postMessage']]) {
  const given = holder[name];
  holder[name] = function (...args) { return given.apply(this === undefined ? window : this, args); };
}`,
  },
  {
    name: 'patched-promises',
    about: 'Promises, JSON, addresses and lists wrapped, as by zones and error monitors',
    js: () => `'use strict';
for (const [holder, name] of [[Promise.prototype, 'then'], [Promise, 'race'], [Promise, 'all'], [JSON, 'stringify'], [JSON, 'parse'],
  [Array.prototype, 'map'], [Array.prototype, 'filter'], [Document.prototype, 'querySelectorAll'], [window, 'getComputedStyle'],
  [Map.prototype, 'set'], [EventTarget.prototype, 'dispatchEvent'], [Element.prototype, 'getBoundingClientRect']]) {
  const given = holder[name];
  holder[name] = function (...args) { return given.apply(this === undefined ? window : this, args); };
}
const GivenURL = URL;
window.URL = class extends GivenURL {};`,
  },
  {
    name: 'service-worker',
    about: 'A service worker of the page fetches everything that the page asks for',
    js: () => `'use strict';
if (globalThis.document) navigator.serviceWorker.register(document.currentScript.src);
else {
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));
}`,
  },
  {
    name: 'frozen',
    about: 'Frozen prototypes, as by a lockdown',
    js: () => `'use strict';
for (const kind of [Object, Array, Function, String, Map, Promise, RegExp, Element, Node, EventTarget]) Object.freeze(kind.prototype);`,
  },
  {
    name: 'no-storage',
    about: 'Storage and cookies throw',
    js: () => `'use strict';
const denied = () => { throw new DOMException('denied', 'SecurityError'); };
for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get: denied });
Object.defineProperty(Document.prototype, 'cookie', { get: denied, set: denied });`,
  },
  {
    name: 'handlers',
    about: 'Takes every event at the window, stops it, and answers every message',
    js: () => `'use strict';
for (const type of ['click', 'message', 'keydown', 'focusin', 'pointerover']) {
  document.addEventListener(type, (event) => event.stopImmediatePropagation(), true);
}
window.onmessage = () => {};
window.name = 'cm-hello';`,
  },
];

const rows = Array.from({ length: 4 }, (_, row) => `<tr><td>Region ${row + 1}</td><td>${(row + 1) * 12} ms</td></tr>`);

const commonBody = `<main><h1>Runs close to your customers</h1><p>Plans change; so can the size of <a href="/contact">everything</a> you run here.</p>
<table><tbody>${rows.join('')}</tbody></table><p><input aria-label="Name" value="Ada" /> <button type="button">Save</button></p><ul><li>One</li><li>Two</li></ul></main>`;

/** The page as it stands, as HTML. */
const copyAsHtml = `<?xml version="1.0"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:output method="html" doctype-system="about:legacy-compat"/>
<xsl:template match="/"><xsl:copy-of select="html"/></xsl:template>
</xsl:stylesheet>`;

export interface IsolationAnswer {
  readonly html: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly type?: string;
}

/** The page, its style sheet or its script; undefined for another address. */
export function findIsolationPage(url: URL, urls: PageUrls): IsolationAnswer | undefined {
  const [, name, kind] = /^\/isolation\/([a-z-]+)(\.css|\.js|\.xsl)?$/.exec(url.pathname) ?? [];
  const page = isolationPages.find((item) => item.name === name);
  if (!page) return undefined;
  // What a cross-origin isolated page loads of its own needs no header; these are its own.
  if (kind === '.css') return { html: page.css ?? '', headers: {}, type: 'text/css; charset=utf-8' };
  if (kind === '.js') return { html: page.js?.(urls) ?? '', headers: {}, type: 'text/javascript; charset=utf-8' };
  if (kind === '.xsl') return { html: copyAsHtml, headers: {}, type: 'text/xsl; charset=utf-8' };
  return {
    html: renderIsolationPage(page, urls, url.searchParams.get('loader') !== 'none'),
    headers: page.headers?.(urls) ?? {},
    ...(page.type ? { type: page.type } : {}),
  };
}

/** Written so that it is HTML and XML. */
function renderIsolationPage(page: IsolationPage, urls: PageUrls, isWithLoader: boolean): string {
  const tag =
    isWithLoader && page.loader !== null
      ? `<script async="" src="${urls.widgetUrl}/loader.js" data-focus-area="cloud" ${page.loader?.(urls) ?? ''}></script>`
      : '';
  const file = (extension: string): string => `${urls.hostUrl}/isolation/${page.name}${extension}`;
  return `${page.doctype ?? '<!doctype html>'}
<html lang="en-US"${page.attributes ?? ''}>
<head>
<meta charset="utf-8" />
${page.head?.(urls) ?? ''}
<title>${escapeHtml(page.about)}</title>
<link rel="stylesheet" href="${urls.hostUrl}/simple.css" />
${page.css ? `<link rel="stylesheet" href="${file('.css')}" />` : ''}
${page.js ? `<script src="${file('.js')}" nonce="${nonce}"></script>` : ''}
${tag}
</head>
<body>
${commonBody}
${page.body ?? ''}
</body>
</html>
`;
}
