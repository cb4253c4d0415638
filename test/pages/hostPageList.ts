import { frontPolicy, renderFrontPage, renderInnerPage } from './front/frontPage.ts';
import type { Attributes, PageUrls } from './template.ts';
import { renderPage } from './template.ts';

/** One page that someone else might have. */
export interface HostPage {
  readonly path: string;
  /** Other addresses with the same page. */
  readonly alsoAt?: RegExp;
  /** One line for the list of pages. */
  readonly about: string;
  /** The Content-Security-Policy header; `?csp=` replaces it. */
  readonly policy?: (urls: PageUrls) => string;
  readonly html: (urls: PageUrls, query: URLSearchParams, path: string) => string;
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

const paragraph =
  '<p>Northwind runs your workloads close to your customers, on machines that use the heat they make. Plans change; so can the size of everything you run here, by the minute.</p>';

const contactLink = '<p><a href="/contact" data-contact-link="contact">Contact us</a></p>';

const text = (heading: string, paragraphs: number, more = ''): string =>
  `<main><h1>${heading}</h1>${paragraph.repeat(paragraphs)}${contactLink}${more}</main>`;

const linkKinds = ['chat', 'contact', 'email', 'phone', 'scheduler'] as const;

/** A page that only needs a title, a line about it and a body. */
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
    /** How the loader's tag stands on the page unless `?loader=` says otherwise. */
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
    about: 'Inner pages of the same site, where its links lead',
    alsoAt: /^\/(booking|docs\/[a-z]+)$/,
    policy: frontPolicy,
    html: renderInnerPage,
  },
  simple('/plain', 'No policy, no tricks', text('A plain page', 12)),
  simple('/short', 'Fits the window', text('A short page', 1)),
  simple('/strict-csp', 'Allows the widget in script-src and frame-src, nothing more', text('A strict page', 12), {
    policy: strict,
  }),
  simple('/no-frame-src', 'Its policy forgot frame-src', text('A page that blocks frames', 6), {
    policy: (urls) => `default-src 'none'; script-src ${urls.widgetUrl}; style-src 'self'; img-src 'self'`,
  }),
  simple('/hostile-css', 'A style sheet that resets everything, importantly', text('A hostile page', 12), {
    styles: ['hostile.css'],
  }),
  simple(
    '/rtl',
    'Arabic, from right to left',
    `<main><h1>صفحة عربية</h1>${'<p>تشغّل نورثويند أعمالك قرب عملائك، ويتغيّر الحجم كلما تغيّرت الخطة.</p>'.repeat(12)}<p><a href="/contact" data-contact-link="contact">تواصل معنا</a></p></main>`,
    { lang: 'ar-SA', attributes: { 'data-language-code': 'ar', 'data-region-code': 'SA' } },
  ),
  simple('/fixed-bars', 'A fixed cookie bar and a footer of ?footer=120 or 400 px', fixedBars, {
    styles: ['bars.css'],
  }),
  simple('/nodes', '?count=15001 elements', (query) => manyNodes(Number(query.get('count') ?? 15_001))),
  simple('/nodes-15001', '15,001 elements', () => manyNodes(15_001)),
  simple('/all-link-kinds', 'Every kind of contact link', allLinks),
  simple('/older-chat', 'Has a chat product of its own, which the widget may call', text('Partners', 3), {
    scripts: ['olderChat.js'],
    attributes: { 'data-focus-area': 'data', 'data-chat-function': 'openPartnerChat' },
  }),
  simple('/spa', 'Changes its address and body by itself', spaBody('/spa'), {
    scripts: ['spa.js'],
    alsoAt: /^\/spa\//,
  }),
  simple(
    '/late-injection',
    'Adds the loader long after load: ?after=ms, or by button',
    text('A late page', 3, '<button id="inject" type="button">Add the widget</button>'),
    {
      scripts: ['late.js'],
      loader: 'none',
    },
  ),
  simple('/twice', 'Has the script twice', text('A forgetful page', 3), { loader: 'twice' }),
  simple(
    '/landing',
    'A page made for the scheduler, with a place for it',
    '<main><h1>Book a call</h1><div class="landing" data-cm-scheduler-landing></div></main>',
  ),
  simple('/attacker', 'Posts ?message= to the page around it, again and again', '<main><h1>Someone else</h1></main>', {
    scripts: ['attacker.js'],
    loader: 'none',
  }),
  simple('/transformed', 'Its body is transformed, filtered and inert', text('A moving page', 12), {
    styles: ['transformed.css'],
  }),
];

function fixedBars(query: URLSearchParams): string {
  const height = query.get('footer') === '400' ? 400 : 120;
  const cookies = query.get('cookies') === 'none' ? '' : cookieBar;
  return `${text('A page with bars', 20)}<footer class="footer-${height}">Northwind Cloud, ${height} px of small print</footer>${cookies}`;
}

const cookieBar =
  '<div class="cookie-bar" role="region" aria-label="Cookies">We use cookies that we need, and no others. <button type="button">Fine</button></div>';

/** So that `document.querySelectorAll('*').length` is exactly `count` before the widget adds its own. */
function manyNodes(count: number): string {
  const others = '<main><h1>x</h1><div></div></main>';
  const alreadyThere = 9;
  const inOthers = 3;
  return others.replace('<div></div>', `<div>${'<i></i>'.repeat(Math.max(0, count - alreadyThere - inOthers))}</div>`);
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
