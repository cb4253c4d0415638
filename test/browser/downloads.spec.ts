import type { Page } from 'playwright/test';
import { button, cannotOpen, menuWorks, pillClick, rows } from './downloadRows.ts';
import { expect, test } from './fixtures.ts';

/** What a failed download means to the visitor: a test for each row of the table in frame/platform/README.md. */

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

for (const { chunk, ids, outcome, open, failing, again, working } of rows) {
  const isNextPage = outcome.includes('the next page');
  test(`${ids} ${chunk} missing${isNextPage ? '' : ', at first and again'}: ${outcome}`, async ({
    host,
    sandbox,
    page,
    problems,
  }) => {
    const outage = await missing(page, chunk);
    await open(host, sandbox, page);
    await expect.poll(outage.failures).toBeGreaterThanOrEqual(isTwice(chunk) ? 2 : 1);
    await failing(host.frame(), host, page);
    const before = outage.failures();
    // Another page is another first time.
    if (!isNextPage) {
      await again(host.frame(), host, page);
      await expect.poll(outage.failures).toBeGreaterThan(before);
      await failing(host.frame(), host, page);
    }
    outage.end();
    await again(host.frame(), host, page);
    await working(host.frame(), host, page);
    expect(problems.uncaught).toEqual([]);
  });
}

test('[SH-173] a document that keeps a failed module is loaded again, and the pane opens by itself', async ({
  host,
  page,
}) => {
  const outage = await missing(page, 'app');
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenEvents: seen });
    document.addEventListener('cm-app-ready', ({ type }) => seen.push(type));
  });
  await host.open('/plain');
  await pillClick(host);
  const frame = host.frame();
  const firstDocument = await (await host.frameHandle()).evaluateHandle(() => window.document);
  await expect(frame.getByText(cannotOpen)).toBeVisible();
  await button(frame, 'Try again').click();
  await expect.poll(outage.failures).toBe(2);
  await expect(frame.getByText(cannotOpen)).toBeVisible();
  outage.end();
  await button(frame, 'Try again').click();
  await menuWorks(frame);
  // A new document, without a trace of the reload in its address or in the page's history.
  await expect(firstDocument.evaluate((old) => old.location.hash)).rejects.toThrow();
  const handle = await host.frameHandle();
  expect(await handle.evaluate(() => location.hash)).toBe('');
  expect(await handle.evaluate(() => window.document.activeElement !== window.document.body)).toBe(true);
  // The page was told once that the widget is ready (F-DL11).
  await expect(host.pill()).toBeHidden();
  expect(await page.evaluate(() => (window as unknown as { seenEvents: string[] }).seenEvents)).toEqual([
    'cm-app-ready',
  ]);
});

test('[SH-173] a download that hangs is given up, and can be tried again', async ({ host, page }) => {
  let isHanging = true;
  await page.clock.install();
  await page.route(/\/frame\/assets\/app-/, (route) => (isHanging ? undefined : route.continue()));
  await host.open('/plain');
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(host.pill()).toBeVisible({ timeout: 100 });
  }).toPass();
  await host.pill().click();
  const frame = host.frame();
  await expect(async () => {
    await page.clock.runFor(31_000);
    await expect(frame.getByText(cannotOpen)).toBeVisible({ timeout: 200 });
  }).toPass();
  isHanging = false;
  await expect(button(frame, 'Try again')).toBeVisible();
});
