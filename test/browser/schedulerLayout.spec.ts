import { expect, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { everyNth, sampleOf } from './sample.ts';
import {
  askAndSuggest,
  callsOf,
  field,
  openFromMenu,
  pickAndFill,
  proceed,
  readNotice,
  slots,
  submit,
  texts,
} from './schedulerSteps.ts';

const { attrs } = texts.en;

test('[SH-035][F-SC20][F-SC21][SC-075][F-SC9] widens the pane where the page has room: the calendar beside its times, the next step in view, the countries by name', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await host.open('/plain', { attrs });
  const pane = await openFromMenu(host);
  await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(760);
  await askAndSuggest(pane, texts.en);
  await slots(pane).nth(1).check();
  const grid = await pane.getByRole('grid').boundingBox();
  const time = await slots(pane).first().boundingBox();
  if (!grid || !time) throw new Error('no calendar');
  expect(time.x).toBeGreaterThan(grid.x + grid.width);
  await expect(proceed(pane)).toBeInViewport({ ratio: 1 });
  await expect(pane.locator('[data-next]')).toContainText(/GMT-\d/);
  await test.step('[SC-075][F-SC9] lists countries by name, with the chosen one in view and marked', async () => {
    await pane.locator('button[aria-controls$=CONTACT_INFO]').click();
    // The keyboard of digits, and the autofill of a number without its country.
    await expect(field(pane, 'phoneNumber')).toHaveAttribute('inputmode', 'tel');
    await pane.getByRole('button', { name: /Country code/ }).click();
    const chosen = pane.getByRole('option', { selected: true });
    await expect(chosen).toContainText('United States');
    await expect(chosen).toBeInViewport({ ratio: 1 });
    await expect(pane.getByRole('option').first()).not.toContainText('United States');
    await page.keyboard.press('Escape');
  });
  // Back in the menu, the pane is as small as before.
  await pane.getByRole('button', { name: 'Back' }).click();
  await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(320);
});

test('[F-SC20][F-SC28][SC-160] keeps time and next step in view on a phone, with the alert beside the button', async ({
  page,
  host,
  sandbox,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await host.open('/plain', { attrs });
  const pane = await openFromMenu(host);
  await askAndSuggest(pane, texts.en);
  await expect(proceed(pane)).toBeInViewport({ ratio: 1 });
  await sandbox.rules({ method: 'POST', path: '/v2/appointments/', status: 500, times: 1 });
  await pickAndFill(pane, texts.en);
  await expect(submit(pane)).toBeInViewport({ ratio: 1 });
  await pressGuarded(submit(pane));
  await expect(pane.getByRole('alert')).toBeInViewport();
  await expect(submit(pane)).toBeInViewport({ ratio: 1 });
  await pressGuarded(submit(pane));
  // The actions of a booked call need no scrolling.
  await expect(pane.getByRole('button', { name: 'Cancel call' })).toBeInViewport({ ratio: 1 });
});

test('[SC-160][F-SC20] covers nothing with its bar at 400 %, and has no horizontal scrolling', {
  tag: '@core',
}, async ({ page, host }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await host.open('/plain', { attrs, query: { 'cm-scheduler-form': 'true' } });
  const pane = host.frame();
  await pane.locator('textarea').fill('A question');
  await pane.locator('button[aria-controls$=CALENDAR]').click();
  await slots(pane).first().check();
  expect(await pane.locator('[data-next]').evaluate((bar) => getComputedStyle(bar).position)).toBe('static');
  expect(await pane.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth)).toBe(true);
});

