import { holdLoad } from './holdLoad.ts';
import { expect, test } from './puppet/puppet.ts';

/** The first drawing, and when the frame comes. The frame is a puppet. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test.describe('early start', () => {
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
