import type { Page } from 'playwright/test';
import { sitePaths, startSiteHost } from '../support/siteHost.ts';
import { expect, test as withSandbox } from './fixtures.ts';
import { auditPage, countLayoutShifts, watchIssues } from './pageAudits.ts';
import { everyNth, sampleOf } from './sample.ts';

/** Lighthouse's audits on the playground and the guides, as the sandbox serves them and as static files. */

const test = withSandbox.extend<{ readonly staticUrl: string }>({
  staticUrl: async ({ sandbox }, use) => {
    const site = await startSiteHost(sandbox.widgetUrl);
    await use(site.url);
    site.close();
  },
});

/** Opens the page on a phone and on a wide screen, and returns what is wrong with it. */
async function auditBoth(page: Page, url: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [width, height] of [
    [412, 823],
    [1350, 940],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(url);
    if (url.endsWith('/playground/')) {
      const preview = page.frameLocator('iframe[title=Preview]');
      await expect(preview.locator('#contact-widget').getByRole('button')).toBeVisible();
    }
    for (const problem of await auditPage(page)) found.add(`${width} px: ${problem}`);
  }
  return [...found];
}

for (const path of sampleOf(sitePaths, everyNth(3))) {
  test(`[F-AD14] ${path} passes Lighthouse’s audits in the sandbox and as a static file`, {
    tag: path === '/playground/' ? '@core' : [],
  }, async ({ page, sandbox, staticUrl, problems }) => {
    const issues = await watchIssues(page);
    await countLayoutShifts(page);
    for (const origin of [sandbox.hostUrl, staticUrl]) {
      expect.soft(await auditBoth(page, `${origin}${path}`), origin).toEqual([]);
      expect.soft(await problems.violations()).toEqual([]);
    }
    expect.soft(issues).toEqual([]);
    expect.soft([...problems.consoleErrors, ...problems.warnings]).toEqual([]);
  });
}

test('each page of the playground has its own title and description', async ({ page, sandbox }) => {
  const told: string[] = [];
  for (const path of sitePaths) {
    await page.goto(`${sandbox.hostUrl}${path}`);
    told.push(await page.title(), (await page.locator('meta[name=description]').getAttribute('content')) ?? '');
  }
  expect(new Set(told).size).toBe(2 * sitePaths.length);
});

test('every audit finds its violation (control)', async ({ page, sandbox }) => {
  await page.route('**/robots.txt', (route) => route.fulfill({ body: 'Disallow /' }));
  await page.route('**/bad', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<html><head><title>Bad</title><meta name="viewport" content="width=device-width, user-scalable=no">
<link rel="stylesheet" href="/simple.css"><link rel="stylesheet" href="/panel/panel.css"></head>
<body><h3>Bad</h3><a href="/no-such-page">here</a> <a onclick="x()">Open</a><button style="block-size: 12px">x</button>
<p style="font-size: 10px">Small</p><img src="/mark.svg" style="inline-size: 90px; block-size: 20px"><div id="late"></div><p>Moved</p></body></html>`,
    }),
  );
  const issues = await watchIssues(page);
  await countLayoutShifts(page);
  await page.goto(`${sandbox.hostUrl}/bad`);
  await page.evaluate(async () => {
    const frames = (count: number): Promise<void> =>
      new Promise((resolve) => requestAnimationFrame(() => resolve(count > 0 ? frames(count - 1) : undefined)));
    await frames(3);
    document.querySelector<HTMLElement>('h3')?.style.setProperty('margin-block-start', '300px');
    await frames(3);
  });
  const found = await auditPage(page);
  expect(found.map((line) => line.replaceAll(sandbox.hostUrl, '').replace(/0\.\d+$/, '(sum)'))).toEqual([
    'document: no doctype',
    'document: no charset in the first 1,024 bytes',
    'document: no language',
    'document: a title of 3 characters',
    'document: a description of 0 characters',
    'document: a viewport that forbids zoom',
    'document: 0 main landmarks',
    'document: not one heading of level 1',
    'document: headings skip a level: 3',
    'links: not a link: Open',
    'links: “here” does not say where /no-such-page leads',
    'links: 404: /no-such-page',
    'robots: robots.txt: Disallow /',
    'touch: 10 px: Small',
    expect.stringContaining('× 12: <button'),
    'pictures: no alt: /mark.svg',
    'pictures: no size of its own: /mark.svg',
    'pictures: distorted: /mark.svg',
    "policy: no default-src 'none'",
    'policy: no script-src',
    "policy: no base-uri 'none'",
    "policy: no form-action 'none'",
    'weight: 2 blocking, of 1',
    'layout: what has been painted moves: (sum)',
  ]);
  expect(issues).toEqual([expect.stringContaining('QuirksModeIssue')]);
});
