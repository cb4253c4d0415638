// Long because each screen of the scheduler is shown where it can be seen.
import type { FrameLocator, Locator, Page } from 'playwright/test';
import { expect, type HostPageHelper, hold, type SandboxControl, test } from './fixtures.ts';

/** The words of each language that the flow presses. */
const words = {
  en: {
    attrs: { 'data-focus-area': 'cloud' },
    question: 'We plan a migration of forty servers.',
    yes: 'Yes',
    phone: '415 555 2671',
    edit: 'Edit',
    cancel: 'Cancel appointment',
    update: 'Update appointment',
    reason: 'The time no longer works',
    bookNew: 'Book a new call',
    title: 'Book a call',
    booked: 'Your call is booked',
    change: 'Change your call',
    lastNameMissing: 'Enter your last name.',
  },
  ar: {
    attrs: { 'data-focus-area': 'cloud', 'data-language-code': 'ar', 'data-region-code': 'SA' },
    question: 'نريد الترحيل إلى السحابة',
    yes: 'نعم',
    phone: '50 123 4567',
    edit: 'تعديل',
    cancel: 'إلغاء الموعد',
    update: 'تحديث الموعد',
    reason: 'لم يعد الوقت مناسبًا',
    bookNew: 'احجز مكالمة جديدة',
    title: 'احجز مكالمة',
    booked: 'تم حجز مكالمتك',
    change: 'تعديل مكالمتك',
    lastNameMissing: 'أدخل اسم عائلتك.',
  },
} as const;
type Words = (typeof words)[keyof typeof words];

async function openFromMenu(host: HostPageHelper): Promise<FrameLocator> {
  const pane = await host.openPane();
  const block = pane.locator('[data-block=scheduler]');
  const opener = block.locator('[aria-expanded=false]');
  if (await opener.count()) await opener.click();
  await block.getByRole('button').last().click();
  await expect(pane.locator('textarea')).toBeVisible();
  return pane;
}

const field = (pane: FrameLocator, name: string): Locator => pane.locator(`[data-field=${name}] input`);
const slots = (pane: FrameLocator): Locator => pane.locator('input[name=scheduler-slot]');
const submit = (pane: FrameLocator): Locator => pane.locator('button[type=submit]');
const proceed = (pane: FrameLocator): Locator => pane.locator('[data-field] ~ button').first();

async function askAndSuggest(pane: FrameLocator, text: Words): Promise<void> {
  await pane.locator('textarea').fill(text.question);
  await proceed(pane).click();
  await pane.getByRole('button', { name: text.yes, exact: true }).click();
  await expect(pane.getByRole('grid')).toBeVisible();
}

async function pickAndFill(pane: FrameLocator, text: Words, index = 1): Promise<void> {
  await slots(pane).nth(index).check();
  await proceed(pane).click();
  await fillContact(pane, text);
}

async function fillContact(pane: FrameLocator, text: Words): Promise<void> {
  await field(pane, 'firstName').fill('Amélie');
  await field(pane, 'lastName').fill('Okonkwo');
  await field(pane, 'company').fill('Fjord Freight');
  await field(pane, 'email').fill('amelie@fjordfreight.com');
  await field(pane, 'phoneNumber').fill(text.phone);
  await pane.locator('[data-field=privacyViewed]').scrollIntoViewIfNeeded();
}

async function book(pane: FrameLocator, text: Words): Promise<string> {
  await askAndSuggest(pane, text);
  await slots(pane).nth(1).check();
  await proceed(pane).click();
  await submit(pane).click();
  // What is wrong is seen whole, with its label, however far down the button is.
  await expect(field(pane, 'firstName')).toBeFocused();
  await expect(pane.locator('[data-field=firstName] label')).toBeInViewport({ ratio: 1 });
  await fillContact(pane, text);
  await submit(pane).click();
  const number = pane.getByText(/^NW-\d+$/);
  await expect(number).toBeVisible();
  return (await number.textContent()) ?? '';
}

const callsOf = async (sandbox: SandboxControl, path: string, method: string) =>
  (await sandbox.requests(path)).filter((request) => request.method === method);

