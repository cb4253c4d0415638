import type { Page } from 'playwright/test';
import { expect, type HostPageHelper, hold, test } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';
import { askAndSuggest, book, openFromMenu, proceed, slots, submit, texts } from './schedulerSteps.ts';
import { settled } from './surfaceChecks.ts';

/** Where the focus is when the widget changes by itself, and when the control that had it disappears. */

const { attrs } = texts.en;

/** The visitor leaves the pane and types into a field of the page. */
async function typeOnPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const field = document.createElement('input');
    field.id = 'of-the-page';
    document.body.prepend(field);
  });
  await page.locator('#of-the-page').click();
  await page.keyboard.type('The visitor ');
}

/** The field of the page has kept the focus, and what is typed goes there. */
async function typesOn(page: Page): Promise<void> {
  await page.keyboard.type('types on.');
  await expect(page.locator('#of-the-page')).toHaveValue('The visitor types on.');
}

const focusedTag = async (host: HostPageHelper): Promise<string | undefined> =>
  (await host.frameHandle()).evaluate(() => document.activeElement?.tagName);

test.describe('[A11Y-10] a late answer leaves the focus in the page, in which the visitor types:', () => {
  test('a copy of the visitor’s data, and a form', async ({ page, host }) => {
    const form = await hold(page, /\/SchedulerSurface-/);
    await host.open('/plain', { attrs });
    const pane = await host.openPane();
    const copy = await hold(page, /\/privacy-[\w-]+\.js/);
    await pane.getByRole('button', { name: 'Your data' }).click();
    await pane.getByRole('button', { name: 'Download a copy' }).click();
    await typeOnPage(page);
    copy.release();
    await expect(pane.getByText('Your copy has been downloaded.')).toBeVisible();
    await typesOn(page);
    await page.locator('#of-the-page').evaluate((field) => field.remove());
    await (await openEntry(pane, 'scheduler')).getByRole('button').last().click();
    await typeOnPage(page);
    form.release();
    await expect(pane.getByRole('heading', { name: texts.en.title })).toBeInViewport();
    await typesOn(page);
    // On the way back, the focus goes to the heading of the form.
    await page.mouse.move(0, 0);
    await (await host.frameHandle()).evaluate(() => window.focus());
    await expect(pane.getByRole('heading', { name: texts.en.title })).toBeFocused();
  });

  test('a chat', async ({ page, host }) => {
    const chat = await hold(page, /\/ChatPane-/);
    await host.open('/plain', { attrs });
    const pane = await host.openPane();
    await (await openEntry(pane, 'chat')).getByRole('button', { name: 'Start chat' }).click();
    await typeOnPage(page);
    chat.release();
    await expect(pane.getByRole('textbox')).toBeVisible();
    await typesOn(page);
    await (await host.frameHandle()).evaluate(() => window.focus());
    await expect(pane.getByRole('textbox')).toBeFocused();
  });

  test('a searchable list, also one that a click on the page closes', async ({ page, host }) => {
    const list = await hold(page, /\/SearchableDropdown-/);
    await host.open('/plain', { attrs });
    const pane = await host.openPane();
    const change = pane.getByRole('button', { name: /^Change/ });
    await change.click();
    await typeOnPage(page);
    list.release();
    await expect(change).toHaveAttribute('aria-expanded', 'false');
    await typesOn(page);
    await change.click();
    await expect(pane.getByRole('combobox')).toBeFocused();
    await page.locator('#of-the-page').click();
    await expect(pane.getByRole('combobox')).toHaveCount(0);
    await (await host.frameHandle()).evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    await expect(page.locator('#of-the-page')).toBeFocused();
  });

  test('a view that could not be downloaded', async ({ page, host }) => {
    const chat = await hold(page, /\/ChatPane-/);
    await host.open('/plain', { attrs });
    const pane = await host.openPane();
    await (await openEntry(pane, 'chat')).getByRole('button', { name: 'Start chat' }).click();
    await typeOnPage(page);
    chat.release({ status: 404 });
    await expect(pane.getByRole('button', { name: 'Reload' })).toBeVisible();
    await typesOn(page);
  });

  test('a pane that could not be downloaded', { tag: '@core' }, async ({ page, host }) => {
    const app = await hold(page, /\/frame\/assets\/app-/);
    await host.open('/plain', { attrs });
    await host.pressPill();
    await app.asked;
    await typeOnPage(page);
    app.release({ status: 404 });
    await expect(host.frame().getByRole('button', { name: 'Try again' })).toBeVisible();
    await typesOn(page);
  });
});

