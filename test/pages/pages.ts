import { hostPageList } from './hostPageList.ts';
import { findIsolationPage, isolationPages, unpicturedPages } from './isolationPages.ts';
import { sitePages } from './playground/playgroundPage.ts';
import { escapeHtml, type PageUrls, renderPage } from './template.ts';

export type { PageUrls } from './template.ts';

export interface AnsweredPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly status?: number;
  /** The content type. Default: HTML. */
  readonly type?: string;
}

/** The page at an address, with its headers; undefined if there is none. */
export function findPage(url: URL, urls: PageUrls): AnsweredPage | undefined {
  const path = url.pathname.replace(/(.)\/$/, '$1');
  if (path === '/pages') return { html: renderList(urls), headers: {} };
  const site = sitePages.get(path);
  if (site) return { html: site(urls), headers: {} };
  const isolation = findIsolationPage(url, urls);
  if (isolation) return isolation;
  const page = hostPageList.find((item) => item.path === path || item.alsoAt?.test(path));
  if (!page) return undefined;
  const policy = url.searchParams.get('csp') ?? page.policy?.(urls);
  return {
    html: page.html(urls, url.searchParams, path),
    headers: policy ? { 'content-security-policy': policy } : {},
  };
}

function renderList(urls: PageUrls): string {
  const isolationItems = [...isolationPages, ...unpicturedPages].map(({ name, about }) => ({
    path: `/isolation/${name}`,
    about,
  }));
  const items = [...hostPageList, ...isolationItems].map(
    (page) => `<li><a href="${page.path}">${escapeHtml(page.path)}</a> ${escapeHtml(page.about)}</li>`,
  );
  const body = `<main><h1>Host pages</h1><ul>${items.join('\n')}</ul></main>`;
  return renderPage({ title: 'Host pages', body }, urls, new URLSearchParams({ loader: 'none' }));
}
