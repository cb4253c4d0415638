import { earlyPill } from '../earlyPill.ts';
import { type Attributes, escapeHtml, globalsTag, loaderTag, type PageUrls } from '../template.ts';
import { type FrontWords, wordsFor } from './words.ts';

/** What a request asks for: the set-up of the site's pages, and the parameters of the address. */
interface PageContext {
  readonly words: FrontWords;
  readonly query: URLSearchParams;
  readonly urls: PageUrls;
  /** Adds the address's own parameters for the page to a path, so that they persist from page to page. */
  readonly link: (path: string) => string;
}

const persistentParameters = [
  'lang',
  'area',
  'theme',
  'order',
  'scheme',
  'hostile',
  'visitor',
  'panel',
  'attrs',
  'loader',
];

/** The site's strict policy: its own origin, the widget's origin in two directives, and the services for the panel. */
export function frontPolicy(urls: PageUrls): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${urls.widgetUrl}`,
    `frame-src ${urls.widgetUrl}`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${urls.servicesUrl}`,
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

export function renderFrontPage(
  urls: PageUrls,
  query: URLSearchParams,
  _path: string,
  address: URLSearchParams,
): string {
  const context = createContext(urls, query, address);
  return renderSite(context, context.words.title, [
    hero(context),
    trusted(context),
    products(context),
    figures(context),
    move(context),
    quote(context),
    contact(context),
  ]);
}

/** The targets of the site's and the bundle's links: contact form, documentation and booking. */
export function renderInnerPage(
  urls: PageUrls,
  query: URLSearchParams,
  path: string,
  address: URLSearchParams,
): string {
  const context = createContext(urls, query, address);
  const { inner, form } = context.words;
  const heading = path.startsWith('/docs') ? inner.docs : path === '/booking' ? inner.booking : inner.contact;
  const hasForm = path === '/contact' || path === '/booking';
  const fields = `<form class="form" method="get" action="${path}">
<input type="hidden" name="lang" value="${escapeHtml(context.words.locale)}"><input type="hidden" name="sent" value="1">
<label>${form.name}<input name="name" autocomplete="name" required></label>
<label>${form.email}<input name="email" type="email" autocomplete="email" required></label>
<label>${form.message}<textarea name="message" rows="5"></textarea></label>
<button class="button" type="submit">${form.send}</button></form>`;
  const body = query.has('sent') ? `<p class="lead" role="status">${form.sent}</p>` : hasForm ? fields : '';
  return renderSite(context, heading, [
    `<section class="inner"><h1>${heading}</h1><p class="lead">${inner.text}</p>${body}</section>`,
  ]);
}

function createContext(urls: PageUrls, query: URLSearchParams, address: URLSearchParams): PageContext {
  const carried = new URLSearchParams([...address].filter(([name]) => persistentParameters.includes(name))).toString();
  const link = (path: string): string =>
    escapeHtml(carried ? `${path}${path.includes('?') ? '&' : '?'}${carried}` : path);
  return { words: wordsFor(query.get('lang')), query, urls, link };
}

function widgetAttributes({ words, query, urls }: PageContext): Attributes {
  const [language = 'en', region = 'US'] = words.locale.split('-');
  const optional = { 'data-theme': query.get('theme'), 'data-menu-order': query.get('order') };
  return {
    'data-focus-area': query.get('area') ?? 'cloud',
    'data-pill': earlyPill({ lang: words.locale, text: words.pill, theme: query.get('theme') ?? undefined }),
    'data-language-code': language,
    'data-region-code': region,
    'data-chat-function': 'openPartnerChat',
    'data-default-contact': `${urls.hostUrl}/contact`,
    'data-default-scheduler': `${urls.hostUrl}/booking`,
    'data-default-email': 'mailto:hello@northwindcloud.example',
    'data-default-phone': 'tel:+18005550142',
    ...Object.fromEntries(Object.entries(optional).filter((entry): entry is [string, string] => entry[1] !== null)),
  };
}

/** The user info that the page provides with `?visitor=ada`. */
const signedIn = {
  signedin: true,
  iui: 'nw-204-881',
  firstName: 'Ada',
  lastName: 'Lindqvist',
  email: 'ada.lindqvist@halvorsen.example',
  company: 'Halvorsen Logistics',
  phone: '+1 415 555 0142',
  country: 'us',
};

