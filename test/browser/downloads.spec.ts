import type { Page } from 'playwright/test';
import { button, cannotOpen, menuWorks, rows } from './downloadRows.ts';
import { expect, test } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';
import { everyNth, sampleOf } from './sample.ts';

/** What a failed download means to the visitor: a test for each entry of the list in frame/platform/README.md. */

interface Outage {
  /** How many requests for the chunk failed so far. */
  readonly failures: () => number;
  /** From now on the chunk is served. */
  end(): void;
}

/** A chunk that is missing on the server, as during a release. */
async function missing(page: Page, chunk: string): Promise<Outage> {
  let isDown = true;
  let failures = 0;
  await page.route(new RegExp(`/frame/assets/${chunk}-[\\da-f]+\\.js`), async (route) => {
    if (!isDown) return route.continue();
    failures += 1;
    await route.fulfill({ status: 404, body: 'Not found' });
  });
  return {
    failures: () => failures,
    end() {
      isDown = false;
    },
  };
}

/** Chunks whose first failed request is followed by another one at once. */
const isTwice = (chunk: string): boolean => ['readAddress', 'pageConfig', 'checkDeployment'].includes(chunk);

/** A sample has one row of every second outcome. */
const outcomes = [...new Set(rows.map(({ outcome }) => outcome))];
const inSample = outcomes.filter(everyNth(2)).map((wanted) => rows.find(({ outcome }) => outcome === wanted));
const sampled = sampleOf(rows, (row) => inSample.includes(row));

for (const { chunk, ids, outcome, open, failing, again, working } of sampled) {
  const isNextPage = outcome.includes('the next page');
  test(`${ids} ${chunk} missing${isNextPage ? '' : ', at first and again'}: ${outcome}`, {
    tag: chunk === 'ChatPane' ? '@core' : [],
  }, async ({ host, sandbox, page, problems }) => {
    const outage = await missing(page, chunk);
    await open(host, sandbox, page);
    await expect.poll(outage.failures).toBeGreaterThanOrEqual(isTwice(chunk) ? 2 : 1);
    await failing(host.frame(), host, page, sandbox);
    const before = outage.failures();
    // Another page is another first time.
    if (!isNextPage) {
      await again(host.frame(), host, page);
      await expect.poll(outage.failures).toBeGreaterThan(before);
      await failing(host.frame(), host, page, sandbox);
    }
    outage.end();
    await again(host.frame(), host, page);
    await working(host.frame(), host, page, sandbox);
    expect(problems.uncaught).toEqual([]);
  });
}

test('[SH-173] Try again loads the frame again, and the pane opens by itself', { tag: '@core' }, async ({
  host,
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenEvents: seen });
    for (const name of ['cm-app-ready', 'cm-pane-shown', 'cm-pane-hidden']) {
      document.addEventListener(name, ({ type }) => seen.push(type));
    }
  });
  const outage = await missing(page, 'app');
  await host.open('/plain');
  await host.pressPill();
  const frame = host.frame();
  const firstDocument = await (await host.frameHandle()).evaluateHandle(() => window.document);
  await expect(frame.getByText(cannotOpen)).toBeVisible();
  // The address holds the loader's facts about the page.
  const address = await firstDocument.evaluate((document) => document.location.href);
  outage.end();
  await button(frame, 'Try again').click();
  await menuWorks(frame);
  // A new document, without a trace of the reload in its address.
  await expect(firstDocument.evaluate((old) => old.location.hash)).rejects.toThrow();
  const handle = await host.frameHandle();
  expect(await handle.evaluate(() => location.href)).toBe(address);
  await expect.poll(() => handle.evaluate(() => window.document.activeElement !== window.document.body)).toBe(true);
  // The page was told once that the widget is ready, and the pane's events are balanced.
  const seen = () => page.evaluate(() => (window as unknown as { seenEvents: string[] }).seenEvents);
  await expect
    .poll(async () => (await seen()).filter((name) => name.startsWith('cm-pane')))
    .toEqual(['cm-pane-shown', 'cm-pane-hidden', 'cm-pane-shown']);
  expect((await seen()).filter((name) => name === 'cm-app-ready')).toHaveLength(1);
});