for (const width of sampleOf([375, 760], everyNth(2))) {
  test(`[SC-080][SC-097][F-SC10] fits names of 200 characters, Han, emoji and Arabic-Indic digits into ${width} px`, async ({
    page,
    host,
    sandbox,
  }) => {
    const long = 'Ü'.repeat(200);
    const start = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000 + 15 * 3_600_000);
    const slot = (minutes: number, expertId: string, expertName: string) => ({
      startDateTime: new Date(start.getTime() + minutes * 60_000).toISOString(),
      endDateTime: new Date(start.getTime() + (minutes + 30) * 60_000).toISOString(),
      timezone: 'America/New_York',
      expertId,
      expertName,
      expertRole: long,
    });
    const list = [
      { date: start.toISOString().slice(0, 10), slots: [slot(0, 'a', long), slot(30, 'b', '山田太郎 👩‍🚀')] },
    ];
    await sandbox.rules({ method: 'POST', path: '/v2/availability/lookup', status: 200, body: list });
    await page.setViewportSize({ width, height: 740 });
    await host.open('/plain', { attrs });
    const pane = await openFromMenu(host);
    const fits = () => pane.locator('html').evaluate(hasNoSidewaysScrolling);
    await pane.locator('textarea').fill(long);
    await pane.locator('button[aria-controls$=CALENDAR]').click();
    await expect(slots(pane)).toHaveCount(2);
    expect(await fits()).toBe(true);
    expect((await slots(pane).first().boundingBox())?.height).toBeLessThan(80);
    await slots(pane).first().check();
    await proceed(pane).click();
    await expect(pane.getByText(long).last()).toBeVisible();
    expect(await fits()).toBe(true);
    for (const [name, value] of [
      ['firstName', '山田 👩‍🚀'],
      ['lastName', long],
      ['company', long],
      ['email', `${'a'.repeat(180)}@example.com`],
      ['phoneNumber', '٤١٥ ٥٥٥ ٢٦٧١'],
    ] as const) {
      await field(pane, name).fill(value);
    }
    await readNotice(pane);
    expect(await fits()).toBe(true);
    await pressGuarded(submit(pane));
    await expect(pane.getByRole('heading', { name: texts.en.booked })).toBeFocused();
    expect(await fits()).toBe(true);
    const [booked] = await callsOf(sandbox, '/v2/appointments/', 'POST');
    expect(booked?.body).toMatchObject({
      clientFirstName: '山田 👩‍🚀',
      clientLastName: long,
      clientPhone: '+1 415 555 2671',
    });
  });
}

/** No element is wider than its box, unless it cuts its text off with an ellipsis. */
function hasNoSidewaysScrolling(root: HTMLElement): boolean {
  return [root, ...root.querySelectorAll<HTMLElement>('*')].every(
    (element) =>
      element.scrollWidth <= element.clientWidth + 1 ||
      !/auto|scroll/.test(getComputedStyle(element).overflowX) ||
      element.matches('input, textarea'),
  );
}

test('[SC-014][SC-153][F-SC22] is a page of its own in landing mode, with one heading, and Escape does not close it', async ({
  page,
  host,
  checkAxe,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await host.open('/plain', { attrs, query: { 'cm-scheduler-landing': 'true' } });
  const pane = host.frame();
  await expect.poll(() => host.iframe().boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  await pane.locator('textarea').fill('A question');
  await pane.locator('textarea').press('Escape');
  await expect(pane.locator('textarea')).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await expect(host.pill()).toBeHidden();
  await expect(pane.getByRole('main')).toHaveCount(1);
  await expect(pane.getByRole('dialog')).toHaveCount(0);
  await expect(pane.getByRole('heading', { level: 1 }).or(pane.getByRole('heading', { level: 2 }))).toHaveCount(1);
  await pane.locator('button[aria-controls$=CALENDAR]').click();
  const grid = await pane.getByRole('grid').boundingBox();
  const time = await slots(pane).first().boundingBox();
  expect(time?.x).toBeGreaterThan((grid?.x ?? 0) + (grid?.width ?? 0));
  expect(await checkAxe()).toEqual([]);
});

test('[SC-003][SC-016][SH-093][F-SC5] shows the menu for a link to a purpose that the service does not have', async ({
  page,
  host,
}) => {
  // The service answers with the schedulers that it has.
  await page.route(/\/contact\/lookup/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('no-such-purpose', '(default)') });
  });
  // A link is told once.
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      document.querySelector('[data-contact-link=scheduler]')?.setAttribute('data-purpose', 'no-such-purpose'),
    ),
  );
  await host.open('/all-link-kinds', { attrs });
  await expect(host.pill()).toBeVisible();
  await page.locator('[data-contact-link=scheduler]').first().click();
  await expect(host.frame().locator('[data-block=email]')).toBeVisible();
  await expect(host.frame().locator('textarea')).toHaveCount(0);
});

test('[SC-156][F-SC24] begins a Latin name where the Arabic line under it begins, beside the picture', async ({
  host,
}) => {
  await host.open('/plain', { attrs: texts.ar.attrs });
  const pane = await openFromMenu(host);
  await askAndSuggest(pane, texts.ar);
  await pickAndFill(pane, texts.ar);
  await pressGuarded(submit(pane));
  await expect(pane.getByRole('heading', { name: texts.ar.booked })).toBeFocused();
  const right = async (text: string): Promise<number> => {
    const box = await pane.getByText(text, { exact: true }).boundingBox();
    return box ? Math.round(box.x + box.width) : 0;
  };
  expect(await right('Sami Alharbi')).toBe(await right('مهندس حلول سحابية'));
  expect(await right('Sami Alharbi')).toBeLessThan(await right('SA'));
});
