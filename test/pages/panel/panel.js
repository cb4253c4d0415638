import { commandSettings, consentSetting, faults, pageSettings, serviceNames, startSetting } from './settings.js';

// The demo's scenario panel. It sets up the page and changes the services through the sandbox's control interface, and sets the
// widget's own parameters in the address. It is in a shadow root, to be safe from hostile page styles, and it never parses text as markup.

const { services: servicesUrl, widget: widgetUrl } = document.querySelector('script[data-services]').dataset;
const address = new URL(location.href);

const links = [
  [`${servicesUrl}/agent`, 'Agent desk'],
  [`${servicesUrl}/__sandbox/requests`, 'Request log'],
  ['/playground/', 'Playground'],
  ['/pages', 'More host pages'],
];

function make(name, properties = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Returns the answer, or undefined if the sandbox does not know the command. */
async function control(command, body, method = 'POST') {
  const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${servicesUrl}/__sandbox/${command}`, { method, ...(method === 'POST' ? sent : {}) });
  return answer.ok ? answer.json() : undefined;
}

/** What the site's pages are set up with. */
let setUp = {};

/** The set-up is the site's. A parameter of the address would override it. */
async function change(name, value) {
  address.searchParams.delete(name);
  const { [name]: _, ...others } = setUp;
  await control('pages', { path: '/', ...others, ...(value ? { [name]: value } : {}) });
}

function reload() {
  address.searchParams.delete('panel');
  if (address.href === location.href) location.reload();
  else location.assign(address);
}

/** `options` are pairs of value and label. The first is the default. */
function row(label, options, value, choose) {
  const items = options.map(([option, textContent]) => make('option', { value: option, textContent }));
  const select = make('select', {}, items);
  select.value = value;
  select.classList.toggle('changed', select.selectedIndex > 0);
  select.addEventListener('change', () => choose(select.value));
  return make('label', {}, [make('span', { textContent: label }), select]);
}

function pageRow({ name, label, options }) {
  const pairs = Object.entries(options).sort(([first], [second]) => (first === '' ? -1 : second === '' ? 1 : 0));
  return row(label, pairs, address.searchParams.get(name) ?? setUp[name] ?? '', async (value) => {
    await change(name, value);
    reload();
  });
}

function startRow() {
  const names = startSetting.options.map(([name]) => name).filter(Boolean);
  const active = names.find((name) => address.searchParams.has(name)) ?? '';
  return row(startSetting.label, startSetting.options, active, (value) => {
    for (const name of names) address.searchParams.delete(name);
    if (value) address.searchParams.set(value, 'true');
    reload();
  });
}

function consentRow() {
  const chosen = document.cookie.split('; ').find((pair) => pair.startsWith('notice_preferences='));
  return row(consentSetting.label, consentSetting.options, chosen?.split('=')[1] ?? '', (value) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the widget reads this first-party cookie of the page.
    document.cookie = `notice_preferences=${value}; path=/; max-age=${value ? 86_400 : 0}; samesite=lax`;
    reload();
  });
}

function serviceRow({ name, paths }, rules) {
  const isOurs = (rule) => rule.panel?.startsWith(`${name}=`);
  const active = rules.find(isOurs)?.panel.split('=')[1] ?? '';
  const pairs = faults.map((fault) => [fault.name, fault.label]);
  return row(serviceNames[name] ?? name, pairs, active, async (value) => {
    const fault = faults.find((item) => item.name === value).rule;
    const added = fault ? paths.map((path) => ({ path, ...fault, panel: `${name}=${value}` })) : [];
    const others = rules.filter((rule) => !isOurs(rule)).reverse();
    await control('rules', undefined, 'DELETE');
    await control('rules', [...others, ...added]);
    reload();
  });
}

async function commandRow({ command, field, label, options }) {
  const state = await control(command, {});
  if (!state) return undefined;
  const now = JSON.stringify(state[field]);
  const active = options.find(({ value }) => JSON.stringify(value) === now) ?? options[0];
  const pairs = options.map((option) => [option.name, option.label]);
  return row(label, pairs, active.name, async (chosen) => {
    await control(command, { [field]: options.find(({ name }) => name === chosen).value });
    reload();
  });
}

async function serviceSections() {
  const { rules } = await control('rules', undefined, 'GET');
  const { services } = await control('services', undefined, 'GET');
  const sections = new Map();
  const rows = await Promise.all(commandSettings.map(commandRow));
  for (const [index, { section }] of commandSettings.entries()) {
    if (rows[index]) sections.set(section, [...(sections.get(section) ?? []), rows[index]]);
  }
  sections.set(
    'Faults',
    services.map((service) => serviceRow(service, rules)),
  );
  return [...sections].map(([title, children]) =>
    make('section', {}, [make('h3', { textContent: title }), ...children]),
  );
}

/** Clears the storage of the page and of the frame. Only a document on the frame's own origin can clear the latter. */
async function clearStorage() {
  for (const pair of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: expiring a cookie of this page.
    document.cookie = `${pair.split('=')[0]}=; path=/; max-age=0`;
  }
  sessionStorage.clear();
  localStorage.removeItem('cm-pill');
  const frame = make('iframe', { src: `${widgetUrl}/__sandbox/clear`, hidden: true });
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 1000))]);
}

function endSection() {
  const reset = make('button', { type: 'button', className: 'reset', textContent: 'Reset everything' });
  reset.addEventListener('click', async () => {
    await control('reset', {});
    await clearStorage();
    location.assign(location.pathname);
  });
  const items = links.map(([href, textContent]) =>
    make('li', {}, [make('a', { href, textContent, target: '_blank', rel: 'noopener' })]),
  );
  return make('section', {}, [make('ul', {}, items), reset]);
}

async function fill(body) {
  const parts = [];
  try {
    setUp = (await control('pages', undefined, 'GET')).pages['/'] ?? {};
    parts.push(...(await serviceSections()));
  } catch {
    parts.push(make('p', { textContent: 'The sandbox does not respond. Is it still running?' }));
  }
  const rows = [...pageSettings.map(pageRow), startRow(), consentRow()];
  body.replaceChildren(make('section', {}, [make('h3', { textContent: 'Page' }), ...rows]), ...parts, endSection());
}

function start() {
  const host = make('div', { id: 'scenario-panel' });
  const root = host.attachShadow({ mode: 'open' });
  const style = make('link', { rel: 'stylesheet', href: '/panel/panel.css' });
  const toggle = make('button', { type: 'button', className: 'toggle', 'aria-controls': 'drawer' }, [
    make('span', { className: 'sliders' }),
    'Scenario',
  ]);
  const close = make('button', { type: 'button', className: 'close', 'aria-label': 'Close' });
  const body = make('div', { className: 'body' });
  const title = make('h2', { textContent: 'Scenario' });
  const drawer = make('aside', { id: 'drawer', 'aria-label': 'Scenario' }, [make('header', {}, [title, close]), body]);

  function show(isOpen) {
    drawer.hidden = !isOpen;
    sessionStorage.setItem('panel', isOpen ? 'open' : 'closed');
    toggle.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) fill(body);
  }
  toggle.addEventListener('click', () => {
    show(drawer.hidden);
    if (!drawer.hidden) close.focus();
  });
  close.addEventListener('click', () => {
    show(false);
    toggle.focus();
  });
  drawer.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close.click();
  });

  const stage = make('div', { lang: 'en', dir: 'ltr', className: 'stage', hidden: true }, [toggle, drawer]);
  const { scheme } = document.documentElement.dataset;
  if (scheme) stage.classList.add(scheme);
  if (document.documentElement.dir === 'rtl') stage.classList.add('at-right');
  style.addEventListener('load', () => {
    stage.hidden = false;
  });
  root.append(style, stage);
  document.body.append(host);
  show((address.searchParams.get('panel') ?? sessionStorage.getItem('panel')) === 'open');
}

start();
