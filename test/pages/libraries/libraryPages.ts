import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeHtml, loaderTag, type PageUrls } from '../template.ts';

/** A site of two pages whose documents or parts are changed by a real library: `/libraries/turbo/one` and `/libraries/turbo/two`. */
export interface LibrarySite {
  readonly name: string;
  readonly about: string;
  /** The library's files, served below `/libraries/files/`. */
  readonly files: readonly string[];
  /** Scripts of the head, after the library's. */
  readonly script?: string;
  readonly body: (page: string, urls: PageUrls) => string;
  /** Where the loader's tag is, and what it says. Default: in the head, the same on both pages. */
  readonly loaderInBody?: (page: string) => Readonly<Record<string, string>>;
}

/** The addresses of the libraries' files, by the name under which they are served. */
const files: Readonly<Record<string, () => string>> = {
  'turbo.js': () => import.meta.resolve('@hotwired/turbo/dist/turbo.es2017-umd.js'),
  'htmx.js': () => import.meta.resolve('htmx.org/dist/htmx.js'),
  'bootstrap.js': () => import.meta.resolve('bootstrap/dist/js/bootstrap.bundle.js'),
  'bootstrap.css': () => import.meta.resolve('bootstrap/dist/css/bootstrap.css'),
  'tabbable.js': () => import.meta.resolve('tabbable/dist/index.umd.js'),
  'focus-trap.js': () => import.meta.resolve('focus-trap/dist/focus-trap.umd.js'),
};

const link = (page: string): string =>
  `<p><a href="/contact" data-contact-link="contact">Contact us about ${page}</a></p>`;
const otherOf = (page: string): string => (page === 'one' ? 'two' : 'one');

export const librarySites: readonly LibrarySite[] = [
  {
    name: 'turbo',
    about: 'Turbo Drive replaces the body, and keeps the head',
    files: ['turbo.js'],
    body: (page) => `${link(page)}<a href="/libraries/turbo/${otherOf(page)}">Next page</a>`,
  },
  {
    name: 'turbo-body',
    about: 'Turbo Drive replaces the body, with a tag of the loader in it that has another focus area on each page',
    files: ['turbo.js'],
    body: (page) => `${link(page)}<a href="/libraries/turbo-body/${otherOf(page)}">Next page</a>`,
    loaderInBody: (page) => ({ 'data-focus-area': page === 'one' ? 'cloud' : 'data' }),
  },
  {
    name: 'htmx',
    about: 'htmx replaces the content of the body with that of the next page',
    files: ['htmx.js'],
    body: (page) =>
      `${link(page)}<a href="/libraries/htmx/${otherOf(page)}" hx-get="/libraries/htmx/${otherOf(page)}" hx-target="body" hx-swap="innerHTML" hx-push-url="true">Next page</a>`,
  },
  {
    name: 'astro',
    about: 'As Astro’s client router: a view transition in which attributes of the root, head and body are replaced',
    files: [],
    script: `addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[data-next]');
  if (!link) return;
  event.preventDefault();
  const next = new DOMParser().parseFromString(await (await fetch(link.href)).text(), 'text/html');
  history.pushState(null, '', link.href);
  const swap = () => {
    const root = document.documentElement;
    for (const { name } of [...root.attributes]) root.removeAttribute(name);
    for (const { name, value } of next.documentElement.attributes) root.setAttribute(name, value);
    for (const element of [...document.head.children]) {
      const same = [...next.head.children].find((other) => other.isEqualNode(element));
      if (same) same.remove();
      else element.remove();
    }
    document.head.append(...next.head.children);
    document.body.replaceWith(next.body);
  };
  if (document.startViewTransition) document.startViewTransition(swap);
  else swap();
});`,
    body: (page) => `${link(page)}<a data-next href="/libraries/astro/${otherOf(page)}">Next page</a>`,
  },
  {
    name: 'bootstrap',
    about: 'A modal of Bootstrap with a field, which takes the focus back',
    files: ['bootstrap.js', 'bootstrap.css'],
    body: (page) => `${link(page)}<button type="button" data-bs-toggle="modal" data-bs-target="#modal">Open</button>
<div class="modal" id="modal" tabindex="-1" aria-label="Order" data-bs-backdrop="false"><div class="modal-dialog"><div class="modal-content">
<div class="modal-body"><input id="field" aria-label="Amount"></div><button type="button" data-bs-dismiss="modal">Done</button></div></div></div>`,
  },
  {
    name: 'focus-trap',
    about: 'A focus trap of the package focus-trap, which lets clicks outside through',
    files: ['tabbable.js', 'focus-trap.js'],
    script: `addEventListener('DOMContentLoaded', () => {
  const trap = focusTrap.createFocusTrap('#dialog', { allowOutsideClick: true, escapeDeactivates: false });
  document.getElementById('open').addEventListener('click', () => trap.activate());
  document.getElementById('done').addEventListener('click', () => trap.deactivate());
});`,
    body: (page) => `${link(page)}<button type="button" id="open">Open</button>
<div id="dialog" role="dialog" aria-label="Order"><input id="field" aria-label="Amount"> <button type="button" id="done">Done</button></div>`,
  },
  {
    name: 'loader-names',
    about: 'Two other scripts with the name loader.js and attributes like ours, before and after the loader',
    files: ['loader.js'],
    script: `const later = document.createElement('script');
later.src = '/libraries/files/loader.js?later';
later.dataset.focusArea = 'security';
document.head.append(later);`,
    body: link,
  },
];

interface Answer {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly type?: string;
}

/** A page of such a site, its script, or a file of a library; undefined for any other address. */
export function findLibraryPage(url: URL, urls: PageUrls): Answer | undefined {
  const [, name = '', page = ''] = /^\/libraries\/([a-z-]+)\/([a-z.-]+)$/.exec(url.pathname) ?? [];
  if (name === 'files') return fileAnswer(page);
  const site = librarySites.find((one) => one.name === name);
  if (!site) return undefined;
  if (page === 'page.js') return { html: site.script ?? '', headers: {}, type: 'text/javascript; charset=utf-8' };
  if (page !== 'one' && page !== 'two') return undefined;
  return { html: render(site, page, urls, url.searchParams), headers: {} };
}

function fileAnswer(file: string): Answer | undefined {
  const type = `text/${file.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`;
  // A script of somebody else, which our loader must not take for itself.
  if (file === 'loader.js') return { html: 'window.othersLoaded = (window.othersLoaded ?? 0) + 1;', headers: {}, type };
  const address = files[file]?.();
  return address ? { html: readFileSync(fileURLToPath(address), 'utf8'), headers: {}, type } : undefined;
}

function render(site: LibrarySite, page: string, urls: PageUrls, query: URLSearchParams): string {
  const tags = site.files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="/libraries/files/${file}">`
      : `<script src="/libraries/files/${file}" data-focus-area="security"></script>`,
  );
  const loader = loaderTag(urls, query, site.loaderInBody?.(page));
  return `<!doctype html>
<html data-loader="${escapeHtml(urls.widgetUrl)}/loader.js" lang="en-US">
<head>
<meta charset="utf-8">
<title>${site.name} ${page}</title>
<link rel="icon" href="/mark.svg">
${tags.join('\n')}
${site.script ? `<script src="/libraries/${site.name}/page.js"></script>` : ''}
${site.loaderInBody ? '' : loader}
</head>
<body><main><h1>Page ${page}</h1>${site.body(page, urls)}<p><label>Note <input id="note"></label></p></main>
${site.loaderInBody ? loader : ''}</body>
</html>
`;
}
