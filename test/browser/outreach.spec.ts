import type { Locator } from 'playwright/test';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';

/** A visitor whose countdown is almost over: the pop-up is due shortly after the page has loaded. */
async function soon(sandbox: SandboxControl, setting: Record<string, unknown> = {}): Promise<void> {
  await sandbox.command('outreach', { popUpTimeMs: 1_500, ...setting });
}

const card = (host: HostPageHelper): Locator => host.frame().getByRole('complementary');

async function boxes(host: HostPageHelper) {
  await expect(card(host)).toBeVisible();
  await expect.poll(async () => (await host.iframe().boundingBox())?.height ?? 0).toBeGreaterThan(80);
  await card(host).evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const [pill, frame, inner] = await Promise.all([
    host.pill().boundingBox(),
    host.iframe().boundingBox(),
    card(host).boundingBox(),
  ]);
  if (!pill || !frame || !inner) throw new Error('pill, frame and card must have boxes');
  return { pill, frame, inner };
}

test('[SH-131] keeps all of a card within a low window, with a picture or without: Close stays, the rest scrolls', async ({
  host,
  page,
}) => {
  for (const [width, height, imageSrc] of [
    [640, 400, 'https://pictures.northwind.example/post.svg'],
    [320, 256, ''],
  ] as const) {
    await test.step(`[SH-131] keeps all of a card within a window of ${width} × ${height} px${imageSrc && ', with a picture'}: Close stays, the rest scrolls`, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      const body =
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400"/></svg>';
      const headers = { 'cross-origin-resource-policy': 'cross-origin' };
      await page.route('https://pictures.northwind.example/**', (route) =>
        route.fulfill({ body, headers, contentType: 'image/svg+xml' }),
      );
      const bodyText = 'Every database on a paid plan. '.repeat(20);
      const buttons = [{ buttonText: 'Read more', buttonHref: '/backups' }, { buttonText: 'Not now' }];
      const action = [{ type: 'note', headingText: 'Backups now keep 35 days', bodyText, imageSrc, buttons }];
      // As after zooming in: the card is there already.
      await host.open('/plain', { globals: { contactWidgetConfig: { rules: [{ condition: [], action }] } } });
      await expect(card(host).locator('img')).toHaveCount(imageSrc === '' ? 0 : 1);
      const natural = await boxes(host);
      await page.setViewportSize({ width, height });
      const isInside = async (): Promise<boolean> => {
        const box = await card(host).boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width;
      };
      await expect.poll(isInside).toBe(true);
      await expect(card(host).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
      await card(host).getByRole('button', { name: 'Not now' }).focus();
      await expect(card(host).getByRole('button', { name: 'Not now' })).toBeInViewport({ ratio: 0.99 });
      await expect(card(host).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
      // It grows again with the window.
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect.poll(async () => (await card(host).boundingBox())?.height).toBe(natural.inner.height);
      await page.setViewportSize({ width, height });
      await expect.poll(isInside).toBe(true);
      await card(host).getByRole('button', { name: 'Close' }).click();
      await expect(card(host)).toBeHidden();
      await host.forgetVisitor();
    });
  }
});

test('[SH-154] places the card at the bottom left, above the pill, on an Arabic page', async ({ host, sandbox }) => {
  await soon(sandbox);
  await host.open('/rtl');
  const { pill, inner } = await boxes(host);
  expect(inner.x).toBe(pill.x);
  await expect(card(host)).toHaveCSS('direction', 'rtl');
});

test('[SH-154] keeps a text in another direction clear of Close', async ({ host, sandbox }) => {
  await sandbox.command('outreach', { offer: 'trial' });
  await host.open('/plain', { attrs: { 'data-language-code': 'ar', 'data-region-code': 'SA' } });
  const heading = card(host).getByRole('heading');
  await expect(heading).toHaveText('Try Northwind Cloud for 30 days');
  await expect(heading).toHaveCSS('padding-left', '36px');
  await expect(heading).toHaveCSS('padding-right', '0px');
});

test('[SH-127][A11Y-23] announces a card without moving focus; Escape inside closes it and moves focus to the pill', async ({
  host,
  page,
  sandbox,
  checkAxe,
}) => {
  await soon(sandbox);
  await host.open('/plain');
  await page.evaluate(() => {
    const outcomes: unknown[] = [];
    Object.assign(window, { outcomes });
    document.addEventListener('cm-proactive-outcome', (event) => outcomes.push((event as CustomEvent).detail));
  });
  const link = page.locator('a').first();
  await link.focus();
  await expect(card(host)).toBeVisible();
  await expect(host.frame().getByRole('status').filter({ hasText: /\w/ })).toHaveText(/\w+/);
  await expect(link).toBeFocused();
  await expect.poll(async () => (await host.iframe().boundingBox())?.height ?? 0).toBeGreaterThan(80);
  expect(await checkAxe()).toEqual([]);

  await card(host).getByRole('button').first().focus();
  await page.keyboard.press('Escape');
  await expect(card(host)).toBeHidden();
  await expect(host.pill()).toBeFocused();
  expect(await page.evaluate(() => (window as unknown as { outcomes: unknown }).outcomes)).toEqual([
    { outcome: 'closed', code: -2 },
  ]);
});

test('[SH-130] closes the notification when the pane opens, and does not show it again when the pane closes', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await page.clock.install();
  await sandbox.command('outreach', { offer: 'trial' });
  await host.open('/plain');
  await expect(card(host)).toBeVisible();
  const pane = await host.openPane();
  await expect(card(host)).toBeHidden();
  await pane
    .getByRole('button', { name: /minimi|hide/i })
    .first()
    .click();
  await expect(host.iframe()).toBeHidden();
  await page.clock.runFor(5_000);
  await expect(host.iframe()).toBeHidden();
  await expect(card(host)).toBeHidden();
  expect(await sandbox.requests('/offers/postEvent')).toEqual([]);
});

