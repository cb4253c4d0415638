import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, test } from './fixtures.ts';

const debugWindow = { name: 'Debug' } as const;

test('[SH-161][CH-195][CH-205][CH-207] decides experiments by the host’s visitor id, also after a reload, and downloads neither a debug window nor experiments that nobody has asked for', {
  tag: '@core',
}, async ({ context, host, page, sandbox }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  const id = async (): Promise<string | undefined> =>
    (await context.cookies()).find(({ name }) => name === 'optimizely-user-id')?.value;
  const decided = async () => (await host.frameHandle()).evaluate(() => localStorage.getItem('cm-variations'));
  await host.open('/plain');
  await test.step('[CH-205] uses the host’s experiment visitor id', async () => {
    await expect(host.pill()).toBeVisible();
    // Nothing decides an experiment before the visitor shows intent.
    expect(await id()).toBeUndefined();
    await host.openPane();
    await expect.poll(id).toBeTruthy();
    await expect.poll(decided).not.toBeNull();
    await (await host.frameHandle()).evaluate(() => localStorage.removeItem('cm-variations'));
  });
  await test.step('[SH-161][CH-207] shows and downloads no debug window without the flag', async () => {
    await expect(host.frame().getByRole('complementary', debugWindow)).toHaveCount(0);
    expect(files.filter((file) => /debug/i.test(file))).toEqual([]);
  });
  const first = await id();
  await test.step('[CH-205] uses the same id after a reload', async () => {
    await page.reload();
    await host.openPane();
    // The visitor's id is needed to decide.
    await expect.poll(decided).not.toBeNull();
    expect(await id()).toBe(first);
  });
  await test.step('[CH-195] downloads no experiments code for a deployment without a datafile', async () => {
    const isExperiments = (file: string): boolean => /\/experiments/.test(file);
    expect(files.some((file) => /\/assets\/experiments-/.test(file))).toBe(true);
    await page.route(`${sandbox.widgetUrl}/frame/config.json`, async (route) => {
      const answer = await route.fetch();
      const { experiments: _, ...deployment } = (await answer.json()) as Record<string, unknown>;
      await route.fulfill({ response: answer, json: deployment });
    });
    files.length = 0;
    await host.open('/plain');
    await host.openPane();
    // Outreach is downloaded once the experiments have been set up.
    await expect.poll(() => files.some((file) => /\/assets\/outreach-/.test(file))).toBe(true);
    expect(files.filter(isExperiments)).toEqual([]);
  });
});

test('[CH-159] shows the SMS number to copy, selected when it cannot be copied, and opens the messages app on a phone', async ({
  host,
  page,
}) => {
  await host.open('/');
  const pane = await host.openPane();
  const block = pane.locator('[data-block=sms]');
  await expect(block).toContainText('+1 800 555 0199');
  const frame = await host.frameHandle();
  await test.step('a number that cannot be copied is shown, selected and with the focus', async () => {
    await frame.evaluate(() => {
      document.execCommand = () => false;
    });
    await block.getByRole('button', { name: 'Copy number' }).click();
    await expect(block.getByRole('textbox', { name: 'Copy number' })).toBeFocused();
    expect(await frame.evaluate(() => getSelection()?.toString())).toBe('+18005550199');
    // The next copy is the visitor's own.
    const copied = await frame.evaluate(() => {
      const clipboardData = new DataTransfer();
      document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, cancelable: true }));
      return clipboardData.getData('text/plain');
    });
    expect(copied).toBe('');
    await frame.evaluate(() => Reflect.deleteProperty(document, 'execCommand'));
  });
  await block.getByRole('button', { name: 'Copy number' }).click();
  await expect(block.getByRole('button', { name: 'Number copied' })).toBeVisible();
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' })));
  await page.locator('#paste').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.locator('#paste')).toHaveValue('+18005550199');

  await page.setViewportSize({ width: 375, height: 812 });
  await expect(block.getByRole('link', { name: 'Text us' })).toHaveAttribute('href', 'sms:+18005550199');
});

test('[CH-160] replaces the bundle’s number with a routing number of the visitor’s country, for its product and page', async ({
  host,
  sandbox,
}) => {
  await sandbox.command('geo', { country: 'DE' });
  await host.open('/');
  const pane = await host.openPane();
  const block = pane.locator('[data-block=sms]');
  await expect(block.getByRole('heading', { name: 'Text the Berlin team' })).toBeVisible();
  await expect(block).toContainText('+49 30 555 0142');
  await expect(block.getByRole('link', { name: /More information/ })).toHaveAttribute(
    'href',
    `${sandbox.hostUrl}/docs/data`,
  );
});

