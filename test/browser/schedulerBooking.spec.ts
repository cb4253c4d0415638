import { expect, hold, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import {
  askAndSuggest,
  book,
  callsOf,
  field,
  openFromMenu,
  pickAndFill,
  proceed,
  submit,
  texts,
} from './schedulerSteps.ts';

test.describe('booking', () => {
  test.beforeEach(async ({ host }) => host.open('/plain', { attrs: texts.en.attrs }));

  test('[SC-107][REL-29] books once when the answer is lost', { tag: '@core' }, async ({ host, sandbox }) => {
    const pane = await openFromMenu(host);
    // Drop every answer, because browsers retry by themselves when a reused connection is lost.
    await sandbox.rules({ method: 'POST', path: '/v2/appointments/', drop: 'after' });
    await askAndSuggest(pane, texts.en);
    await pickAndFill(pane, texts.en);
    await pressGuarded(submit(pane));
    await expect(pane.getByRole('alert')).toContainText('(SCH02)');
    await expect(field(pane, 'company')).toHaveValue('Fjord Freight');
    await sandbox.forgetRules();
    // The service has booked. The same key returns the same booking; another key would find the time taken.
    await pressGuarded(submit(pane));
    await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
    const sent = await callsOf(sandbox, '/v2/appointments/', 'POST');
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('[SC-114][SC-117][SC-125] downloads the appointment; cancelling requires a reason and shows a failure', async ({
    page,
    host,
    sandbox,
  }) => {
    const pane = await openFromMenu(host);
    const number = await book(pane, texts.en);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      pane.getByRole('button', { name: 'Add to calendar' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${number}.ics`);
    await expect(pane.getByRole('link', { name: /Add to calendar: Google/ })).toHaveAttribute(
      'href',
      /dates=\d{8}T\d{6}Z/,
    );
    await pane.getByRole('button', { name: 'Cancel call' }).click();
    await pressGuarded(submit(pane));
    await expect(pane.getByText('Choose a reason.')).toBeVisible();
    await sandbox.rules({ method: 'DELETE', path: '/v2/appointments/', status: 500 });
    await pane.getByText('Other', { exact: true }).click();
    await pressGuarded(submit(pane));
    await expect(pane.getByText('Your call was not cancelled. Please try again.')).toBeVisible();
    expect(await callsOf(sandbox, '/v2/appointments/cancel/survey', 'POST')).toHaveLength(0);
    await pane.getByRole('button', { name: 'Never mind' }).click();
    await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
  });
});

test('[SC-030][SC-020] shows a busy state only while it loads, searches for times and books', async ({
  page,
  host,
  sandbox,
}) => {
  // Hold back each answer until the busy state was seen.
  const lookup = await hold(page, `${sandbox.servicesUrl}/contact/lookup/*`);
  const early = await hold(page, `${sandbox.servicesUrl}/v2/scheduler/availability*`);
  const times = await hold(page, `${sandbox.servicesUrl}/v2/availability/lookup/*`);
  const booking = await hold(page, `${sandbox.servicesUrl}/v2/appointments/`);
  await host.open('/plain', { attrs: texts.en.attrs, query: { 'cm-scheduler-form': 'true' } });
  const pane = host.frame();
  const loading = pane.getByRole('status', { name: 'Loading' });
  await expect(loading).toBeVisible();
  lookup.release();
  await expect(pane.locator('textarea')).toBeVisible();
  await expect(loading).toHaveCount(0);
  await pane.locator('textarea').fill(texts.en.question);
  await proceed(pane).click();
  await pane.getByRole('button', { name: texts.en.yes, exact: true }).click();
  await expect(loading).toBeVisible();
  early.release();
  times.release();
  await expect(pane.getByRole('grid')).toBeVisible();
  await expect(loading).toHaveCount(0);
  await pickAndFill(pane, texts.en);
  await expect(submit(pane)).toHaveText('Book this call');
  await pressGuarded(submit(pane));
  await expect(submit(pane)).toHaveText('Booking your call…');
  await expect(submit(pane)).toHaveAttribute('aria-disabled', 'true');
  booking.release();
  await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
  await expect(pane.getByText('Booking your call…')).toHaveCount(0);
});

test('[SC-115][SC-131][SC-160] shows that a number is unknown or invalid, and offers a new call', async ({
  host,
  sandbox,
  checkAxe,
}) => {
  for (const number of ['NW-999999', '<script>alert(1)</script>']) {
    await host.open('/plain', { attrs: texts.en.attrs, query: { 'cm-scheduler-confirmation': number } });
    await expect(host.frame().getByText(/We could not find this call/)).toBeVisible();
  }
  expect(await callsOf(sandbox, '/v2/appointments/lookup', 'GET')).toHaveLength(1);
  expect(await checkAxe()).toEqual([]);
  await host.frame().getByRole('button', { name: 'Book a new call' }).click();
  await expect(host.frame().locator('textarea')).toBeVisible();
});
