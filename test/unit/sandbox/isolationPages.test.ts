import { describe, expect, it } from 'vitest';
import { hostPageList } from '../../pages/hostPageList.ts';
import { isolationPages as comparedPages, unpicturedPages } from '../../pages/isolationPages.ts';
import { findPage } from '../../pages/pages.ts';

const isolationPages = [...comparedPages, ...unpicturedPages];
const urls = {
  hostUrl: 'http://localhost:4600',
  widgetUrl: 'http://localhost:4601',
  servicesUrl: 'http://localhost:4602',
  vendorsUrl: 'http://localhost:4605',
  loaderIntegrity: 'sha384-abc',
};
const found = (address: string) => findPage(new URL(address, urls.hostUrl), urls);

describe('isolation pages', () => {
  it('[CSP-16] number at least thirty, have unique names and are in the list of pages', () => {
    expect(isolationPages.length).toBeGreaterThanOrEqual(30);
    expect(new Set(isolationPages.map(({ name }) => name)).size).toBe(isolationPages.length);
    const list = found('/pages')?.html ?? '';
    for (const { path } of hostPageList) expect(list).toContain(`href="${path}"`);
    for (const { name } of isolationPages) expect(list).toContain(`href="/isolation/${name}"`);
  });

  it.each(isolationPages.map(({ name }) => name))('%s is served with and without the widget', (name) => {
    const page = isolationPages.find((item) => item.name === name);
    const script = found(`/isolation/${name}.js`)?.html ?? '';
    expect(`${found(`/isolation/${name}`)?.html}${script}`).toContain('/loader.js');
    expect(found(`/isolation/${name}?loader=none`)?.html).not.toContain(`${urls.widgetUrl}/loader.js`);
    expect(found(`/isolation/${name}.css`)?.type).toContain('text/css');
    expect(found(`/isolation/${name}`)?.html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)/);
    expect(page?.about).not.toBe('');
  });

  it('[CSP-01] name the widget only in script-src and frame-src, and use no unsafe source', () => {
    for (const { name } of isolationPages) {
      const policies = [found(`/isolation/${name}`)?.headers['content-security-policy'] ?? []].flat();
      for (const policy of policies as string[]) {
        expect(policy).not.toContain('unsafe');
        const directives = policy.split('; ').filter((directive) => directive.includes(urls.widgetUrl));
        expect(directives.map((directive) => directive.split(' ')[0])).toEqual(
          directives.map(() => expect.stringMatching(/^(script|frame|child)-src$/)),
        );
      }
    }
  });
});
