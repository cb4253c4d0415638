import { leastConfig } from './buildSettings.js';
import { settings } from './settings.js';

/** Text to copy, from the chosen values by setting name. A value is the text of its field, or `true` for a checkbox that is checked. */

/** The chosen settings of a kind, such as `attribute`, with their values. */
const chosen = (kind, values) =>
  settings.flatMap((setting) => (setting[kind] && values[setting.name] ? [[setting, values[setting.name]]] : []));

/** A field's text as the type of its setting. Undefined if the text cannot be read as that type. */
export function typedValue({ isSwitch, isAnswer, isNumber, isList, isJson }, text) {
  if (isSwitch || isAnswer) return String(text) === 'true';
  if (isNumber) return Number(text);
  if (isList) return text.split(/[\s,]+/).filter(Boolean);
  return isJson ? listIn(text) : text;
}

function listIn(text) {
  try {
    const value = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Fields at dotted paths. */
function objectOf(kind, values, lang = '') {
  const root = {};
  for (const [setting, text] of chosen(kind, values)) {
    const value = typedValue(setting, text);
    const steps = setting[kind].replace('{lang}', languageOf(lang)).split('.');
    const last = steps.pop();
    if (value === undefined) continue;
    let target = root;
    for (const step of steps) {
      target[step] ??= {};
      target = target[step];
    }
    target[last] = value;
  }
  return root;
}

/** The language without its region or script: labels have neither. */
const languageOf = (lang) => lang.replace(/-.*/, '');

/** The attributes of the loader's script, by name. A switch has an empty value. */
export function attributesOf(values) {
  return Object.fromEntries(
    chosen('attribute', values).map(([{ attribute, isSwitch }, text]) => [attribute, isSwitch ? '' : text]),
  );
}

/** The fields of `window.contactWidgetUser`. */
export const userOf = (values) => objectOf('user', values);

/** The fields of `window.contactWidgetConfig`. */
export const pageConfigOf = (values) => objectOf('page', values);

/** The query of the page's address, or an empty text. */
export function addressOf(values) {
  const parameters = chosen('parameter', values).map(([{ parameter }, text]) =>
    String(text) === 'true' ? parameter : `${parameter}=${encodeURIComponent(text)}`,
  );
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

/**
 * The whole `frame/config.json`. The label of the pill is in the language `lang`.
 *
 * @returns {Record<string, any>}
 */
export function configOf(values, lang) {
  const config = objectOf('build', values, lang);
  return { ...leastConfig, ...config, contact: { ...leastConfig.contact, ...config.contact } };
}

/** The path of a setting in that file. */
export const pathOf = ({ build }, lang) => build?.replace('{lang}', languageOf(lang));

/** The section for `frame/config.json`. */
export const brandSection = (brand) => `"brand": ${JSON.stringify(brand, null, 2)}`;

/** The script for the page. */
export function markup(values, widgetUrl) {
  const written = Object.entries(attributesOf(values))
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}=${quoted(value)}`))
    .join('');
  return `<script async src="${widgetUrl}/loader.js"${written}></script>`;
}

/** The script that says who the visitor is, or an empty text. */
export const visitorScript = (values) => assignment('contactWidgetUser', userOf(values));

/** The script with the page's config object, or an empty text. */
export const pageScript = (values) => assignment(values.configObject || 'contactWidgetConfig', pageConfigOf(values));

function assignment(path, fields) {
  return Object.keys(fields).length === 0 ? '' : `window.${path} = ${literal(fields)};`;
}

/** The same settings with the npm package. */
export function packageCode(values, widgetUrl) {
  const options = { src: `${widgetUrl}/loader.js` };
  for (const [setting, text] of chosen('attribute', values))
    if (!setting.isScriptOnly) options[setting.name] = typedValue(setting, text);
  const user = userOf(values);
  if (Object.keys(user).length > 0) options.user = user;
  const config = pageConfigOf(values);
  if (Object.keys(config).length > 0) options.config = config;
  return `import { loadContactWidget } from 'contact-widget';

const widget = await loadContactWidget(${literal(options)});
`;
}

/** What the page's policy must allow, in addition to what it already allows. */
export function policy(widgetUrl) {
  return `Content-Security-Policy: script-src ${widgetUrl}; frame-src ${widgetUrl}`;
}

/** An object as JavaScript. All names are identifiers. */
function literal(fields, indent = '') {
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      `${indent}  ${name}: ${isFields(value) ? literal(value, `${indent}  `) : JSON.stringify(value)},\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

const isFields = (value) => typeof value === 'object' && !Array.isArray(value);

/** The value of an attribute, in the quotes that JSON stays readable in. */
function quoted(text) {
  const quote = text.includes('"') ? "'" : '"';
  const escaped = text.replace(/[&<>"']/g, (character) =>
    ['"', "'"].includes(character) && character !== quote ? character : `&#${character.charCodeAt(0)};`,
  );
  return `${quote}${escaped}${quote}`;
}
