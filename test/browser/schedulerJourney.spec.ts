import type { FrameLocator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { tabTo } from './keyboardSteps.ts';
import { everyNth, sampleOf } from './sample.ts';
import { book, callsOf, field, openFromMenu, proceed, readNotice, slots, submit, texts } from './schedulerSteps.ts';

/** In a sample, one journey is in Arabic on a phone and the other, by keyboard, in English on a desktop. */
const byPointer = [
  ['ar', 375],
  ['en', 1280],
] as const;

for (const [language, width] of sampleOf(byPointer, everyNth(2))) {
  const text = texts[language];
  // On the phone, the visitor comes back to a landing page, which only shows the scheduler.
  const isLanding = width === 375;
  test(`[SC-001][SC-033][SC-090][SC-098][SC-108][SC-121][SC-122][SC-123][SC-150][SC-155][SC-156] books, finds, moves and cancels a call in ${language} at ${width} px, on the phone from a landing page`, {
    tag: '@core',
  }, async ({ page, host, sandbox, checkAxe }) => {
    await page.setViewportSize({ width, height: 600 });
    await page.context().addCookies([{ name: 'ajs_anonymous_id', value: '%22anon-1%22', url: sandbox.hostUrl }]);
    const contactWidgetConfig = { productName: 'Northwind Cloud', pageViewId: 'pv-7' };
    await host.open('/plain', { attrs: text.attrs, globals: { contactWidgetConfig } });
    const before = { url: page.url(), length: await page.evaluate(() => history.length) };
    let pane = await openFromMenu(host);
    await expect(pane.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    expect(await checkAxe()).toEqual([]);
    const number = await book(pane, text);
    await expect(pane.getByText('amelie@fjordfreight.com', { exact: true })).toBeVisible();
    expect(await checkAxe()).toEqual([]);
    const [booked] = await callsOf(sandbox, '/v2/appointments/', 'POST');
    expect(Object.keys(booked?.body as object)).toHaveLength(25);
    expect(booked?.body).toMatchObject({
      clientQuestion: text.question,
      url: expect.stringContaining(`${sandbox.hostUrl}/plain`),
      bluemixAnonId: 'anon-1',
      productName: 'Northwind Cloud',
      uniquePageId: 'pv-7',
      numberOfAttendees: 1,
    });

    // Later, on a new page, the visitor has only the number.
    await host.open('/plain', {
      attrs: text.attrs,
      query: { 'cm-scheduler-confirmation': number, ...(isLanding ? { 'cm-scheduler-landing': 'true' } : {}) },
    });
    pane = host.frame();
    await expect(pane.getByText(number, { exact: true })).toBeVisible();
    await expect(pane.getByText(text.question)).toBeVisible();
    const found = { url: page.url(), length: await page.evaluate(() => history.length) };
    expect(found.length).toBe(before.length + 1);

    await pane.getByRole('button', { name: text.edit, exact: true }).click();
    await expect(pane.locator('textarea')).toHaveValue(text.question);
    await pane.locator('button[aria-controls$=CALENDAR]').click();
    await expect(slots(pane).first()).toBeVisible();
    await slots(pane).last().check();
    await proceed(pane).click();
    await readNotice(pane);
    await expect(submit(pane)).toHaveText(text.update);
    await pressGuarded(submit(pane));
    await expect(pane.getByRole('button', { name: text.cancel })).toBeVisible();
    expect(await callsOf(sandbox, `/v2/appointments/${number}`, 'PUT')).toHaveLength(1);

    await pane.getByRole('button', { name: text.cancel }).click();
    await expect(pane.locator('fieldset')).toBeVisible();
    expect(await checkAxe()).toEqual([]);
    await pane.getByText(text.reason).click();
    await pressGuarded(submit(pane));
    if (isLanding) {
      await expect(pane.getByRole('button', { name: text.bookNew })).toBeVisible();
      expect(await checkAxe()).toEqual([]);
      await pane.getByRole('button', { name: text.bookNew }).click();
      await expect(pane.locator('textarea')).toHaveValue(text.question);
    } else {
      await expect(pane.getByRole('heading', { name: text.cancelled })).toBeFocused();
      expect(await checkAxe()).toEqual([]);
      await pane.getByText(text.close, { exact: true }).click();
      await expect(host.iframe()).toBeHidden();
    }
    expect(await callsOf(sandbox, `/v2/appointments/${number}`, 'DELETE')).toHaveLength(1);
    const [survey] = await callsOf(sandbox, '/v2/appointments/cancel/survey', 'POST');
    expect(survey?.body).toEqual({ confirmationNumber: number, reason: text.reason, comment: '' });
    expect({ url: page.url(), length: await page.evaluate(() => history.length) }).toEqual(found);
  });
}

/** Presses the submit button by keyboard after the notice above it has been in view. */
async function submitByKeyboard(page: Page, pane: FrameLocator): Promise<void> {
  await tabTo(page, submit(pane));
  await readNotice(pane);
  await page.keyboard.press('Enter');
}

const byKeyboard = [
  ['en', 1280],
  ['ar', 375],
] as const;

for (const [language, width] of sampleOf(byKeyboard, everyNth(2))) {
  test(`[SC-160][SC-090][A11Y-29][A11Y-30][A11Y-31] books, finds, moves and cancels a call by keyboard only, in ${language} at ${width} px`, async ({
    page,
    host,
    sandbox,
    checkAxe,
  }) => {
    const text = texts[language];
    await page.setViewportSize({ width, height: 812 });
    await host.open('/plain', { attrs: text.attrs });
    await expect(host.pill()).toBeVisible();
    await host.pill().focus();
    await page.keyboard.press('Enter');
    let pane = host.frame();
    const block = pane.locator('[data-block=scheduler]').getByRole('button');
    await tabTo(page, block.first());
    await page.keyboard.press('Enter');
    await tabTo(page, block.last());
    await page.keyboard.press('Enter');
    await expect(pane.getByRole('heading', { name: text.title })).toBeFocused();
    await tabTo(page, pane.locator('textarea'));
    await page.keyboard.type(text.question);
    await tabTo(page, proceed(pane));
    await page.keyboard.press('Enter');
    await tabTo(page, pane.getByRole('button', { name: text.yes, exact: true }));
    expect(await checkAxe()).toEqual([]);
    await page.keyboard.press('Enter');
    await tabTo(page, pane.getByRole('grid').locator('button[tabindex="0"]'));
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight');
    await page.keyboard.press('Enter');
    expect(await checkAxe()).toEqual([]);
    await tabTo(page, slots(pane).first());
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(slots(pane).nth(1)).toBeChecked();
    await tabTo(page, proceed(pane));
    await page.keyboard.press('Enter');
    await tabTo(page, submit(pane));
    await page.keyboard.press('Enter');
    await expect(field(pane, 'firstName')).toBeFocused();
    await expect(field(pane, 'lastName')).toHaveAttribute('aria-invalid', 'true');
    await expect(pane.getByText(text.lastNameMissing)).toBeVisible();
    expect(await checkAxe()).toEqual([]);
    for (const [name, value] of [
      ['firstName', 'Amélie'],
      ['lastName', 'Okonkwo'],
      ['company', 'Fjord Freight'],
      ['email', 'amelie@fjordfreight.com'],
      ['phoneNumber', text.phone],
    ] as const) {
      await tabTo(page, field(pane, name));
      await page.keyboard.type(value);
    }
    await submitByKeyboard(page, pane);
    await expect(pane.getByRole('heading', { name: text.booked })).toBeFocused();
    const number = (await pane.getByText(/^NW-\d+$/).textContent()) ?? '';

    // Later, on a new page, the visitor has only the number.
    await host.open('/plain', { attrs: text.attrs, query: { 'cm-scheduler-confirmation': number } });
    pane = host.frame();
    await expect(pane.getByText(number, { exact: true })).toBeVisible();
    await tabTo(page, pane.getByRole('button', { name: text.edit, exact: true }));
    await page.keyboard.press('Enter');
    await expect(pane.getByRole('heading', { name: text.change })).toBeFocused();
    await tabTo(page, pane.locator('button[aria-controls$=CALENDAR]'));
    await page.keyboard.press('Enter');
    await tabTo(page, pane.locator('input[name=scheduler-slot]:checked'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, proceed(pane));
    await page.keyboard.press('Enter');
    await submitByKeyboard(page, pane);
    await expect(pane.getByRole('heading', { name: text.moved })).toBeFocused();
    const [booked] = await callsOf(sandbox, '/v2/appointments', 'POST');
    const [moved] = await callsOf(sandbox, `/v2/appointments/${number}`, 'PUT');
    const startOf = (call: typeof moved) => (call?.body as { startDateTime?: string } | undefined)?.startDateTime;
    expect(Date.parse(startOf(moved) ?? '')).toBeGreaterThan(Date.parse(startOf(booked) ?? ''));

    await tabTo(page, pane.getByRole('button', { name: text.cancel }));
    await page.keyboard.press('Enter');
    await tabTo(page, pane.locator('input[name=scheduler-reason]').first());
    await page.keyboard.press('Space');
    await tabTo(page, submit(pane));
    await page.keyboard.press('Enter');
    await expect(pane.getByRole('heading', { name: text.cancelled })).toBeFocused();
    await tabTo(page, pane.getByText(text.close, { exact: true }));
    await page.keyboard.press('Enter');
    await expect(host.iframe()).toBeHidden();
    const [survey] = await callsOf(sandbox, '/v2/appointments/cancel/survey', 'POST');
    expect(survey?.body).toEqual({ confirmationNumber: number, reason: text.reason, comment: '' });
  });
}
