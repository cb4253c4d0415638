import { refusalOf } from './brandCheck.js';
import { groups, languages, schemes, settings, widths } from './settings.js';
import { attributesOf, brandOf, brandSection, markup, packageCode, policy, userOf, visitorScript } from './snippet.js';

// The playground: a form, a preview that follows it, and what to copy. The address keeps the choice, so that it can be shared.

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

/** The values of what takes no other, by name. */
const choices = {
  ...Object.fromEntries(settings.map(({ name, options, isSwitch }) => [name, isSwitch ? { true: 'On' } : options])),
  lang: languages,
  scheme: schemes,
  width: widths,
};

/** All are texts; a switch is `true` or empty. */
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

function field({ name, label, hint, options, isSwitch, shownColour, brand }) {
  const id = `setting-${name}`;
  const words = make('label', { htmlFor: id, textContent: label });
  if (isSwitch) {
    const box = make('input', { id, type: 'checkbox', checked: Boolean(values[name]) });
    box.addEventListener('change', () => choose(name, box.checked ? 'true' : ''));
    return make('div', { className: 'field switch' }, [box, words]);
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
  if (hint) {
    parts.push(make('p', { id: `${id}-hint`, className: 'hint', textContent: hint }));
    input.setAttribute('aria-describedby', `${id}-hint`);
  }
  if (shownColour) parts.splice(1, 1, make('div', { className: 'colour' }, [input, well(label, input, shownColour)]));
  if (brand) {
    parts.push(make('p', { id: `${id}-refusal`, className: 'refusal', ariaLive: 'polite' }));
    input.setAttribute('aria-errormessage', `${id}-refusal`);
  }
  return make('div', { className: 'field' }, parts);
}

/** The browser's own choice of a colour. It knows no “none”: while the text beside it is no colour, it shows `shownColour`. */
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

/** Shows what the build says of the brand at the field that it names. Returns the brand if the build takes it. */
function takenBrand(brand) {
  const refusal = refusalOf(brand);
  for (const { name, brand: own } of settings.filter((one) => one.brand)) {
    const isNamed = refusal?.includes(`: brand.${own}: `) ?? false;
    document.getElementById(`setting-${name}`).setAttribute('aria-invalid', String(isNamed));
    document.getElementById(`setting-${name}-refusal`).textContent = isNamed ? refusal : '';
  }
  return refusal ? {} : brand;
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

function show() {
  // The package takes `true` for a switch.
  const typed = Object.fromEntries(
    settings.map(({ name, isSwitch }) => [name, isSwitch ? values[name] === 'true' : values[name]]),
  );
  const user = userOf(typed);
  const brand = takenBrand(brandOf(typed));
  const served = {
    ...(Object.keys(brand).length > 0 ? { brand } : {}),
    ...(values.scheme ? { scheme: values.scheme } : {}),
  };
  const shown = {
    attributes: attributesOf(typed),
    ...(Object.keys(user).length > 0 ? { user } : {}),
    lang: values.lang,
    scheme: values.scheme,
    ...(previews !== undefined && Object.keys(served).length > 0 ? { preview: served } : {}),
  };
  const address = `/playground/preview/?${new URLSearchParams({ settings: JSON.stringify(shown) })}`;
  if (preview.dataset.shown !== address) {
    preview.dataset.shown = address;
    // Not `src`, which would add an entry to the history for each change.
    preview.contentWindow.location.replace(address);
  }
  const texts = {
    markup: markup(typed, widgetUrl),
    visitor: visitorScript(typed),
    package: packageCode(typed, widgetUrl),
    brand: brandSection(brand),
    policy: policy(widgetUrl),
  };
  for (const [id, text] of Object.entries(texts)) {
    document.getElementById(id).textContent = text;
    const block = document.querySelector(`[data-block=${id}]`);
    block.hidden = text === '';
    block.querySelector('[role=status]').textContent = '';
  }
  const changed = Object.entries(values).filter(([name, value]) => value !== defaults[name]);
  history.replaceState(null, '', changed.length > 0 ? `#${new URLSearchParams(changed)}` : location.pathname);
}

document.querySelector('form').append(
  ...groups.map(({ title, hint, withoutPreview, settings: own }) => {
    const hints = [hint, previews === undefined && withoutPreview].filter(Boolean);
    return make('fieldset', {}, [
      make('legend', { textContent: title }),
      ...hints.map((textContent) => make('p', { className: 'hint', textContent })),
      ...own.map(field),
    ]);
  }),
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

// Measures the first time after the browser has laid out the form.
new ResizeObserver(scalePreview).observe(stage);
show();
