import { expect, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { askAndSuggest, field, openFromMenu, pickAndFill, proceed, slots, submit, texts } from './schedulerSteps.ts';

const colourOf = (element: Element): string => getComputedStyle(element).backgroundColor;

test('[F-UX3][F-UX4][F-UX8][F-UX9][F-UX10][F-UX11] a call is booked, changed and cancelled with one primary action at a time', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await host.open('/plain', { attrs: texts.en.attrs });
  const pane = await openFromMenu(host);
  const primary = await proceed(pane).evaluate(colourOf);
  const shown = pane.locator('fieldset', { has: slots(pane) });

  await test.step('no row for a topic that nobody has suggested', async () => {
    await expect(pane.getByRole('heading', { level: 3 })).toHaveText([/question/, /Day and time/, /details/]);
  });
  await test.step('times alone, and above them once who can take the call', async () => {
    await askAndSuggest(pane, texts.en);
    const labels = await pane.locator('label:has(input[name=scheduler-slot]) > span').allTextContents();
    expect(labels.filter((label) => !/^\d+:\d\d [AP]M$/.test(label))).toEqual([]);
    await expect(shown.getByText('Mara Lindqvist or Theo Okafor')).toBeVisible();
    const top = await slots(pane).first().boundingBox();
    await slots(pane).first().check();
    await expect(shown.getByText('Cloud architect')).toBeVisible();
    await expect(shown.getByText('or Theo Okafor')).toBeHidden();
    expect(await slots(pane).first().boundingBox()).toEqual(top);
  });
  await test.step('a refused booking is told above the bar’s row, as wide as the section', async () => {
    await pickAndFill(pane, texts.en, 0);
    await sandbox.rules({ method: 'POST', path: '/v2/appointments/', status: 500, times: 1 });
    await pressGuarded(submit(pane));
    const alert = pane.getByRole('alert');
    const [told, bar, button] = await Promise.all(
      [alert, pane.locator('[data-next]'), submit(pane)].map((one) => one.boundingBox()),
    );
    if (!told || !bar || !button) throw new Error('not drawn');
    expect(told.y + told.height).toBeLessThanOrEqual(button.y);
    expect(told.width).toBeGreaterThan(bar.width - 48);
    // Flush with the sentence.
    const textStarts = await alert.evaluate((box) =>
      ['p', 'button'].map((name) => {
        const range = document.createRange();
        range.selectNodeContents(box.querySelector(name) as Element);
        return range.getBoundingClientRect().left;
      }),
    );
    expect(textStarts[1]).toBe(textStarts[0]);
  });
  await test.step('the booked call has one primary action, and danger where danger is', async () => {
    await pressGuarded(submit(pane));
    const add = pane.getByRole('button', { name: 'Add to calendar' });
    await expect(add).toBeVisible();
    await expect(pane.getByText(/^We sent a confirmation to/)).toBeVisible();
    const filled = await pane
      .locator('button, a')
      .evaluateAll(
        (all, colour) =>
          all.filter((one) => getComputedStyle(one).backgroundColor === colour).map((one) => one.textContent),
        primary,
      );
    expect(filled).toEqual(['Add to calendar']);
    const above = (await add.boundingBox())?.y ?? 0;
    for (const name of ['Change', 'Cancel call', 'Close']) {
      const found = pane.getByRole('button', { name, exact: true }).last();
      expect((await found.boundingBox())?.y).toBeGreaterThan(above);
    }
  });
  await test.step('while it is changed, only the booked time is marked', async () => {
    await pane.getByRole('button', { name: texts.en.edit, exact: true }).click();
    await pane.getByRole('button', { name: /^Day and time/ }).click();
    await expect(pane.getByText('Current time', { exact: true })).toHaveCount(1);
    const borders = await pane
      .locator('label:has(input[name=scheduler-slot]:not(:checked))')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).borderColor))]);
    expect(borders).toHaveLength(1);
    await pane.getByRole('button', { name: 'Back without changes' }).click();
  });
  await test.step('cancelling is no primary action, and what is left is in the middle, with a sign', async () => {
    await pane.getByRole('button', { name: texts.en.cancel }).click();
    await expect(pane.getByRole('button', { name: 'Never mind' })).toBeVisible();
    const danger = await submit(pane).evaluate(colourOf);
    expect(danger).not.toBe(primary);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(pane.locator(':root')).toHaveAttribute('data-color-scheme', 'dark');
    expect(await submit(pane).evaluate(colourOf), 'the same red on a dark page').toBe(danger);
    await page.emulateMedia({ colorScheme: 'light' });
    await pane.getByText(texts.en.reason).click();
    await pressGuarded(submit(pane));
    const heading = pane.getByRole('heading', { name: texts.en.cancelled });
    await expect(heading).toHaveCSS('text-align', 'center');
    await expect(heading.locator('..').locator('svg')).toBeVisible();
  });
});

test('[F-UX6][F-UX20] a form asks the family name first where it is first, and counts its steps in the digits of its times', async ({
  host,
  page,
}) => {
  await test.step('[F-UX6] the family name is asked first where it is first', async () => {
    await host.open('/plain', { page: { lang: 'ja' } });
    const pane = await openFromMenu(host);
    await pane.locator('textarea').fill('移行について');
    await pane.locator('button[aria-controls$=CONTACT_INFO]').click();
    const family = await field(pane, 'lastName').boundingBox();
    const given = await field(pane, 'firstName').boundingBox();
    expect((family?.x ?? 0) + (family?.y ?? 0)).toBeLessThan((given?.x ?? 0) + (given?.y ?? 0));
  });
  await page.goto('about:blank');
  await test.step('[F-UX20] an Arabic form counts its steps in the digits of its times', async () => {
    await host.open('/plain', { page: { lang: 'ar' } });
    const frame = await openFromMenu(host);
    const headings = frame.locator('h3 button');
    await expect(headings).toHaveCount(3);
    expect((await headings.allTextContents()).map((text) => text.trim()[0])).toEqual(['١', '٢', '٣']);
  });
});