test('[CH-209] sends a page that opts in the analytics events, and another page only the common events', async ({
  host,
  page,
}) => {
  await page.addInitScript(() => {
    const received: string[] = [];
    Object.assign(window, { received });
    for (const name of ['cm-chat-start', 'cm-chat-connect', 'cm-pane-shown']) {
      document.addEventListener(name, (event) => {
        const { adapterId } = ((event as CustomEvent).detail ?? {}) as { adapterId?: string };
        received.push(adapterId ? `${name} ${adapterId}` : name);
      });
    }
  });
  const received = () => page.evaluate(() => (window as unknown as { received: string[] }).received.toSorted());
  const query = { 'cm-start-chat': '' };
  await host.open('/plain', { attrs: { 'data-analytics-events': '' }, query });
  await expect.poll(received).toEqual(['cm-chat-connect bot', 'cm-chat-start bot', 'cm-pane-shown']);
  await host.frame().getByRole('log').waitFor();

  await page.context().clearCookies();
  await (await host.frameHandle()).evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await host.open('/plain', { query });
  await expect(host.frame().getByRole('log')).toContainText('Northwind guide');
  expect(await received()).toEqual(['cm-pane-shown']);
});

test('[CH-210] counts a call that failed before the page had answered the frame', async ({ host, page, sandbox }) => {
  await sandbox.rules({ path: '/contact/lookup', status: 404 });
  // The page is so busy that it reads the frame's hello two seconds late.
  await page.addInitScript(() => {
    if (window.top !== window) return;
    window.addEventListener('message', (event) => {
      const { data, origin, source, isTrusted } = event;
      if (data !== 'cm-hello' || !isTrusted) return;
      event.stopImmediatePropagation();
      setTimeout(() => window.dispatchEvent(new MessageEvent('message', { data, origin, source })), 2_000);
    });
  });
  await host.open('/plain');
  await expect
    .poll(async () => JSON.stringify((await sandbox.requests('/analytics/events')).map(({ body }) => body)))
    .toContain('CM_API_ERROR');
});

test('[CH-210][SH-008] a failed call downloads nothing more if nothing listens, and is reported if the page listens', async ({
  host,
  page,
  sandbox,
}) => {
  const { analytics: _, ...deployment } = sandboxDeployment(sandbox);
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) =>
    route.fulfill({ json: stampDeployment(deployment) }),
  );
  await sandbox.rules({ path: '/geo', status: 500 });
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await expect.poll(async () => (await sandbox.requests('/geo')).length).toBeGreaterThan(0);
  // Long enough for everything that starts without intent.
  await page.waitForTimeout(3_000);
  expect(files.filter((file) => /\/(rooms|chat|openIdentity)-/.test(file))).toEqual([]);
  expect(await sandbox.requests('/session')).toEqual([]);

  await page.evaluate(() => {
    const failed: unknown[] = [];
    document.addEventListener('cm-api-error', (event) => failed.push((event as CustomEvent).detail.call));
    Object.assign(window, { failed, contactWidgetConfig: { analyticsEvents: true } });
    document.addEventListener('cm-app-ready', () => Object.assign(window, { isReady: true }));
    window.postMessage({ type: 'cm-update' }, location.origin);
  });
  await expect.poll(() => page.evaluate(() => 'isReady' in window)).toBe(true);
  await host.openPane();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { failed: unknown[] }).failed))
    .toContainEqual(expect.stringContaining('client'));
});

test('[SH-111] makes no calls for refused experiments and analytics; a late answer takes effect from then on', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await sandbox.rules({ path: '/geo', headers: { 'cache-control': 'no-store' } });
  await host.open('/plain', { query: { 'cm-consent-experiments': 'false', 'cm-consent-analytics': 'false' } });
  await host.openPane();
  expect(await sandbox.requests('/experiments')).toEqual([]);
  expect(await sandbox.requests('/analytics')).toEqual([]);

  await sandbox.command('geo', { country: 'DE' });
  const known = page.waitForResponse(`${sandbox.servicesUrl}/geo/client*`);
  await host.open('/plain', { attrs: { 'data-language-code': 'de', 'data-region-code': 'DE' } });
  const pane = await host.openPane();
  await known;
  await expect(pane.locator('[data-block=email]')).toBeVisible();
  await expect(pane.locator('[data-block=chat]')).toHaveCount(0);
  expect(await sandbox.requests('/experiments')).toEqual([]);
  // The first page would have sent what it had left.
  expect(await sandbox.requests('/analytics')).toEqual([]);
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the page's banner writes it this way.
    document.cookie = 'notice_preferences=2:';
  });
  await expect(async () => {
    await page.mouse.click(5, 5); // Any input on the page.
    await expect(pane.locator('[data-block=chat]')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect.poll(async () => (await sandbox.requests('/experiments/datafile.json')).length).toBe(1);
});
