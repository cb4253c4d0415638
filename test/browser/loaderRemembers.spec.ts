import type { Locator, Page } from 'playwright/test';
import type { HostPageHelper, SandboxControl } from './fixtures.ts';
import { holdLoad } from './holdLoad.ts';
import { expect, pillDrawing, test } from './puppet/puppet.ts';
import { remember, rememberedBy } from './rememberedPill.ts';

/** The pill before the frame is there: remembered on the page before, or named by this page. The frame is a puppet. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test.describe('with a pill from the page before', () => {
  const pill = { ...pillDrawing, textContent: 'As before' };
  const drawing = { 'en-US': pill };

  test('[F-PG8] draws nothing but a pill within the window from a forged one, and none that it cannot read or that is of another language', {
    tag: '@core',
  }, async ({ page, host, puppet }) => {
    await test.step('[F-PG8] draws nothing but a pill within the window from a forged one, and starts with a broken one', async () => {
      const forged = { ...pill, width: '1e9px', height: '1e9px', innerHTML: '<b>x</b>', onclick: 'alert(1)' };
      await remember(page, host.urlOf('/plain'), { 'en-US': { ...forged, textContent: '<img src=x>' } });
      await host.open('/plain');
      await expect(host.pill()).toHaveText('<img src=x>');
      const box = await host.pill().boundingBox();
      expect(box?.width).toBeLessThanOrEqual(1_280);
      expect(box?.height).toBeLessThanOrEqual(800);
      expect(await host.pill().evaluate((pill) => [pill.children.length, pill.getAttribute('onclick')])).toEqual([
        0,
        null,
      ]);
      await remember(page, host.urlOf('/plain'), '{broken');
      await host.open('/plain');
      await puppet.showPill();
      await expect(host.pill()).toBeVisible();
    });
    for (const [what, value] of [
      ['of another language', { 'de-DE': pill }],
      ['without a language', pill],
      ['that is null', null],
      ['that is a text', '"As before"'],
      ['that is empty', ''],
    ] as const) {
      await test.step(`[F-PG8] draws none ${what}`, async () => {
        await remember(page, host.urlOf('/plain'), value);
        await host.open('/plain');
        await puppet.connected();
        await expect(host.pill()).toBeHidden();
        await puppet.showPill();
        await expect(host.pill()).toBeVisible();
      });
    }
  });

  test('[SH-010][F-PG8] stores what the frame says, for a restart with cm-refresh and for the next page', {
    tag: '@core',
  }, async ({ page, host, puppet }) => {
    await host.open('/plain');
    await puppet.connected();
    await puppet.call('storePill', JSON.stringify(drawing));
    expect(JSON.parse((await rememberedBy(page)) ?? '')).toEqual(drawing);
    expect(await page.context().cookies()).toEqual([]);
    await test.step('[SH-010][F-PG8] draws it with cm-refresh, and loads the frame once', async () => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.evaluate(() => window.postMessage('cm-refresh', location.origin));
      await expect.poll(() => requests.length).toBeGreaterThan(0);
      await puppet.connected();
      await expect(host.pill()).toHaveText('As before');
      await expect(host.pill()).toBeVisible();
      expect(requests.filter((url) => url.includes('/frame/'))).toHaveLength(1);
    });
    await page.unrouteAll();
    await puppet.install({ isSilent: true });
    await host.open('/plain');
    await expect(host.pill()).toHaveText('As before');
  });

  test.describe('before the page’s load event', () => {
    const parentOf = (element: Locator) => element.evaluate(({ parentElement }) => parentElement?.localName);

    test.beforeEach(async ({ page, host }) => {
      await remember(page, host.urlOf('/plain'), drawing);
    });

    /** Opens a page that loads until `release` is called. The loader's two seconds pass only when the test moves the clock. */
    async function openLoading(page: Page, sandbox: SandboxControl, path = '/plain'): Promise<() => Promise<void>> {
      const endLoading = await holdLoad(page);
      await page.clock.install({ time: 0 });
      // Later than the clock can be by now, because `pauseAt` cannot set it back.
      await page.clock.pauseAt(600_000);
      await page.goto(`${sandbox.hostUrl}${path}`, { waitUntil: 'domcontentloaded' });
      await page.clock.runFor(100);
      return async () => {
        endLoading();
        await page.waitForLoadState('load');
        await page.clock.resume();
      };
    }

    /** Moves the clock until the loader has added the frame. The loader itself may arrive late. */
    const runUntilFrame = (page: Page, host: HostPageHelper) =>
      expect(async () => {
        await page.clock.runFor(1_000);
        await expect(host.iframe()).toBeAttached({ timeout: 100 });
      }).toPass();

    test('[F-PG8] draws it at the end of the body, puts it back when the page draws its body again, and moves it out of the body with the frame', {
      tag: '@core',
    }, async ({ page, host, puppet, sandbox }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      const release = await openLoading(page, sandbox);
      await expect(host.pill()).toHaveText('As before');
      await expect(host.pill()).toBeVisible();
      expect(await host.element().evaluate((element) => element === document.body.lastElementChild)).toBe(true);
      expect(await page.evaluate(() => document.readyState)).toBe('interactive');
      await expect(host.iframe()).toHaveCount(0);
      expect(requests.filter((url) => url.includes('/frame/'))).toEqual([]);
      await test.step('[F-PG8] puts it back when the page draws its body again', async () => {
        await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
        await page.clock.runFor(100);
        await expect(host.pill()).toBeVisible();
        expect(await parentOf(host.element())).toBe('body');
      });
      await host.pill().click();
      await release();
      await expect.poll(() => puppet.relayed('pill')).toContainEqual(['click']);
      expect(await parentOf(host.element())).toBe('html');
      await expect(host.element()).toHaveCount(1);
      await expect(host.pill()).toHaveText('As before');
      expect(requests.filter((url) => url.includes('/frame/'))).toHaveLength(1);
    });

    for (const [what, change] of [
      [
        'writes its body as HTML again',
        () => {
          document.body.innerHTML += '';
        },
      ],
      ['replaces its body by a copy', () => document.body.replaceWith(document.body.cloneNode(true))],
      [
        'replaces its root by a copy',
        () => document.documentElement.replaceWith(document.documentElement.cloneNode(true)),
      ],
    ] as const) {
      test(`[SH-003][F-PG8] draws it again and starts when the page ${what}`, async ({
        page,
        host,
        puppet,
        sandbox,
      }) => {
        const release = await openLoading(page, sandbox);
        await expect(host.pill()).toBeVisible();
        await page.evaluate(change as () => void);
        await page.clock.runFor(100);
        await expect(host.pill()).toBeVisible();
        await release();
        await puppet.connected();
        await expect(page.locator('html > #contact-widget iframe')).toHaveCount(1);
        await expect(page.locator('body > #contact-widget').locator('button, iframe')).toHaveCount(0);
      });
    }

    test('[SH-003][F-PG8] draws one pill when the page contains the script twice', async ({
      page,
      host,
      puppet,
      sandbox,
    }) => {
      const release = await openLoading(page, sandbox, '/twice');
      await expect(host.pill()).toBeVisible();
      await release();
      await puppet.connected();
      await expect(host.element()).toHaveCount(1);
    });

    test('[SH-010][F-PG8] ends with cm-destroy, and does not start at the load event', async ({
      page,
      host,
      sandbox,
    }) => {
      const release = await openLoading(page, sandbox);
      await expect(host.pill()).toBeVisible();
      await page.evaluate(() => window.postMessage('cm-destroy', location.origin));
      await expect(host.element()).toHaveCount(0);
      await release();
      await page.clock.runFor(5_000);
      await expect(host.element()).toHaveCount(0);
    });

    test('[SH-010][F-PG8] starts again with cm-update, and adds no frame before the load event', async ({
      page,
      host,
      puppet,
      sandbox,
    }) => {
      const release = await openLoading(page, sandbox);
      await expect(host.pill()).toBeVisible();
      await page.evaluate(() => window.postMessage('cm-update', location.origin));
      await page.clock.runFor(300);
      await expect(host.pill()).toBeVisible();
      await expect(host.iframe()).toHaveCount(0);
      await release();
      await puppet.connected();
      await expect(host.element()).toHaveCount(1);
    });

    test('[SH-010] restarts at once with cm-update when the frame has come before the load event', async ({
      page,
      host,
      puppet,
      sandbox,
    }) => {
      const release = await openLoading(page, sandbox);
      await runUntilFrame(page, host);
      await puppet.connected();
      expect(await page.evaluate(() => document.readyState)).toBe('interactive');
      const parents = await page.evaluate(async () => {
        const heard = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
        window.postMessage('cm-update', location.origin);
        await heard;
        const { parentElement, shadowRoot } = document.querySelector('#contact-widget') as Element;
        return [parentElement?.localName, shadowRoot?.querySelectorAll('iframe').length];
      });
      expect(parents).toEqual(['html', 1]);
      await puppet.connected();
      await expect(host.element()).toHaveCount(1);
      await release();
    });

    test('[SH-010] ends with cm-destroy straight after cm-update, without a remembered pill', async ({
      page,
      host,
      puppet,
      sandbox,
    }) => {
      await remember(page, host.urlOf('/plain'), '');
      const release = await openLoading(page, sandbox);
      await runUntilFrame(page, host);
      await puppet.connected();
      expect(await page.evaluate(() => document.readyState)).toBe('interactive');
      await page.evaluate(() => {
        window.postMessage('cm-update', location.origin);
        window.postMessage('cm-destroy', location.origin);
      });
      await expect(host.element()).toHaveCount(0);
      await release();
      await page.clock.runFor(5_000);
      await expect(host.element()).toHaveCount(0);
    });

    test('[F-PG8] does not make a page with a transformed body longer', async ({ page, host, puppet, sandbox }) => {
      const release = await holdLoad(page);
      await page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => {
          document.body.style.transform = 'translateX(0)';
        });
      });
      const heights = () => page.evaluate(() => document.documentElement.scrollHeight);
      await page.goto(`${sandbox.hostUrl}/plain?cm-disable`, { waitUntil: 'domcontentloaded' });
      // Its pictures and styles may still be missing.
      await expect.poll(heights).toBeGreaterThan(800);
      const without = await heights();
      await page.goto(`${sandbox.hostUrl}/plain`, { waitUntil: 'domcontentloaded' });
      await expect(host.pill()).toBeVisible();
      expect(await parentOf(host.element())).toBe('body');
      await expect.poll(heights).toBe(without);
      await release();
      await puppet.connected();
      await expect.poll(heights).toBe(without);
    });
  });
});

