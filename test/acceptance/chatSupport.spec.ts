import type { Page } from 'playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import type { Fields } from './chat.ts';
import { answerContact, block, given, sees, when } from './steps.ts';

test('[CH-153][CH-154][CH-155][CH-156][CH-214] chat 118: support chats run in the provider’s window, of its own size for one of them, and the older product in the page’s', {
  tag: '@core',
}, async ({ context, host, page, sandbox, checkAxe }) => {
  const pane = host.frame();
  let service = 'salesforce';
  let hasBilling = false;
  await answerContact(page, (bundle) => {
    const rows = bundle.supportChatInformation as Fields[];
    for (const row of rows) row.chatService = service;
    if (hasBilling) rows.push({ ...rows[0], chatRoutingCode: 'billing' });
  });
  const starts = async () =>
    (await sandbox.requests('/support-chat/start')).map(({ body }) =>
      Object.fromEntries(new URLSearchParams(String(body))),
    );
  const start = async () => {
    const entry = block(pane, 'support').last();
    const button = entry.getByRole('button', { name: 'Start support chat' });
    if (!(await button.isVisible())) await entry.getByRole('button').first().click();
    await button.click();
  };
  /** Waits until the page has loaded: closing the window earlier may cancel its request. */
  const closeOnceStarted = async (opened: Promise<Page>) => {
    const popup = await opened;
    await expect(popup.getByRole('heading', { name: 'Northwind Support' })).toBeVisible();
    await popup.close();
  };
  await given('a support chat without agents', async () => {
    await sandbox.command('supportChat', { available: false });
    await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
    await host.openPane();
  });
  await when('the visitor starts it', start);
  await sees('that it is not available, and no start', async () => {
    await expect(pane.getByText('This chat is not available right now.', { exact: false })).toBeVisible();
    expect(await sandbox.requests('/support-chat/start')).toEqual([]);
    await pane.getByRole('button', { name: 'Back to menu' }).click();
  });
  await when('an agent is there, and the visitor starts it again', async () => {
    await sandbox.command('supportChat', { available: true });
    const opened = context.waitForEvent('page');
    await expect(async () => {
      const back = pane.getByRole('button', { name: 'Back to menu' });
      if (await back.isVisible()) await back.click();
      if (await block(pane, 'support').isVisible()) await start();
      await expect(pane.getByText('Your chat is open in a separate window.')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await closeOnceStarted(opened);
  });
  await sees('one start, and that the window can be opened again', async () => {
    const again = context.waitForEvent('page');
    await pane.getByRole('button', { name: 'Open the window again' }).click();
    await closeOnceStarted(again);
    expect(await checkAxe()).toEqual([]);
    const first = { id: '573000000000001', width: '482', height: '450' };
    await expect.poll(starts).toEqual([first, first]);
  });
  await given('the other kind of support chat, with two queues', async () => {
    service = 'salesforcetrusteer';
    hasBilling = true;
    await host.open('/short', { attrs: { 'data-focus-area': 'security' } });
    await host.openPane();
  });
  await when('the visitor starts the second', async () => {
    const opened = context.waitForEvent('page');
    await start();
    await closeOnceStarted(opened);
  });
  await sees('a window of 782 by 524 with that queue', async () => {
    const last = { id: '573000000000002', width: '782', height: '524' };
    await expect.poll(async () => (await starts()).at(-1)).toEqual(last);
  });
});

test('[CH-157][CH-158][F-CH10] chat 118: the older product is found when the page has it, opened by its entry, and by links that the page draws later', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const chat = {
      calls: 0,
      open() {
        this.calls += 1;
        document.body.dataset.calls = String(this.calls);
      },
    };
    Object.assign(window, { later: () => Object.assign(window, { partner: { product: { chat } } }) });
  });
  await sandbox.command('contact', { chat: 'older' });
  const opened = (count: number) => expect(page.locator('body')).toHaveAttribute('data-calls', String(count));
  const pane = await given('a page that has the product only after a while', async () => {
    await host.open('/older-chat', { attrs: { 'data-chat-function': 'partner.product.chat.open' } });
    const shown = await host.openPane();
    await expect(block(shown, 'phone')).toBeVisible();
    await expect(block(shown, 'chat')).toHaveCount(0);
    await page.evaluate(() => (window as unknown as { later(): void }).later());
    return shown;
  });
  await sees('its entry within seconds', async () => {
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(block(pane, 'chat')).toBeVisible({ timeout: 500 });
    }).toPass();
  });
  await when('the visitor chooses it', async () => {
    await block(pane, 'chat').getByRole('button', { name: 'Chat', exact: true }).click();
    await block(pane, 'chat').getByRole('button', { name: 'Start chat' }).click();
  });
  await sees('it called on its own object, and again', async () => {
    await opened(1);
    await pane.getByRole('button', { name: 'Open the window again' }).click();
    await opened(2);
  });
  await when('the page draws a link for it, and the visitor presses it', async () => {
    await pane.getByRole('button', { name: 'Minimize' }).click();
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '#elsewhere', textContent: 'Ask a partner' });
      link.dataset.contactLink = 'chat';
      document.querySelector('main')?.prepend(link);
    });
    await page.clock.runFor(2_000);
  });
  await sees('the product', async () => {
    // The link leads elsewhere until it is bound.
    await expect(async () => {
      await page.locator('main > a').first().click();
      await expect(page.locator('body')).toHaveAttribute('data-calls', '3', { timeout: 500 });
    }).toPass();
  });
});