function renderSite(context: PageContext, title: string, sections: readonly string[]): string {
  const { words, query, urls } = context;
  const isSignedIn = query.get('visitor') === 'ada';
  const globals = new URLSearchParams(query);
  if (isSignedIn && !globals.has('globals')) globals.set('globals', JSON.stringify({ contactWidgetUser: signedIn }));
  const scheme = query.get('scheme');
  const dir = words.locale.startsWith('ar') ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${words.locale}" dir="${dir}"${scheme ? ` data-scheme="${escapeHtml(scheme)}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${words.lead}">
<link rel="icon" href="/mark.svg">
<link rel="stylesheet" href="/front/front.css">
${query.has('hostile') ? '<link rel="stylesheet" href="/hostile.css">\n' : ''}${globalsTag(globals)}${loaderTag(urls, query, widgetAttributes(context))}
<script defer src="/olderChat.js"></script>
<script type="module" src="/unreadTitle.js"></script>
<script type="module" src="/panel/panel.js" data-services="${urls.servicesUrl}" data-widget="${urls.widgetUrl}"></script>
</head>
<body>
${header(context, isSignedIn)}
<main id="main">
${sections.join('\n')}
</main>
${footer(context)}
</body>
</html>
`;
}

function header({ words, link }: PageContext, isSignedIn: boolean): string {
  const { nav } = words;
  const links = `<a href="${link('/')}#products">${nav.products}</a>
<a href="${link('/')}#figures">${nav.pricing}</a>
<a href="${link('/docs/cloud')}">${nav.docs}</a>
<a href="${link('/')}#contact">${nav.company}</a>`;
  const account = isSignedIn
    ? `<span class="visitor"><span class="visitor-mark" aria-hidden="true">AL</span>Ada Lindqvist</span>`
    : `<a class="quiet" href="${link('/docs/cloud')}">${words.signIn}</a>`;
  return `<p class="news"><a href="${link('/docs/data')}">${words.news} <span class="arrow" aria-hidden="true"></span></a></p>
<header class="bar">
<div class="bar-inside">
<a class="brand" href="${link('/')}"><img src="/mark.svg" alt="" width="28" height="28">Northwind</a>
<nav class="links" aria-label="${nav.products}">${links}</nav>
<div class="account">${account}<a class="button small" href="${link('/contact')}" data-contact-link="contact">${words.contactUs}</a></div>
<details class="phone-menu"><summary>${words.menu}</summary><nav aria-label="${words.menu}">${links}${account}
<a href="${link('/contact')}" data-contact-link="contact">${words.contactUs}</a></nav></details>
</div>
</header>`;
}

function hero({ words, link }: PageContext): string {
  return `<section class="hero">
<div>
<p class="eyebrow">${words.eyebrow}</p>
<h1>${words.headline}</h1>
<p class="lead">${words.lead}</p>
<p class="actions"><a class="button" href="${link('/contact')}">${words.start}</a>
<a class="button second" href="${link('/contact')}" data-contact-link="chat">${words.chat}</a></p>
</div>
<img class="hero-art" src="/front/console.svg" alt="${words.heroAlt}" width="640" height="480">
</section>`;
}

function trusted({ words }: PageContext): string {
  const names = ['Halvorsen', 'KESTREL BANK', 'ostara', 'Lumen&thinsp;&amp;&thinsp;Co', 'Brightwater'];
  const items = names.map((name, index) => `<li class="mark-${index}">${name}</li>`).join('');
  return `<section class="trusted"><p>${words.trusted}</p><ul dir="ltr">${items}</ul></section>`;
}

function products({ words, link }: PageContext): string {
  const cards = words.products.map(
    (product) => `<article class="product">
<img src="/front/${product.area}.svg" alt="" width="40" height="40">
<h3>${product.name}</h3>
<p>${product.text}</p>
<ul>${product.points.map((point) => `<li>${point}</li>`).join('')}</ul>
<p class="product-links"><a href="${link(`/docs/${product.area}`)}">${words.learn}</a>
<a href="${link(`/booking?about=${product.area}`)}" data-contact-link="scheduler" data-focus-area="${product.area}">${words.book}</a></p>
</article>`,
  );
  return `<section id="products" class="products"><h2>${words.productsTitle}</h2><p class="lead">${words.productsLead}</p>
<div class="cards">${cards.join('\n')}</div></section>`;
}

function figures({ words }: PageContext): string {
  const items = words.figures.map(([figure, meaning]) => `<div><dt>${meaning}</dt><dd><bdi>${figure}</bdi></dd></div>`);
  return `<section id="figures" class="figures"><dl>${items.join('')}</dl></section>`;
}

function move({ words }: PageContext): string {
  const steps = words.moveSteps.map((step) => `<li>${step}</li>`).join('');
  return `<section class="move"><div><h2>${words.moveTitle}</h2><p class="lead">${words.moveLead}</p><ol>${steps}</ol></div>
<pre class="terminal" dir="ltr" tabindex="0" aria-label="nw move"><code><b>$</b> nw move plan ./compose.yaml
  reading      14 services, 3 volumes
  region       eu-central, 11 ms from your users
  price        $1,284 a month, $412 less

<b>$</b> nw move rehearse --traffic 5%
  checkout     p95  41 ms   <i>ok</i>
  search       p95  63 ms   <i>ok</i>
  invoices     p95  38 ms   <i>ok</i>

<b>$</b> nw move switch checkout
  done in 3.2 s, rollback possible for 7 days</code></pre></section>`;
}

function quote({ words }: PageContext): string {
  return `<section class="quote"><blockquote>${words.quote}</blockquote><p>${words.quoteBy}</p></section>`;
}

function contact({ words, link }: PageContext): string {
  const kinds = ['phone', 'email', 'scheduler', 'contact'] as const;
  const hrefs = {
    phone: 'tel:+18005550142',
    email: 'mailto:hello@northwindcloud.example',
    scheduler: link('/booking'),
    contact: link('/contact'),
  };
  const cards = kinds.map((kind) => {
    const [title, text] = words.ways[kind];
    return `<li><h3><a href="${hrefs[kind]}" data-contact-link="${kind}">${title}</a></h3><p>${text}</p></li>`;
  });
  return `<section id="contact" class="contact"><h2>${words.contactTitle}</h2><p class="lead">${words.contactLead}</p>
<ul class="ways">${cards.join('')}</ul></section>`;
}

function footer({ words, link }: PageContext): string {
  const columns = words.footer.map(([heading, ...links]) => {
    const items = links.map((item) => `<li><a href="${link('/docs/cloud')}">${item}</a></li>`).join('');
    return `<div><h2>${heading}</h2><ul>${items}</ul></div>`;
  });
  return `<footer class="foot"><div class="foot-inside"><div class="foot-columns">${columns.join('')}</div>
<p class="legal"><span>${words.legal}</span>
<a href="${link('/contact')}" data-contact-link="contact-text">${words.contactUs}</a></p></div></footer>`;
}
