import { describe, expect, it } from 'vitest';
import { hostPageList } from '../../pages/hostPageList.ts';
import { createPageSetUps } from '../../pages/pageSetUps.ts';
import { findPage } from '../../pages/pages.ts';
import { pageGlobals } from '../../pages/template.ts';

const urls = {
  hostUrl: 'http://localhost:4600',
  widgetUrl: 'http://localhost:4601',
  servicesUrl: 'http://localhost:4602',
  vendorsUrl: 'http://localhost:4605',
};

function page(address: string): { html: string; policy: string } {
  const found = findPage(new URL(address, urls.hostUrl), urls);
  return { html: found?.html ?? '', policy: String(found?.headers['content-security-policy'] ?? '') };
}

describe('host pages', () => {
  it('[SH-017] each has the loader from the widget’s origin, except those that test its absence', () => {
    for (const { path } of hostPageList.filter((item) => !['/late-injection', '/attacker'].includes(item.path))) {
      expect(page(path).html, path).toContain(`src="${urls.widgetUrl}/loader.js"`);
    }
    expect(page('/twice').html.match(/<script async/g)).toHaveLength(2);
    expect(page('/plain?loader=none').html).not.toContain('<script');
  });

  it('[SH-017] have no inline scripts, styles or handlers', () => {
    for (const { path } of hostPageList) {
      const { html } = page(path);
      expect(html, path).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=/);
    }
  });

  it('[SH-017] the strict page allows the widget in script-src and frame-src only', () => {
    const directives = page('/strict-csp')
      .policy.split('; ')
      .filter((directive) => directive.includes('4601'));
    expect(directives).toEqual(['script-src http://localhost:4601', 'frame-src http://localhost:4601']);
    expect(page('/strict-csp').policy).toContain("require-trusted-types-for 'script'");
    expect(page('/strict-csp').policy).not.toContain('unsafe');
  });

  it('[SH-017] read the loader’s attributes from the address, as text', () => {
    const attrs = encodeURIComponent(JSON.stringify({ 'data-theme': '"><b>', onload: 'x', 'data-focus-area': 'data' }));
    const { html } = page(`/plain?attrs=${attrs}`);
    expect(html).toContain('data-theme="&#34;&#62;&#60;b&#62;"');
    expect(html).toContain('data-focus-area="data"');
    expect(html).not.toContain('onload');
  });

  it('[SH-017] read the policy, the language and page globals from the address', () => {
    expect(page("/plain?csp=default-src 'self'").policy).toBe("default-src 'self'");
    expect(page('/plain?lang=ar-SA').html).toContain('lang="ar-SA" dir="rtl"');
    expect(page('/plain?globals={"a":1}').html).toContain('<script src="/globals.js?globals=%7B%22a%22%3A1%7D">');
  });

  it('[SH-017] are set up without a parameter in their address, which overrides it and alone goes on to other pages', () => {
    const setUps = createPageSetUps();
    const html = (address: string): string => findPage(new URL(address, urls.hostUrl), urls, setUps.of)?.html ?? '';
    setUps.set('/plain', { attrs: { 'data-focus-area': 'data' }, globals: { a: 1 }, lang: 'de' });
    setUps.set('/', { lang: 'ja' });
    expect(html('/plain')).toContain('data-focus-area="data"');
    expect(html('/plain')).toContain('<script src="/globals.js?globals=%7B%22a%22%3A1%7D">');
    expect(html('/plain?lang=ar-SA')).toContain('lang="ar-SA"');
    expect(html('/short')).toContain('lang="en-US"');
    expect(html('/contact')).toContain('lang="ja');
    expect(html('/')).not.toContain('lang=ja');
    expect(html('/?lang=de')).toContain('/contact?lang=de');
    setUps.set('/plain', {});
    expect(html('/plain')).toBe(html('/plain?'));
  });

  it('[SH-017] can have an exact number of elements', () => {
    const elements = (html: string): number =>
      html.match(/<[a-z!][^>]*>/g)?.filter((tag) => !tag.startsWith('<!')).length ?? 0;
    expect(elements(page('/nodes-15001').html)).toBe(15_001);
  });

  it('[SH-017] do not include an unknown path', () => {
    expect(findPage(new URL('/nowhere', urls.hostUrl), urls)).toBeUndefined();
  });
});

describe('page globals', () => {
  function run(globals: unknown): Record<string, unknown> {
    const window: Record<string, unknown> = {};
    const source = pageGlobals(new URLSearchParams({ globals: JSON.stringify(globals) }));
    new Function('window', source)(window);
    return window;
  }

  it('[SH-017] are set at their dotted paths', () => {
    expect(run({ contactWidgetConfig: { hidePill: true }, 'digitalData.page.x': 1 })).toEqual({
      contactWidgetConfig: { hidePill: true },
      digitalData: { page: { x: 1 } },
    });
  });

  it('[SH-017] can be promises', async () => {
    const { contactWidgetUser } = run({ contactWidgetUser: { $after: 1, value: { country: 'de' } } });
    expect(contactWidgetUser).toBeInstanceOf(Promise);
    expect(await contactWidgetUser).toEqual({ country: 'de' });
  });
});
