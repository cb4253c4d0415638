import { changingPages } from './isolation/changes.ts';
import { documentPages } from './isolation/documents.ts';
import { type IsolationPage, nonce } from './isolation/isolationPage.ts';
import { libraryPages } from './isolation/libraries.ts';
import { patchPages } from './isolation/patches.ts';
import { policyPages } from './isolation/policies.ts';
import { rulePages } from './isolation/rules.ts';
import { styleSheetPages } from './isolation/styleSheets.ts';
import { escapeHtml, type PageUrls } from './template.ts';

export const isolationPages: readonly IsolationPage[] = [
  { name: 'plain', about: 'The reference that all others are compared with' },
  ...policyPages,
  ...styleSheetPages,
  ...documentPages,
  ...patchPages,
];

const contactLink = '<p><a href="/contact" data-contact-link="contact" data-contact-link-keep="">Write to us</a></p>';

/** Pages that are tested without pictures. They have a contact link with words of its own. */
export const unpicturedPages: readonly IsolationPage[] = [...libraryPages, ...changingPages, ...rulePages].map(
  (page) => ({
    ...page,
    body: `${contactLink}${page.body ?? ''}`,
  }),
);

const rows = Array.from({ length: 4 }, (_, row) => `<tr><td>Region ${row + 1}</td><td>${(row + 1) * 12} ms</td></tr>`);

const commonBody = `<main><h1>Runs close to your customers</h1><p>Plans change; so can the size of <a href="/contact">everything</a> you run here.</p>
<table><tbody>${rows.join('')}</tbody></table><p><input aria-label="Name" value="Ada" /> <button type="button">Save</button></p><ul><li>One</li><li>Two</li></ul></main>`;

/** Copies the document to HTML unchanged. */
const copyAsHtml = `<?xml version="1.0"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:output method="html" doctype-system="about:legacy-compat"/>
<xsl:template match="/"><xsl:copy-of select="html"/></xsl:template>
</xsl:stylesheet>`;

export interface IsolationAnswer {
  readonly html: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly type?: string;
}

/** The page, its style sheet or its script; undefined for any other address. */
export function findIsolationPage(url: URL, urls: PageUrls): IsolationAnswer | undefined {
  const [, name, kind] = /^\/isolation\/([a-z-]+)(\.css|\.js|\.xsl)?$/.exec(url.pathname) ?? [];
  const page = [...isolationPages, ...unpicturedPages].find((item) => item.name === name);
  if (!page) return undefined;
  if (kind === '.css') return { html: page.css ?? '', headers: {}, type: 'text/css; charset=utf-8' };
  if (kind === '.js') return { html: page.js?.(urls) ?? '', headers: {}, type: 'text/javascript; charset=utf-8' };
  if (kind === '.xsl') return { html: copyAsHtml, headers: {}, type: 'text/xsl; charset=utf-8' };
  return {
    html: renderIsolationPage(page, urls, url.searchParams.get('loader') !== 'none'),
    headers: page.headers?.(urls) ?? {},
    ...(page.type ? { type: page.type } : {}),
  };
}

/** The markup is valid both as HTML and as XML. */
function renderIsolationPage(page: IsolationPage, urls: PageUrls, isWithLoader: boolean): string {
  const tag =
    isWithLoader && page.loader !== null
      ? `<script async="" src="${urls.widgetUrl}/loader.js" data-focus-area="cloud" ${page.loader?.(urls) ?? ''}></script>`
      : '';
  const file = (extension: string): string => `${urls.hostUrl}/isolation/${page.name}${extension}`;
  return `${page.doctype ?? '<!doctype html>'}
<html lang="en-US"${page.attributes ?? ''}>
<head>
<meta charset="utf-8" />
${page.head?.(urls) ?? ''}
<title>${escapeHtml(page.about)}</title>
<link rel="stylesheet" href="${urls.hostUrl}/simple.css" />
${page.css ? `<link rel="stylesheet" href="${file('.css')}" />` : ''}
${page.js ? `<script src="${file('.js')}" nonce="${nonce}"></script>` : ''}
${tag}
</head>
<body>
${commonBody}
${page.body ?? ''}
</body>
</html>
`;
}
