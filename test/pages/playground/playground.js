import { refusalOf } from './configCheck.js';
import { groups, languages, presets, schemes, settings, widths } from './settings.js';
import {
  addressOf,
  attributesOf,
  configOf,
  markup,
  packageCode,
  pageConfigOf,
  pageScript,
  pathOf,
  policy,
  typedValue,
  userOf,
  visitorScript,
} from './snippet.js';

// The playground: a form, a preview that follows it, and what to copy. The address keeps the choices, so that they can be shared.

const { widget: widgetUrl, previews } = document.querySelector('main').dataset;
const preview = document.querySelector('iframe');
const stage = document.querySelector('.stage');
/** Waits until somebody has finished a word. */
const typingPauseMs = 400;

const defaults = {
  ...Object.fromEntries(settings.map(({ name, initial = '' }) => [name, initial])),
  lang: 'en',
  scheme: '',
  width: innerWidth < 900 ? '375' : '1280',
};

/** The allowed values of checkboxes, lists and radio buttons, by name. */
const choices = {
  ...Object.fromEntries(
    settings.map(({ name, options, isSwitch, isCopied }) => [name, isSwitch || isCopied ? { true: 'On' } : options]),
  ),
  lang: languages,
  scheme: schemes,
  width: widths,
};

/** Those that the build reads. */
const built = settings.filter(({ build }) => build);

/** All are texts. A checkbox has `true` or an empty text. */
const values = { ...defaults };
for (const [name, value] of new URLSearchParams(location.hash.slice(1)))
  if (Object.hasOwn(defaults, name) && Object.hasOwn(choices[name] ?? { [value]: value }, value)) values[name] = value;

function make(name, properties = {}, children = []) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function choose(name, value) {
  values[name] = value;
  show();
  scalePreview();
}

function field({ name, label, hint, options, isSwitch, isCopied, isJson, shownColour, build }) {
  const id = `setting-${name}`;
  const words = make('label', { htmlFor: id, textContent: label });
  if (isSwitch || isCopied) {
    const box = make('input', { id, type: 'checkbox', checked: Boolean(values[name]) });
    box.addEventListener('change', () => choose(name, box.checked ? 'true' : ''));
    const parts = [box, words];
    if (hint) parts.push(hintOf(box, id, hint));
    return make('div', { className: 'field switch' }, parts);
  }
  const input = options
    ? select(id, options, values[name])
    : make('input', { id, value: values[name], spellcheck: false });
  let pause;
  input.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(() => choose(name, input.value.trim()), options ? 0 : typingPauseMs);
  });
  const parts = [words, input];
  if (hint) parts.push(hintOf(input, id, hint));
  if (shownColour) parts.splice(1, 1, make('div', { className: 'colour' }, [input, well(label, input, shownColour)]));
  if (build || isJson) {
    parts.push(make('p', { id: `${id}-refusal`, className: 'refusal', ariaLive: 'polite' }));
    input.setAttribute('aria-errormessage', `${id}-refusal`);
  }
  return make('div', { className: 'field' }, parts);
}

function hintOf(input, id, textContent) {
  input.setAttribute('aria-describedby', `${id}-hint`);
  return make('p', { id: `${id}-hint`, className: 'hint', textContent });
}

/** The browser's colour picker. It always has a colour: while the text beside it is not one, it shows `shownColour`. */
function well(label, input, shownColour) {
  const element = make('input', { type: 'color' });
  const follow = () => {
    const text = input.value.trim();
    element.value = /^#[\da-f]{6}$/i.test(text) ? text : shownColour;
  };
  follow();
  input.addEventListener('input', follow);
  element.setAttribute('aria-label', `${label}: choose`);
  element.addEventListener('input', () => {
    input.value = element.value;
    input.dispatchEvent(new Event('input'));
  });
  return element;
}

/** Shows at its field what is wrong with a value, and opens the field's group. */
function showRefusal(name, sentence) {
  const line = document.getElementById(`setting-${name}-refusal`);
  if (!line) return;
  document.getElementById(`setting-${name}`).setAttribute('aria-invalid', String(sentence !== ''));
  if (line.textContent !== sentence) line.textContent = sentence;
  const group = line.closest('details');
  if (sentence && group) group.open = true;
}

/**
 * Checks the config as the build does, and shows each refusal at its field. The check names one field at a time, so a refused field
 * is left out before the next check. Returns the config without refused fields, and the refusals.
 */
function checkConfig() {
  const taken = { ...values };
  const sentences = {};
  for (;;) {
    const config = configOf(taken, values.lang);
    const refusal = refusalOf(config);
    const refused = built.find((one) => taken[one.name] && refusal?.includes(` ${pathOf(one, values.lang)}`));
    if (!refused) {
      for (const { name } of built) showRefusal(name, sentences[name] ?? '');
      return { config, refusals: Object.values(sentences) };
    }
    sentences[refused.name] = refusal;
    taken[refused.name] = '';
  }
}

/** Shows which values are not lists in JSON. */
function checkLists() {
  for (const setting of settings.filter(({ isJson }) => isJson)) {
    const text = values[setting.name];
    const isWrong = text !== '' && typedValue(setting, text) === undefined;
    showRefusal(setting.name, isWrong ? 'This is not a list in JSON, so it is left out.' : '');
  }
}

function select(id, options, value) {
  const items = Object.entries(options).map(([key, textContent]) => make('option', { value: key, textContent }));
  const element = make('select', { id }, items);
  element.value = value;
  return element;
}

function radios(name, legend, options) {
  const items = Object.entries(options).map(([value, label]) => {
    const input = make('input', { type: 'radio', name, value, checked: values[name] === value });
    input.addEventListener('change', () => choose(name, value));
    return make('label', {}, [input, make('span', { textContent: label })]);
  });
  return make('fieldset', { className: 'radios' }, [make('legend', { textContent: legend }), ...items]);
}

