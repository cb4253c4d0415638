import { expect, test } from './fixtures.ts';

// Live chat would come first, so it is made unavailable.
test('[CH-157] calls the older product’s chat through the loader when the visitor chooses its entry', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await sandbox.rules({ path: '/api/account', status: 503 });
  await host.open('/older-chat');
  const pane = await host.openPane();
  const block = pane.locator('[data-block=chat]');
  await block.getByRole('button', { name: 'Chat', exact: true }).click();
  await block.getByRole('button', { name: 'Start chat' }).click();
  await expect(page.locator('#partner-chat')).toHaveText('Partner chat opened 1 times');
  await pane.getByRole('button', { name: 'Open the window again' }).click();
  await expect(page.locator('#partner-chat')).toHaveText('Partner chat opened 2 times');
  // Only its entry opens it, and no other event of the widget.
  const hidden = page.evaluate(() => new Promise((resolve) => document.addEventListener('cm-pane-hidden', resolve)));
  await page.keyboard.press('Escape');
  await hidden;
  await expect(page.locator('#partner-chat')).toHaveText('Partner chat opened 2 times');
});

test('[CH-157][F-CH10] calls a chat function at a dotted path on its own object', async ({ host, page, sandbox }) => {
  await sandbox.rules({ path: '/api/account', status: 503 });
  await page.addInitScript(() => {
    const chat = {
      calls: 0,
      open() {
        this.calls += 1;
        document.body.dataset.partnerCalls = String(this.calls);
      },
    };
    Object.assign(window, { partner: { product: { chat } } });
  });
  await host.open('/older-chat', { attrs: { 'data-chat-function': 'partner.product.chat.open' } });
  const pane = await host.openPane();
  const block = pane.locator('[data-block=chat]');
  await block.getByRole('button', { name: 'Chat', exact: true }).click();
  await block.getByRole('button', { name: 'Start chat' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-partner-calls', '1');
  await pane.getByRole('button', { name: 'Open the window again' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-partner-calls', '2');
});

test('[CH-158][F-CH10] the page’s chat links open the older product each time, also one that is drawn again', async ({
  host,
  page,
  sandbox,
}) => {
  await sandbox.command('contact', { chat: 'older' });
  await host.open('/older-chat');
  const opened = page.locator('#partner-chat');
  // The link replaces an element, so that the page looks the same to whoever counts its elements.
  const drawLink = (text: string) =>
    page.evaluate((words) => {
      const link = document.createElement('a');
      link.href = '#elsewhere';
      link.textContent = words;
      link.dataset.contactLink = 'chat';
      document.querySelector('main > p:not(#partner-chat), main > a')?.replaceWith(link);
    }, text);
  await drawLink('Ask a partner');
  await host.openPane();
  await expect(host.frame().locator('[data-block=chat]')).toBeVisible();
  await host.frame().getByRole('button', { name: 'Minimize' }).click();
  await page.getByRole('link').filter({ visible: true }).first().click();
  await expect(opened).toHaveText('Partner chat opened 1 times');

  await host.frame().getByRole('button', { name: 'Minimize' }).click();
  await drawLink('Ask again');
  const again = page.locator('main > a');
  // The link leads elsewhere until it is bound.
  await expect(async () => {
    await again.click();
    await expect(opened).toHaveText('Partner chat opened 2 times', { timeout: 500 });
  }).toPass();
  await expect(host.iframe()).toBeVisible();
});
