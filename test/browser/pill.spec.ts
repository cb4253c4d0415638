import { expect, hold, test } from './fixtures.ts';
import { pillDrawing } from './puppet/puppet.ts';
import { remember } from './rememberedPill.ts';

/** The pill of the built product on a host page: its start, appearance and state. */

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe('pill', () => {
  test('[SH-033] has its text on one line, is hidden while the pane is open, and reports whether it is expanded', {
    tag: '@core',
  }, async ({ host, page }) => {
    const app = await hold(page, /\/frame\/assets\/app-/);
    await host.open('/plain');
    await test.step('has its text on one line, beside the icon', async () => {
      await expect(host.pill()).toHaveText("Let's talk");
      const lines = await host.pill().evaluate((pill) => {
        const range = document.createRange();
        range.selectNodeContents(pill);
        return range.getClientRects().length;
      });
      expect(lines).toBe(1);
    });
    await test.step('[SH-033] is hidden while the pane is open, reports whether it is expanded, and the pane shows a spinner while the app loads', async () => {
      await expect(host.pill()).toHaveAttribute('aria-expanded', 'false');
      await expect(host.pill()).toHaveText("Let's talk");
      await host.pill().click();
      await expect(
        host.frame().getByRole('status').or(page.locator('#contact-widget button.busy')).first(),
      ).toBeAttached();
      app.release();
      await expect(host.frame().getByRole('dialog')).toBeVisible();
      await expect(host.pill()).toBeHidden();
      await host.frame().getByRole('button', { name: 'Minimize' }).click();
      await expect(host.pill()).toBeVisible();
      await expect(host.pill()).toHaveAttribute('aria-expanded', 'false');
    });
  });

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const motion = reducedMotion === 'reduce' ? 'without moving under reduced motion' : 'by moving only';
    test(`[SH-030][SH-031][SH-160][F-SH4] collapses to its icon once, ${motion}`, async ({ page, host }) => {
      await page.emulateMedia({ reducedMotion });
      await page.addInitScript(() => {
        const moved: string[] = [];
        Object.assign(window, { moved });
        const watch = (): void => {
          const pill = document.querySelector('#contact-widget')?.shadowRoot?.querySelector('button');
          if (!pill) return void requestAnimationFrame(watch);
          pill.addEventListener('transitionrun', ({ propertyName }) =>
            moved.push(`${pill.textContent}:${propertyName}`),
          );
        };
        watch();
      });
      const moved = () => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
      await page
        .context()
        .addCookies([
          { name: 'cm-pill-events', value: '%7B%22hasSlideInAnimated%22:true%7D', url: host.urlOf('/plain') },
        ]);
      await host.open('/plain', { attrs: { 'data-collapse': '' } });
      await expect(host.pill()).toHaveText("Let's talk");
      await expect(host.pill()).toHaveText('');
      await expect(host.pill()).toHaveAccessibleName("Let's talk");
      const properties = async () => [...new Set((await moved()).map((entry) => entry.split(':')[1]))].sort();
      await expect.poll(properties).toEqual(reducedMotion === 'reduce' ? [] : ['translate', 'visibility']);
      // Out as a text, and back as an icon.
      if (reducedMotion !== 'reduce')
        await expect.poll(moved).toEqual(expect.arrayContaining(["Let's talk:translate", ':translate']));
      await host.open('/short', { attrs: { 'data-collapse': '' } });
      await expect(host.pill()).toBeVisible();
      await host.changeAddress();
      expect(await host.pill().textContent()).toBe('');
      expect(await moved()).toEqual([]);
    });
  }

  test('[SH-032][F-PG8] a press on the pill of the page before opens the pane of a page that hides its pill on phones, and does nothing on a page that switches the widget off; the pill leaves', async ({
    page,
    host,
  }) => {
    for (const [what, attrs, isOpened] of [
      ['opens the pane of a page that hides its pill on phones', { 'data-hide-on-mobile': '' }, true],
      ['does nothing on a page that switches the widget off', { 'data-focus-area': 'no-contact-module' }, false],
    ] as const) {
      await test.step(`[SH-032][F-PG8] a press on the pill of the page before ${what}; the pill leaves`, async () => {
        await page.setViewportSize({ width: 375, height: 812 });
        await remember(page, host.urlOf('/plain'), { 'en-US': { ...pillDrawing, textContent: 'As before' } });
        const heldFrame = await hold(page, /\/frame\/index\.html/);
        await host.open('/plain', { attrs });
        await expect(host.pill()).toHaveText('As before');
        await host.pill().click();
        heldFrame.release();
        await expect(host.pill()).toBeHidden();
        if (isOpened) {
          await host.frame().getByRole('button', { name: 'Minimize' }).click();
          await expect(host.iframe()).toBeHidden();
        } else {
          // The frame handles the press before it stores what the page does afterwards.
          await host.changeAddress();
        }
        await expect(host.pill()).toBeHidden();
        await expect(host.iframe()).toBeHidden();
      });
    }
  });
});
