import { snapshotOfPage } from './puppet/pageSnapshot.ts';
import { expect, test } from './puppet/puppet.ts';

/** How the loader starts on a page. The frame is a puppet. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test.describe('start', () => {
  test('[SH-002][SH-006][CSP-21] draws one pill and one cross-origin iframe, for one script request and without a layout shift or change of focus', {
    tag: '@core',
  }, async ({ page, host, puppet, sandbox }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          (window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await host.open('/plain', { query: { resetToken: 'a1b2c3' } });
    await page.getByRole('link', { name: 'Contact us' }).focus();
    await puppet.showPill({ transition: 'translate .5s' });
    await test.step('[SH-002] draws one pill for a script in the head', async () => {
      await expect(host.pill()).toBeVisible();
      await expect(host.element()).toHaveCount(1);
    });
    const iframe = host.iframe();
    await test.step('[SH-006] places one cross-origin iframe with a title, no tab stop while hidden, and only the sandbox tokens it needs', async () => {
      const inShadow = host
        .element()
        .evaluate(({ shadowRoot }) => [...(shadowRoot?.children ?? [])].map((one) => one.tagName));
      expect((await inShadow).sort()).toEqual(['BUTTON', 'IFRAME']);
      const tokens = ['downloads', 'forms', 'popups', 'popups-to-escape-sandbox', 'same-origin', 'scripts'];
      expect((await iframe.getAttribute('sandbox'))?.split(' ').sort()).toEqual(
        tokens.map((token) => `allow-${token}`),
      );
      expect(await iframe.getAttribute('src')).toBe(`${sandbox.widgetUrl}/frame/index.html`);
    });
    await test.step('[CSP-21] costs the page one script request, and causes no layout shift and no change of focus', async () => {
      await puppet.showFrame();
      await expect(iframe).toHaveAttribute('title', 'Contact');
      expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Contact us');
      expect(requests.filter((url) => url.startsWith(sandbox.widgetUrl) && !url.includes('/frame/'))).toEqual([
        `${sandbox.widgetUrl}/loader.js`,
      ]);
    });
    await test.step('[SH-006] a hidden frame is no tab stop', async () => {
      await puppet.showPill();
      await expect(iframe).toBeHidden();
      for (let step = 0; step < 4; step += 1) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName)).not.toBe(
          'IFRAME',
        );
      }
    });
  });

  test('[SH-002][CSP-06][SH-003] draws one pill for a script that is added long after load, and starts once when the page contains the script twice', {
    tag: '@core',
  }, async ({ page, host, puppet }) => {
    await test.step('[SH-002][CSP-06] draws one pill for a script that is added long after load', async () => {
      await host.open('/late-injection');
      await page.waitForLoadState('load');
      await expect(host.element()).toHaveCount(0);
      await page.getByRole('button', { name: 'Add the widget' }).click();
      await puppet.showPill();
      await expect(host.pill()).toBeVisible();
      await expect(host.element()).toHaveCount(1);
    });
    await test.step('[SH-003] starts once when the page contains the script twice', async () => {
      let frames = 0;
      page.on('request', (request) => {
        if (request.url().includes('/frame/index.html')) frames += 1;
      });
      await host.open('/twice');
      await puppet.showPill();
      await expect(host.element()).toHaveCount(1);
      expect(frames).toBe(1);
    });
  });

  const disabled = ['cm-disable=true', 'cm-disable', 'a=1&cm-disable=true&b=2'];
  test(`[SH-003][CSP-22] leaves the page alone with ?${disabled.join(', with ?')}, and when the loader is missing, truncated, or cannot be fetched`, {
    tag: '@core',
  }, async ({ page, host, sandbox, problems }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${sandbox.hostUrl}/plain?loader=none`);
    const before = await page.evaluate(snapshotOfPage);
    for (const query of disabled) {
      requests.length = 0;
      await page.goto(`${sandbox.hostUrl}/plain?${query}`);
      await page.waitForLoadState('load');
      await page.waitForTimeout(600);
      await expect(host.element()).toHaveCount(0);
      expect(requests.filter((url) => url.startsWith(sandbox.widgetUrl))).toEqual([`${sandbox.widgetUrl}/loader.js`]);
      expect((await page.evaluate(snapshotOfPage)).globals).toEqual(before.globals);
    }
    await test.step('[CSP-22] leaves the page alone when the loader is missing, truncated, or cannot be fetched', async () => {
      problems.allow(/SyntaxError/);
      const whole = await (await fetch(`${sandbox.widgetUrl}/loader.js`)).text();
      const contentType = 'text/javascript';
      for (const answer of [
        { contentType, body: '' },
        { contentType, body: whole.slice(0, whole.length / 2) },
        { contentType: 'text/html', body: '<h1>Not found</h1>', status: 404 },
        undefined,
      ]) {
        await page.route(`${sandbox.widgetUrl}/loader.js`, (route) => (answer ? route.fulfill(answer) : route.abort()));
        await host.open('/plain');
        await page.waitForLoadState('load');
        await expect(host.element()).toHaveCount(0);
        await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible();
        await page.unroute(`${sandbox.widgetUrl}/loader.js`);
      }
    });
  });

  test('[CSP-06][CSP-21][F-PG22][F-PG14] guesses neither its own script as a module nor its own element by the id, and starts deferred and parser-blocking', async ({
    host,
    puppet,
    page,
    problems,
  }) => {
    await test.step('[CSP-06][CSP-21] starts with its settings as a deferred and as a parser-blocking script', async () => {
      for (const loader of ['defer', 'sync']) {
        await host.open('/plain', { page: { loader }, attrs: { 'data-focus-area': `for-${loader}` } });
        await puppet.showPill({ textContent: loader });
        await expect(host.pill()).toHaveText(loader);
        expect(JSON.stringify(await puppet.relayed('page'))).toContain(`for-${loader}`);
      }
    });
    await test.step('[F-PG22] a later loader tag leaves an element of the page with the widget’s id alone', async () => {
      await host.open('/plain', { page: { loader: 'none' } });
      await page.evaluate(() => {
        const own = Object.assign(document.createElement('p'), { id: 'contact-widget', textContent: 'Write to us' });
        const script = document.createElement('script');
        script.src = document.documentElement.dataset.loader ?? '';
        document.body.append(own, script);
      });
      await expect(page.locator('#contact-widget iframe')).toHaveCount(1);
      await expect(page.getByText('Write to us')).toBeVisible();
    });
    await test.step('[F-PG14] as a module it does not guess which script is its own, and leaves the page alone', async () => {
      problems.allow(/dataset/);
      const failed = page.waitForEvent('pageerror');
      await host.open('/plain', { page: { loader: 'module' } });
      await failed;
      await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
      await expect(host.element()).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible();
    });
  });

  test('[F-PG22] the settings of the newest loader tag count from a swap of the body on, and at cm-update', async ({
    page,
    host,
    puppet,
  }) => {
    const focusArea = async (): Promise<unknown> => {
      const [text] = (await puppet.relayed('look')).at(-1) ?? [];
      return JSON.parse(String(text))[0].focusArea;
    };
    const swapBody = (area: string): Promise<void> =>
      page.evaluate(
        (given) =>
          new Promise((done, failed) => {
            const body = document.createElement('body');
            const script = document.createElement('script');
            script.src = document.documentElement.dataset.loader ?? '';
            script.dataset.focusArea = given;
            script.onload = () => done();
            script.onerror = failed;
            body.append(script);
            document.body.replaceWith(body);
          }),
        area,
      );
    await host.open('/plain');
    await puppet.showPill();
    expect(await focusArea()).toBe('cloud');
    await host.element().evaluate((element) => element.setAttribute('data-first', ''));
    // A widget with the same settings stays as it is.
    await swapBody('cloud');
    await expect(host.element()).toHaveAttribute('data-first');

    await swapBody('data');
    await expect(host.element()).not.toHaveAttribute('data-first');
    await puppet.showPill();
    await expect(host.element()).toHaveCount(1);
    expect(await focusArea()).toBe('data');
    await (await host.frameHandle()).evaluate(() => Object.assign(window, { isOld: true }));
    await page.evaluate(() => window.postMessage('cm-update', location.origin));
    const isOld = async (): Promise<boolean> => (await host.frameHandle()).evaluate(() => 'isOld' in window);
    await expect.poll(() => isOld().catch(() => true)).toBe(false);
    await puppet.showPill();
    expect(await focusArea()).toBe('data');
    // Nothing is left of the first one.
    await page.evaluate(() => window.postMessage('cm-destroy', location.origin));
    await expect(host.element()).toHaveCount(0);
  });

  test('[CSP-22][BR-19] does not delay the page’s load event when the frame hangs, fails with 500, forbids framing or has no server, and removes it after the wait', async ({
    page,
    host,
    sandbox,
    problems,
  }) => {
    await page.clock.install();
    const answers = [
      'never',
      { status: 500, contentType: 'text/html', body: '<h1>Internal error</h1>' },
      { contentType: 'text/html', headers: { 'x-frame-options': 'DENY' }, body: '<h1>Not here</h1>' },
      undefined,
    ] as const;
    for (const answer of answers) {
      await page.unrouteAll();
      await page.route(`${sandbox.widgetUrl}/frame/index.html*`, async (route) => {
        if (!answer) await route.abort('namenotresolved');
        else if (answer !== 'never') await route.fulfill(answer);
      });
      const asked = page.waitForRequest(`${sandbox.widgetUrl}/frame/index.html*`);
      await host.open('/plain');
      await page.waitForLoadState('load');
      await page.clock.runFor(1_000);
      await asked;
      await expect(host.element()).toHaveCount(1);
      await page.clock.runFor(20_000);
      await expect(host.element()).toHaveCount(0);
    }
    const ours = problems.consoleErrors.filter((line) => line.startsWith('[contact-widget]'));
    expect(ours).toEqual([]);
  });
});