test.describe('with a pill that the page names', () => {
  const pill = { ...pillDrawing, textContent: 'As the page says' };
  const named = (value: unknown) => ({
    attrs: { 'data-pill': typeof value === 'string' ? value : JSON.stringify(value) },
  });

  test('[F-PG8] draws it before the frame is there, on the first view and as the frame has remembered it, and reports an early click once the frame is connected', {
    tag: '@core',
  }, async ({ page, host, puppet }) => {
    await page.unrouteAll();
    await puppet.install({ isSilent: true });
    const german = { ...pill, textContent: 'Auf Deutsch' };
    await host.open('/plain', named({ 'en-US': { ...pill, textContent: '100 % "yours"' }, 'de-DE': german }));
    await expect(host.pill()).toHaveText('100 % "yours"');
    await expect(host.pill()).toBeVisible();
    await puppet.sayHello();
    await puppet.showPill({ textContent: 'As the frame says' });
    await expect(host.pill()).toHaveText('As the frame says');
    await test.step('[F-PG8] prefers what the frame has remembered', async () => {
      await remember(page, host.urlOf('/plain'), { 'en-US': { ...pill, textContent: 'Remembered' } });
      await host.open('/plain', named({ 'en-US': pill }));
      await expect(host.pill()).toHaveText('Remembered');
    });
    await test.step('[F-PG8] reports an early click once the frame is connected', async () => {
      await expect(host.pill()).toBeVisible();
      await host.pill().click();
      await host.pill().hover();
      await puppet.sayHello();
      await puppet.connected();
      await expect.poll(() => puppet.relayed('pill')).toContainEqual(['click']);
      const clicks = (await puppet.relayed('pill')).filter(([type]) => type === 'click');
      expect(clicks).toHaveLength(1);
      // A frame that is loaded again is not told about it again.
      await puppet.sayHello();
      await expect.poll(() => puppet.portCount()).toBe(2);
      await puppet.showPill({ textContent: 'Now' });
      expect((await puppet.relayed('pill')).filter(([type]) => type === 'click')).toHaveLength(1);
    });
  });

  test('[SH-077][F-PG8] draws none after the frame has found that there is none', async ({ host, puppet, page }) => {
    await host.open('/plain', named({ 'en-US': pill }));
    await puppet.connected();
    await puppet.call('storePill', '');
    await page.unrouteAll();
    await puppet.install({ isSilent: true });
    await host.open('/plain', named({ 'en-US': pill }));
    await expect(host.iframe()).toBeAttached();
    await expect(host.pill()).toBeHidden();
  });

  test('[F-PG8] draws none that it cannot read or that is of another language, and starts as usual', async ({
    host,
    puppet,
  }) => {
    for (const [what, value] of [
      ['in another language only', { 'de-DE': pill }],
      ['that is not JSON', "Let's talk"],
      [
        'of an earlier version, with a style text',
        { 'en-US': { textContent: 'Old', style: 'visibility:visible;background:url(/x)' } },
      ],
    ] as const) {
      await test.step(`[F-PG8] draws none ${what}, and starts as usual`, async () => {
        await host.open('/plain', named(value));
        await puppet.connected();
        await expect(host.pill()).toBeHidden();
        await puppet.showPill();
        await expect(host.pill()).toBeVisible();
      });
    }
  });
});
