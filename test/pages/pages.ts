import { hostPageList } from './hostPageList.ts';
import { escapeHtml, type PageUrls, renderPage } from './template.ts';

export type { PageUrls } from './template.ts';

export interface AnsweredPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status?: number;
}

/** The page for an address, with its policy; undefined when the host has no such page. */
export function findPage(url: URL, urls: PageUrls): AnsweredPage | undefined {
  const path = url.pathname.replace(/(.)\/$/, '$1');
  if (path === '/pages') return { html: renderList(urls), headers: {} };
  const page = hostPageList.find((item) => item.path === path || item.alsoAt?.test(path));
  if (!page) return undefined;
  const policy = url.searchParams.get('csp') ?? page.policy?.(urls);
  return {
    html: page.html(urls, url.searchParams, path),
    headers: policy ? { 'content-security-policy': policy } : {},
  };
}

function renderList(urls: PageUrls): string {
  const items = hostPageList.map(
    (page) => `<li><a href="${page.path}">${escapeHtml(page.path)}</a> ${escapeHtml(page.about)}</li>`,
  );
  const body = `<main><h1>Host pages</h1><ul>${items.join('\n')}</ul></main>`;
  return renderPage({ title: 'Host pages', body }, urls, new URLSearchParams({ loader: 'none' }));
}