/** A wide page is drawn smaller, so that it fits beside the form. */
function scalePreview() {
  const width = Number(values.width) || 1280;
  const scale = Math.min(1, stage.clientWidth / width);
  preview.style.width = `${width}px`;
  preview.style.height = `${stage.clientHeight / scale}px`;
  preview.style.transform = `scale(${scale})`;
  preview.style.marginInlineStart = `${Math.max(0, (stage.clientWidth - width * scale) / 2)}px`;
}

/** The pill of the preview, as the widget has stored it for the next page, or an empty text. */
function storedPill() {
  try {
    return localStorage.getItem('cm-pill') ?? '';
  } catch {
    return ''; // The browser blocks storage.
  }
}
let copiedPill = storedPill();

let pane = 'closed';
/** The preview says so on its root element. While it loads, the last answer counts. */
function isPaneOpen() {
  pane = preview.contentDocument?.documentElement?.dataset.pane ?? pane;
  return pane === 'open';
}

function show() {
  const { config, refusals } = checkConfig();
  checkLists();
  const served = {
    ...(config.brand ? { brand: config.brand } : {}),
    ...(values.scheme ? { scheme: values.scheme } : {}),
  };
  const shown = {
    // The preview draws the pill itself.
    attributes: attributesOf({ ...values, pill: '' }),
    user: userOf(values),
    config: pageConfigOf(values),
    lang: values.lang,
    scheme: values.scheme,
    ...(previews !== undefined && Object.keys(served).length > 0 ? { preview: served } : {}),
  };
  const query = addressOf(values);
  const parameters = new URLSearchParams(query);
  parameters.set('settings', JSON.stringify(shown));
  if (preview.dataset.shown !== String(parameters)) {
    preview.dataset.shown = String(parameters);
    // An open pane stays open. Opened by this parameter, it leaves the focus in the form.
    if (isPaneOpen() && !parameters.has('contactmodule')) parameters.set('contactmodule', '');
    // Not `src`, which would add an entry to the history for each change.
    preview.contentWindow.location.replace(`/playground/preview/?${parameters}`);
  }
  const written = { ...values, pill: values.pill && copiedPill };
  const texts = {
    markup: markup(written, widgetUrl),
    address: query,
    visitor: visitorScript(values),
    page: pageScript(values),
    package: packageCode(written, widgetUrl),
    config: refusals.length > 0 ? '' : JSON.stringify(config, null, 2),
    policy: policy(widgetUrl),
  };
  for (const [id, text] of Object.entries(texts)) {
    const block = document.querySelector(`[data-block=${id}]`);
    document.getElementById(id).textContent = text;
    // The block of a refused config says what is wrong instead.
    block.hidden = text === '' && id !== 'config';
    for (const part of block.querySelectorAll('pre, button')) part.hidden = text === '';
    block.querySelector('[role=status]').textContent = '';
  }
  document.querySelector('[data-block=config] .refusal').textContent = refusals.join('\n');
  const changed = Object.entries(values).filter(([name, value]) => value !== defaults[name]);
  history.replaceState(null, '', changed.length > 0 ? `#${new URLSearchParams(changed)}` : location.pathname);
}

/** A group of rare settings is closed, unless the address has a value for one of them. */
function groupOf({ title, hint, withoutPreview, isRare, settings: own }) {
  const hints = [hint, previews === undefined && withoutPreview].filter(Boolean);
  const content = [...hints.map((textContent) => make('p', { className: 'hint', textContent })), ...own.map(field)];
  if (!isRare) return make('fieldset', {}, [make('legend', { textContent: title }), ...content]);
  const open = own.some(({ name }) => values[name] !== defaults[name]);
  const fields = make('fieldset', { ariaLabel: title, hidden: !open }, content);
  const group = make('details', { open }, [make('summary', { textContent: title }), fields]);
  // The browser hides the fields of a closed group, but accessibility checkers still find them.
  group.addEventListener('toggle', () => {
    fields.hidden = !group.open;
  });
  return group;
}

/** The address has the choices, so a preset is a link. */
const starts = Object.entries(presets).flatMap(([textContent, chosen]) => [
  ' ',
  make('a', { textContent, href: `#${new URLSearchParams(chosen)}` }),
]);
addEventListener('hashchange', () => location.reload());
document.querySelector('form').before(make('p', { className: 'presets' }, ['Start as:', ...starts]));

const usual = groups.filter(({ isRare }) => !isRare);
const rare = groups.filter(({ isRare }) => isRare);
document
  .querySelector('form')
  .append(
    ...usual.map(groupOf),
    make('div', { className: 'rare' }, [make('h2', { textContent: 'More settings' }), ...rare.map(groupOf)]),
  );
document
  .querySelector('.toolbar')
  .append(
    radios('width', 'Width', widths),
    radios('scheme', 'Colours', schemes),
    field({ name: 'lang', label: 'Language', options: languages }),
  );

for (const button of document.querySelectorAll('button[data-copies]'))
  button.addEventListener('click', async () => {
    const said = button.nextElementSibling;
    // An empty text first, so that the same words are announced again.
    said.textContent = '';
    try {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
      said.textContent = 'Copied';
    } catch {
      said.textContent = 'Select the text and copy it';
    }
  });

setInterval(() => {
  const pill = storedPill();
  if (pill === copiedPill) return;
  copiedPill = pill;
  if (values.pill) show();
}, 500);

// Measures the first time after the browser has laid out the form.
new ResizeObserver(scalePreview).observe(stage);
show();
