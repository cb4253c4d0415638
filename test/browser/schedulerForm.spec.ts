import { changeDeployment } from './deploymentSteps.ts';
import { expect, hold, test } from './fixtures.ts';
import { askAndSuggest, field, openFromMenu, proceed, texts } from './schedulerSteps.ts';

test.describe('the form', () => {
  test.beforeEach(async ({ host }) => host.open('/plain', { attrs: texts.en.attrs }));

  test('[SH-049][SC-013][SC-014][SC-155][SC-159][SC-034][SC-036][SC-037][SC-049][SH-072][SH-073] keeps the input when the visitor leaves, opens one section at a time, and keeps a list open while the pane scrolls', async ({
    page,
    host,
  }) => {
    const before = { url: page.url(), length: await page.evaluate(() => history.length) };
    const pane = await openFromMenu(host);
    await test.step('[SH-049][SC-013][SC-014][SC-155][SC-159] keeps the input when the visitor leaves, and does not change the page', async () => {
      await pane.locator('textarea').fill('Half a thought');
      await pane.getByRole('button', { name: 'Back to all contact options' }).click();
      await expect(pane.locator('[data-block=scheduler]')).toBeVisible();
      // Hovering renders the form hidden, inert and without height. The click shows it.
      const opener = pane.locator('[data-block=scheduler]').getByRole('button').last();
      await page.mouse.move(0, 0);
      await opener.hover();
      await expect(pane.locator('[inert] textarea')).toHaveValue('Half a thought');
      await expect(pane.locator('textarea')).toBeHidden();
      expect(await pane.locator('[inert]').evaluate((waiting) => waiting.getBoundingClientRect().height)).toBe(0);
      await opener.click();
      await expect(pane.locator('textarea')).toHaveValue('Half a thought');
      await expect(pane.locator('textarea')).toBeVisible();
      await expect(pane.locator('[data-screen-heading]')).toBeFocused();
      await pane.locator('textarea').press('Escape');
      await expect(host.iframe()).toBeHidden();
      await expect(host.pill()).toBeFocused();
      await host.openPane();
      await expect(pane.locator('textarea')).toHaveValue('Half a thought');
      const stored = await (await host.frameHandle()).evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      );
      expect(stored).not.toContain('Half a thought');
      expect({ url: page.url(), length: await page.evaluate(() => history.length) }).toEqual(before);
    });
    await test.step('[SC-034][SC-036][SC-037][SC-049] opens one section at a time; the topic waits for its suggestion, which can be skipped', async () => {
      const headers = pane.locator('h3 button');
      await expect(headers).toHaveText([/Your question/, /Day and time/, /Your details/]);
      await headers.nth(1).click();
      await expect(headers.nth(1)).toHaveAttribute('aria-expanded', 'true');
      await expect(headers.nth(0)).toHaveAttribute('aria-expanded', 'false');
      await headers.nth(1).click();
      await expect(headers.nth(1)).toHaveAttribute('aria-expanded', 'true');
      await headers.nth(2).click();
      await expect(field(pane, 'firstName')).toBeVisible();
      await hold(page, /\/classifier\/v2\/message/);
      await headers.nth(0).click();
      await pane.locator('textarea').fill(texts.en.question);
      await proceed(pane).click();
      await pane.getByRole('button', { name: 'Skip' }).click();
      await expect(pane.getByRole('grid')).toBeVisible();
    });
    const button = pane.getByRole('button', { name: 'State or province' });
    await test.step('[SH-072][SH-073] puts a list into the document once, closes it by a press on its button, and moves on from the button with Tab, from the first opening on', async () => {
      await pane.locator('button[aria-controls$=CONTACT_INFO]').click();
      await pane.locator('body').evaluate((body) => {
        body.dataset.lists = '0';
        const isList = (node: Node): boolean =>
          node instanceof Element && node.querySelector('[role=listbox]') !== null;
        new MutationObserver((changes) => {
          const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(isList);
          body.dataset.lists = String(Number(body.dataset.lists) + added.length);
        }).observe(body, { childList: true, subtree: true });
      });
      for (const opening of ['first', 'second']) {
        await button.press('Enter');
        await expect(pane.getByRole('combobox'), opening).toBeFocused();
        if (opening === 'first') await expect(pane.locator('body')).toHaveAttribute('data-lists', '1');
        await page.keyboard.press('Tab');
        await expect(pane.getByRole('combobox'), opening).toHaveCount(0);
        await page.keyboard.press('Shift+Tab');
        await expect(button, opening).toBeFocused();
      }
      await button.press('Enter');
      await expect(pane.getByRole('combobox')).toBeFocused();
      await button.click();
      await expect(pane.getByRole('combobox')).toHaveCount(0);
    });
    await test.step('[SH-072] keeps a list open while the pane scrolls: next to its button, and in view when the button is not', async () => {
      await page.setViewportSize({ width: 1280, height: 600 });
      const search = pane.getByRole('combobox');
      await button.press('Enter');
      await search.press('Escape');
      // The event of this scroll comes when the list is open.
      const gapPx = await button.evaluate(async (element) => {
        const scroller = [...document.querySelectorAll('*')].find(
          (box) => box.contains(element) && getComputedStyle(box).overflowY === 'auto',
        );
        const scrolled = new Promise((resolve) => scroller?.addEventListener('scroll', resolve, { once: true }));
        scroller?.scrollBy(0, -40);
        (element as HTMLElement).click();
        await scrolled;
        await new Promise(requestAnimationFrame);
        const list = document.querySelector('[role=listbox]')?.parentElement?.getBoundingClientRect();
        const { top, bottom } = element.getBoundingClientRect();
        return list && Math.max(list.top - bottom, top - list.bottom);
      });
      expect(gapPx).toBeGreaterThanOrEqual(4);
      expect(gapPx).toBeLessThan(7);
      await expect(search).toBeFocused();
      await pane
        .locator('h3')
        .first()
        .evaluate((heading) => heading.scrollIntoView());
      await expect(button).not.toBeInViewport();
      await expect(search).toBeInViewport({ ratio: 1 });
      await page.keyboard.type('California');
      await page.keyboard.press('Enter');
      await expect(search).toHaveCount(0);
      await expect(button).toBeFocused();
      await expect(button).toHaveText('California');
    });
  });

  test('[SC-014][SC-066][F-SC23] shifts the times in another time zone, whose list shows the present time; Escape closes only the list', async ({
    page,
    host,
  }) => {
    const pane = await openFromMenu(host);
    await askAndSuggest(pane, texts.en);
    await pane.getByRole('radio', { name: /AM$/ }).first().check();
    const label = async () => (await pane.locator('label:has(input[name=scheduler-slot]:checked)').textContent()) ?? '';
    const before = await label();
    await pane.getByRole('button', { name: /Time zone/ }).click();
    const presentTime = async () =>
      /\d+:\d\d\s[AP]M/.exec((await pane.getByRole('option', { selected: true }).textContent()) ?? '')?.[0];
    await expect(pane.getByRole('option').filter({ hasText: 'Your time zone' })).toHaveCount(1);
    const earlier = await presentTime();
    expect(earlier).toBeDefined();
    await pane.getByRole('combobox').press('Escape');
    await expect(pane.getByRole('combobox')).toHaveCount(0);
    await page.clock.setFixedTime(Date.now() + 10 * 60_000);
    await expect(pane.getByRole('grid')).toBeVisible();
    await pane.getByRole('button', { name: /Time zone/ }).click();
    await expect.poll(presentTime).not.toBe(earlier);
    await pane.getByRole('combobox').fill('chicago');
    await pane.getByRole('option').first().click();
    const hour = Number(before.split(':')[0]);
    await expect.poll(label).toContain(`${hour === 1 ? 12 : hour - 1}:`);
  });

  test('[SC-072][SC-073] shows in the calendar that times could not be loaded, or that there are none', {
    tag: '@core',
  }, async ({ host, sandbox }) => {
    await sandbox.rules(
      { path: '/v2/availability/lookup', status: 500, times: 1 },
      { path: '/v2/scheduler/availability', status: 500, times: 1 },
    );
    const pane = await openFromMenu(host);
    await pane.locator('button[aria-controls$=CALENDAR]').click();
    await expect(pane.getByText('We could not load available times.')).toBeVisible();
    await sandbox.command('scheduler', { free: false });
    await pane.getByRole('button', { name: 'Try again' }).click();
    await expect(pane.getByText(/No times are available right now/)).toBeVisible();
    await pane.getByRole('button', { name: 'See other ways to reach us' }).click();
    await expect(pane.locator('[data-block=scheduler]')).toBeVisible();
  });
});

test('[SC-091] shows the notice of the vendor that the deployment names, in the visitor’s language', async ({
  host,
  page,
  sandbox,
}) => {
  await changeDeployment(page, sandbox, (deployment) => ({
    ...deployment,
    scheduler: { ...deployment.scheduler, noticeHosts: [sandbox.vendorsUrl] },
  }));
  await host.open('/plain', { attrs: texts.en.attrs });
  const pane = await openFromMenu(host);
  await pane.locator('button[aria-controls$=CONTACT_INFO]').click();
  const notice = 'Your privacy at NorthwindNorthwind uses your phone number for this call';
  await expect(pane.locator('[data-field=privacyViewed]')).toContainText(notice);
  const asked = await sandbox.requests('/notice');
  expect(asked.map(({ query }) => query)).toEqual([{ languageCode: 'en', regionCode: 'US' }]);
});
