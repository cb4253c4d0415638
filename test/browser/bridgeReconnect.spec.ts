import { hello } from '../../bridge/wire.ts';
import { elsewhere, expect, helloText, pillDrawing, test } from './puppet/puppet.ts';

/** What happens to the port when the frame repeats its hello, reloads, or navigates away. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test('[BR-11][BR-12] answers a repeated hello with one new port and closes the old one', { tag: '@core' }, async ({
  host,
  puppet,
}) => {
  await host.open('/plain');
  await puppet.showPill();
  const frame = await puppet.connected();
  await puppet.sayHello();
  await expect.poll(() => puppet.portCount()).toBe(2);
  await puppet.showPill({ textContent: 'By the new port' });
  await expect(host.pill()).toHaveText('By the new port');
  await frame.evaluate(() =>
    (window as unknown as { puppet: { sendOn(index: number, message: unknown): void } }).puppet.sendOn(0, {
      ...{ id: '1', type: 'APPLY', path: ['draw'] },
      argumentList: [{ type: 'RAW', value: { visibility: 'visible', textContent: 'By the old port' } }],
    }),
  );
  // This answer comes after the old port would have answered.
  await puppet.showFrame();
  await expect(host.pill()).toHaveText('By the new port');
});

test('[BR-16][BR-17] a frame that navigates to another site receives nothing more, and the loader removes it', {
  tag: '@core',
}, async ({ page, host, puppet, problems, sandbox }) => {
  await page.clock.install();
  await host.open('/plain');
  await puppet.showPill();
  await puppet.showFrame();
  const frame = await puppet.connected();
  const site = elsewhere(sandbox.hostUrl);
  await page.evaluate((origin) => {
    const sent: unknown[] = [];
    Object.assign(window, { sent });
    window.addEventListener('message', (event) => event.origin === origin && sent.push(event.data));
  }, site);
  await page.route(`${site}/left`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>addEventListener('message', ({ data }) => parent.postMessage({ received: data }, '*'));
          parent.postMessage(${helloText}, '*');</script>`,
    }),
  );
  await frame.goto(`${site}/left`);
  await page.evaluate(() => window.postMessage('cm-open', location.origin));
  const sent = () => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent);
  await expect.poll(sent).toEqual([hello]);
  // No document of ours sends a hello any more, so the loader removes everything within 17 s.
  await page.clock.runFor(18_000);
  await expect(host.element()).toHaveCount(0);
  expect(await sent()).toEqual([hello]);
  expect(problems.consoleErrors).toEqual([]);
});

test('[SH-090][BR-17] leaves a link’s click to the page when the frame has reloaded and not taken the link again', async ({
  page,
  host,
  puppet,
}) => {
  await host.open('/plain');
  await puppet.connected();
  await puppet.take('contact');
  const link = page.locator('[data-contact-link]').first();
  await link.click();
  await expect.poll(() => puppet.relayed('link')).toHaveLength(1);
  await puppet.sayHello();
  await expect.poll(() => puppet.portCount()).toBe(2);
  await link.click();
  await expect(page).toHaveURL(/\/contact$/);
});

test('[BR-17] gives a reloaded frame one new port, sends it everything again, hides it and unlocks the page', async ({
  host,
  puppet,
  page,
}) => {
  await host.open('/plain');
  await puppet.showPill();
  await test.step('[BR-17] gives a reloaded frame one new port and sends it everything again', async () => {
    const frame = await puppet.connected();
    const firstDocument = await frame.evaluateHandle(() => window.document);
    await frame.evaluate(() => location.reload());
    await expect.poll(() => firstDocument.evaluate(() => true).catch(() => false)).toBe(false);
    await expect.poll(async () => (await puppet.relayed('page').catch(() => [])).length).toBeGreaterThan(0);
    expect(await puppet.portCount()).toBe(1);
    await expect.poll(async () => (await puppet.relayed('kinds')).length).toBeGreaterThan(0);
    await puppet.showPill({ textContent: 'After the reload' });
    await expect(host.pill()).toHaveText('After the reload');
  });
  await test.step('[BR-17] hides the frame and unlocks the page when a new document says its hello', async () => {
    const frame = await puppet.connected();
    await puppet.cover(true);
    await expect(host.iframe()).toBeVisible();
    await expect(page.locator('body')).toBeHidden();
    await frame.evaluate(() => location.reload());
    await expect(host.iframe()).toBeHidden();
    await expect(page.locator('body')).toBeVisible();
  });
});

test('[BR-44] keeps one message listener and one port, however often the widget is drawn', async ({
  page,
  host,
  puppet,
}) => {
  await page.addInitScript(() => {
    const counts = { message: 0 };
    Object.assign(window, { counts });
    const add = window.addEventListener;
    window.addEventListener = function (this: Window, ...args: Parameters<typeof add>) {
      if (args[0] === 'message' && new Error().stack?.includes('/loader.js')) counts.message += 1;
      return add.apply(this, args);
    } as typeof add;
  });
  await host.open('/plain');
  const frame = await puppet.connected();
  await frame.evaluate(
    async ([pill, open]) => {
      const { call } = (window as unknown as { puppet: { call(name: string, args: unknown[]): Promise<unknown> } })
        .puppet;
      for (let turn = 0; turn < 50; turn += 1) {
        await call('draw', [pill, turn % 2 ? open : { ...open, visibility: '' }]);
      }
    },
    [
      pillDrawing,
      { visibility: 'visible', width: '320px', height: '480px', bottom: '16px', title: 'Contact' },
    ] as const,
  );
  expect(await page.evaluate(() => (window as unknown as { counts: { message: number } }).counts.message)).toBe(1);
  expect(await puppet.portCount()).toBe(1);
});