test('[SH-140] shows hostile markup in an offer as text', { tag: '@core' }, async ({ host, problems, sandbox }) => {
  await sandbox.command('outreach', { offer: 'broken' });
  await host.open('/strict-csp');
  await expect(card(host)).toContainText('<img src=x onerror=alert(1)>');
  await expect(card(host).locator('img, script')).toHaveCount(0);
  await card(host).getByRole('button', { name: 'Go' }).click();
  await expect(card(host)).toBeHidden();
  expect(await problems.violations()).toEqual([]);
});

test('[SH-111][SH-147] does not load the in-app script without consent', { tag: '@core' }, async ({
  host,
  page,
  sandbox,
}) => {
  await sandbox.command('outreach', { inApp: 'message' });
  await host.open('/plain', { query: { 'cm-consent-inapp': 'false' } });
  await expect(host.pill()).toBeVisible();
  await page.waitForTimeout(2_000);
  expect(await sandbox.requests('/inapp')).toEqual([]);
  expect(await sandbox.requests('/api/v3')).toEqual([]);
});

test('[SH-177] logs one warning when the in-app script is missing, and works otherwise', async ({
  host,
  problems,
  sandbox,
}) => {
  await sandbox.command('outreach', { inApp: 'message' });
  await sandbox.rules({ path: '/inapp/sdk.js', status: 404, body: {} });
  await host.open('/plain');
  await expect.poll(() => problems.warnings.filter((line) => line.includes('In-app messages')).length).toBe(1);
  await host.openPane();
});

test('[REL-39] shows one pop-up in two tabs of a site', async ({ context, host, page, sandbox }) => {
  await soon(sandbox);
  await host.open('/plain');
  const other = await context.newPage();
  await other.goto(host.urlOf('/plain'));
  const inFrame = (one: typeof page): Locator => one.frameLocator('#contact-widget iframe').getByRole('complementary');
  await expect.poll(async () => (await inFrame(page).count()) + (await inFrame(other).count())).toBe(1);
  await page.waitForTimeout(4_000);
  expect((await inFrame(page).count()) + (await inFrame(other).count())).toBe(1);
});
