import { addLoader, type IsolationPage } from './isolationPage.ts';

/** Runs the page's change after the widget has drawn its pill, and says in an attribute of the root that it is done. */
const whenReady = (change: string): string => `'use strict';
document.addEventListener('cm-app-button-ready', () => setTimeout(async () => {
${change}
  document.documentElement.dataset.changed = 'yes';
}, 300), { once: true });`;

/** Pages that change their own document while the widget is on it. */
export const changingPages: readonly IsolationPage[] = [
  {
    name: 'element-moved',
    about: 'Moves every child of the root that it does not know into the body',
    js: () =>
      whenReady(
        `for (const child of [...document.documentElement.children]) if (!child.matches('head, body')) document.body.append(child);`,
      ),
    moves: 'the widget is moved',
    isChanging: true,
  },
  {
    name: 'element-cloned',
    about: 'Copies every child of the root into the body, and marks the originals as hidden, inert and off the screen',
    js: () =>
      whenReady(`for (const child of [...document.documentElement.children]) {
    if (child.matches('head, body')) continue;
    document.body.append(child.cloneNode(true));
    child.className = 'modal-sibling';
    child.hidden = true;
    child.ariaHidden = 'true';
    child.setAttribute('data-hidden-by', 'modal');
    child.style.setProperty('display', 'none', 'important');
    child.style.setProperty('opacity', '0', 'important');
    child.style.setProperty('left', '-9999px', 'important');
  }`),
    moves: 'the widget is copied',
    isChanging: true,
  },
  {
    name: 'document-rewritten',
    about: 'Writes a whole new document with document.open when the widget is there, with the loader in it',
    js: (urls) => `'use strict';
document.addEventListener('cm-app-button-ready', () => setTimeout(() => {
  document.open();
  document.write('<!doctype html><html lang="en-US" data-changed="yes"><title>New</title><body><main><h1>New</h1><a href="/contact" data-contact-link="contact" data-contact-link-keep="">Write to us</a></main><script src="${urls.widgetUrl}/loader.js" data-focus-area="cloud"></' + 'script>');
  document.close();
}, 300), { once: true });`,
    moves: 'the document is another one',
    isChanging: true,
  },
  {
    name: 'root-replaced',
    about: 'Replaces the root by a copy of it when the document has been read',
    js: () => `'use strict';
addEventListener('DOMContentLoaded', () => document.documentElement.replaceWith(document.documentElement.cloneNode(true)));`,
  },
  {
    name: 'sheets-reset',
    about: 'Sets the style sheets of the document to its own ten times a second',
    js: () => `'use strict';
const own = new CSSStyleSheet();
own.replaceSync('h1 { letter-spacing: 0; }');
setInterval(() => { document.adoptedStyleSheets = [own]; }, 100);`,
    moves: 'the style sheets are set again and again',
  },
  {
    name: 'translated',
    about: 'A browser’s translation: every text is in two font elements, and the root has another language and class',
    js: () =>
      whenReady(`const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.dir = inner.dir = 'auto';
    inner.append(text.data.toUpperCase());
    outer.append(inner);
    text.replaceWith(outer);
  }
  document.documentElement.className = 'translated-ltr';
  document.documentElement.lang = 'fr-x-mtfrom-en';`),
    moves: 'the page is translated',
    isChanging: true,
  },
  {
    name: 'focus-kept',
    about: 'Returns the focus to its first field whenever it is elsewhere',
    js: () => `'use strict';
setInterval(() => { if (document.activeElement?.id !== 'contact-widget') document.querySelector('input')?.focus({ preventScroll: true }); }, 50);`,
    moves: 'the focus returns',
  },
  {
    name: 'never-still',
    about: 'Changes a text, an attribute and a node in every frame, and its address twenty times a second',
    js: () => `'use strict';
let count = 0;
const change = () => {
  const title = document.querySelector('h1');
  if (title) { title.dataset.count = String(count++); title.firstChild.data = 'Runs ' + count; document.querySelector('ul').append(document.querySelector('li')); }
  requestAnimationFrame(change);
};
requestAnimationFrame(change);
setInterval(() => history.replaceState({ count }, '', '#' + count), 50);`,
    moves: 'the page never rests',
  },
  {
    name: 'late-base',
    about: 'Gets a foreign base, another language and a new title when the widget is there',
    js: () =>
      whenReady(`const base = document.createElement('base');
  base.href = 'https://elsewhere.example/deep/';
  base.target = '_blank';
  document.head.prepend(base);
  document.documentElement.lang = 'x-unknown';
  document.title = 'New';`),
    moves: 'the base and the language change',
    isChanging: true,
  },
  {
    name: 'body-shadow',
    about: 'A body with a closed shadow tree, into which its content is slotted',
    body: '<template shadowrootmode="closed"><header>Shadow</header><slot></slot></template>',
  },
  {
    name: 'unclosed',
    about: 'Markup that ends inside a table, a list of options and a comment',
    body: '<div><table><tr><td><select><option>One<option>Two</select><b><i><u>Open<!-- no end',
  },
  {
    name: 'inert-body',
    about: 'A modal library that makes the whole body inert and hidden from screen readers',
    attributes: ' data-modal="open"',
    js: () => `'use strict';
addEventListener('DOMContentLoaded', () => { document.body.inert = true; document.body.ariaHidden = 'true'; });`,
    noLink: 'nobody can click into the body',
  },
  {
    name: 'named-element',
    about: 'A form with the name of the document’s own function to find elements',
    body: '<form name="elementsFromPoint"><input aria-label="Field"></form>',
  },
  {
    name: 'cyclic-link',
    about: 'A contact link that is a custom element, whose address refers to itself',
    body: '<x-link data-contact-link="chat" data-contact-link-keep="">Chat</x-link>',
    js: () => `'use strict';
const address = {};
address.self = address.href = address;
customElements.define('x-link', class extends HTMLElement { href = address; });`,
    noLink: 'the links of a look are one text, which cannot be written',
  },
  {
    name: 'throwing-config',
    about: 'A config object whose getter throws until the page has agreed',
    js: () => `'use strict';
Object.defineProperty(window, 'contactWidgetConfig', { get() { throw new Error('not agreed'); } });`,
  },
  {
    name: 'no-body',
    about: 'Removes its head and its body when it has loaded',
    js: () => `'use strict';
addEventListener('load', () => { document.head.remove(); document.body.remove(); });`,
    noLink: 'the body is gone',
  },
  {
    name: 'frameset',
    about: 'A frameset in place of the body',
    js: () => `'use strict';
addEventListener('DOMContentLoaded', () => {
  const frames = document.createElement('frameset');
  frames.cols = '*,*';
  for (const name of ['left', 'right']) frames.append(Object.assign(document.createElement('frame'), { name, src: '/short?loader=none' }));
  document.body = frames;
});`,
    noLink: 'the body is gone',
    moves: 'the frames load',
  },
  {
    name: 'light-dismiss',
    about: 'An open popover that any click elsewhere closes',
    body: '<div popover="auto" id="menu">Menu</div>',
    js: () => whenReady(`document.getElementById('menu').showPopover?.();`),
    moves: 'the popover closes',
    isChanging: true,
  },
  {
    name: 'prevented',
    about: 'Prevents the default action of every event of pointers, mice and touches',
    js: () => `'use strict';
for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click', 'dragstart', 'selectstart', 'contextmenu'])
  addEventListener(type, (event) => event.preventDefault(), { capture: true, passive: false });`,
  },
  {
    name: 'long-transition',
    about: 'A view transition of five seconds in which the page’s content takes part, and which lets clicks through',
    css: `:root { view-transition-name: none; }
::view-transition { pointer-events: none; }
::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 5s; }
main, h1, table, ul { view-transition-name: match-element; }`,
    js: () => whenReady('await document.startViewTransition?.(() => {}).ready;'),
    moves: 'the transition is drawn',
    isChanging: true,
  },
  {
    name: 'loader-in-body',
    about: 'A tag manager that adds the loader from the body of a page that it then empties',
    js: (urls) => `addEventListener('load', () => setTimeout(() => {
${addLoader(urls).replace("'use strict';", '')}
  document.head.replaceChildren();
}, 500));`,
    loader: null,
    moves: 'the head is emptied',
  },
  {
    name: 'odd-language',
    about: 'A language and a direction that are invalid',
    attributes: ' lang="en_US.UTF-8@euro" dir="auto" xml:lang="de"',
  },
  {
    name: 'many-bars',
    about: 'Three hundred fixed and sticky elements, and another large one each second',
    body: Array.from({ length: 300 }, () => '<div class="bar"></div>').join(''),
    css: `.bar { position: fixed; inset: 0 auto auto 0; width: 4px; height: 4px; pointer-events: none; } .bar:nth-child(even) { position: sticky; }
.large { position: fixed; inset: 30% auto auto 0; width: 200px; height: 40px; background: #fd0; }`,
    js: () => `'use strict';
setInterval(() => {
  const bar = document.createElement('div');
  bar.className = 'large';
  document.body.append(bar);
}, 1000);`,
    moves: 'the bars are added',
  },
  {
    name: 'synthetic-events',
    about: 'A script that sends itself made-up events of every kind, a hundred a second',
    js: () => `'use strict';
setInterval(() => {
  for (const type of ['resize', 'scroll', 'focus', 'blur', 'click', 'message', 'keydown', 'pointermove', 'transitionend']) {
    window.dispatchEvent(new Event(type));
    document.dispatchEvent(new CustomEvent(type, { bubbles: true, detail: { type: 'cm-open' } }));
  }
  window.dispatchEvent(new MessageEvent('message', { data: 'cm-hello', origin: 'https://elsewhere.example', source: window }));
}, 100);`,
  },
  {
    name: 'always-last',
    about: 'A banner that puts itself back to the end of the root whenever it is not the last child',
    js: () => `'use strict';
addEventListener('DOMContentLoaded', () => {
  const banner = document.createElement('aside');
  banner.textContent = 'We use cookies';
  new MutationObserver(() => {
    if (document.documentElement.lastElementChild !== banner) document.documentElement.append(banner);
  }).observe(document.documentElement, { childList: true });
  document.documentElement.append(banner);
});`,
  },
  {
    name: 'odd-links',
    about: 'Contact links in SVG and MathML, and with an invalid address',
    body: `<p><svg width="80" height="20"><a href="/contact" data-contact-link="contact" data-contact-link-keep=""><text y="16">Talk</text></a></svg>
<math><mi data-contact-link="chat" data-contact-link-keep="">x</mi></math>
<a href="https://[" data-contact-link="contact" data-contact-link-keep="">Broken</a> <a data-contact-link="" data-contact-link-keep="">None</a></p>`,
  },
  {
    name: 'clobbered-links',
    about: 'A form with the attribute of contact links, whose fields are named like properties of elements',
    body: `<form data-contact-link="contact" data-contact-link-keep=""><input name="dataset" value="" /><input name="id" value="" /><input name="href" value="" /></form>`,
  },
  {
    name: 'clobbered-id',
    about: 'A form with the widget’s id, whose fields are named like what a later loader looks for',
    body: '<form id="contact-widget"><input name="settings" aria-label="Settings"> <input name="end" aria-label="End"></form>',
  },
  {
    name: 'spaced-json',
    about: 'A JSON.stringify that writes with spaces',
    js: () => `'use strict';
const { stringify } = JSON;
JSON.stringify = (value, replacer, space = 2) => stringify(value, replacer, space);`,
  },
  {
    name: 'fixed-sheets',
    about: 'Style sheets of the document that are a frozen list, and ignore what is set',
    js: () => `'use strict';
Object.defineProperty(document, 'adoptedStyleSheets', { get: () => Object.freeze([]), set() {} });`,
  },
  {
    name: 'body-scrolls',
    about: 'A body that scrolls in place of the root, with a snap point at each paragraph',
    css: 'html { overflow: hidden; height: 100%; } body { height: 100%; margin: 0; overflow: auto; scroll-snap-type: y mandatory; } p { scroll-snap-align: start; }',
  },
  {
    name: 'edited',
    about: 'A document in design mode, in which every text can be edited',
    js: () => `'use strict';
addEventListener('load', () => { document.designMode = 'on'; });`,
  },
  {
    name: 'hash-router',
    about: 'A router that writes its state into the fragment ten times a second, and replaces its own list each time',
    js: () => `'use strict';
let count = 0;
setInterval(() => {
  location.replace('#' + count++);
  const list = document.querySelector('ul');
  list?.replaceWith(list.cloneNode(true));
}, 100);`,
    moves: 'the list is replaced',
  },
  {
    name: 'open-dialog',
    about: 'A dialog that is open without being modal, and a popover that stays open',
    body: '<dialog open>News</dialog><div popover="manual" id="news">More news</div>',
    js: () => whenReady(`document.getElementById('news').showPopover?.();`),
    moves: 'the popover opens',
    isChanging: true,
  },
  {
    name: 'root-attributes',
    about: 'Writes the pointer’s place into custom properties of the root in every frame, and a class at every scroll',
    js: () => `'use strict';
let count = 0;
const write = () => {
  document.documentElement.style.setProperty('--pointer', String(count++));
  requestAnimationFrame(write);
};
requestAnimationFrame(write);
addEventListener('scroll', () => document.documentElement.classList.toggle('scrolled'));`,
    moves: 'the root changes',
  },
  {
    name: 'morphed',
    about: 'A library that morphs the body into a copy of what the server sent, node by node, twice a second',
    js: () => `'use strict';
addEventListener('DOMContentLoaded', () => {
  const sent = document.body.cloneNode(true);
  const morph = (from, to) => {
    for (const child of [...from.childNodes].slice(to.childNodes.length)) child.remove();
    to.childNodes.forEach((wanted, at) => {
      const child = from.childNodes[at];
      if (!child) from.append(wanted.cloneNode(true));
      else if (child.nodeName !== wanted.nodeName) child.replaceWith(wanted.cloneNode(true));
      else if (child.nodeType === Node.TEXT_NODE && child.data !== wanted.data) child.data = wanted.data;
      else morph(child, wanted);
    });
  };
  setInterval(() => morph(document.body, sent), 500);
});`,
    moves: 'the body is morphed',
  },
  {
    name: 'two-languages',
    about: 'Changes the language, the direction and the order of its columns when the widget is there, and back',
    js: () =>
      whenReady(`for (const [lang, dir] of [['ar-SA', 'rtl'], ['en-US', 'ltr']]) {
    Object.assign(document.documentElement, { lang, dir });
    await new Promise((later) => setTimeout(later, 300));
  }
  document.documentElement.removeAttribute('dir');`),
    moves: 'the language changes',
    isChanging: true,
  },
];
