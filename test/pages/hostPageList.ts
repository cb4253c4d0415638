import { frontPolicy, renderFrontPage, renderInnerPage } from './front/frontPage.ts';
import type { Attributes, PageUrls } from './template.ts';
import { renderPage } from './template.ts';

/** One page that could embed the widget. */
export interface HostPage {
  readonly path: string;
  /** Further paths of the same page. */
  readonly alsoAt?: RegExp;
  /** The page whose set-up this one shares. Default: its own. */
  readonly setUpWith?: string;
  /** One line for the list at `/pages`, also the title. */
  readonly about: string;
  /** The Content-Security-Policy header. `?csp=` overrides it. */
  readonly policy?: (urls: PageUrls) => string;
  readonly html: (urls: PageUrls, parameters: URLSearchParams, path: string, address: URLSearchParams) => string;
}

const strict = (urls: PageUrls): string =>
  [
    "default-src 'none'",
    `script-src ${urls.widgetUrl}`,
    `frame-src ${urls.widgetUrl}`,
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Layout and outreach tests depend on the height of the pages that repeat this text. */
const paragraph =
  '<p>Northwind runs your workloads close to your customers, in data centres that reuse their own heat. Plans change, and you can resize everything you run here by the minute.</p>';

const contactLink = '<p><a href="/contact" data-contact-link="contact">Contact us</a></p>';

const text = (heading: string, paragraphs: number, more = ''): string =>
  `<main><h1>${heading}</h1>${paragraph.repeat(paragraphs)}${contactLink}${more}</main>`;

const linkKinds = ['chat', 'contact', 'email', 'phone', 'scheduler'] as const;

/** A page from the common template. */
function simple(
  path: string,
  about: string,
  body: string | ((query: URLSearchParams) => string),
  more: {
    readonly policy?: (urls: PageUrls) => string;
    readonly styles?: readonly string[];
    readonly scripts?: readonly string[];
    readonly lang?: string;
    readonly attributes?: Attributes;
    readonly alsoAt?: RegExp;
    /** How the page loads the widget. `?loader=` overrides it. */
    readonly loader?: 'none' | 'twice';
  } = {},
): HostPage {
  const { policy, alsoAt, loader, ...parts } = more;
  return {
    path,
    about,
    ...(policy ? { policy } : {}),
    ...(alsoAt ? { alsoAt } : {}),
    html(urls, query) {
      if (loader && !query.has('loader')) query.set('loader', loader);
      return renderPage({ title: about, body: typeof body === 'string' ? body : body(query), ...parts }, urls, query);
    },
  };
}

export const hostPageList: readonly HostPage[] = [
  { path: '/', about: 'The front page, with the scenario panel', policy: frontPolicy, html: renderFrontPage },
  {
    path: '/contact',
    about: 'Inner pages of the same site',
    alsoAt: /^\/(booking|docs\/[a-z]+)$/,
    setUpWith: '/',
    policy: frontPolicy,
    html: renderInnerPage,
  },
  simple('/plain', 'No policy, nothing special', text('A plain page', 12)),
  simple('/short', 'Fits in the window', text('A short page', 1)),
  simple('/strict-csp', 'Allows only the widget, in script-src and frame-src', text('A strict page', 12), {
    policy: strict,
  }),
  simple('/no-frame-src', 'A policy without frame-src', text('A page that blocks frames', 6), {
    policy: (urls) => `default-src 'none'; script-src ${urls.widgetUrl}; style-src 'self'; img-src 'self'`,
  }),
  simple('/hostile-css', 'A style sheet that resets everything with !important', text('A hostile page', 12), {
    styles: ['hostile.css'],
  }),
  simple(
    '/rtl',
    'Arabic, right to left',
    `<main><h1>صفحة عربية</h1>${'<p>تشغّل نورثويند أعمالك قرب عملائك، ويتغيّر الحجم كلما تغيّرت الخطة.</p>'.repeat(12)}<p><a href="/contact" data-contact-link="contact">تواصل معنا</a></p></main>`,
    { lang: 'ar-SA', attributes: { 'data-language-code': 'ar', 'data-region-code': 'SA' } },
  ),
  simple('/fixed-bars', 'A fixed cookie bar, and a footer of 120 or 400 px (?footer=)', fixedBars, {
    styles: ['bars.css'],
  }),
  simple('/nodes-15001', '15,001 elements', () => manyNodes(15_001)),
  simple('/all-link-kinds', 'Every kind of contact link', allLinks),
  simple('/older-chat', 'Has its own chat product, which the widget may open', text('Partners', 3), {
    scripts: ['olderChat.js'],
    attributes: { 'data-focus-area': 'data', 'data-chat-function': 'openPartnerChat' },
  }),
  simple('/spa', 'A single-page app that changes its address and body', spaBody('/spa'), {
    scripts: ['spa.js'],
    alsoAt: /^\/spa\//,
  }),
  simple(
    '/late-injection',
    'Adds the loader after ?after= ms, or on a button press',
    text('A late page', 3, '<button id="inject" type="button">Add the widget</button>'),
    {
      scripts: ['late.js'],
      loader: 'none',
    },
  ),
  simple('/twice', 'Embeds the script twice', text('A forgetful page', 3), { loader: 'twice' }),
  simple(
    '/landing',
    'A landing page with a place for the scheduler',
    '<main><h1>Book a call</h1><div class="landing" data-cm-scheduler-landing></div></main>',
  ),
  simple('/attacker', 'Posts ?message= to its parent page repeatedly', '<main><h1>Someone else</h1></main>', {
    scripts: ['attacker.js'],
    loader: 'none',
  }),
  simple('/transformed', 'A body with transform, filter and containment', text('A moving page', 12), {
    styles: ['transformed.css'],
  }),
];

function fixedBars(query: URLSearchParams): string {
  const height = query.get('footer') === '400' ? 400 : 120;
  const cookies = query.get('cookies') === 'none' ? '' : cookieBar;
  return `${text('A page with bars', 20)}<footer class="footer-${height}">Northwind Cloud, ${height} px of small print</footer>${cookies}`;
}

const cookieBar =
  '<div class="cookie-bar" role="region" aria-label="Cookies">We only use necessary cookies. <button type="button">OK</button></div>';

/** Makes `document.querySelectorAll('*').length` exactly `count` before the widget adds its own elements. */
function manyNodes(count: number): string {
  const others = '<main><h1>x</h1><div></div></main>';
  const inTemplate = 9;
  const inOthers = 3;
  return others.replace('<div></div>', `<div>${'<i></i>'.repeat(Math.max(0, count - inTemplate - inOthers))}</div>`);
}

function allLinks(): string {
  const links = linkKinds.flatMap((kind) =>
    [kind, `${kind}-link`, `${kind}-text`].map(
      (value) => `<li><a href="/contact?kind=${value}" data-contact-link="${value}">${value} default</a></li>`,
    ),
  );
  const named = `<li><a href="/contact?kind=named" data-contact-link="scheduler" data-focus-area="data" data-purpose="demo" data-resource="expert-1">named scheduler</a></li>`;
  const unknown = `<li><a href="/contact?kind=unknown" data-contact-link="fax">unknown kind</a></li>`;
  const button = `<li><button type="button" data-contact-link="chat">chat button</button></li>`;
  return `<main><h1>Every kind of link</h1><ul>${links.join('\n')}${named}${unknown}${button}</ul></main>`;
}

function spaBody(root: string): string {
  return `<nav><a href="${root}/one" data-route>One</a> <a href="${root}/two" data-route>Two</a> <button id="swap" type="button">Swap body</button></nav><div id="view">${text('One', 8)}</div>`;
}