test('[SH-173] offline, Try again keeps the message and its way out', async ({ host, page }) => {
  await missing(page, 'app');
  await host.open('/plain');
  await host.pressPill();
  const frame = host.frame();
  await expect(frame.getByText(cannotOpen)).toBeVisible();
  await page.route(/\/frame\//, (route) => route.abort());
  for (const _ of [1, 2]) {
    await button(frame, 'Try again').click();
    await expect(frame.getByText(cannotOpen)).toBeVisible();
  }
  await button(frame, 'Close').click();
  await expect(frame.getByText(cannotOpen)).toBeHidden();
  await expect(host.pill()).toBeVisible();
});

test('[SH-173][SH-037] a frame that cannot start again gives a phone its page back', async ({
  host,
  page,
  sandbox,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await missing(page, 'app');
  await host.open('/plain');
  await host.pressPill();
  const frame = host.frame();
  await expect(frame.getByText(cannotOpen)).toBeVisible();
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) => route.fulfill({ status: 503, body: '' }));
  await button(frame, 'Try again').click();
  await expect(host.iframe()).toBeHidden();
  await expect(page.locator('a[data-contact-link=contact]')).toBeVisible();
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');
});

test('[SH-173] a download that hangs is given up, and Try again starts a new one', async ({ host, page }) => {
  let isHanging = true;
  await page.clock.install();
  await page.route(/\/frame\/assets\/app-/, (route) => (isHanging ? undefined : route.continue()));
  const passing = async (ms: number, check: () => Promise<void>): Promise<void> =>
    expect(async () => {
      await page.clock.runFor(ms);
      await check();
    }).toPass();
  const frame = host.frame();
  await host.open('/plain');
  await passing(1_000, () => expect(host.pill()).toBeVisible({ timeout: 100 }));
  await host.pill().click();
  await passing(31_000, () => expect(frame.getByText(cannotOpen)).toBeVisible({ timeout: 200 }));
  isHanging = false;
  await button(frame, 'Try again').click();
  await passing(1_000, () => expect(button(frame, 'Call us')).toBeVisible({ timeout: 200 }));
});

test('[SH-052] Escape closes a pane that is still being downloaded, and the pill has the focus again', async ({
  host,
  page,
}) => {
  await page.route(/\/frame\/assets\/app-/, () => undefined);
  await host.open('/plain');
  await host.pressPill();
  await expect(button(host.frame(), 'Close')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(host.iframe()).toBeHidden();
  await expect(host.pill()).toBeFocused();
});

for (const file of ['fr', 'completeTexts'])
  test(`[SH-173][F-AD6] a page in French has its menu in English after a few seconds if ${file} hangs`, async ({
    host,
    page,
  }) => {
    await page.clock.install();
    await page.route(new RegExp(`/frame/assets/${file}-[\\da-f]+\\.js`), () => undefined);
    const frame = host.frame();
    let passedMs = 0;
    const passing = async (check: () => Promise<void>): Promise<void> =>
      expect(async () => {
        await page.clock.runFor(1_000);
        passedMs += 1_000;
        await check();
      }).toPass();
    await host.open('/plain', { query: { languageCode: 'fr', regionCode: 'FR' } });
    await passing(() => expect(host.pill()).toBeVisible({ timeout: 100 }));
    await host.pill().click();
    const intro = frame.getByText('How would you like to contact Northwind?');
    await passing(() => expect(intro).toBeVisible({ timeout: 200 }));
    expect(passedMs).toBeLessThan(30_000);
  });

test('[SH-169] a scheduler that cannot be prepared for a pointer that comes near leaves the menu alone', async ({
  host,
  page,
}) => {
  const outage = await missing(page, 'scheduler');
  await host.open('/plain');
  const frame = await host.openPane();
  await openEntry(frame, 'scheduler');
  await button(frame, 'Choose a time').hover();
  await expect.poll(outage.failures).toBeGreaterThan(0);
  await expect(button(frame, 'Choose a time')).toBeVisible();
  await expect(frame.getByText('Something went wrong.')).toHaveCount(0);
  await button(frame, 'Choose a time').click();
  await expect(frame.getByText('Something went wrong.')).toBeVisible();
});

test('[SH-177] outreach that cannot be downloaded is not asked for at every event of the page', async ({
  host,
  page,
  sandbox,
}) => {
  await sandbox.command('outreach', { popUpTimeMs: 60_000 });
  const outage = await missing(page, 'outreach');
  await host.open('/plain');
  const frame = await host.openPane();
  await expect.poll(outage.failures).toBe(1);
  await menuWorks(frame);
  for (const top of [200, 400, 0]) await page.evaluate((y) => window.scrollTo(0, y), top);
  await button(frame, 'Minimize').click();
  await expect(frame.getByRole('dialog')).toBeHidden();
  expect(outage.failures()).toBe(1);
});
