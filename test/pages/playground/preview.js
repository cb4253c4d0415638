// The page in the playground's preview. Its address says which attributes the loader's script gets, and what the page sets.

const {
  attributes = {},
  preview,
  user = {},
  config = {},
  lang = 'en',
  scheme = '',
} = JSON.parse(new URLSearchParams(location.search).get('settings') ?? '{}');
const root = document.documentElement;
root.lang = lang;
root.dir = /^(ar|he)\b/.test(lang) ? 'rtl' : 'ltr';
if (scheme) root.dataset.scheme = scheme;
if (Object.keys(user).length > 0) window.contactWidgetUser = user;
if (Object.keys(config).length > 0) setGlobal(attributes['data-config-object'] ?? 'contactWidgetConfig', config);
const { 'data-link-attribute': linkAttribute } = attributes;
if (linkAttribute) addEventListener('DOMContentLoaded', () => renameLinks(linkAttribute));

// The playground keeps an open pane open.
if (new URLSearchParams(location.search).has('contactmodule')) root.dataset.pane = 'open';
document.addEventListener('cm-pane-shown', () => {
  root.dataset.pane = 'open';
});
document.addEventListener('cm-pane-hidden', () => {
  root.dataset.pane = 'closed';
});

const script = document.createElement('script');
script.async = true;
// The same product, in a brand or a colour scheme.
const folder = preview ? `/preview/${base64Url(JSON.stringify(preview))}` : '';
script.src = `${document.currentScript.dataset.widget}${folder}/loader.js`;
for (const [name, value] of Object.entries(attributes)) if (name.startsWith('data-')) script.setAttribute(name, value);
document.head.append(script);

function setGlobal(path, value) {
  const steps = path.split('.');
  const last = steps.pop();
  let target = window;
  for (const step of steps) {
    target[step] ??= {};
    target = target[step];
  }
  target[last] = value;
}

/** Gives the contact links the attribute that the page chose. */
function renameLinks(name) {
  for (const link of document.querySelectorAll('[data-contact-link]')) {
    link.setAttribute(name, link.dataset.contactLink);
    delete link.dataset.contactLink;
  }
}

function base64Url(text) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
