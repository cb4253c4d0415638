/** The template of all host pages. Parameters change it, so that a test rarely needs its own page; see README.md. */

export interface PageUrls {
  readonly hostUrl: string;
  readonly widgetUrl: string;
  readonly servicesUrl: string;
  /** Whether the widget is also at `/preview/{settings}/`, with a brand or in one colour scheme. */
  readonly arePreviewsServed?: boolean;
  /** The built loader's integrity value. */
  readonly loaderIntegrity?: string;
}

export interface PageParts {
  readonly title: string;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  /** Style sheets of the host page's origin, after `simple.css`. */
  readonly styles?: readonly string[];
  /** Deferred scripts of the host page's origin. */
  readonly scripts?: readonly string[];
  /** The page's attributes on the loader's script tag. */
  readonly attributes?: Attributes;
  readonly body: string;
}

export type Attributes = Readonly<Record<string, string>>;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The embed snippet with the page's attributes, overridden by the parameter `attrs`, `{"data-focus-area":"data"}`. */
export function loaderTag(urls: PageUrls, query: URLSearchParams, attributes: Attributes = {}): string {
  const mode = query.get('loader');
  if (mode === 'none') return '';
  const all = { 'data-focus-area': 'cloud', ...attributes, ...readAttributes(query) };
  const written = Object.entries(all)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
  const kind = { defer: 'defer', module: 'type="module"', sync: '' }[mode ?? ''] ?? 'async';
  const tag = `<script ${kind} src="${urls.widgetUrl}/loader.js"${written}></script>`;
  return mode === 'twice' ? tag + tag : tag;
}

/** Allows `data-…` names and the usual attributes of a script tag. */
function readAttributes(query: URLSearchParams): Attributes {
  const given = parseObject(query.get('attrs'));
  const allowed = /^(data-[a-z-]+|integrity|crossorigin|nonce|referrerpolicy)$/;
  return Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name, String(value)] as const)
      .filter(([name]) => allowed.test(name)),
  );
}

export function renderPage(parts: PageParts, urls: PageUrls, query: URLSearchParams): string {
  const lang = query.get('lang') ?? parts.lang ?? 'en-US';
  const dir = query.get('dir') ?? parts.dir ?? (/^(ar|he|fa|ur)\b/.test(lang) ? 'rtl' : 'ltr');
  const styles = ['simple.css', ...(parts.styles ?? [])].map((file) => `<link rel="stylesheet" href="/${file}">`);
  const scripts = (parts.scripts ?? []).map((file) => `<script defer src="/${file}"></script>`);
  const embedded = query
    .getAll('iframe')
    .map((address) => `<iframe title="embedded" src="${escapeHtml(address)}"></iframe>`);
  return `<!doctype html>
<html data-loader="${escapeHtml(urls.widgetUrl)}/loader.js" lang="${escapeHtml(lang)}" dir="${escapeHtml(dir)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)}</title>
<link rel="icon" href="/mark.svg">
${styles.join('\n')}
${globalsTag(query)}${scripts.join('\n')}
${loaderTag(urls, query, parts.attributes)}
</head>
<body>
${parts.body}
${embedded.join('\n')}
</body>
</html>
`;
}

/** The parameter `globals`, `{"contactWidgetUser":{"country":"de"}}`: page globals, set by a script before the loader's. */
export function globalsTag(query: URLSearchParams): string {
  const globals = query.get('globals');
  if (globals === null) return '';
  return `<script src="/globals.js?globals=${escapeHtml(encodeURIComponent(globals))}"></script>\n`;
}

/**
 * The script of `globalsTag`. Keys may be dotted paths. A value `{"$after": 300, "value": …}` becomes a promise that resolves
 * to `value` after 300 ms.
 */
export function pageGlobals(query: URLSearchParams): string {
  const globals = JSON.stringify(parseObject(query.get('globals'))).replace(/</g, '\\u003c');
  return `'use strict';
for (const [path, given] of Object.entries(${globals})) {
  const steps = path.split('.');
  const last = steps.pop();
  let holder = window;
  for (const step of steps) holder = holder[step] ??= {};
  const isLate = given !== null && typeof given === 'object' && '$after' in given;
  holder[last] = isLate ? new Promise((resolve) => setTimeout(() => resolve(given.value), given.$after)) : given;
}
`;
}

function parseObject(json: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
