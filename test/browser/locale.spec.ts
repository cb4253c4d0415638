import type { FrameLocator, Page } from 'playwright/test';
import { createHost, expect, hold, test } from './fixtures.ts';
import { rememberedBy } from './rememberedPill.ts';
import { everyNth, sampleOf } from './sample.ts';

const change = /Change|Ändern|変更|تغيير/;

/** Opens the list of locations and filters it to Germany. Enter then chooses it. */
async function findGermany(frame: FrameLocator, page: Page): Promise<void> {
  await frame.getByRole('button', { name: change }).click();
  await expect(frame.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('GERM');
  await expect(frame.getByRole('option')).toHaveCount(1);
}

test('[F-SH26][F-SH36][SH-068][F-PG8] keeps the chosen language on the next page, and leaves pill memory and links to the page', async ({
  host,
  page,
}) => {
  await host.open('/plain');
  await expect.poll(() => rememberedBy(page)).toContain("Let's talk");
  const before = await rememberedBy(page);
  const frame = await host.openPane();
  await findGermany(frame, page);
  await page.keyboard.press('Enter');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de-DE');
  await frame.getByRole('button', { name: 'Minimieren' }).click();
  await expect(host.pill()).toHaveText('Kontakt');
  // A pill is stored when it has been at rest for a second.
  await page.waitForTimeout(1_500);
  expect(await rememberedBy(page)).toBe(before);
  // The links of the page stay in the page's language.
  await expect(page.locator('[data-contact-link="contact"]').first()).toHaveText("Let's talk");
  await host.open('/plain');
  await expect(host.pill()).toHaveText('Kontakt');
  await expect(page.locator('[data-contact-link="contact"]').first()).toHaveText("Let's talk");
  await host.openPane();
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de-DE');
});

test('[SH-068][SH-098] a language chosen in another tab is shown, but not where the address names one', async ({
  context,
  host,
  page,
  sandbox,
}) => {
  await host.open('/plain');
  const other = createHost(await context.newPage(), sandbox);
  await other.open('/plain');
  const french = createHost(await context.newPage(), sandbox);
  await french.open('/plain', { query: { languageCode: 'fr', regionCode: 'FR' } });
  await french.openPane();
  await expect(french.frame().locator('html')).toHaveAttribute('lang', 'fr-FR');
  const frame = await host.openPane();
  await findGermany(frame, page);
  await page.keyboard.press('Enter');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de-DE');
  // This tab has not downloaded what follows other tabs.
  await other.openPane();
  await expect(other.frame().locator('html')).toHaveAttribute('lang', 'de-DE');
  await expect(french.frame().locator('html')).toHaveAttribute('lang', 'fr-FR');
});

test('[SH-076][SH-080] English words are marked as English on a page whose language has no translation', async ({
  host,
  sandbox,
}) => {
  const texts = { key: { languageCode: 'en', regionCode: 'US' }, textFragments: { pane: { title: 'Ask us' } } };
  await sandbox.rules({
    path: '/contact/lookup',
    body: {
      contactInformationBundles: [{ key: { languageCode: 'en', regionCode: 'US' }, phoneInformation: [] }],
      contactModuleTranslations: [texts],
    },
  });
  await host.open('/plain', { page: { lang: 'fa' } });
  const html = (await host.openPane()).locator('html');
  await expect.poll(() => html.locator('title').textContent()).toBe('Ask us');
  await expect(html).toHaveAttribute('lang', 'en-US');
  await expect(html).toHaveAttribute('dir', 'ltr');
});

for (const [width, height] of sampleOf(
  [
    [375, 400],
    [740, 375],
  ] as const,
  everyNth(2),
)) {
  test(`[SH-070][SH-072] the list stays in view when the window changes to ${width} × ${height} px, above a keyboard or turned`, async ({
    host,
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await host.open('/plain');
    const frame = await host.openPane();
    await frame.getByRole('button', { name: change }).click();
    await expect(frame.getByRole('combobox')).toBeFocused();
    await page.setViewportSize({ width, height });
    await expect(frame.getByRole('option').nth(2)).toBeInViewport({ ratio: 1 });
    await page.keyboard.type('GERM');
    await expect(frame.getByRole('option')).toHaveCount(1);
    await expect(frame.getByRole('option')).toBeInViewport({ ratio: 1 });
    await expect(frame.getByRole('combobox')).toBeInViewport({ ratio: 1 });
  });
}

test('[SH-174][SH-085] keeps the old location and shows a message when a change fails, and ignores a change that was replaced', async ({
  host,
  page,
  sandbox,
}) => {
  await host.open('/plain');
  const frame = await host.openPane();
  await findGermany(frame, page);
  await sandbox.rules({ path: '/contact', status: 500 }, { path: '/older', status: 500 });
  await page.keyboard.press('Enter');
  await expect(frame.getByRole('alert')).toHaveText('We could not switch to that location. Please try again.');
  await expect(frame.getByRole('dialog')).toContainText('United States');
  await sandbox.forgetRules();
  await findGermany(frame, page);
  await page.keyboard.press('Enter');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de-DE');
  await expect(frame.getByRole('alert')).toHaveCount(0);

  const replaced = await hold(page, /lookup.*%22SA%22/);
  const late = page.waitForResponse((response) => /lookup.*%22SA%22/.test(response.url()));
  for (const name of ['Arab', 'Japan']) {
    await frame.locator('[aria-haspopup=listbox]').click();
    await expect(frame.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(name);
    await expect(frame.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
  }
  await expect(frame.locator('html')).toHaveAttribute('lang', 'ja-JP');
  replaced.release();
  await late;
  await frame
    .locator('html')
    .evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(frame.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await expect(frame.getByRole('dialog')).toContainText('日本');
});

test('[SH-085][SH-076] requests the nearest locale that the focus area has, and asks once for a page that names no region', {
  tag: '@core',
}, async ({ host, sandbox, page }) => {
  await test.step('[SH-085] requests the nearest locale that the focus area has, with one keys call', async () => {
    await host.open('/plain', { page: { lang: 'de-AT' } });
    // The wanted locale is asked for beside the keys.
    await expect.poll(async () => (await sandbox.requests('/contact/lookup')).length, { timeout: 20_000 }).toBe(2);
    expect(await sandbox.requests('/contact/keys')).toHaveLength(1);
    const keys = (await sandbox.requests('/contact/lookup')).map(
      ({ query }) => JSON.parse(String(new URLSearchParams(query as never).get('body'))).contactInformationBundleKey,
    );
    // The second may arrive first: it finds a connection that is open.
    expect(keys.toSorted((one, other) => one.regionCode.localeCompare(other.regionCode))).toMatchObject([
      { languageCode: 'de', regionCode: 'AT' },
      { languageCode: 'de', regionCode: 'DE' },
    ]);
    await expect(host.pill()).toBeVisible();
  });
  await test.step('[SH-085][SH-076] asks the lookup once for a page in German that names no region', async () => {
    await page.goto('about:blank');
    await sandbox.reset();
    await host.open('/plain', { page: { lang: 'de' } });
    await expect(host.pill()).toHaveText('Kontakt');
    // A second question would follow the answer at once.
    await page.waitForTimeout(1_000);
    const lookups = await sandbox.requests('/contact/lookup');
    const bodies = lookups.map(({ query }) => JSON.parse(String(new URLSearchParams(query as never).get('body'))));
    expect(bodies).toMatchObject([{ contactInformationBundleKey: { languageCode: 'de', regionCode: 'DE' } }]);
  });
});
