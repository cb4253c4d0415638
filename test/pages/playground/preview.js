// The page in the playground's preview. Its address says which attributes the loader's script gets, and who the visitor is.

const {
  attributes = {},
  preview,
  user,
  lang = 'en',
  scheme = '',
} = JSON.parse(new URLSearchParams(location.search).get('settings') ?? '{}');
const root = document.documentElement;
root.lang = lang;
root.dir = /^(ar|he)\b/.test(lang) ? 'rtl' : 'ltr';
if (scheme) root.dataset.scheme = scheme;
if (user) window.contactWidgetUser = user;

const script = document.createElement('script');
script.async = true;
// The same product, in a brand or a colour scheme.
const folder = preview ? `/preview/${base64Url(JSON.stringify(preview))}` : '';
script.src = `${document.currentScript.dataset.widget}${folder}/loader.js`;
for (const [name, value] of Object.entries(attributes)) if (name.startsWith('data-')) script.setAttribute(name, value);
document.head.append(script);

function base64Url(text) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
