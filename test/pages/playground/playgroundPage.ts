import { type Guide, guides, renderGuide } from '../guides/guides.ts';
import { escapeHtml, type PageUrls } from '../template.ts';
import { brandPictures, exampleBrand } from './exampleBrand.ts';
import { brandSection } from './snippet.js';

/**
 * The playground, its preview and the guides. All are static: `npm run site` writes them as files, so they read their settings in
 * the browser. The policy is in a meta element, because a static host may send no header.
 */

const policyOf = ({ widgetUrl }: PageUrls, frames: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${widgetUrl}`,
    `frame-src ${frames}`,
    "style-src 'self'",
    "img-src 'self'",
    // Lighthouse reads robots.txt as a request of the page.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

interface Parts {
  readonly title: string;
  /** One sentence for search engines. */
  readonly description: string;
  readonly policy: string;
  readonly styles: readonly string[];
  readonly scripts?: string;
  readonly body: string;
}

function renderDocument({ title, description, policy, styles, scripts = '', body }: Parts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="/mark.svg">
${styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('\n')}
${scripts}
</head>
<body>
${body}
</body>
</html>
`;
}

function header(current: string): string {
  const pages = [['/playground', 'Playground'], ...guides.map(({ name, title }) => [`/guides/${name}`, title])];
  const links = pages.map(
    ([href = '', words = '']) =>
      `<li><a href="${href}/"${href === current ? ' aria-current="page"' : ''}>${escapeHtml(words)}</a></li>`,
  );
  return `<header><p>contact-widget</p><nav aria-label="Pages"><ul>${links.join('')}</ul></nav></header>`;
}

const blocks = [
  ['markup', 'The script', 'Put it into the head of your page.'],
  ['address', 'The address', 'Add it to the address of your page, for example in a link.'],
  ['visitor', 'The visitor', 'Run it before the script, from a file: a strict policy allows no inline script.'],
  ['page', 'The page', 'Run it before the script, from a file, like the visitor.'],
  [
    'package',
    'With the npm package',
    'Use it instead of the script. If your page requires Trusted Types or lists its policies, also add <code>trusted-types contact-widget</code> to the policy.',
  ],
  ['policy', 'The policy', 'Add these sources to what your policy already allows.'],
  [
    'config',
    'The config',
    'For whoever builds the widget. Save it as <code>frame/config.json</code>, replace the example origins by yours, and run <code>npm run build</code>. If you already have the file, add only the new sections.',
  ],
].map(
  ([id, title, hint]) => `<section aria-labelledby="${id}-title" data-block="${id}">
<h2 id="${id}-title">${title}</h2><p class="hint">${hint}</p>${id === 'config' ? '<p class="refusal"></p>' : ''}
<pre tabindex="0" aria-labelledby="${id}-title"><code id="${id}"></code></pre>
<button type="button" data-copies="${id}">Copy<span class="hidden"> ${title?.toLowerCase()}</span></button> <span role="status"></span>
</section>`,
);

/** Where no server previews a brand: pictures of one. */
function renderExample(): string {
  const { width, height, files } = brandPictures;
  const figures = files.map(
    ({ file, scheme, title }) =>
      `<figure><img src="/playground/${file}" width="${width}" height="${height}" alt="A chat with this brand in the ${scheme} scheme: the visitor’s message and the offered answers have its accent"><figcaption>${title}</figcaption></figure>`,
  );
  return `<section class="example" aria-labelledby="example-title">
<h2 id="example-title">An example of a brand</h2>
<p class="hint">Pictures of the widget with this section in frame/config.json. It adapts the accent to the dark scheme.</p>
<pre tabindex="0" aria-labelledby="example-title"><code>${escapeHtml(brandSection(exampleBrand))}</code></pre>
<div class="pictures">${figures.join('\n')}</div>
</section>`;
}

/** What playground.js imports. Preloaded, because the browser would otherwise download them only after reading the script. */
const modules = ['buildSettings.js', 'configCheck.js', 'rareSettings.js', 'settings.js', 'snippet.js'];

function renderPlayground(urls: PageUrls): string {
  return renderDocument({
    title: 'Playground · contact-widget',
    description: 'Try contact-widget with your own settings, and copy what your page needs.',
    policy: policyOf(urls, "'self'"),
    styles: ['playground/playground.css'],
    scripts: `<script type="module" src="/playground/playground.js"></script>
${modules.map((file) => `<link rel="modulepreload" href="/playground/${file}">`).join('\n')}`,
    body: `${header('/playground')}
<main class="playground" data-widget="${escapeHtml(urls.widgetUrl)}"${urls.arePreviewsServed ? ' data-previews' : ''}>
<h1>Playground</h1>
<form aria-label="Settings"></form>
<div class="preview">
<div class="toolbar"></div>
<div class="stage"><iframe title="Preview"></iframe></div>
${urls.arePreviewsServed ? '' : '<p class="hint">The pane follows the colour scheme of your system, not the one that you choose here. If no pill appears, add the origin of this site to allowedHosts in the widget’s frame/config.json, and build.</p>'}
</div>
<div class="blocks">${blocks.join('\n')}</div>
${urls.arePreviewsServed ? '' : renderExample()}
</main>`,
  });
}

function renderPreview(urls: PageUrls): string {
  return renderDocument({
    title: 'Preview · contact-widget',
    description: 'A page that embeds contact-widget with the settings of the playground.',
    policy: policyOf(urls, urls.widgetUrl),
    styles: ['playground/preview.css'],
    scripts: `<script src="/playground/preview.js" data-widget="${escapeHtml(urls.widgetUrl)}"></script>`,
    body: `<header>Your company</header>
<main>
<h1>Your page</h1>
<p><bdi>This is a page of yours. It has three contact links.</bdi></p>
<ul>
<li><a href="#contact" data-contact-link="contact">Contact us</a></li>
<li><a href="#call" data-contact-link="scheduler">Book a call</a></li>
<li><a href="#chat" data-contact-link="chat">Chat</a></li>
</ul>
<div class="blocks"><div></div><div></div><div></div></div>
</main>`,
  });
}

function renderGuidePage(guide: Guide, urls: PageUrls): string {
  return renderDocument({
    title: `${guide.title} · contact-widget`,
    description: guide.description,
    policy: policyOf(urls, "'none'"),
    styles: ['playground/playground.css'],
    body: `${header(`/guides/${guide.name}`)}
<main class="guide"><h1>${escapeHtml(guide.title)}</h1>
${renderGuide(guide, urls)}</main>`,
  });
}

/** The pages of the site, by path. */
export const sitePages: ReadonlyMap<string, (urls: PageUrls) => string> = new Map([
  ['/playground', renderPlayground],
  ['/playground/preview', renderPreview],
  ...guides.map((guide) => [`/guides/${guide.name}`, (urls: PageUrls) => renderGuidePage(guide, urls)] as const),
]);
