import { expect, hold, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { callsOf, pickAndFill, proceed, submit, texts } from './schedulerSteps.ts';

test('[SC-030][SC-020] shows a busy state only while it loads, searches for times and books', { tag: '@core' }, async ({
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
