import type { Frame } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** What a page says of its visitor is no proof of who they are; what it pins is what runs; what it leaves is let go. */

const somebody = { email: 'ada@northwind.example', userId: '4711', signedin: true, firstName: 'Ada' };

test('[BR-36][CSP-15] the e-mail and user id of somebody else open neither their talk nor their token', async ({
  browser,
  host,
  page,
  sandbox,
}) => {
  const secret = 'My order number is 8812-A';
  const talkIn = async (frame: Awaited<ReturnType<typeof host.openPane>>) => {
    const start = frame.locator('button').filter({ hasText: /start/i }).first();
    const entry = frame.getByRole('button', { name: /chat/i }).first();
    await expect(entry).toBeVisible();
    if (!(await start.isVisible())) await entry.click();
    await start.click();
    await expect(frame.getByRole('textbox')).toBeVisible();
    await expect(frame.getByRole('log').locator('[data-kind=bot]').first()).toBeVisible();
  };
  await host.open('/plain', { globals: { contactWidgetUser: somebody } });
  const frame = await host.openPane();
  await talkIn(frame);
  await frame.getByRole('textbox').fill(secret);
  await frame.getByRole('textbox').press('Enter');
  await expect(frame.getByRole('log').locator('[data-kind=visitor]')).toContainText(secret);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  await other.locator('#contact-widget button').click();
  const otherFrame = other.frameLocator('#contact-widget iframe');
  await expect(otherFrame.getByRole('dialog').first()).toBeVisible();
  await talkIn(otherFrame);
  await expect(otherFrame.getByRole('log')).not.toContainText(secret);
  const asked = (await sandbox.requests('/bot')).map(({ path, query }) => `${path}?${JSON.stringify(query)}`);
  expect(asked.join('\n')).not.toMatch(/token|8812/i);
  await elsewhere.close();
});

test('[CSP-19] nothing listens for unload, and on the page nothing for beforeunload', async ({ page, host }) => {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...args) {
      heard.push(args[0]);
      return add.apply(this, args);
    };
  });
  await host.open('/plain');
  await host.openPane();
  const heardIn = (one: Frame) => one.evaluate(() => (window as unknown as { heard: string[] }).heard);
  const onPage = await heardIn(page.mainFrame());
  expect(onPage).toContain('message');
  expect(onPage.filter((type) => /unload/.test(type))).toEqual([]);
  // React Aria takes its focus listeners away on the frame's beforeunload; it asks nothing and keeps nothing open.
  const inFrame = await heardIn(await host.frameHandle());
  expect(inFrame).toContain('message');
  expect(inFrame).not.toContain('unload');
});

test('[CSP-13] a loader with one other byte than its integrity value says does not run, and the page is fine', async ({
  page,
  host,
  sandbox,
}) => {
  const whole = await (await fetch(`${sandbox.widgetUrl}/loader.js`)).text();
  await page.route(`${sandbox.widgetUrl}/loader.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      body: `${whole} `,
    }),
  );
  await host.open('/isolation/csp-hash');
  await page.waitForLoadState('load');
  await page.waitForTimeout(500);
  await expect(host.element()).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
