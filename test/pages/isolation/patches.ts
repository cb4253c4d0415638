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
    name: 'old-promise',
    about: 'An old polyfill in place of Promise, without race, any, allSettled and finally',
    js: () => `'use strict';
const Native = Promise;
window.Promise = class OldPromise {
  constructor(run) { this.native = new Native(run); }
  then(done, failed) { return this.native.then(done, failed); }
  catch(failed) { return this.native.then(undefined, failed); }
  static resolve(value) { return new OldPromise((resolve) => resolve(value)); }
  static reject(reason) { return new OldPromise((_, reject) => reject(reason)); }
  static all(list) { return Native.all(list); }
};`,
  },
  {
    name: 'old-collections',
    about: 'Old polyfills in place of Map and Set, without iterators, initial values and return values',
    js: () => `'use strict';
window.Map = class {
  constructor() { this.names = []; this.values = []; }
  has(name) { return this.names.includes(name); }
  get(name) { return this.values[this.names.indexOf(name)]; }
  set(name, value) { this.delete(name); this.names.push(name); this.values.push(value); }
  delete(name) { const at = this.names.indexOf(name); if (at >= 0) { this.names.splice(at, 1); this.values.splice(at, 1); } }
  forEach(visit) { this.names.forEach((name, at) => visit(this.values[at], name)); }
};
window.Set = class {
  constructor() { this.values = []; }
  has(value) { return this.values.includes(value); }
  add(value) { if (!this.has(value)) this.values.push(value); }
  forEach(visit) { this.values.forEach((value) => visit(value)); }
};`,
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
  {
    name: 'old-library',
    about: 'The extensions of Prototype.js 1.6: a reduce and a bind of its own, and toJSON on arrays and dates',
    js: () => `'use strict';
Date.prototype.toJSON = function () { return '"' + this.toISOString() + '"'; };
Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
Array.prototype.toJSON = function () { return '[' + this.join(', ') + ']'; };
Function.prototype.bind = function (self) { const given = this; return function () { return given.apply(self, arguments); }; };`,
  },
  {
    name: 'own-globals',
    about: 'Functions and variables named like the browser’s own: open, focus, find, stop, origin, name, status, event',
    js: () => `
function open() { return 'a menu'; }
function close() { return 'a menu'; }
function focus() { throw new Error('the page’s own focus'); }
function find() {}
function stop() {}
function print() {}
var origin = { city: 'Berlin' };
var name = 'cm-hello';
var status = 'open';
var event = 'sale';
var screen = 'home';
var parent = 'none';
var frames = 3;
var length = 7;
var self = null;`,
  },
  {
    name: 'patched-observers',
    about: 'Wrapped observers, and a polyfill of requestIdleCallback that knows no time limit',
    js: () => `'use strict';
for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver']) {
  const Given = window[name];
  window[name] = function (listener) {
    let queued;
    const given = new Given((entries) => { queued = entries; Promise.resolve().then(() => listener.call(this, queued, this)); });
    this.observe = (...args) => given.observe(...args);
    this.disconnect = () => given.disconnect();
    this.takeRecords = () => [];
  };
}
window.requestIdleCallback = (task) => setTimeout(() => task({ didTimeout: false, timeRemaining: () => 50 }), 1);
window.cancelIdleCallback = clearTimeout;`,
  },
  {
    name: 'new-body',
    about: 'A page that replaces its head’s title and its body when it has loaded, and once more',
    js: () => `'use strict';
const swap = () => {
  const body = document.body.cloneNode(true);
  document.body.replaceWith(body);
  document.querySelector('title').replaceWith(document.querySelector('title').cloneNode(true));
};
addEventListener('DOMContentLoaded', swap);
addEventListener('load', swap);`,
  },
  {
    name: 'design-mode',
    about: 'A page that the visitor edits, with spelling and translation off',
    attributes: ' spellcheck="false" translate="no" class="notranslate"',
    js: () => `'use strict';
document.designMode = 'on';`,
  },
  {
    name: 'document-domain',
    about: 'A page without an agent cluster of its own, which sets document.domain',
    headers: () => ({ 'origin-agent-cluster': '?0' }),
    js: () => `'use strict';
try { document.domain = document.domain; } catch {}`,
  },
];
