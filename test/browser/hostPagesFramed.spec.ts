import type { Frame, Page } from 'playwright/test';
import { createHost, expect, type HostPageHelper, test } from './fixtures.ts';
import {
  aroundWidget,
  changes,
  checkAppearance,
  pixels,
  samePixels,
  snapshotOfPage,
  wholePage,
} from './pageAppearance.ts';

/** The host page inside another site's frame, with browser zoom, and with a modal dialog. */

const elsewhere = (url: string): string => url.replace('localhost', '127.0.0.1');

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

/** A page of another site with one full-size frame. `sandbox` is that frame's attribute. */
async function openFramed(page: Page, url: string, sandbox: string | undefined): Promise<Frame> {
  await page.goto(`${elsewhere(new URL(url).origin)}/short?loader=none`);
  await page.evaluate(
    ([src, tokens]) =>
      new Promise((done) => {
        const frame = document.createElement('iframe');
        frame.name = 'around';
        if (tokens !== undefined) frame.setAttribute('sandbox', tokens);
        frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0';
        frame.addEventListener('load', done, { once: true });
        frame.src = src;
        document.body.replaceChildren(frame);
      }),
    [url, sandbox] as const,
  );
  const frame = page.frame('around');
  if (!frame) throw new Error('the page has no frame');
  return frame;
}

const partsIn = (frame: Frame): Pick<HostPageHelper, 'pill' | 'iframe'> => ({
  pill: () => frame.locator('#contact-widget button').first(),
  iframe: () => frame.locator('#contact-widget iframe'),
});

for (const [what, tokens] of [
  ['of another site', undefined],
  ['of another site, sandboxed with scripts and its own origin', 'allow-scripts allow-same-origin'],
] as const) {
  test(`[SH-005][CSP-16] in a frame ${what}, pill, pane and page look as on the plain page, no policy is violated, and the end leaves no trace`, async ({
    page,
    host,
    problems,
  }) => {
    const path = '/isolation/csp-trusted-types';
    // Text is antialiased slightly differently in a frame, so compare two frames.
    const plainParts = partsIn(await openFramed(page, host.urlOf('/isolation/plain'), tokens));
    await expect(plainParts.pill()).toBeVisible();
    const plain = await checkAppearance(page, plainParts);
    await page.context().clearCookies();

    const bare = await openFramed(page, host.urlOf(path, { query: { loader: 'none' } }), tokens);
    const before = await bare.evaluate(snapshotOfPage);
    const [whole = '', ...around] = await pixels(page, [wholePage, ...aroundWidget]);

    const framed = await openFramed(page, host.urlOf(path), tokens);
    const parts = partsIn(framed);
    await expect(parts.pill()).toBeVisible();
    expect(changes(before, await framed.evaluate(snapshotOfPage))).toEqual([]);
    await samePixels(page, aroundWidget, around, 'the page around the pill');
    await checkAppearance(page, parts, plain);
    expect(changes(before, await framed.evaluate(snapshotOfPage), ['focus'])).toEqual([]);

    await framed.evaluate(() => window.postMessage('cm-destroy', location.origin));
    await expect(framed.locator('#contact-widget')).toHaveCount(0);
    expect(changes(before, await framed.evaluate(snapshotOfPage), ['focus'])).toEqual([]);
    await samePixels(page, [wholePage], [whole], 'the page');
    expect(await problems.violations()).toEqual([]);
  });
}

test('[BR-35] works on a page without its own address (about:srcdoc), and sends no address to a service', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await host.open('/plain', { page: { loader: 'none' } });
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.name = 'preview';
    frame.style.cssText = 'position:fixed;inset:0;width:1000px;height:780px;border:0;background:#fff';
    frame.srcdoc = `<!doctype html><title>Preview</title><p>Preview</p><script src="${src}" data-focus-area="cloud"></script>`;
    document.body.append(frame);
  }, `${sandbox.widgetUrl}/loader.js`);
  const preview = page.frameLocator('iframe[name=preview]');
  await preview.locator('#contact-widget button').click();
  await expect(preview.frameLocator('#contact-widget iframe').getByRole('dialog').first()).toBeVisible();
  const requests = JSON.stringify(await sandbox.requests());
  expect(requests).toContain('cloud');
  expect(requests).not.toContain('srcdoc');
});

test('[SH-005][CSP-16] at 150 % browser zoom, pill and pane look as on the plain page at 150 %, and the page looks as it does without them', async ({
  browser,
  sandbox,
}) => {
  // Zoom means fewer CSS pixels, with more device pixels each.
  const context = await browser.newContext({
    viewport: { width: 853, height: 533 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const page = await context.newPage();
  const host = createHost(page, sandbox);
  const left = [{ x: 0, y: 0, width: 500, height: 533 }] as const;
  await host.open('/isolation/plain');
  await expect(host.pill()).toBeVisible();
  const plain = await checkAppearance(page, host);
  await context.clearCookies();

  const path = '/isolation/css-body-moves';
  await host.open(path, { query: { loader: 'none' } });
  const before = await page.evaluate(snapshotOfPage);
  const bare = await pixels(page, left);
  await host.open(path);
  await expect(host.pill()).toBeVisible();
  expect(changes(before, await page.evaluate(snapshotOfPage))).toEqual([]);
  await samePixels(page, left, bare, 'the page next to the pill');
  await checkAppearance(page, host, plain);
  await page.evaluate(() => window.postMessage('cm-destroy', location.origin));
  await expect(host.element()).toHaveCount(0);
  expect(changes(before, await page.evaluate(snapshotOfPage), ['focus'])).toEqual([]);
  await context.close();
});

test('[SH-005][CSP-16] stays below the page’s modal dialog without affecting it, and works again afterwards', async ({
  page,
  host,
  problems,
}) => {
  await host.open('/isolation/plain');
  await expect(host.pill()).toBeVisible();
  const appearance = await checkAppearance(page, host);
  const before = await page.evaluate(snapshotOfPage);
  const box = await host.iframe().boundingBox();
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  const hit = await page.evaluate(({ x, y }) => {
    const dialog = document.createElement('dialog');
    dialog.textContent = 'Something that has to be answered first';
    document.body.append(dialog);
    dialog.showModal();
    return document.elementFromPoint(x, y)?.id ?? '';
  }, middle);
  expect(hit).not.toBe('contact-widget');
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('contact-widget');
  await expect(host.iframe()).toBeVisible();
  const frame = await host.frameHandle();
  const clicks = await frame.evaluateHandle(() => {
    const list: string[] = [];
    document.addEventListener('pointerdown', () => list.push('pointerdown'), true);
    return list;
  });
  await page.mouse.click(middle.x, middle.y);
  expect(await clicks.evaluate((list) => list.length)).toBe(0);
  await page.evaluate(() => document.querySelector('dialog')?.remove());
  expect(changes(before, await page.evaluate(snapshotOfPage), ['focus'])).toEqual([]);
  await page.evaluate(() => window.postMessage('cm-close', location.origin));
  await expect(host.iframe()).toBeHidden();
  await checkAppearance(page, host, { pane: appearance.pane });
  expect(await problems.violations()).toEqual([]);
});