test('[SC-159][A11Y-10] a link of the page moves the focus into a pane that the visitor has left', async ({
  page,
  host,
}) => {
  await host.open('/all-link-kinds', { attrs });
  const pane = await host.openPane();
  await typeOnPage(page);
  await page.locator('[data-contact-link=scheduler]').first().click();
  await expect(pane.getByRole('heading', { name: texts.en.title })).toBeFocused();
});

test('[A11Y-09] focus stays in a pane that the page has opened when the pressed control disappears', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await sandbox.rules(...['/contact/lookup', '/older'].map((path) => ({ path, status: 500, body: {} })));
  await host.open('/plain', { attrs });
  await expect(host.pill()).toBeVisible();
  await page.evaluate(() => window.postMessage({ type: 'cm-open' }, location.origin));
  const pane = host.frame();
  const again = pane.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await sandbox.forgetRules();
  // A click misses a pane that still moves.
  await settled(host);
  await again.click();
  await expect(pane.locator('[data-block]').first()).toBeVisible();
  await expect.poll(() => focusedTag(host)).not.toBe('BODY');
});

test('[A11Y-09][A11Y-29][A11Y-08][A11Y-27] the button that shows the next free day moves the focus to that day, and the keys of an input method neither close nor choose anything', async ({
  host,
  sandbox,
  page,
}) => {
  const pane = host.frame();
  await test.step('[A11Y-09][A11Y-29] the button that shows the next free day moves the focus to that day', async () => {
    const slotOn = (days: number) => {
      const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const slot = {
        ...{ startDateTime: `${date}T15:00:00.000Z`, endDateTime: `${date}T15:30:00.000Z` },
        ...{ timezone: 'America/New_York', expertId: 'mara' },
      };
      return { date, slots: [slot] };
    };
    await sandbox.rules({
      method: 'POST',
      path: '/v2/availability/lookup',
      status: 200,
      body: [slotOn(2), slotOn(100)],
    });
    await host.open('/plain', { attrs, query: { 'cm-scheduler-form': 'true' } });
    await pane.locator('button[aria-controls$=CALENDAR]').click();
    await expect(slots(pane).first()).toBeVisible();
    await pane.getByRole('button', { name: /^Next month/ }).click();
    await pane.getByRole('button', { name: /^Next available/ }).press('Enter');
    await expect(pane.getByRole('gridcell', { selected: true }).getByRole('button')).toBeFocused();
  });
  await test.step('[A11Y-08][A11Y-27] Escape that cancels the text of an input method closes neither the list nor the pane, and Enter that ends it chooses nothing', async () => {
    const composeAndCancel = async (): Promise<void> => {
      const session = await page.context().newCDPSession(page);
      await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
      await page.keyboard.press('Escape');
    };
    await pane.locator('button[aria-controls$=QUESTION]').click();
    await pane.locator('textarea').click();
    await composeAndCancel();
    await expect(pane.locator('textarea')).toBeFocused();
    await pane.locator('textarea').fill('A question');
    await pane.locator('button[aria-controls$=CALENDAR]').click();
    await pane.getByRole('button', { name: 'Time zone' }).click();
    await expect(pane.getByRole('combobox')).toBeFocused();
    await composeAndCancel();
    await expect(pane.getByRole('combobox')).toBeFocused();
    // Safari reports the Enter that ends such a text by its key code only.
    await pane.getByRole('combobox').fill('');
    await pane.getByRole('combobox').pressSequentially('b');
    await expect(pane.getByRole('combobox')).toHaveAttribute('aria-activedescendant', /./);
    await pane.getByRole('combobox').dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
    await expect(pane.getByRole('combobox')).toBeFocused();
    // Without such a text, it closes the list, and then the pane.
    await pane.getByRole('combobox').fill('');
    await page.keyboard.press('Escape');
    await expect(pane.getByRole('combobox')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(host.pill()).toBeVisible();
  });
});

test('[SC-090][SC-117] each refused press moves the focus to what is missing', async ({ page, host }) => {
  await host.open('/plain', { attrs });
  const pane = await openFromMenu(host);
  await askAndSuggest(pane, texts.en);
  await expect(slots(pane).first()).toBeVisible();
  const day = pane.getByRole('grid').locator('button[tabindex="0"]');
  for (const _press of [1, 2]) {
    await proceed(pane).press('Enter');
    await expect(day).toBeFocused();
  }
  await page.reload();
  await openFromMenu(host);
  await book(pane, texts.en);
  await pane.getByRole('button', { name: texts.en.cancel }).click();
  for (const _press of [1, 2]) {
    await submit(pane).press('Enter');
    await expect(pane.locator('input[name=scheduler-reason]').first()).toBeFocused();
  }
});
