import { hostPageList } from './hostPageList.ts';
import { findIsolationPage, isolationPages, unpicturedPages } from './isolationPages.ts';
import { findLibraryPage, librarySites } from './libraries/libraryPages.ts';
import type { PageSetUp } from './pageSetUps.ts';
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

/** The page at an address, with its headers; undefined if there is none. A parameter of the address overrides the page's set-up. */
export function findPage(
  url: URL,
  urls: PageUrls,
  setUpOf: (path: string) => PageSetUp = () => new Map(),
): AnsweredPage | undefined {
  const path = url.pathname.replace(/(.)\/$/, '$1');
  if (path === '/pages') return { html: renderList(urls), headers: {} };
  const site = sitePages.get(path);
  if (site) return { html: site(urls), headers: {} };
  const isolation = findIsolationPage(url, urls);
  if (isolation) return isolation;
  const library = findLibraryPage(url, urls);
  if (library) return library;
  const page = hostPageList.find((item) => item.path === path || item.alsoAt?.test(path));
  if (!page) return undefined;
  const parameters = new URLSearchParams(url.searchParams);
  const setUp = [path, page.setUpWith ?? page.path].map(setUpOf).find(({ size }) => size > 0) ?? [];
  for (const [name, value] of setUp) {
    if (!parameters.has(name)) parameters.set(name, value);
  }
  const policy = parameters.get('csp') ?? page.policy?.(urls);
  return {
    html: page.html(urls, parameters, path, url.searchParams),
    headers: policy ? { 'content-security-policy': policy } : {},
  };
}

function renderList(urls: PageUrls): string {
  const isolationItems = [...isolationPages, ...unpicturedPages].map(({ name, about }) => ({
    path: `/isolation/${name}`,
    about,
  }));
  const libraryItems = librarySites.map(({ name, about }) => ({ path: `/libraries/${name}/one`, about }));
  const items = [...hostPageList, ...isolationItems, ...libraryItems].map(
    (page) => `<li><a href="${page.path}">${escapeHtml(page.path)}</a> ${escapeHtml(page.about)}</li>`,
  );
  const body = `<main><h1>Host pages</h1><ul>${items.join('\n')}</ul></main>`;
  return renderPage({ title: 'Host pages', body }, urls, new URLSearchParams({ loader: 'none' }));
}