/** Presses Tab until the element has the focus, as a person without a pointer does. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('no way to that element by keyboard');
}

for (const [language, width] of [
  ['en', 1280],
  ['ar', 375],
] as const) {
  const text = words[language];
  // On the phone the way back leads to a landing page, which the scheduler has to itself.
  const isLanding = width === 375;
  test(`[SC-001][SC-033][SC-090][SC-098][SC-108][SC-121][SC-122][SC-123][SC-150][SC-155][SC-156] in ${language} at ${width} px a person books, finds, moves and cancels a call, on the phone from a landing page`, async ({
    page,
    host,
    sandbox,
    checkAxe,
  }) => {
    await page.setViewportSize({ width, height: 600 });
    await page.context().addCookies([{ name: 'ajs_anonymous_id', value: '%22anon-1%22', url: sandbox.hostUrl }]);
    const contactWidgetConfig = { productName: 'Northwind Cloud', pageViewId: 'pv-7' };
    await host.open('/plain', { attrs: text.attrs, globals: { contactWidgetConfig } });
    const before = { url: page.url(), length: await page.evaluate(() => history.length) };
    let pane = await openFromMenu(host);
    await expect(pane.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    expect(await checkAxe()).toEqual([]);
    const number = await book(pane, text);
    await expect(pane.getByText('amelie@fjordfreight.com')).toBeVisible();
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

    // A fresh page, later: the number is all the visitor has.
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
    await pane.locator('[data-field=privacyViewed]').scrollIntoViewIfNeeded();
    await expect(submit(pane)).toHaveText(text.update);
    await submit(pane).click();
    await expect(pane.getByRole('button', { name: text.cancel })).toBeVisible();
    expect(await callsOf(sandbox, `/v2/appointments/${number}`, 'PUT')).toHaveLength(1);

    await pane.getByRole('button', { name: text.cancel }).click();
    await expect(pane.locator('fieldset')).toBeVisible();
    expect(await checkAxe()).toEqual([]);
    await pane.getByText(text.reason).click();
    await submit(pane).click();
    if (isLanding) {
      await expect(pane.getByRole('button', { name: text.bookNew })).toBeVisible();
      expect(await checkAxe()).toEqual([]);
      await pane.getByRole('button', { name: text.bookNew }).click();
      await expect(pane.locator('textarea')).toHaveValue(text.question);
    } else {
      await expect(host.iframe()).toBeHidden();
    }
    expect(await callsOf(sandbox, `/v2/appointments/${number}`, 'DELETE')).toHaveLength(1);
    const [survey] = await callsOf(sandbox, '/v2/appointments/cancel/survey', 'POST');
    expect(survey?.body).toEqual({ confirmationNumber: number, reason: text.reason, comment: '' });
    expect({ url: page.url(), length: await page.evaluate(() => history.length) }).toEqual(found);
  });
}

/** Presses the submit button by keyboard, once the notice above it has been seen. */
async function submitByKeyboard(page: Page, pane: FrameLocator): Promise<void> {
  await tabTo(page, submit(pane));
  // Two frames on, the frame has told that the notice is in view.
  await pane
    .locator('html')
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.keyboard.press('Enter');
}

for (const [language, width] of [
  ['en', 1280],
  ['ar', 375],
] as const) {
  test(`[SC-160][SC-090][A11Y-29][A11Y-30][A11Y-31] by keyboard only, in ${language} at ${width} px, a person books, finds, moves and cancels a call`, async ({
    page,
    host,
    sandbox,
    checkAxe,
  }) => {
    const text = words[language];
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

    // A fresh page, later: the number is all the visitor has.
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
    await expect(pane.getByRole('heading', { name: text.booked })).toBeFocused();
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
    await expect(host.iframe()).toBeHidden();
    const [survey] = await callsOf(sandbox, '/v2/appointments/cancel/survey', 'POST');
    expect(survey?.body).toEqual({ confirmationNumber: number, reason: text.reason, comment: '' });
  });
}

