import { expect, test } from './fixtures.ts';
import { everyNth, sampleOf } from './sample.ts';

test.describe('host pages', () => {
  const pages = {
    '/': 1,
    '/plain': 1,
    '/short': 1,
    '/strict-csp': 1,
    '/hostile-css': 1,
    '/transformed': 1,
    '/rtl': 1,
    '/fixed-bars': 1,
    '/nodes-15001': 1,
    '/all-link-kinds': 1,
    '/spa': 1,
    '/late-injection?after=50': 1,
    '/twice': 1,
    '/plain?loader=none': 0,
    '/attacker': 0,
  };
  test('[SH-017] each page has as many widgets as it should, and sends no request to another machine', {
    tag: '@core',
  }, async ({ page, host, sandbox }) => {
    for (const [path, count] of sampleOf(Object.entries(pages), everyNth(5))) {
      await test.step(`[SH-017] ${path} has ${count} widget and sends no request to another machine`, async () => {
        const elsewhere: string[] = [];
        const ours = [sandbox.hostUrl, sandbox.widgetUrl, sandbox.servicesUrl, sandbox.vendorsUrl];
        page.on('request', (request) => {
          if (!ours.includes(new URL(request.url()).origin)) elsewhere.push(request.url());
        });
        await host.open(path);
        if (count === 1) await host.openPane();
        await expect(host.element()).toHaveCount(count);
        expect(elsewhere).toEqual([]);
      });
    }
  });
});

test('[SH-108] asks once where the visitor is, and prefers that to the page’s region', async ({ host, sandbox }) => {
  await host.open('/', { page: { lang: 'de' } });
  const pane = await host.openPane();
  await expect(pane.getByRole('heading', { name: 'Chat', exact: true })).toBeVisible();
  const calls = await sandbox.requests('/geo/client');
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /geo/client']);
});

test('[SH-111] offers no chat and calls no chat service in a privacy-regulated country until the visitor answers', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await sandbox.command('geo', { country: 'DE' });
  await host.open('/');
  const pane = await host.openPane();
  await expect(pane.getByRole('heading', { name: 'Call us', exact: true })).toBeVisible();
  await expect(pane.getByRole('heading', { name: 'Chat', exact: true })).toHaveCount(0);
  expect(await sandbox.requests('/bot/')).toEqual([]);

  for (const [value, count] of [
    ['2:', 1],
    ['0:', 0],
  ] as const) {
    await page.context().addCookies([{ name: 'notice_preferences', value, url: sandbox.hostUrl }]);
    // An answer is read at the visitor's next input, at most once a second.
    await expect(async () => {
      await page.getByRole('heading').first().click();
      await expect(pane.getByRole('heading', { name: 'Chat', exact: true })).toHaveCount(count, { timeout: 2_000 });
    }).toPass();
  }
});

test.describe('scenario panel', () => {
  test('[SH-017][CH-017] keeps the switches of other services, changes the answer of a running service, and reset reverts it', async ({
    page,
    host,
    sandbox,
  }) => {
    const lookup = `${sandbox.servicesUrl}/contact/lookup?body=%7B%7D`;
    await test.step('[SH-017] keeps the switches of other services, and shows the current ones', async () => {
      await sandbox.rules({ path: '/geo', status: 500 });
      await host.open('/', { query: { panel: 'open' } });
      await page.getByLabel('Contact lookup').selectOption({ label: 'Slow (3 s)' });
      await expect(page.getByLabel('Contact lookup')).toHaveValue('slow');
      await expect.poll(async () => (await fetch(`${sandbox.servicesUrl}/geo/client`)).status).toBe(500);
      await page.getByLabel('Channels').selectOption({ label: 'No chat' });
      await expect(page.getByLabel('Channels')).toHaveValue('chat');
      await expect(page.getByLabel('Contact lookup')).toHaveValue('slow');
    });
    await test.step('[SH-017][CH-017] changes the answer of a running service with a switch, and reset reverts it', async () => {
      await page.getByLabel('Contact lookup').selectOption({ label: 'Error 503' });
      await expect(page.getByLabel('Contact lookup')).toHaveValue('error');
      await expect.poll(async () => (await fetch(lookup)).status).toBe(503);
      await page.getByRole('button', { name: 'Reset everything' }).click();
      await expect.poll(async () => (await fetch(lookup)).status).toBe(200);
    });
  });

  test('[SH-017] clears the storage of page and frame on reset', async ({ page, host, sandbox }) => {
    /** The frame once it has its own document: before, it has the page's storage. */
    const ownFrame = async () => {
      const origin = async () => (await host.frameHandle()).evaluate(() => location.origin).catch(() => '');
      await expect.poll(origin).toBe(sandbox.widgetUrl);
      return host.frameHandle();
    };
    await host.open('/', { query: { panel: 'open' }, page: { lang: 'de' } });
    await page.getByLabel('Cookie choice').selectOption({ label: 'Everything' });
    await expect(page.getByLabel('Cookie choice')).toHaveValue('2:');
    const frame = await ownFrame();
    await frame.evaluate(() => localStorage.setItem('left-over', '1'));
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reset everything' }).click();
    await reloaded;
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    expect(await page.evaluate(() => document.cookie)).not.toContain('notice_preferences');
    const fresh = await ownFrame();
    expect(await fresh.evaluate(() => localStorage.getItem('left-over'))).toBeNull();
  });

  test('[SH-017] changes the page without a parameter in its address, which stays the widget’s, and stays usable under a hostile style sheet', async ({
    page,
    host,
  }) => {
    await host.open('/', { query: { panel: 'open' } });
    await page.getByLabel('Page styles').selectOption({ label: 'Hostile' });
    await expect(page.locator('link[href="/hostile.css"]')).toHaveCount(1);
    expect(new URL(page.url()).search).toBe('');
    await page.getByLabel('Language').selectOption({ label: 'العربية' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar-SA');
    await page.getByLabel('Page styles').selectOption({ label: 'Tame' });
    await page.getByLabel('When it loads').selectOption({ label: 'Debug window' });
    await page.getByLabel('When it loads').selectOption({ label: 'Open the pane' });
    await expect(page).toHaveURL(/contactmodule=true/);
    await expect(page).not.toHaveURL(/cm-debug/);
    await expect(page.locator('link[href="/hostile.css"]')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
});

test('a test may end while one of its routes still answers', async ({ page, host }) => {
  let ask = (): void => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  await page.route('**/frame/config.json', async (route) => {
    const response = await route.fetch();
    ask();
    // Until the page is closed, and with it the answer.
    for (;;) await response.body();
  });
  await host.open('/plain');
  await asked;
});
