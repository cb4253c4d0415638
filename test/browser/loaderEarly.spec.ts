import { holdLoad } from './holdLoad.ts';
import { expect, test } from './puppet/puppet.ts';

/** What the frame learns from its address, before the handshake. The frame is a puppet. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test.describe('early start', () => {
  const factsOf = async (address: string | null): Promise<unknown> =>
    JSON.parse(decodeURIComponent(new URL(address ?? '').hash.slice(1)));

  test('[F-PG4] gives the frame its facts with its address, before the handshake', { tag: '@core' }, async ({
    host,
  }) => {
    await host.open('/plain', {
      attrs: { 'data-theme': 'yellow', 'data-variation': '“half” "off" <50> #\\ü' },
      page: { lang: 'de-DE' },
    });
    expect(await factsOf(await host.iframe().getAttribute('src'))).toEqual({
      focusArea: 'cloud',
      theme: 'yellow',
      variation: '“half” "off" <50> #\\ü',
      lang: 'de-DE',
      user: '[null,null,null]',
      active: 'true',
    });
  });

  test('[F-SH28] gives it country and address of the visitor and nothing else of them, and a promise as such', {
    tag: '@core',
  }, async ({ page, host }) => {
    await page.addInitScript(() => {
      document.hasFocus = () => false;
    });
    await host.open('/plain', {
      attrs: { 'data-profile-object': 'account.user', 'data-support-object': 'desk' },
      globals: {
        contactWidgetUser: { firstName: 'Ada', ip: '203.0.113.7' },
        'account.user': { $after: 60_000, value: { country: 'de' } },
        desk: { country: 'at', email: 'ada@northwind.example' },
      },
    });
    expect(await factsOf(await host.iframe().getAttribute('src'))).toMatchObject({
      user: '[{"ip":"203.0.113.7"},0,{"country":"at"}]',
      active: 'false',
    });
  });

  test('[SH-098][F-PG4] gives it none on a page with parameters or with a config object, which it does not read', async ({
    page,
    host,
  }) => {
    await host.open('/plain', { query: { languageCode: 'de' } });
    expect(await factsOf(await host.iframe().getAttribute('src'))).toBe(false);
    await page.addInitScript(() =>
      Object.defineProperty(window, 'contactWidgetConfig', {
        get() {
          throw new Error('not agreed');
        },
      }),
    );
    await host.open('/plain');
    expect(await factsOf(await host.iframe().getAttribute('src'))).toBe(false);
  });

  test('[F-PG4] loads the frame, although it is hidden, without delaying the page’s load event', {
    tag: '@core',
  }, async ({ page, host, sandbox }) => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`${sandbox.widgetUrl}/frame/index.html*`, async (route) => {
      await released;
      await route.fallback();
    });
    const asked = page.waitForRequest(`${sandbox.widgetUrl}/frame/index.html*`);
    await host.open('/plain');
    await page.waitForLoadState('load');
    await asked;
    release();
  });

  test('[F-PG8] adds nothing before the load event when no pill is remembered', async ({ page, host, sandbox }) => {
    const release = await holdLoad(page);
    // As React 18 does: a child of <html> that the server did not write makes it draw the document again.
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        setTimeout(() => {
          const others = [...document.documentElement.children].filter((child) => !child.matches('head, body'));
          document.documentElement.dataset.hydrated = others.map(({ id }) => id).join() || 'as served';
          for (const other of others) other.remove();
        }, 500);
      });
    });
    await page.goto(`${sandbox.hostUrl}/plain`, { waitUntil: 'domcontentloaded' });
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'as served');
    release();
    await expect(host.element()).toHaveCount(1);
  });
});
