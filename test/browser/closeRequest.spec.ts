import type { Page } from 'playwright/test';
import { expect, type HostPageHelper, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Opens a pane that covers the page, and counts how often the page learns that it was hidden. */
async function openPane(host: HostPageHelper, page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { hidden: 0 });
    document.addEventListener('cm-pane-hidden', () => {
      (window as unknown as { hidden: number }).hidden += 1;
    });
  });
  await host.open('/plain');
  const pane = await host.openPane();
  await pane.locator('[data-block=phone] button').first().click();
  return () => page.evaluate(() => (window as unknown as { hidden: number }).hidden);
}

test('[F-PG26][SH-052] a close request of the browser, as Back is on Android, closes a full pane, once, and again after it was opened again', {
  tag: '@core',
}, async ({ host, page }) => {
  // Only the browser's close request is left of Escape.
  await page.addInitScript(() => {
    if (window !== top) window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), true);
  });
  const timesHidden = await openPane(host, page);
  const address = page.url();
  await page.keyboard.press('Escape');
  await expect(host.iframe()).toBeHidden();
  await expect(host.pill()).toBeFocused();
  expect(await timesHidden()).toBe(1);

  await (await host.openPane()).locator('[data-block=phone] button').first().click();
  await page.keyboard.press('Escape');
  await expect(host.iframe()).toBeHidden();
  expect(await timesHidden()).toBe(2);
  expect(page.url()).toBe(address);
});

for (const has of [true, false]) {
  test(`[F-PG26][SH-052] Escape closes a full pane once in a browser ${has ? 'with' : 'without'} close requests`, async ({
    host,
    page,
  }) => {
    if (!has) await page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'));
    const timesHidden = await openPane(host, page);
    await page.keyboard.press('Escape');
    await expect(host.iframe()).toBeHidden();
    await page.waitForTimeout(300);
    expect(await timesHidden()).toBe(1);
  });
}

test('[F-PG26] a pane beside the page leaves Back to the page', async ({ host, page }) => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.addInitScript(() => {
    if (window !== top) window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), true);
  });
  const timesHidden = await openPane(host, page);
  await page.keyboard.press('Escape');
  await page.waitForTimeout(300);
  expect(await timesHidden()).toBe(0);
});
