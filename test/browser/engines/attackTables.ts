/** The attacks that each engine tries, as data: plain values, so that they cross to a browser as JSON or as source text. */

/** A call that a taken-over frame sends. */
export type HostileCall = readonly [name: string, ...args: unknown[]];

const deep = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { value };
  return value;
};

/** What no call expects. NaN and Infinity are null in JSON; the raw messages below send them as they are. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  'x'.repeat(5_000),
  '<img src=x onerror=attacked=1>',
  'javascript:attacked=1',
  [],
  [['contact', 'x']],
  { length: 9_999_999 },
  JSON.parse('{"toString": "x", "valueOf": "x", "toJSON": "x", "then": "x"}'),
  JSON.parse('{"__proto__": {"attacked": 1}, "constructor": {"prototype": {"attacked": 1}}}'),
  deep(400),
];

const calls = ['page', 'draw', 'storePill', 'focus', 'setLinks', 'openUrl', 'readStore', 'writeStore', 'emit'];

/** Each hostile value as the first and as the second argument of each call. */
const wrongValues: readonly HostileCall[] = calls.flatMap((name) =>
  hostileValues.flatMap((value): HostileCall[] => [
    [name, value],
    [name, {}, value],
  ]),
);

const cookies: readonly HostileCall[] = [
  'session=stolen',
  '__Host-session=x',
  'cm-other=1',
  'cm-pill-events2=1',
  'ajs_anonymous_id=forged',
  'notice_preferences=2:',
  `cm-pill-events=${'x'.repeat(100)}`,
  'cm-pill-events=1;domain=localhost',
  'cm-pill-events=1;path=/;max-age=99999999',
  'cm-pill-events=1\r\nsession=stolen',
  ' session=stolen',
  'cm-pill-events',
  '=session',
].map((cookie): HostileCall => ['writeStore', cookie, 9e9]);

const covers: readonly HostileCall[] = [
  { pointerEvents: 'none', opacity: '0' },
  { outline: '900px solid red', boxShadow: '0 0 0 900px red' },
  { background: 'url(/stolen)', backgroundImage: 'url(/stolen)', cursor: 'url(/stolen)' },
  { font: '600 900px/900px system-ui', textContent: 'x'.repeat(3_000) },
  { width: '9e9px', height: '9e9px', maxWidth: 'none', maxHeight: 'none', minWidth: '9e9px' },
  { padding: '900px', border: '900px solid red', gap: '9e9px' },
  { position: 'static', zIndex: '-1', transform: 'scale(99)', zoom: '99', scale: '99' },
  { cssText: 'all:unset', style: 'all:unset', innerHTML: '<b>x</b>', outerHTML: '<b>x</b>' },
  { className: 'pane cover', id: 'stolen', hidden: true, popover: 'manual' },
  { onclick: 'attacked=1', formAction: 'javascript:attacked=1', type: 'submit', srcdoc: '<b>x</b>', src: '/stolen' },
  { right: '-9e9px', bottom: 'calc(100vh * 99)', borderRadius: '9e9px', height: 'max-content' },
].flatMap((drawing): HostileCall[] => [
  ['draw', { visibility: 'visible', translate: '0', ...drawing }],
  ['draw', undefined, { visibility: 'visible', translate: '0', ...drawing }],
]);

const addresses: readonly HostileCall[] = [
  'javascript:attacked=1',
  'java\tscript:attacked=1',
  '\u0001javascript:attacked=1',
  'data:text/html,x',
  'blob:http://localhost/1',
  'vbscript:x',
  'intent://x',
  'about:blank',
  'file:///etc/passwd',
  'view-source:http://localhost',
  '//elsewhere.example/',
  'https:path',
].flatMap((address): HostileCall[] => [
  ['openUrl', address, 'self'],
  ['openUrl', address, 'tab'],
]);

const events: readonly HostileCall[] = [
  ['emit', 'host-chat'],
  ['emit', 'pane-shown'],
  ['emit', '\u0000click'],
  ['emit', 'x'.repeat(3_000), { detail: deep(200) }],
];

