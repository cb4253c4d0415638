// The page in the playground's preview. Its address says which attributes the loader's script gets, and who the visitor is.

const {
  attributes = {},
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
script.src = `${document.currentScript.dataset.widget}/loader.js`;
for (const [name, value] of Object.entries(attributes)) if (name.startsWith('data-')) script.setAttribute(name, value);
document.head.append(script);
