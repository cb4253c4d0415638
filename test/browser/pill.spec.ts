import { expect, hold, test } from './fixtures.ts';

/** The pill of the built product on a host page: its start, appearance and state. */

/** Long enough for everything that starts without intent. */
const quietMs = 1_500;

test.describe('pill', () => {
  test('[SH-029] slides in on the first page view and appears without a slide-in on the second', async ({
    page,
    host,
  }) => {
    // The slide-in takes half a second, so sample every animation frame.
    await page.addInitScript(() => {
      const classNames = new Set<string>();
      Object.assign(window, { classNames });
      const sample = (): void => {
        classNames.add(document.querySelector('#contact-widget')?.shadowRoot?.querySelector('button')?.className ?? '');
        requestAnimationFrame(sample);
      };
      sample();
    });
    const classNames = () =>
      page.evaluate(() => [...(window as unknown as { classNames: Set<string> }).classNames].join('|'));
    await host.open('/plain');
    await expect.poll(classNames).toContain('slide');
    await expect.poll(() => page.evaluate(() => decodeURIComponent(document.cookie))).toContain('hasSlideInAnimated');
    await host.open('/short');
    await expect(host.pill()).toBeVisible();
    expect(await classNames()).not.toContain('slide');
  });

  test('[SH-032][SH-009] is hidden on a phone when the page asks for it; links still open the pane', async ({
    page,
    host,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    const events = (): Promise<string[]> => page.evaluate(() => (window as unknown as { events: string[] }).events);
    await page.addInitScript(() => {
      const list: string[] = [];
      Object.assign(window, { events: list });
      for (const type of ['cm-app-ready', 'cm-app-button-ready']) addEventListener(type, () => list.push(type));
    });
    await host.open('/short', { attrs: { 'data-hide-on-mobile': '' } });
    await expect(host.iframe()).toBeAttached();
    await page.waitForTimeout(quietMs);
    await expect(host.pill()).toBeHidden();
    // It cannot be clicked yet.
    await expect.poll(events).toEqual(['cm-app-ready']);
    await page.locator('[data-contact-link]').click();
    await expect(host.iframe()).toBeVisible();
    await expect(host.frame().getByRole('dialog')).toBeVisible();
  });

  test('[SH-033] is hidden while the pane is open, reports whether it is expanded, and the pane shows a spinner while the app loads', async ({
    page,
    host,
  }) => {
    const app = await hold(page, /\/frame\/assets\/app-/);
    await host.open('/plain');
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