test.describe('on a plain page', () => {
  test.beforeEach(async ({ host }) => host.open('/plain', { attrs: words.en.attrs }));

  test('[SC-034][SC-036][SC-037][SC-049] one section is open; the topic waits for its suggestion, which can be skipped', async ({
    host,
    sandbox,
  }) => {
    const pane = await openFromMenu(host);
    const headers = pane.locator('h3 button');
    await expect(headers).toHaveText([/Your question/, /Suggested topic/, /Day and time/, /Your details/]);
    await expect(headers.nth(1)).toHaveAttribute('aria-disabled', 'true');
    await headers.nth(2).click();
    await expect(headers.nth(2)).toHaveAttribute('aria-expanded', 'true');
    await expect(headers.nth(0)).toHaveAttribute('aria-expanded', 'false');
    await headers.nth(2).click();
    await expect(headers.nth(2)).toHaveAttribute('aria-expanded', 'true');
    await headers.nth(3).click();
    await expect(field(pane, 'firstName')).toBeVisible();
    await sandbox.rules({ path: '/classifier/v2/message', delayMs: 4_000 });
    await headers.nth(0).click();
    await pane.locator('textarea').fill(words.en.question);
    await proceed(pane).click();
    await pane.getByRole('button', { name: 'Skip' }).click();
    await expect(pane.getByRole('grid')).toBeVisible();
  });

  test('[SC-014][SC-066] another zone shifts the times; Escape closes its list first', async ({ host }) => {
    const pane = await openFromMenu(host);
    await askAndSuggest(pane, words.en);
    await pane.getByRole('radio', { name: /AM$/ }).first().check();
    const label = async () => (await pane.locator('label:has(input[name=scheduler-slot]:checked)').textContent()) ?? '';
    const before = await label();
    await pane.getByRole('button', { name: /Time zone/ }).click();
    await pane.getByRole('combobox').press('Escape');
    await expect(pane.getByRole('combobox')).toHaveCount(0);
    await expect(pane.getByRole('grid')).toBeVisible();
    await pane.getByRole('button', { name: /Time zone/ }).click();
    await pane.getByRole('combobox').fill('chicago');
    await pane.getByRole('option').first().click();
    const hour = Number(before.split(':')[0]);
    await expect.poll(label).toContain(`${hour === 1 ? 12 : hour - 1}:`);
  });

  test('[SC-093] a double click books once', async ({ host, sandbox }) => {
    const pane = await openFromMenu(host);
    await sandbox.rules({ method: 'POST', path: '/v2/appointments/', delayMs: 500 });
    await askAndSuggest(pane, words.en);
    await pickAndFill(pane, words.en);
    await submit(pane).dblclick();
    await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
    expect(await callsOf(sandbox, '/v2/appointments/', 'POST')).toHaveLength(1);
  });

  test('[SC-100][SC-138][SC-144][SC-145][SC-160] a failed booking says so, keeps everything and can be sent again', async ({
    host,
    sandbox,
    checkAxe,
  }) => {
    const pane = await openFromMenu(host);
    await sandbox.rules({ method: 'POST', path: '/v2/appointments/', status: 500, times: 1 });
    await askAndSuggest(pane, words.en);
    await pickAndFill(pane, words.en);
    await submit(pane).click();
    await expect(pane.getByRole('alert')).toContainText('(SCH02)');
    await expect(pane.getByRole('alert')).toBeInViewport();
    expect(await checkAxe()).toEqual([]);
    await expect(field(pane, 'company')).toHaveValue('Fjord Freight');
    await pane.getByRole('button', { name: 'Dismiss' }).click();
    await expect(pane.getByRole('alert')).toHaveCount(0);
    await submit(pane).click();
    await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
    const [one, two] = await callsOf(sandbox, '/v2/appointments/', 'POST');
    expect(two?.body).toEqual(one?.body);
  });

  test('[SC-107][REL-29] a booking whose answer is lost is not made twice', async ({ host, sandbox }) => {
    const pane = await openFromMenu(host);
    // Each time, since browsers of their own accord send again what a kept connection loses.
    await sandbox.rules({ method: 'POST', path: '/v2/appointments/', drop: 'after' });
    await askAndSuggest(pane, words.en);
    await pickAndFill(pane, words.en);
    await submit(pane).click();
    await expect(pane.getByRole('alert')).toContainText('(SCH02)');
    await expect(field(pane, 'company')).toHaveValue('Fjord Freight');
    await sandbox.forgetRules();
    // The service has booked; the same key brings the same booking, where a second one would find the time taken.
    await submit(pane).click();
    await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
    const sent = await callsOf(sandbox, '/v2/appointments/', 'POST');
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('[SC-106] a time that was taken meanwhile leads back to the calendar', async ({ host, sandbox }) => {
    const pane = await openFromMenu(host);
    await askAndSuggest(pane, words.en);
    await pickAndFill(pane, words.en);
    await sandbox.rules({ method: 'POST', path: '/v2/appointments/', status: 409, body: {}, times: 1 });
    await submit(pane).click();
    await expect(pane.getByText('That time was just taken. Please choose another.')).toBeInViewport();
    await expect(pane.getByRole('grid')).toBeVisible();
    await expect(pane.locator('input[name=scheduler-slot]:checked')).toHaveCount(0);
  });

  test('[SC-072][SC-073] the calendar says that times could not be loaded, or that there are none', async ({
    host,
    sandbox,
  }) => {
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

  test('[SH-049][SC-013][SC-014][SC-155][SC-159] leaving keeps what was typed, and the page as it was', async ({
    page,
    host,
  }) => {
    const before = { url: page.url(), length: await page.evaluate(() => history.length) };
    const pane = await openFromMenu(host);
    await pane.locator('textarea').fill('Half a thought');
    await pane.getByRole('button', { name: 'Back to all contact options' }).click();
    await expect(pane.locator('[data-block=scheduler]')).toBeVisible();
    // The pointer comes near: the form is drawn, out of sight and reach, and takes no room; the press shows it.
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
    const kept = await (await host.frameHandle()).evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    expect(kept).not.toContain('Half a thought');
    expect({ url: page.url(), length: await page.evaluate(() => history.length) }).toEqual(before);
  });

  test('[SC-114][SC-117][SC-125] the appointment downloads; its cancellation wants a reason, and says when it failed', async ({
    page,
    host,
    sandbox,
  }) => {
    const pane = await openFromMenu(host);
    const number = await book(pane, words.en);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      pane.getByRole('button', { name: 'Download calendar file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${number}.ics`);
    await expect(pane.getByRole('link', { name: /Add to calendar/ })).toHaveAttribute('href', /dates=\d{8}T\d{6}Z/);
    await pane.getByRole('button', { name: 'Cancel appointment' }).click();
    await submit(pane).click();
    await expect(pane.getByText('Choose a reason.')).toBeVisible();
    await sandbox.rules({ method: 'DELETE', path: '/v2/appointments/', status: 500 });
    await pane.getByText('Other', { exact: true }).click();
    await submit(pane).click();
    await expect(pane.getByText('Your appointment was not cancelled. Please try again.')).toBeVisible();
    expect(await callsOf(sandbox, '/v2/appointments/cancel/survey', 'POST')).toHaveLength(0);
    await pane.getByRole('button', { name: 'Keep appointment' }).click();
    await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
  });
});

test('[SC-002][SC-016][SC-159] a page link opens the scheduler, and has the focus again afterwards', async ({
  page,
  host,
}) => {
  await host.open('/all-link-kinds', { attrs: words.en.attrs });
  await expect(host.pill()).toBeVisible();
  const url = page.url();
  const link = page.locator('[data-contact-link=scheduler]').first();
  await link.click();
  const pane = host.frame();
  await expect(pane.locator('textarea')).toBeVisible();
  expect(page.url()).toBe(url);
  await pane.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(host.iframe()).toBeHidden();
  await expect(link).toBeFocused();
});

test('[SC-003][SC-007][SC-008] an area that books elsewhere opens a tab without an opener, and no form', async ({
  page,
  host,
}) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
  const pane = await host.openPane();
  const block = pane.locator('[data-block=scheduler]');
  const opener = block.locator('[aria-expanded=false]');
  if (await opener.count()) await opener.click();
  const [tab] = await Promise.all([page.waitForEvent('popup'), block.getByRole('button').last().click()]);
  expect(tab.url()).toContain('/booking?about=security');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(pane.locator('textarea')).toHaveCount(0);

  // A link that names the area leaves no pane behind, the second time neither.
  await host.open('/all-link-kinds', { attrs: words.en.attrs });
  const link = page.locator('[data-contact-link=scheduler]').first();
  await link.evaluate((element) => element.setAttribute('data-focus-area', 'security'));
  await expect(host.pill()).toBeVisible();
  for (let press = 1; press <= 2; press += 1) {
    const [again] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    expect(again.url()).toContain('/booking?about=security');
    await page.bringToFront();
    await expect(host.iframe()).toBeHidden();
  }
});

test('[SC-030][SC-020] says that it is busy while it loads, looks for times and books, and at no other time', async ({
  page,
  host,
  sandbox,
}) => {
  // Each answer waits until it was seen that it is waited for.
  const lookup = await hold(page, `${sandbox.servicesUrl}/contact/lookup*`);
  const early = await hold(page, `${sandbox.servicesUrl}/v2/scheduler/availability*`);
  const times = await hold(page, `${sandbox.servicesUrl}/v2/availability/lookup/*`);
  const booking = await hold(page, `${sandbox.servicesUrl}/v2/appointments/`);
  await host.open('/plain', { attrs: words.en.attrs, query: { 'cm-scheduler-form': 'true' } });
  const pane = host.frame();
  const loading = pane.getByRole('status', { name: 'Loading' });
  await expect(loading).toBeVisible();
  lookup.release();
  await expect(pane.locator('textarea')).toBeVisible();
  await expect(loading).toHaveCount(0);
  await pane.locator('textarea').fill(words.en.question);
  await proceed(pane).click();
  await pane.getByRole('button', { name: words.en.yes, exact: true }).click();
  await expect(loading).toBeVisible();
  early.release();
  times.release();
  await expect(pane.getByRole('grid')).toBeVisible();
  await expect(loading).toHaveCount(0);
  await pickAndFill(pane, words.en);
  await expect(submit(pane)).toHaveText('Book this call');
  await submit(pane).click();
  await expect(submit(pane)).toHaveText('Booking your call…');
  await expect(submit(pane)).toHaveAttribute('aria-disabled', 'true');
  booking.release();
  await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
  await expect(pane.getByText('Booking your call…')).toHaveCount(0);
});

test('[SC-142][SC-149][SC-159] the form flag opens the form and takes no focus, the error flag shows its code', async ({
  page,
  host,
}) => {
  await host.open('/plain', {
    attrs: words.en.attrs,
    query: { 'cm-scheduler-form': 'true', 'cm-scheduler-error': 'SCH05' },
  });
  const question = host.frame().locator('textarea');
  await expect(question).toBeVisible();
  await expect(host.frame().getByRole('alert')).toContainText('(SCH05)');
  await expect(host.frame().getByRole('heading', { name: 'Book a call' })).not.toBeFocused();
  await question.click();
  await page.keyboard.type('Typed where the focus is');
  await expect(question).toHaveValue('Typed where the focus is');
  await expect(question).toBeFocused();
});

test('[SC-115][SC-131][SC-160] an unknown or impossible number says so and offers a new call', async ({
  host,
  sandbox,
  checkAxe,
}) => {
  for (const number of ['NW-999999', '<script>alert(1)</script>']) {
    await host.open('/plain', { attrs: words.en.attrs, query: { 'cm-scheduler-confirmation': number } });
    await expect(host.frame().getByText(/We could not find this appointment/)).toBeVisible();
  }
  expect(await callsOf(sandbox, '/v2/appointments/lookup', 'GET')).toHaveLength(1);
  expect(await checkAxe()).toEqual([]);
  await host.frame().getByRole('button', { name: 'Book a new call' }).click();
  await expect(host.frame().locator('textarea')).toBeVisible();
});

test('[SC-141][SC-146] a form page without a scheduler says that booking is not available', async ({
  host,
  sandbox,
}) => {
  await sandbox.command('contact', { without: ['scheduling'] });
  await host.open('/plain', { attrs: words.en.attrs, query: { 'cm-scheduler-form': 'true' } });
  await expect(host.frame().getByText('Booking is not available on this page.')).toBeVisible();
  await expect(host.frame().locator('textarea')).toHaveCount(0);
});

test('[SC-158] up to 768 px the scheduler fills the screen and the page does not scroll', async ({ page, host }) => {
  await page.setViewportSize({ width: 768, height: 700 });
  await host.open('/plain', { attrs: words.en.attrs });
  await openFromMenu(host);
  await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(768);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
  await page.setViewportSize({ width: 769, height: 700 });
  await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBeLessThan(500);
});

test('[SC-157] German dates are German, and numbers stay left to right in Arabic', async ({ host }) => {
  await host.open('/plain', {
    attrs: { 'data-focus-area': 'data', 'data-language-code': 'de', 'data-region-code': 'DE' },
  });
  let pane = await openFromMenu(host);
  await expect(pane.locator('html')).toHaveAttribute('lang', 'de-DE');
  await pane.locator('button[aria-controls$=CALENDAR]').click();
  await expect(pane.getByRole('columnheader', { name: 'Mo' })).toBeVisible();
  await host.open('/plain', { attrs: words.ar.attrs });
  pane = await openFromMenu(host);
  await pane.locator('button[aria-controls$=CONTACT_INFO]').click();
  await expect(field(pane, 'email')).toHaveAttribute('dir', 'ltr');
  await expect(field(pane, 'phoneNumber')).toHaveAttribute('dir', 'ltr');
});
