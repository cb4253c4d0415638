import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, hold, test } from './fixtures.ts';

const debugWindow = { name: 'Debug' } as const;

test('[SH-161][CH-207][SC-134] opens a debug window with three live lists for the debug flag, and asks past the caches', async ({
  host,
  sandbox,
  checkAxe,
}) => {
  await host.open('/plain', { query: { 'cm-debug': 'true' } });
  const debug = host.frame().getByRole('complementary', debugWindow);
  await expect(debug.getByRole('list', { name: /^Experiments/ })).toContainText('button_color');
  const attributes = debug.getByRole('list', { name: /^Attributes/ });
  await expect(attributes).toContainText('device_type');
  // Available once the bot's employee check and the chat have answered.
  await expect(attributes).toContainText(/non_ibm_visitor\s*true/);
  await expect(attributes).toContainText(/chat_availability\s*available/);
  expect(await checkAxe()).toEqual([]);

  await host.pressPill();
  await host.frame().getByRole('button', { name: 'Open the debug window' }).click();
  await expect(debug.getByRole('list', { name: /^Events/ })).toContainText('CM_PANE_SHOWN');
  await expect(debug.getByRole('list', { name: /^Chat adapters/ })).toContainText(/bot\s*available/);
  await expect(debug.getByRole('list', { name: /^Lookup/ })).toContainText(/focus area\s*cloud/);
  await expect(debug.getByRole('list', { name: /^Requests/ })).toContainText(/lookup\/request-ip\s*\d+ ms/);
  const [lookup] = await sandbox.requests('/contact/lookup');
  expect(lookup?.query.bypassCache).toBe('true');
  await debug.getByRole('button', { name: 'Close the debug window' }).click();
  await expect(debug).toBeHidden();
});

test('[SH-162][SH-163] puts the tools on the frame’s window in demo mode, without the debug window; elsewhere they only warn', async ({
  host,
  problems,
}) => {
  type Tools = { contactWidgetTools?: { notify(type: unknown): Promise<void>; openPane(): void } };
  await host.open('/plain');
  await host.openPane();
  await host.frame().getByRole('button', { name: 'Minimize' }).click();
  const plain = await host.frameHandle();
  await expect.poll(() => plain.evaluate(() => typeof (window as Tools).contactWidgetTools)).toBe('object');
  await plain.evaluate(() => (window as Tools).contactWidgetTools?.openPane());
  await expect.poll(() => problems.warnings.filter((line) => line.includes('debug or demo mode')).length).toBe(1);
  await expect(host.frame().getByRole('dialog')).toBeHidden();

  await host.open('/plain', { attrs: { 'data-demo': '' } });
  await expect(host.pill()).toBeVisible();
  const frame = await host.frameHandle();
  await expect.poll(() => frame.evaluate(() => typeof (window as Tools).contactWidgetTools)).toBe('object');
  await frame.evaluate(() => (window as Tools).contactWidgetTools?.notify('banner'));
  await expect.poll(() => problems.warnings.filter((line) => line.includes('notification')).length).toBe(1);
  await frame.evaluate(() => (window as Tools).contactWidgetTools?.notify('note'));
  await expect(host.frame().getByRole('complementary')).toBeVisible();
  await frame.evaluate(() => (window as Tools).contactWidgetTools?.openPane());
  await expect(host.frame().getByRole('dialog')).toBeVisible();
  await expect(host.frame().getByRole('complementary', debugWindow)).toHaveCount(0);
});

test('[SH-161][CH-207] shows and downloads no debug window without the flag', { tag: '@core' }, async ({
  host,
  page,
}) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await host.open('/plain');
  await host.openPane();
  await expect(host.frame().getByRole('complementary', debugWindow)).toHaveCount(0);
  expect(files.filter((file) => /debug/i.test(file))).toEqual([]);
});

test('[CH-205] uses the host’s experiment visitor id, also after a reload', async ({ host, page, context }) => {
  const id = async (): Promise<string | undefined> =>
    (await context.cookies()).find(({ name }) => name === 'optimizely-user-id')?.value;
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  // Nothing decides an experiment before the visitor shows intent.
  expect(await id()).toBeUndefined();
  await host.openPane();
  await expect.poll(id).toBeTruthy();
  const first = await id();
  const decided = async () => (await host.frameHandle()).evaluate(() => localStorage.getItem('cm-variations'));
  await expect.poll(decided).not.toBeNull();
  await (await host.frameHandle()).evaluate(() => localStorage.removeItem('cm-variations'));
  await page.reload();
  await host.openPane();
  // The visitor's id is needed to decide.
  await expect.poll(decided).not.toBeNull();
  expect(await id()).toBe(first);
});

test('[CH-206][SH-153] takes the button colour from the experiment, even if it is known late, but the page’s own setting first', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await sandbox.command('experiments', { button_color: 'yellow' });
  const stored = async () => (await host.frameHandle()).evaluate(() => localStorage.getItem('cm-variations'));
  await host.open('/plain');
  await expect(host.pill()).not.toHaveCSS('background-color', 'rgb(255, 221, 51)');
  const code = await hold(page, /\/assets\/experiments-/);
  await host.openPane();
  await code.asked;
  // The start waits for 1.5 s.
  await page.waitForTimeout(2_000);
  code.release();
  // The pill does not change under the pointer: the next page has the colour.
  await expect.poll(stored).toContain('yellow');
  await host.open('/plain');
  await expect(host.pill()).toHaveCSS('background-color', 'rgb(255, 221, 51)');
  await host.open('/plain', { query: { 'cm-experiments': 'button_color:grey' } });
  await expect(host.pill()).toHaveCSS('background-color', 'rgb(68, 68, 68)');
  await host.open('/plain', { attrs: { 'data-theme': 'red-brand' } });
  await expect(host.pill()).toHaveCSS('background-color', 'rgb(204, 0, 0)');
});

