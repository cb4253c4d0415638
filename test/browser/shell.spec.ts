import { expect, hold, test } from './fixtures.ts';
import { everyNth, sampleOf } from './sample.ts';

/** The start and the pane of the built product on a host page. */

const isApp = (url: string): boolean => /\/frame\/assets\/app-/.test(url);

/** Long enough for everything that starts without intent. */
const quietMs = 1_500;

test.describe('start', () => {
  test('[SH-008][SH-026] downloads the app on hover, adds one element to the page, and no script, link, style or iframe; the host page with pill and pane breaks no axe rule that it did not break before', {
    tag: '@core',
  }, async ({ page, host, checkAxe }) => {
    const census = () =>
      page.evaluate(() =>
        Object.fromEntries(
          ['script', 'link', 'style', 'iframe', 'img', '*'].map((name) => [
            name,
            document.querySelectorAll(name).length,
          ]),
        ),
      );
    await host.open('/plain', { page: { loader: 'none' } });
    const before = await census();
    const brokenBefore = await checkAxe(page.mainFrame());
    await test.step('[SH-008] downloads the app on hover, and not before', async () => {
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(request.url());
      });
      await host.open('/plain');
      await expect(host.pill()).toBeVisible();
      await page.waitForTimeout(quietMs);
      expect(scripts.filter(isApp)).toEqual([]);
      await host.hoverPill();
      await expect.poll(() => scripts.filter(isApp).length).toBe(1);
      await expect(host.iframe()).toBeHidden();
    });
    await host.openPane();
    const after = await census();
    expect(after).toEqual({ ...before, script: (before.script ?? 0) + 1, '*': (before['*'] ?? 0) + 2 });
    await expect(page.locator(':root > *')).toHaveCount(3);
    expect(await checkAxe(page.mainFrame())).toEqual(brokenBefore);
  });

  test('[SH-026][SH-111][SH-177][F-SH5] loads no support styles without consent for chat, warns once of each vendor’s file that fails, and works without it', async ({
    host,
    sandbox,
    problems,
  }) => {
    await test.step('[SH-026][SH-111] loads no support styles without consent for chat', async () => {
      await sandbox.command('vendorFiles', { enabled: true });
      await host.open('/plain', { query: { 'cm-consent-chat': 'false' } });
      await host.openPane();
      await expect
        .poll(async () => (await sandbox.requests('/vendor')).map(({ path }) => path).sort())
        .toEqual(['/vendor/fonts.css', '/vendor/notice.js']);
    });
    await test.step('[SH-177][F-SH5] warns once of each vendor’s file that fails, and works without it', async () => {
      await sandbox.rules({ path: '/vendor', drop: true });
      await host.open('/plain');
      const frame = await host.openPane();
      await expect(frame.getByRole('button', { name: 'Call us' })).toBeVisible();
      await expect.poll(() => problems.warnings.filter((line) => /vendor file/.test(line)).length).toBe(3);
      await frame.getByRole('button', { name: 'Call us' }).click();
      await expect(frame.locator('a[href^="tel:"]').first()).toBeVisible();
    });
  });

  test('[SH-176] works on a page whose storage throws', async ({ page, host, sandbox, problems }) => {
    await page.addInitScript((hostUrl) => {
      if (location.origin !== hostUrl) return;
      const refuse = {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
        set() {
          throw new DOMException('denied', 'SecurityError');
        },
      };
      for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, refuse);
      Object.defineProperty(Document.prototype, 'cookie', refuse);
    }, sandbox.hostUrl);
    await host.open('/plain');
    const frame = await host.openPane();
    await expect(frame.getByRole('button', { name: 'Call us' })).toBeVisible();
    expect(problems.consoleErrors.filter((line) => line.includes('[contact-widget]'))).toEqual([]);
  });
});

