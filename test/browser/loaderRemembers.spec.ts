import type { Page } from 'playwright/test';
import type { SandboxControl } from './fixtures.ts';
import { expect, pillDrawing, test } from './puppet/puppet.ts';

/** The pill that the frame has remembered on the page before. The frame is a puppet. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test.describe('with a pill from the page before', () => {
  const drawing = { ...pillDrawing, textContent: 'As before', lang: 'en-US' };
  const remember = (page: Page, sandbox: SandboxControl, value: unknown) =>
    page
      .context()
      .addCookies([{ name: 'cm-drawing', value: encodeURIComponent(JSON.stringify(value)), url: sandbox.hostUrl }]);

  test('[F-PG8] draws it before the frame is there, and tells a click on it as soon as it is', async ({
    page,
    host,
    puppet,
    sandbox,
  }) => {
    await page.unrouteAll();
    await puppet.install({ isSilent: true });
    await remember(page, sandbox, drawing);
    await host.open('/plain');
    await expect(host.pill()).toHaveText('As before');
    await expect(host.pill()).toBeVisible();
    await host.pill().click();
    await host.pill().hover();
    await puppet.sayHello();
    await puppet.connected();
    await expect.poll(() => puppet.relayed('pill')).toContainEqual(['click']);
    const clicks = (await puppet.relayed('pill')).filter(([type]) => type === 'click');
    expect(clicks).toHaveLength(1);
    // A frame that is loaded again is not told of it again.
    await puppet.sayHello();
    await expect.poll(() => puppet.portCount()).toBe(2);
    await puppet.showPill({ textContent: 'Now' });
    expect((await puppet.relayed('pill')).filter(([type]) => type === 'click')).toHaveLength(1);
  });

  for (const [what, value] of [
    ['of another language', { ...drawing, lang: 'de-DE' }],
    ['without a language', { ...drawing, lang: undefined }],
    ['that is null', null],
    ['that is a text', 'As before'],
  ] as const) {
    test(`[F-PG8] draws none ${what}`, async ({ page, host, puppet, sandbox }) => {
      await remember(page, sandbox, value);
      await host.open('/plain');
      await puppet.connected();
      await expect(host.pill()).toBeHidden();
      await puppet.showPill();
      await expect(host.pill()).toBeVisible();
    });
  }

  test('[F-PG8] draws nothing but a pill within the window from a forged one, and starts with a broken one', async ({
    page,
    host,
    puppet,
    sandbox,
  }) => {
    const forged = { ...drawing, width: 1e9, height: 1e9, bottom: -50, innerHTML: '<b>x</b>', onclick: 'alert(1)' };
    await remember(page, sandbox, { ...forged, textContent: '<img src=x>' });
    await host.open('/plain');
    await expect(host.pill()).toHaveText('<img src=x>');
    const box = await host.pill().boundingBox();
    expect(box?.width).toBeLessThanOrEqual(1_280);
    expect(box?.height).toBeLessThanOrEqual(800);
    expect(await host.pill().evaluate((pill) => [pill.children.length, pill.getAttribute('onclick')])).toEqual([
      0,
      null,
    ]);
    await page.context().addCookies([{ name: 'cm-drawing', value: '{broken', url: sandbox.hostUrl }]);
    await host.open('/plain');
    await puppet.showPill();
    await expect(host.pill()).toBeVisible();
  });
});
