import { settings } from './settings.js';

/** Text to copy, from the chosen values by setting name. A value is a string; a switch that is on has the value `true`. */

/** The attributes of the loader's script, by name. A switch has an empty value. */
export function attributesOf(values) {
  return Object.fromEntries(
    settings.flatMap(({ name, attribute, isSwitch }) =>
      attribute && values[name] ? [[attribute, isSwitch ? '' : values[name]]] : [],
    ),
  );
}

/** The fields of `window.contactWidgetUser`. */
export function userOf(values) {
  return Object.fromEntries(settings.flatMap(({ name, user }) => (user && values[name] ? [[user, values[name]]] : [])));
}

/** The section `brand` of `frame/config.json`. */
export function brandOf(values) {
  return Object.fromEntries(
    settings.flatMap(({ name, brand, isNumber }) =>
      brand && values[name] ? [[brand, isNumber ? Number(values[name]) : values[name]]] : [],
    ),
  );
}

/** The section to copy, or nothing. */
export function brandSection(brand) {
  return Object.keys(brand).length === 0 ? '' : `"brand": ${JSON.stringify(brand, null, 2)}`;
}

/** The script for the page. */
export function markup(values, widgetUrl) {
  const written = Object.entries(attributesOf(values))
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escaped(value)}"`))
    .join('');
  return `<script async src="${widgetUrl}/loader.js"${written}></script>`;
}

/** What names the visitor, or nothing. */
export function visitorScript(values) {
  const user = userOf(values);
  return Object.keys(user).length === 0 ? '' : `window.contactWidgetUser = ${literal(user)};`;
}

/** The same with the npm package. */
export function packageCode(values, widgetUrl) {
  const options = { src: `${widgetUrl}/loader.js` };
  for (const { name, attribute } of settings) if (attribute && values[name]) options[name] = values[name];
  const user = userOf(values);
  if (Object.keys(user).length > 0) options.user = user;
  return `import { loadContactWidget } from 'contact-widget';

const widget = await loadContactWidget(${literal(options)});
`;
}

/** What the page's policy must allow, beside what it allows already. */
export function policy(widgetUrl) {
  return `Content-Security-Policy: script-src ${widgetUrl}; frame-src ${widgetUrl}`;
}

/** An object as JavaScript. All names are identifiers. */
function literal(fields, indent = '') {
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      `${indent}  ${name}: ${typeof value === 'object' ? literal(value, `${indent}  `) : JSON.stringify(value)},\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
