import type { IsolationPage } from './isolationPage.ts';

/** Style sheets that conflict with the widget's. */
export const styleSheetPages: readonly IsolationPage[] = [
  {
    name: 'css-unset',
    about: 'all: unset !important on everything',
    css: `* { all: unset !important; } html, body, main, h1, p, table { display: block !important; }`,
  },
  {
    name: 'css-hide',
    about: 'Hides every element it does not know, with !important',
    css: `html > :not(head, body), div, iframe, button, [id*='contact'], [id*='widget'] {
  display: none !important; visibility: hidden !important; opacity: 0 !important; pointer-events: none !important;
}`,
  },
  {
    name: 'css-frames',
    about: 'Size limits for frames and buttons, with !important',
    css: `iframe, button, :host, ::part(x) {
  max-width: 0 !important; max-height: 1px !important; border: 9px solid red !important; transform: scale(0.1) !important;
  clip-path: inset(50%) !important;
}`,
  },
  {
    name: 'css-wild',
    about: 'Huge fonts, shadows, borders and colours on everything, with !important',
    css: `*, *::before, *::after {
  font: italic 900 37px / 3 cursive !important; color: lime !important; text-transform: uppercase !important;
  letter-spacing: 9px !important; word-spacing: 30px !important; text-indent: 40px !important; text-shadow: 0 0 9px red !important;
  box-sizing: content-box !important; outline: 3px dashed red !important; cursor: none !important; direction: ltr !important;
}`,
  },
  {
    name: 'css-generated',
    about: 'A generated box in every element, with !important',
    css: `*::before, *::after { content: 'x' !important; display: block !important; }`,
  },
  {
    name: 'css-generated-empty',
    about: 'A generated, fixed box in every element without children, with !important',
    css: `*:empty::before { content: '' !important; display: block !important; position: fixed !important; inset: 0 0 auto !important;
  height: 40px !important; background: red !important; }`,
  },
  {
    name: 'css-siblings',
    about: 'Rules for empty elements, only children and the siblings of the body',
    css: `body { padding-block-end: 40px; } body ~ * { display: none; }
div:empty { display: none; } :only-child { outline: 0; }`,
  },
  {
    name: 'css-body-moves',
    about: 'A body with transform, filter, contain, opacity and perspective',
    css: `body { transform: translateX(24px) rotate(0.5deg); filter: saturate(0.9); opacity: 0.95; contain: layout paint;
  perspective: 100px; will-change: transform; }`,
  },
  {
    name: 'css-body-zoom',
    about: 'A body with zoom 1.4',
    css: `body { zoom: 1.4; }`,
  },
  {
    name: 'css-root-zoom',
    about: 'A root with zoom 1.25',
    css: `html { zoom: 1.25; }`,
    differs: 'zooming the root zooms everything in the page, like the browser’s own zoom',
  },
  {
    name: 'css-root-units',
    about: 'A root with a 62.5 % font size, wide letter spacing and other line heights',
    css: `html { font-size: 62.5%; line-height: 3; letter-spacing: 4px; word-spacing: 8px; text-align: right; font-family: monospace;
  visibility: visible; cursor: wait; user-select: none; }`,
  },
  {
    name: 'css-root-off',
    about: 'A root without pointer events, selection and visibility, which its body restores',
    css: `html { pointer-events: none; visibility: hidden; user-select: none; cursor: none; } body { pointer-events: auto; visibility: visible; }`,
  },
  {
    name: 'css-root-grid',
    about: 'A grid with gaps as root',
    css: `html { display: grid; gap: 40px; grid-template-columns: 1fr; min-height: 100vh; } head { display: none; }`,
  },
  {
    name: 'css-root-flex',
    about: 'A flex column as root',
    css: `html { display: flex; flex-direction: column; justify-content: space-between; gap: 30px; height: 100vh; }`,
  },
  {
    name: 'css-writing-mode',
    about: 'A root with vertical text',
    css: `html { writing-mode: vertical-rl; text-orientation: upright; }`,
    differs: 'direction and writing mode belong to the language, and `all` does not reset them',
  },
  {
    name: 'css-rtl',
    about: 'A right-to-left root in English',
    attributes: ' dir="rtl"',
    differs: 'direction belongs to the language, so the pill is mirrored',
  },
  {
    name: 'css-dark',
    about: 'A dark colour scheme with a black background',
    differs: 'the widget takes the scheme of the page, so the pane is dark',
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
    about: 'Page elements at the highest z-index and in the top layer',
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
    about: 'A root that does not scroll, and a body with scroll snapping',
    css: `html, body { height: 100%; overflow: hidden; overscroll-behavior: none; } body { overflow: auto; scroll-snap-type: y mandatory; }`,
  },
  {
    name: 'css-revert',
    about: 'all: revert-layer and revert, !important, with a transition and an animation on everything',
    css: `@keyframes blink { to { opacity: 0; } }
@layer page { * { all: revert-layer !important; } }
div, button, iframe { all: revert !important; }
div, div *, button, iframe { transition: all 9s !important; animation: blink 1s infinite !important; }`,
  },
  {
    name: 'css-root-transform',
    about: 'A root with will-change, perspective origin and a filter that changes nothing',
    css: `html { min-height: 100vh; will-change: filter; filter: brightness(1); perspective-origin: 0 0; }`,
  },
  {
    name: 'css-view-transition',
    about: 'View transitions on navigation and one on load, with a name for everything',
    css: `@view-transition { navigation: auto; } main { view-transition-name: main; } button { view-transition-name: button !important; }
::view-transition-group(*) { animation-duration: 10ms; }`,
    js: () => `'use strict';
addEventListener('load', () => document.startViewTransition?.(() => {}));`,
  },
  {
    name: 'css-anti-flicker',
    about: 'A root that is invisible until an experiment has been chosen, or for a second',
    css: `.wait { opacity: 0 !important; }`,
    attributes: ' class="wait"',
    js: () => `'use strict';
setTimeout(() => document.documentElement.removeAttribute('class'), 1000);`,
    moves: 'the root becomes visible',
  },
];
