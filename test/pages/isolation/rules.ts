import type { IsolationPage } from './isolationPage.ts';

/** Style sheets with newer rules: scopes, anchors, containment, timelines. */
export const rulePages: readonly IsolationPage[] = [
  {
    name: 'css-scope',
    about: '@scope on the root, :has, registered properties and starting styles, with !important',
    css: `@property --page { syntax: '<color>'; inherits: true; initial-value: red; }
@scope (:root) to (main) { :scope > * { color: var(--page) !important; scale: 0.2 !important; } div, iframe { width: 1px !important; } }
html:has(> div) > div, :root:has(> :nth-child(3)) > :last-child { opacity: 0.1 !important; filter: blur(9px) !important; }
@starting-style { html > * { opacity: 0 !important; } }
@media print, screen { :where(html) > :not(head, body) { mix-blend-mode: difference !important; isolation: isolate !important; } }`,
  },
  {
    name: 'css-content-visibility',
    about: 'content-visibility, strict containment and clipping for the children of the root, with !important',
    css: `html > * { content-visibility: hidden !important; contain: strict !important; clip-path: circle(0) !important; mask: linear-gradient(transparent, transparent) !important; }
html > body { content-visibility: visible !important; contain: none !important; clip-path: none !important; mask: none !important; }`,
  },
  {
    name: 'css-root-children',
    about: 'Positions, transforms and heights for the children of the root, with !important',
    css: `:root > :not(head, body) { position: relative !important; display: flex !important; min-height: 100vh !important; margin: 99px !important;
  transform: translateX(99px) !important; rotate: 5deg !important; float: left !important; zoom: 3 !important; order: -1 !important; }`,
  },
  {
    name: 'css-root-columns',
    about: 'A root in three columns, which is a list item with counters',
    css: `html { columns: 3; column-rule: 1px solid red; display: list-item; list-style: inside square; counter-increment: root; }`,
  },
  {
    name: 'css-anchors',
    about: 'An anchor, a position area and a fallback position for everything, with !important',
    css: `* { anchor-name: --all; } div, iframe, button { position-anchor: --all !important; position-area: top left !important; position-try-fallbacks: flip-block !important; inset: auto !important; }`,
  },
  {
    name: 'css-timelines',
    about: 'Animations of the root’s children that follow the scroll position',
    css: `@keyframes leave { from { opacity: 1; } to { opacity: 0; transform: translateY(-500px); } }
html > *, div, iframe, button { animation: leave linear both !important; animation-timeline: scroll(root) !important; }
main, body, h1 { animation: none !important; }`,
  },
  {
    name: 'css-fonts',
    about: 'Font faces with the names of the system’s fonts, larger sizes for small text, and rare features',
    css: `@font-face { font-family: system-ui; src: url('/mark.svg'); size-adjust: 300%; ascent-override: 200%; }
* { font-size-adjust: 0.9 !important; text-size-adjust: 300% !important; font-feature-settings: 'smcp' !important; font-variant: all-small-caps !important; }`,
  },
  {
    name: 'css-nested-layers',
    about: 'Nested cascade layers with !important, of which the first wins, and all: revert-layer in each',
    css: `@layer first { @layer inner { html > *, div, iframe, button { all: revert-layer !important; display: block !important; position: static !important; } } }
@layer second { html > *, iframe { translate: 500px !important; visibility: collapse !important; } html > body, html > head { translate: none !important; visibility: visible !important; } }`,
  },
  {
    name: 'css-root-inverted',
    about: 'An extension for dark pages: the root is inverted, and images and frames are inverted back',
    css: `html { filter: invert(1) hue-rotate(180deg); background: #fff; } iframe, img, video { filter: invert(1) hue-rotate(180deg) !important; }`,
  },
  {
    name: 'css-contents',
    about: 'A root and a body without boxes of their own, and one for everything else in the root',
    css: `html, body { display: contents; } html > :not(head, body) { display: block !important; border: 9px solid red !important; padding: 50px !important; }`,
  },
  {
    name: 'css-parts',
    about: 'Rules for the parts, slots and hosts of shadow trees, and for the frames and buttons of any tree',
    css: `::part(pill), ::part(button), ::slotted(*), :host, :host-context(html), * > button, * >>> iframe { display: none !important; }
#contact-widget, [id='contact-widget'], #contact-widget > *, body ~ #contact-widget:not(.x) { display: none !important; opacity: 0 !important; pointer-events: none !important; }`,
  },
];