const links: readonly HostileCall[] = [
  ['setLinks', { contact: ['x'.repeat(5_000)] }, []],
  ['setLinks', { contact: { length: 5, trim: 'x' } }, []],
  ['setLinks', {}, [null]],
  ['setLinks', {}, [[null], undefined, 'undefined', 'null']],
];

/** Calls as a taken-over frame sends them. None throws on the page, and none reaches more than the contract says. */
export const frameCalls: readonly HostileCall[] = [
  ...wrongValues,
  ...cookies,
  ...covers,
  ...addresses,
  ...events,
  ...links,
];

/** Messages that are no calls. */
const code = [{ type: 'RAW', value: 'attacked=1' }];
export const frameMessages: readonly unknown[] = [
  { id: '1', type: 'CONSTRUCT', path: ['draw', 'constructor'], argumentList: code },
  { id: '2', type: 'APPLY', path: ['draw', 'constructor'], argumentList: code },
  { id: '3', type: 'APPLY', path: ['constructor'], argumentList: code },
  { id: '4', type: 'SET', path: ['__proto__', '__proto__', 'attacked'], value: { type: 'RAW', value: 1 } },
  { id: '5', type: 'SET', path: ['draw'], value: { type: 'RAW', value: 1 } },
  { id: '6', type: 'GET', path: ['constructor'] },
  { id: '7', type: 'ENDPOINT', path: [] },
  { id: '8', type: 'RELEASE', path: [] },
  { id: '9', type: 'APPLY', path: ['emit'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] },
  { id: '10', type: 'APPLY', path: 'then', argumentList: [null] },
  { id: { deep: deep(200) }, type: 'APPLY', path: [['draw'], ['constructor']], argumentList: code },
  { id: 11, path: { toString: 'draw' }, argumentList: { length: 9e9 } },
  { path: '/checkout' },
  ['12', 'constructor', 'attacked=1'],
  ['13', '__proto__', 'attacked'],
  ['14', ['draw', 'constructor'], 'attacked=1'],
  [],
  null,
  0,
  'APPLY',
];

/** Sources of messages that are no text, as they cross without JSON. The loader leaves the page at the first. */
export const rawMessages: readonly string[] = [
  'NaN',
  '1n',
  'new Map([["id", 1]])',
  'new Set([new Set([1])])',
  'new Date(NaN)',
  'new Error("x")',
  'new Array(1e5)',
  'new Uint8Array(1e6)',
  '({ get id() { return "1"; }, path: ["draw"], argumentList: [] })',
  '"x".repeat(10001)',
];

/** Messages that a hostile page or a library of it sends to its own window. */
export const pageMessages: readonly unknown[] = [
  ...[null, 0, true, '', 'setImmediate$0.5$1', '[iFrameSizer]message', '{"type":"cm-hello"}', 'cm-hello', 'cm-Open'],
  ...[[], {}, { path: '/foo' }, { type: 'webpackOk' }, { type: null }, { type: {} }, { namespace: 'penpal' }],
  ...[['cm-destroy'], { type: ['cm-destroy'] }, { type: { toString: 'cm-destroy' } }, { type: 'cm-destroy ' }],
  ...[{ data: 'cm-destroy' }, { detail: { type: 'cm-destroy' } }, 3, [3], { protocol: 3 }],
  ...['x'.repeat(1_000_000), deep(400), { id: 'a', type: 'APPLY', path: ['draw'], argumentList: 'x' }],
];

/** Pills that a hostile page has stored, or described in `data-pill`. */
export const storedPills: readonly string[] = [
  'no JSON',
  'null',
  '[]',
  '7',
  '{"en-US": null}',
  '{"en-US": "x"}',
  '{"__proto__": {"attacked": 1}}',
  '{"en-US": {"visibility": "visible", "translate": "0", "width": "9000px", "height": "9000px", "innerHTML": "<b>x</b>"}}',
];
