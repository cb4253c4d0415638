import type { IsolationPage } from './isolationPage.ts';

/** Pages that patch or restrict the browser's own interfaces. */
export const patchPages: readonly IsolationPage[] = [
  {
    name: 'patched-prototypes',
    about: 'Enumerable additions to Object, Array, Function and String, and toJSON on arrays',
    js: () => `'use strict';
for (const kind of [Object, Array, Function, String]) kind.prototype.addedByPage = function () { return this; };
Array.prototype.toJSON = function () { return 'a list'; };
String.prototype.contains = () => true;`,
  },
  {
    name: 'patched-calls',
    about: 'Wrapped listeners, timers and messages, as in zone.js and session replay',
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
    about: 'Wrapped promises, JSON, URLs and arrays, as in zone.js and error monitors',
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
    about: 'A service worker that handles every request of the page',
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
    about: 'Frozen prototypes, as in a hardened realm',
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
    about: 'Stops every event at the document, and handles every message',
    js: () => `'use strict';
for (const type of ['click', 'message', 'keydown', 'focusin', 'pointerover']) {
  document.addEventListener(type, (event) => event.stopImmediatePropagation(), true);
}
window.onmessage = () => {};
window.name = 'cm-hello';`,
  },
];
