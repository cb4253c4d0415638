import type { IsolationPage } from './isolationPage.ts';

/** Pages with libraries and polyfills that extend prototypes or replace globals. */
export const libraryPages: readonly IsolationPage[] = [
  {
    name: 'prototype-setters',
    about: 'Setters on Object.prototype for common names, each of which defines the property',
    js: () => `'use strict';
for (const name of ['id', 'value', 'name', 'type', 'data', 'detail', 'text', 'title', 'style', 'href', 'kind', 'lang', 'innerHeight'])
  Object.defineProperty(Object.prototype, name, Object.assign(Object.create(null), {
    configurable: true,
    get() {},
    set(value) {
      Object.defineProperty(this, name, Object.assign(Object.create(null), { value, writable: true, configurable: true, enumerable: true }));
    },
  }));`,
  },
  {
    name: 'mootools',
    about: 'The extensions of MooTools: its own bind, Array.from, and methods of strings, arrays and elements',
    js: () => `'use strict';
Function.prototype.bind = function (self, args) {
  const given = this;
  return function () { return given.apply(self, args ?? arguments); };
};
Function.prototype.extend = function (name, value) { this[name] = value; };
Function.prototype.delay = function (ms, self, args) { return setTimeout(() => this.apply(self, args ?? []), ms); };
Array.from = (item) => (item == null ? [] : typeof item === 'string' ? [item] : Array.prototype.slice.call(item));
for (const [name, method] of Object.entries({
  append(list) { this.push.apply(this, list); return this; },
  clean() { return this.filter((item) => item != null); },
  contains(item) { return this.indexOf(item) !== -1; },
  empty() { this.length = 0; return this; },
  erase(item) { while (this.includes(item)) this.splice(this.indexOf(item), 1); return this; },
  link() { return {}; },
  pick() { return this.find((item) => item != null) ?? null; },
})) Array.prototype[name] = method;
for (const name of ['clean', 'contains', 'camelCase', 'hyphenate', 'substitute']) String.prototype[name] = function () { return String(this); };
for (const name of ['get', 'set', 'erase', 'grab', 'inject', 'adopt', 'dispose', 'empty', 'clone', 'match', 'show', 'hide', 'tween'])
  Element.prototype[name] = function () { return this; };
window.$ = (id) => document.getElementById(id);
window.$$ = (selector) => [...document.querySelectorAll(selector)];`,
  },
  {
    name: 'string-to-json',
    about: 'The extensions of Prototype.js 1.5: toJSON on strings, numbers and booleans, which quotes them',
    js: () => `'use strict';
String.prototype.toJSON = function () { return '"' + this + '"'; };
Number.prototype.toJSON = function () { return String(this); };
Boolean.prototype.toJSON = function () { return String(this); };`,
  },
  {
    name: 'object-to-json',
    about: 'toJSON on every object, which leaves out functions and private names',
    js: () => `'use strict';
Object.prototype.toJSON = function () {
  return Array.isArray(this) || typeof this.valueOf() !== 'object'
    ? this.valueOf()
    : Object.fromEntries(Object.keys(this).filter((name) => name[0] !== '_' && typeof this[name] !== 'function').map((name) => [name, this[name]]));
};`,
  },
  {
    name: 'old-polyfills',
    about: 'Polyfills of 2013 that are installed without a test: includes, find, assign, trim, closest, CustomEvent',
    js: () => `
Array.prototype.includes = function (item) { return this.indexOf(item) !== -1; };
Array.prototype.find = function (test) { for (var at = 0; at < this.length; at++) if (test.call(arguments[1], this[at], at, this)) return this[at]; };
Array.prototype.map = function (change) { var list = []; for (var at = 0; at < this.length; at++) list.push(change.call(arguments[1], this[at], at, this)); return list; };
Array.prototype.filter = function (test) { var list = []; for (var at = 0; at < this.length; at++) if (test.call(arguments[1], this[at], at, this)) list.push(this[at]); return list; };
NodeList.prototype.forEach = Array.prototype.forEach;
Object.assign = function (target) { for (var at = 1; at < arguments.length; at++) for (var name in arguments[at]) if (Object.prototype.hasOwnProperty.call(arguments[at], name)) target[name] = arguments[at][name]; return target; };
String.prototype.trim = function () { return this.replace(/^[\\s\\uFEFF]+|[\\s\\uFEFF]+$/g, ''); };
String.prototype.includes = function (part) { return this.indexOf(part) !== -1; };
Element.prototype.matches = function (selector) { return Array.prototype.indexOf.call((this.ownerDocument || document).querySelectorAll(selector), this) >= 0; };
Element.prototype.closest = function (selector) { var node = this; while (node && node.nodeType === 1) { if (node.matches(selector)) return node; node = node.parentNode; } return null; };
window.CustomEvent = function (type, options) {
  var event = document.createEvent('CustomEvent');
  event.initCustomEvent(type, options && options.bubbles, options && options.cancelable, options && options.detail);
  return event;
};
window.CustomEvent.prototype = window.Event.prototype;`,
  },
  {
    name: 'patched-regexp',
    about: 'XRegExp in place of the native exec, test, match, replace and split',
    js: () => `'use strict';
const exec = RegExp.prototype.exec;
RegExp.prototype.exec = function (text) { return exec.call(this, String(text)); };
RegExp.prototype.test = function (text) { return !!this.exec(text); };
for (const name of ['match', 'replace', 'split']) {
  const given = String.prototype[name];
  String.prototype[name] = function (...args) { return given.apply(String(this), args); };
}`,
  },
  {
    name: 'patched-iterators',
    about: 'es6-shim: iterators of arrays, strings, maps and sets that are not the browser’s own',
    js: () => `'use strict';
const iterate = function () {
  let at = 0;
  const list = this;
  return { next: () => (at < list.length ? { done: false, value: list[at++] } : { done: true, value: undefined }), [Symbol.iterator]() { return this; } };
};
Array.prototype[Symbol.iterator] = Array.prototype.values = iterate;
NodeList.prototype[Symbol.iterator] = HTMLCollection.prototype[Symbol.iterator] = iterate;
String.prototype[Symbol.iterator] = iterate;
delete Array.prototype.toSorted; delete Array.prototype.at; delete Array.prototype.flatMap; delete Object.groupBy;`,
  },
  {
    name: 'slow-timers',
    about:
      'Timers that take no arguments, return objects, and never run before a second has passed; frames ten times a second',
    js: () => `'use strict';
const later = window.setTimeout;
window.setTimeout = (task, ms) => { const id = later(() => task(), Math.max(ms || 0, 1000)); return { valueOf: () => id, unref() {} }; };
window.requestAnimationFrame = (task) => later(() => task(performance.now()), 100);
delete window.requestIdleCallback;`,
  },
  {
    name: 'frozen-clock',
    about: 'A clock that stands still: Date is a day in 2001, performance.now is 0',
    js: () => `'use strict';
const GivenDate = Date;
window.Date = class extends GivenDate {
  constructor(...args) { super(...(args.length ? args : [1e12])); }
  static now() { return 1e12; }
};
Performance.prototype.now = () => 0;
Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 0 });`,
  },
  {
    name: 'no-network',
    about: 'fetch, XMLHttpRequest, WebSocket, workers and beacons are removed or refuse',
    js: () => `'use strict';
window.fetch = () => Promise.reject(new TypeError('The page makes no requests'));
for (const name of ['XMLHttpRequest', 'WebSocket', 'EventSource', 'Worker', 'SharedWorker', 'BroadcastChannel']) delete window[name];
Navigator.prototype.sendBeacon = () => false;`,
  },
  {
    name: 'own-url',
    about: 'A polyfill in place of URL, with accessors on an anchor',
    js: () => `'use strict';
window.URL = class OwnUrl {
  constructor(address, base) {
    const doc = document.implementation.createHTMLDocument('');
    if (base) { const element = doc.createElement('base'); element.href = base; doc.head.append(element); }
    this.anchor = doc.createElement('a');
    doc.body.append(this.anchor);
    this.anchor.href = address;
  }
  get href() { return this.anchor.href; }
  get origin() { return this.anchor.protocol + '//' + this.anchor.host; }
  set hash(value) { this.anchor.hash = value; }
  toString() { return this.href; }
};`,
  },
  {
    name: 'element-methods',
    about:
      'A library with its own append, remove, focus and clone on elements: append takes one element, and returns this',
    js: () => `'use strict';
Element.prototype.append = function (child) { this.appendChild(typeof child === 'string' ? document.createTextNode(child) : child); return this; };
Element.prototype.prepend = function (child) { this.insertBefore(child, this.firstChild); return this; };
Element.prototype.remove = function () { if (this.parentNode) this.parentNode.removeChild(this); return this; };
Element.prototype.on = Element.prototype.addEventListener;
Element.prototype.data = function (name) { return this.dataset[name]; };`,
  },
  {
    name: 'shady',
    about:
      'A polyfill of shadow trees: attachShadow, getRootNode, composedPath, the target of events and queries are its own',
    js: () => `'use strict';
for (const [holder, name] of [[Element.prototype, 'attachShadow'], [Node.prototype, 'getRootNode'], [Event.prototype, 'composedPath'],
  [Document.prototype, 'querySelectorAll'], [Document.prototype, 'querySelector'], [Document.prototype, 'elementsFromPoint'],
  [Document.prototype, 'importNode'], [Document.prototype, 'createTreeWalker'], [Node.prototype, 'insertBefore'], [Node.prototype, 'removeChild']]) {
  const given = holder[name];
  holder[name] = function (...args) { const result = given.apply(this, args); return Array.isArray(result) ? result.slice() : result; };
}
for (const [holder, name] of [[Event.prototype, 'target'], [Document.prototype, 'activeElement'], [Node.prototype, 'parentNode'], [Node.prototype, 'isConnected']]) {
  const { get } = Object.getOwnPropertyDescriptor(holder, name);
  Object.defineProperty(holder, name, { configurable: true, get() { return get.call(this); } });
}`,
  },
  {
    name: 'custom-elements',
    about: 'A polyfill of custom elements: createElement, HTMLElement, append, clones and the registry are its own',
    js: () => `'use strict';
const Native = HTMLElement;
window.HTMLElement = function HTMLElement() { return Reflect.construct(Native, [], new.target ?? Native); };
window.HTMLElement.prototype = Native.prototype;
const create = Document.prototype.createElement;
Document.prototype.createElement = function (name, options) { const element = create.call(this, String(name).toLowerCase(), options); element.__CE_state = 1; return element; };
for (const name of ['append', 'prepend', 'replaceChildren', 'before', 'after', 'remove']) {
  const given = Element.prototype[name];
  Element.prototype[name] = function (...nodes) { given.apply(this, nodes); for (const node of nodes) node.__CE_patched = true; };
}
Object.defineProperty(window, 'customElements', { value: { define() {}, get() {}, upgrade() {}, whenDefined: () => Promise.resolve() } });`,
  },
  {
    name: 'cookies-dropped',
    about: 'A consent tool that keeps every cookie back until the visitor has chosen',
    js: () => `'use strict';
Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set() {} });`,
  },
  {
    name: 'cache-worker',
    about: 'A service worker that answers from its cache first, also for other origins',
    js: () => `'use strict';
if (globalThis.document) navigator.serviceWorker.register(document.currentScript.src);
else {
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith((async () => {
    const cache = await caches.open('pages');
    const kept = event.request.method === 'GET' && await cache.match(event.request);
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (event.request.method === 'GET') await cache.put(event.request, answer.clone());
    return answer;
  })()));
}`,
    isPrepared: () => navigator.serviceWorker.controller !== null,
  },
  {
    name: 'prototype-constants',
    about: 'Constants on Object.prototype, which an assignment cannot replace',
    js: () => `'use strict';
for (const [name, value] of Object.entries({ id: 1, value: 'constant', kind: 'x', title: 'constant', detail: {}, lang: 'xx' }))
  Object.defineProperty(Object.prototype, name, Object.assign(Object.create(null), { value, configurable: true }));`,
  },
  {
    name: 'safe-json',
    about: 'An error monitor’s JSON.stringify, which cuts cycles and knows no list of names',
    js: () => `'use strict';
const { stringify } = JSON;
JSON.stringify = (value, replacer, space) => {
  const seen = new WeakSet();
  return stringify(value, (name, item) => {
    const given = typeof replacer === 'function' ? replacer(name, item) : item;
    if (typeof given !== 'object' || given === null) return given;
    if (seen.has(given)) return '[cycle]';
    seen.add(given);
    return given;
  }, space);
};`,
  },
  {
    name: 'dead-observers',
    about: 'Observers and idle callbacks that never call back, and a performance object with nothing but now',
    js: () => `'use strict';
for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver'])
  window[name] = class { observe() {} unobserve() {} disconnect() {} takeRecords() { return []; } };
const now = performance.now.bind(performance);
Object.defineProperty(window, 'performance', { value: { now } });`,
  },
  {
    name: 'many-cookies',
    about: 'A hundred cookies with odd names and values, and a broken remembered pill',
    js: () => `'use strict';
for (let at = 0; at < 100; at += 1) document.cookie = '__utm' + at + '.' + (at % 7) + '=%E0%A4%A' + '="a, b" '.repeat(5) + ';path=/;max-age=60';
document.cookie = '=nameless;path=/;max-age=60';
localStorage['cm-pill'] = '{broken';`,
  },
  {
    name: 'loader-written',
    about: 'A script that writes the loader’s tag into the document as it is parsed',
    js: (urls) => `'use strict';
if (!location.search.includes('loader=none'))
  document.write('<script src="${urls.widgetUrl}/loader.js" data-focus-area="cloud"></' + 'script>');`,
    loader: null,
  },
  {
    name: 'strict-options',
    about: 'Listeners whose options are only true or a record, and which are passive by default',
    js: () => `'use strict';
for (const name of ['addEventListener', 'removeEventListener']) {
  const given = EventTarget.prototype[name];
  EventTarget.prototype[name] = function (type, listener, options) {
    const capture = options === true || !!options?.capture;
    return given.call(this ?? window, type, listener, { passive: true, ...(typeof options === 'object' ? options : {}), capture });
  };
}`,
    noLink: 'a passive listener cannot keep the browser from following the link',
  },
  {
    name: 'patched-frames',
    about: 'Frames whose contentWindow, src and sandbox are wrapped, and which get a name and a referrer policy',
    js: () => `'use strict';
for (const name of ['contentWindow', 'src', 'sandbox', 'contentDocument']) {
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, name);
  Object.defineProperty(HTMLIFrameElement.prototype, name, {
    configurable: true,
    get() { return get.call(this); },
    set: set && function (value) { set.call(this, String(value)); },
  });
}
const create = Document.prototype.createElement;
Document.prototype.createElement = function (...args) {
  const element = create.apply(this, args);
  if (element instanceof HTMLIFrameElement) { element.name = 'frame-' + Date.now(); element.referrerPolicy = 'no-referrer'; }
  return element;
};`,
  },
  {
    name: 'lazy-frames',
    about: 'A performance plug-in that makes every new frame and image load lazily',
    js: () => `'use strict';
const create = Document.prototype.createElement;
Document.prototype.createElement = function (...args) {
  const element = create.apply(this, args);
  if ('loading' in element) element.loading = 'lazy';
  return element;
};`,
  },
  {
    name: 'sealed-document',
    about: 'A document, a root and a window to which nothing can be added as a property',
    js: () => `'use strict';
for (const object of [document, document.documentElement, Element.prototype, ShadowRoot.prototype, MessagePort.prototype]) Object.preventExtensions(object);
Object.freeze(document.documentElement);`,
  },
  {
    name: 'navigation-intercepted',
    about: 'A router that takes over every navigation of the page with the Navigation API, and delays it',
    js: () => `'use strict';
window.navigation?.addEventListener('navigate', (event) => {
  if (event.canIntercept) event.intercept({ handler: () => new Promise((done) => setTimeout(done, 200)), focusReset: 'manual', scroll: 'manual' });
});`,
  },
];
