import { createHost, expect, test } from './fixtures.ts';

const yellow = 'rgb(255, 221, 51)';

test('[CH-206][SH-111] a tab that refuses experiments and one that allows them do not rewrite the variations for each other', async ({
  context,
  host,
  sandbox,
}) => {
  const other = createHost(await context.newPage(), sandbox);
  await host.open('/plain');
  await host.openPane();
  const frame = await host.frameHandle();
  await expect.poll(() => frame.evaluate(() => localStorage.getItem('cm-variations'))).not.toBeNull();
  await other.open('/plain', { query: { 'cm-consent-experiments': 'false' } });
  await other.openPane();
  await expect.poll(() => frame.evaluate(() => localStorage.getItem('cm-variations'))).toBeNull();
  const writes = await frame.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        window.addEventListener('storage', ({ key }) => {
          if (key === 'cm-variations') count += 1;
        });
        setTimeout(() => resolve(count), 1_000);
      }),
  );
  expect(writes).toBe(0);
});

test('[SH-111][SH-153] a withdrawal changes nothing on screen; what was stored is removed without intent', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await sandbox.command('experiments', { button_color: 'yellow' });
  const stored = async () => (await host.frameHandle()).evaluate(() => localStorage.getItem('cm-variations'));
  await host.open('/plain');
  await host.openPane();
  await expect.poll(stored).toContain('yellow');
  await host.open('/plain');
  await expect(host.pill()).toHaveCSS('background-color', yellow);
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the page's banner writes it this way.
    document.cookie = 'notice_preferences=0:';
  });
  await expect(async () => {
    await page.mouse.click(5, 5);
    expect(await stored()).toBeNull();
  }).toPass();
  // The pill is drawn again.
  await page.setViewportSize({ width: 600, height: 700 });
  await page.waitForTimeout(500);
  await expect(host.pill()).toHaveCSS('background-color', yellow);
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await expect(host.pill()).not.toHaveCSS('background-color', yellow);
});
