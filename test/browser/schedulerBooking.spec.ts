import { expect, hold, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { callsOf, entryOf, pickAndFill, proceed, submit, texts } from './schedulerSteps.ts';

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
  const loading = pane.getByRole('status').filter({ hasText: 'Loading' });
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

/** A booked call, so many days from now. */
const callIn = (days: number): Readonly<Record<string, string>> => {
  const startMs = Date.now() + days * 86_400_000;
  return {
    ...{ clientFirstName: 'Amélie', clientLastName: 'Okonkwo', clientEmail: 'amelie@fjordfreight.com' },
    ...{ clientTimezone: 'Europe/Berlin', clientPhone: '+1 415 555 2671', clientQuestion: 'A migration' },
    startDateTime: new Date(startMs).toISOString(),
    endDateTime: new Date(startMs + 1_800_000).toISOString(),
  };
};

test('[SC-150][F-SC6] the link to a booked call leads back to the page, also with an id in its path and after a campaign', async ({
  page,
  host,
  sandbox,
}) => {
  await sandbox.rules({ path: '/v2/appointments/lookup', body: callIn(2) });
  const path = '/spa/orders/4711042';
  const query = { id: '7', utm_source: 'mail', 'cm-scheduler-confirmation': 'NW-000001' };
  await host.open(path, { attrs: texts.en.attrs, query });
  const save = host.frame().getByRole('button', { name: 'Add to calendar' });
  const { URL: link = '' } = await entryOf(page, 'NW-000001', () => save.click());
  expect(link).toBe(`${sandbox.hostUrl}${path}?id=7&cm-scheduler-confirmation=NW-000001`);
  await page.goto(link);
  await expect(host.frame().getByText('amelie@fjordfreight.com', { exact: true })).toBeVisible();
});

test('[SC-108][SC-123] a call that is over can only be followed by another', async ({ host, sandbox }) => {
  await sandbox.rules({ path: '/v2/appointments/lookup', body: callIn(-2) });
  await host.open('/plain', { attrs: texts.en.attrs, query: { 'cm-scheduler-confirmation': 'NW-000001' } });
  const pane = host.frame();
  await expect(pane.getByRole('heading', { name: 'This call is over' })).toBeVisible();
  for (const name of [texts.en.edit, texts.en.cancel, 'Add to calendar'])
    await expect(pane.getByRole('button', { name, exact: true })).toHaveCount(0);
  await pane.getByRole('button', { name: 'Book another call' }).click();
  await expect(pane.locator('textarea')).toBeVisible();
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