test('[CH-206][SH-064][SH-088] takes header, scheduler prompt and page links from their experiments', async ({
  host,
  page,
}) => {
  await host.open('/', {
    query: {
      'cm-experiments': 'header_sales_wording:sales,scheduler_first_question:expert,button_sales_wording:sales',
    },
  });
  // The header keeps the wording with which it opens, so the variations are there before.
  await host.pill().hover();
  await expect(page.getByRole('link', { name: /^(Call|Email|Chat with) sales$/ }).first()).toBeAttached();
  const pane = await host.openPane();
  await expect(pane.getByRole('heading', { level: 1 })).toHaveText('Talk to sales');
  await pane.getByRole('button', { name: 'Book a call' }).click();
  await expect(pane.getByText('Pick a time to talk with an expert')).toBeVisible();

  // After a change of language, they follow at once in that language.
  await pane.getByRole('button', { name: 'Change' }).click();
  await expect(pane.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('GERM');
  await expect(pane.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(pane.getByRole('heading', { level: 1 })).toHaveText('Mit dem Vertrieb sprechen');
  await expect(pane.getByText('Pick a time to talk with an expert')).toHaveCount(0);
});

test('[CH-159] shows the SMS number to copy, and opens the messages app on a phone', async ({ host, page }) => {
  await host.open('/');
  const pane = await host.openPane();
  const block = pane.locator('[data-block=sms]');
  await expect(block).toContainText('+1 800 555 0199');
  await block.getByRole('button', { name: 'Copy number' }).click();
  await expect(block.getByRole('button', { name: 'Number copied' })).toBeVisible();
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' })));
  await page.locator('#paste').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.locator('#paste')).toHaveValue('+18005550199');

  await page.setViewportSize({ width: 375, height: 812 });
  await expect(block.getByRole('link', { name: 'Text us' })).toHaveAttribute('href', 'sms:+18005550199');
});

test('[CH-159] shows a number that could not be copied, selected and with the focus', async ({ host }) => {
  await host.open('/');
  const pane = await host.openPane();
  const frame = await host.frameHandle();
  await frame.evaluate(() => {
    document.execCommand = () => false;
  });
  const block = pane.locator('[data-block=sms]');
  await block.getByRole('button', { name: 'Copy number' }).click();
  const number = block.getByRole('textbox', { name: 'Copy number' });
  await expect(number).toBeFocused();
  expect(await frame.evaluate(() => getSelection()?.toString())).toBe('+18005550199');
  // The next copy is the visitor's own.
  const copied = await frame.evaluate(() => {
    const clipboardData = new DataTransfer();
    document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, cancelable: true }));
    return clipboardData.getData('text/plain');
  });
  expect(copied).toBe('');
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

test('[SH-171] works without experiments when the datafile fails, hangs or has a wrong version', async ({
  host,
  sandbox,
}) => {
  for (const rule of [{ status: 500 }, { hang: true }, { body: { version: '5' }, status: 200 }]) {
    await sandbox.forgetRules();
    await sandbox.rules({ path: '/experiments/datafile.json', ...rule });
    await host.open('/plain');
    const pane = await host.openPane();
    await expect(pane.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('[CH-195] downloads no experiments code for a deployment without a datafile', async ({ host, page, sandbox }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  const isExperiments = (file: string): boolean => /\/experiments/.test(file);
  await host.open('/plain');
  await host.openPane();
  await expect.poll(() => files.some((file) => /\/assets\/experiments-/.test(file))).toBe(true);

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

test('[CH-202][CH-203] sends nothing to the experiment provider from localhost', async ({ host, sandbox }) => {
  await host.open('/plain');
  await host.openPane();
  // The variations are decided, and what the page has shown of them would be reported.
  await expect
    .poll(async () => (await host.frameHandle()).evaluate(() => localStorage.getItem('cm-variations')))
    .toContain('control');
  await host.changeAddress();
  expect(await sandbox.requests('/experiments/events')).toEqual([]);
  expect(await sandbox.requests('/experiments/datafile.json')).toHaveLength(1);
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

test('[CH-210] counts a failing call once, by its name and status', async ({ host, page, sandbox }) => {
  await sandbox.rules({ path: '/contact/lookup', status: 404 });
  await host.open('/plain');
  await expect
    .poll(async () => JSON.stringify((await sandbox.requests('/analytics/events')).map(({ body }) => body)))
    .toContain('CM_API_ERROR');
  // Events that have not been sent yet are sent when the visitor leaves the page, and this one is the last.
  await host.openPane();
  await page.keyboard.press('Escape');
  await expect(host.iframe()).toBeHidden();
  await page.goto('about:blank');
  await expect
    .poll(async () => JSON.stringify((await sandbox.requests('/analytics/events')).map(({ body }) => body)))
    .toContain('CM_PANE_HIDDEN');
  const events = (await sandbox.requests('/analytics/events')).flatMap(
    ({ body }) => (body as { events: { name: string; detail: { call?: string; status?: number } }[] }).events,
  );
  const errors = events.filter(
    ({ name, detail }) => name === 'CM_API_ERROR' && detail.call?.startsWith('/contact/lookup'),
  );
  expect(errors).toHaveLength(1);
  expect(errors[0]?.detail).toMatchObject({ status: 404 });
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
