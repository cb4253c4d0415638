import type { Page } from 'playwright/test';
import { expect, hold, test } from './fixtures.ts';

/** Contact links whose click the widget cannot answer, because the lookup fails or the pane cannot be downloaded. */

const link = (page: Page, kind: string) => page.locator(`a[data-contact-link="${kind}"]`);

test('[SH-083][SH-090] with a failed lookup every kind of link follows its own address', async ({
  host,
  page,
  sandbox,
}) => {
  await sandbox.rules({ path: '/contact', status: 500 }, { path: '/older', status: 500 });
  for (const kind of ['chat', 'contact', 'email', 'phone', 'scheduler']) {
    const failed = page.waitForResponse(/\/older\/contact\/lookup/);
    await host.open('/all-link-kinds');
    await failed;
    await expect(host.pill()).toBeVisible();
    await link(page, `${kind}-link`).first().click();
    await expect(page).toHaveURL(new RegExp(`/contact\\?kind=${kind}-link$`));
  }
});

test('[SH-083][SH-090][F-SH2] with a failed lookup or an invalid answer a button follows the default link, or opens the pane, which explains', async ({
  host,
  page,
  sandbox,
}) => {
  for (const [name, rule, text] of [
    ['a failed lookup', { status: 500 }, 'We could not load our contact options.'],
    ['an invalid answer', { status: 200, body: {} }, 'Contact options are not available for this page.'],
  ] as const) {
    await test.step(`[SH-083][SH-090][F-SH2] with ${name} a button follows the default link, or opens the pane, which explains`, async () => {
      await sandbox.forgetRules();
      await sandbox.rules({ path: '/contact', ...rule }, { path: '/older', ...rule });
      const button = page.locator('button[data-contact-link=chat]');
      await host.open('/all-link-kinds', { attrs: { 'data-default-chat': `${sandbox.hostUrl}/contact?from=default` } });
      await expect(button).toHaveText('Chat with us');
      await button.click();
      await expect(page).toHaveURL(/\/contact\?from=default$/);
      await host.open('/all-link-kinds');
      // The page's own pill is there before the widget knows the button.
      await expect(button).toHaveText('Chat with us');
      await button.click();
      await expect(host.frame().getByText(text)).toBeVisible();
    });
  }
});

/** Adds a contact link to the address, and waits until the widget knows it. */
async function addLink(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const added = Object.assign(document.createElement('a'), { href: address, textContent: 'Added' });
    added.dataset.contactLink = 'contact-link';
    document.querySelector('h1')?.after(added);
  }, href);
  await expect(link(page, 'contact-link')).toHaveText("Let's talk");
}

test('[SH-083][SH-090][F-SH2] with a failed lookup a link to `#` opens the pane, also after the page has changed its address', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await sandbox.rules({ path: '/contact', status: 500 }, { path: '/older', status: 500 });
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await addLink(page, '#');
  await host.changeAddress('/products');
  await link(page, 'contact-link').click();
  await expect(host.frame().getByText('We could not load our contact options.')).toBeVisible();
});

test('[SH-173][F-SH2] a click on a link that leads nowhere shows what to do when nothing can be downloaded', async ({
  host,
  page,
}) => {
  await page.route(/\/frame\/assets\/rooms-/, (route) => route.abort());
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await addLink(page, 'javascript:void(0)');
  await link(page, 'contact-link').click();
  await expect(host.frame().getByText('We could not open the contact window.')).toBeVisible();
});

test('[SH-091] follows the default link for a click during a lookup that fails', { tag: '@core' }, async ({
  host,
  page,
  sandbox,
}) => {
  await sandbox.rules({ path: '/older', status: 500 });
  const lookup = await hold(page, `${sandbox.servicesUrl}/contact/lookup/*`);
  await host.open('/plain');
  await lookup.asked;
  await link(page, 'contact').click();
  expect(new URL(page.url()).pathname).toBe('/plain');
  lookup.release({ status: 500 });
  await expect(page).toHaveURL(/\/contact$/);
});