test.describe('pane', () => {
  test('[SH-011][SH-037] leaves a phone’s page when it is closed before it is known whether there is a pill', async ({
    page,
    host,
    sandbox,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    // The pill waits for the lookup for three seconds of the test's own clock.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    const lookup = await hold(page, `${sandbox.servicesUrl}/contact/lookup/*`);
    await host.open('/plain');
    await page.clock.runFor(500);
    await lookup.asked;
    await page.evaluate(() => window.postMessage('cm-open', location.origin));
    await page.clock.runFor(500);
    await expect(host.iframe()).toBeVisible();
    await page.evaluate(() => window.postMessage('cm-close', location.origin));
    await expect(host.iframe()).toBeHidden();
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(host.pill()).toBeHidden();
    lookup.release();
    await page.clock.runFor(3_000);
    await expect(host.pill()).toBeVisible();
  });

  test('[SH-008][SH-052][SH-006] opens by keyboard, takes and returns the focus, and lets Tab pass through both ways', {
    tag: '@core',
  }, async ({ page, host }) => {
    await host.open('/short');
    await test.step('[SH-008][SH-052] opens by keyboard, takes focus, and returns it to the pill on Escape', async () => {
      await expect(host.pill()).toBeVisible();
      const app = page.waitForRequest((request) => isApp(request.url()));
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(host.pill()).toBeFocused();
      // The focus alone downloads it.
      await app;
      await page.keyboard.press('Enter');
      const dialog = host.frame().getByRole('dialog');
      await expect(dialog).toBeVisible();
      await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      await expect(dialog).toHaveAccessibleName(/\S/);
      await expect(dialog).not.toHaveAttribute('aria-modal', 'true');
      await page.keyboard.press('Escape');
      await expect(host.iframe()).toBeHidden();
      await expect(host.pill()).toBeFocused();
    });
    await test.step('[SH-006] keeps the closed frame out of the tab order, and Tab passes through the open one both ways', async () => {
      await host.openPane();
      const inFrame = () => page.evaluate(() => document.activeElement?.id === 'contact-widget');
      await expect.poll(inFrame).toBe(true);
      for (let step = 0; step < 40 && (await inFrame()); step += 1) await page.keyboard.press('Tab');
      expect(await inFrame()).toBe(false);
      for (let step = 0; step < 40 && !(await inFrame()); step += 1) await page.keyboard.press('Shift+Tab');
      expect(await inFrame()).toBe(true);
    });
  });

  test('[SH-011][SH-052][A11Y-09][SH-092] closes on cm-close and Escape, and moves the focus to the pill or to the link that moved it in', {
    tag: '@core',
  }, async ({ page, host, checkAxe }) => {
    await host.open('/plain');
    await test.step('[SH-011][SH-052][A11Y-09] closes on cm-close and moves the focus from inside to the pill', async () => {
      const frame = await host.openPane();
      await test.step('the pane with its menu in light colours breaks no axe rule', async () => {
        await expect(frame.getByRole('list').first()).toBeVisible();
        expect(await checkAxe()).toEqual([]);
      });
      await frame.getByRole('button', { name: 'Call us' }).focus();
      await page.evaluate(() => window.postMessage({ type: 'cm-close' }, location.origin));
      await expect(host.iframe()).toBeHidden();
      await expect(host.pill()).toBeFocused();
    });
    await test.step('[SH-052][SH-092] moves the focus from a contact link into a pane that is open already, and back to the link', async () => {
      const link = page.locator('[data-contact-link=contact]');
      await host.openPane();
      await expect(host.frame().locator(':focus')).toHaveCount(1);
      await link.focus();
      await expect(link).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(host.iframe()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(host.iframe()).toBeHidden();
      await expect(link).toBeFocused();
    });
  });

  test('[SH-052][A11Y-12] is modal while it covers the screen: the page behind takes no focus', async ({
    page,
    host,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await host.open('/short');
    const frame = await host.openPane();
    await expect(frame.getByRole('dialog')).toHaveAttribute('aria-modal', 'true');
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.matches('html, body, #contact-widget'))).toBe(true);
    }
    await frame.getByRole('button', { name: 'Minimize' }).click();
    await expect(host.pill()).toBeFocused();
    await expect(page.getByRole('heading').first()).toBeVisible();
  });

  test('[SH-100][A11Y-10] opens by itself for a parameter of the address, without taking focus', async ({
    page,
    host,
    sandbox,
  }) => {
    await page.addInitScript(() => {
      document.addEventListener('cm-pane-shown', () => Object.assign(window, { isShown: true }));
    });
    for (const query of sampleOf(['contactmodule', 'contactmodule=bot', 'cm-start-chat'], everyNth(2))) {
      await test.step(`[SH-100][A11Y-10] opens by itself with ?${query}, without taking focus`, async () => {
        await page.goto(`${sandbox.hostUrl}/plain?${query}`);
        await expect(host.frame().getByRole('dialog')).toBeVisible();
        await page.waitForFunction(() => 'isShown' in window);
        if (query === 'cm-start-chat') await expect(host.frame().getByRole('textbox')).toBeVisible();
        await host.changeAddress();
        expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
      });
    }
  });

  test('[SH-048][SH-100][F-SH6][F-SH11] opens by itself with ?contactmodule while the lookup takes its time, and shows in place that it loads', async ({
    page,
    host,
    sandbox,
  }) => {
    await page.addInitScript(() => {
      const events: string[] = [];
      Object.assign(window, { events });
      for (const type of ['cm-pane-shown', 'cm-app-ready']) addEventListener(type, () => events.push(type));
    });
    await sandbox.rules({ path: '/contact/lookup', hang: true });
    await page.goto(`${sandbox.hostUrl}/plain?contactmodule`);
    await expect(host.frame().getByRole('dialog').getByText('Loading')).toBeVisible();
    expect((await host.iframe().boundingBox())?.width).toBe(320);
    await expect(host.frame().getByRole('button', { name: 'Minimize' })).toBeEnabled();
    const events = () => page.evaluate(() => (window as unknown as { events: string[] }).events);
    // The start goes on without the lookup, long after the pane is there.
    await expect.poll(events).toEqual(['cm-pane-shown', 'cm-app-ready']);
  });
});

test.describe('accessibility', () => {
  for (const [name, page, options] of sampleOf(
    [
      ['Arabic', '/rtl', {}],
      ['dark', '/plain', { colorScheme: 'dark' }],
    ] as const,
    everyNth(2),
  )) {
    test(`the pane with its menu breaks no axe rule: ${name}`, async ({ page: tab, host, checkAxe }) => {
      await tab.emulateMedia(options);
      await host.open(page);
      await host.openPane();
      await expect(host.frame().getByRole('list').first()).toBeVisible();
      expect(await checkAxe()).toEqual([]);
    });
  }
});
