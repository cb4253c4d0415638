import { expect, hold, test } from '../browser/fixtures.ts';
import { pressGuarded } from '../browser/guardedSteps.ts';
import { field, proceed, slots, submit } from '../browser/schedulerSteps.ts';
import {
  bookBefore,
  callsOf,
  cloud,
  entryOf,
  fillDetails,
  headings,
  openCalendar,
  openFromMenu,
  questionOf,
  section,
} from './scheduler.ts';
import { answerContact, bodyOf, given, sees, when } from './steps.ts';

const bookings = { method: 'POST', path: '/v2/appointments/', times: 1 } as const;

test('[SC-100][SC-138][SC-144][SC-145][SC-160] scheduler 54, 94, 95: a refused booking keeps the form, and names the code of the service or SCH02', async ({
  checkAxe,
  host,
  sandbox,
  problems,
}) => {
  await host.open('/plain', cloud);
  const pane = await openFromMenu(host);
  await given('a form that is filled in', async () => {
    await pane.locator('textarea').fill('Forty servers');
    await openCalendar(host);
    await slots(pane).first().check();
    await proceed(pane).click();
    await fillDetails(pane);
  });
  for (const [what, answer, code] of [
    ['fails without a code', { status: 500, body: {} }, 'SCH02'],
    ['has a code', { status: 400, body: { code: 'SCH03' } }, 'SCH03'],
    ['has a text with a code', { status: 400, body: { error: 'SCH07' } }, 'SCH07'],
  ] as const) {
    await sandbox.rules({ ...bookings, ...answer });
    await when(`a visitor submits it, and the answer ${what}`, () => pressGuarded(submit(pane)));
    await sees(`${code} and the form`, async () => {
      await expect(pane.getByRole('alert')).toContainText(`(${code})`);
      await expect(pane.getByRole('alert')).toBeInViewport();
      await expect(field(pane, 'company')).toHaveValue('Fjord Freight');
      await expect(submit(pane)).not.toHaveAttribute('aria-disabled', 'true');
    });
    await sandbox.forgetRules();
  }
  await sees('warnings on the console', async () => {
    expect(problems.warnings.filter((line) => /book/i.test(line)).length).toBeGreaterThan(0);
    expect(await checkAxe()).toEqual([]);
  });
  await when('the visitor dismisses it, and submits again', async () => {
    await pane.getByRole('button', { name: 'Dismiss' }).click();
    await expect(pane.getByRole('alert')).toHaveCount(0);
    await pressGuarded(submit(pane));
  });
  await sees('the booked call, for which the same was sent', async () => {
    await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
    const [first, ...others] = await callsOf(sandbox, 'POST', '/v2/appointments/');
    expect(others).toHaveLength(3);
    for (const other of others) expect(other.body).toEqual(first?.body);
  });
});

test('scheduler 71, 79, 92, 99, 100: what hangs or fails is waited for 20 s and 45 s, logged, and never stops the visitor', async ({
  host,
  page,
  sandbox,
  problems,
}) => {
  await page.clock.install();
  await given('an entry without zones and provinces, and services that do not answer', async () => {
    await answerContact(page, (bundle) =>
      Object.assign(entryOf(bundle), { appointmentTimeZones: '', stateOrProvinceNames: '' }),
    );
    await sandbox.rules(
      { path: '/v2/scheduler/availability', status: 500 },
      { path: '/v2/availability/lookup', hang: true },
      { path: '/classifier/v2/message', hang: true },
    );
  });
  await host.open('/plain', cloud);
  const pane = await openFromMenu(host);
  const asked = (path: string) => expect.poll(async () => (await sandbox.requests(path)).length).toBeGreaterThan(0);
  await when('a visitor asks, and the topic takes 40 s', async () => {
    await pane.locator('textarea').fill('Forty servers');
    await proceed(pane).click();
    await asked('/classifier/v2/message');
    await page.clock.fastForward(40_000);
  });
  await sees('that it is still awaited', async () => {
    await expect(pane.getByRole('button', { name: 'Skip' })).toBeVisible();
    expect(await headings(pane)).toContain('Your question (open)');
  });
  await when('it takes 46 s', () => page.clock.fastForward(6_000));
  await sees('the calendar', () => expect(section(pane, 'CALENDAR')).toHaveAttribute('aria-expanded', 'true'));
  await when('the times take 21 s', async () => {
    await asked('/v2/availability/lookup');
    await page.clock.fastForward(21_000);
  });
  await sees('that they could not be loaded, no code, and lines on the console', async () => {
    await expect(pane.getByText('We could not load available times.')).toBeVisible();
    await expect(pane.getByText(/SCH\d/)).toHaveCount(0);
    await expect
      .poll(() =>
        ['state or province', 'classified', 'times'].filter((word) => !problems.warnings.join().includes(word)),
      )
      .toEqual([]);
  });
});

test('scheduler 101: a deletion, and a survey, that do not say SUCCESS have failed', async ({ host, sandbox }) => {
  const number = await given('a call that is booked', () => bookBefore(sandbox));
  await host.open('/plain', { ...cloud, query: { 'cm-scheduler-confirmation': number } });
  const pane = host.frame();
  await sandbox.rules({ method: 'DELETE', path: '/v2/appointments/', body: { result: 'FAILURE' }, times: 1 });
  await when('the visitor cancels it', async () => {
    await pane.getByRole('button', { name: 'Cancel call' }).click();
    await pane.getByText('The time no longer works').click();
    await pressGuarded(submit(pane));
  });
  await sees('that it is not cancelled, and no survey', async () => {
    await expect(pane.getByText('Your call was not cancelled. Please try again.')).toBeVisible();
    expect(await callsOf(sandbox, 'POST', '/v2/appointments/cancel/survey')).toEqual([]);
  });
  await sandbox.rules({ path: '/v2/appointments/cancel/survey', body: { result: 'FAILURE' }, times: 1 });
  await when('they try again', () => pressGuarded(submit(pane)));
  await sees('that only the survey has failed', () =>
    expect(pane.getByText(/could not save your feedback/)).toBeVisible(),
  );
});

test('[SC-128][SC-137][F-SC12][F-SC32] scheduler 47, 48, 57, 78, 80, 81, 82: what the scheduler asks of the contact service, with which key, and from whom after a failure', async ({
  host,
  page,
  sandbox,
}) => {
  await page.route('**/frame/config.json', async (route) => {
    const response = await route.fetch();
    const { $checked: _stamp, ...config } = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: { ...config, authorizationKey: 'shared-key' } });
  });
  await given('an answer without client info', () =>
    answerContact(page, (_, answer) => Object.assign(answer, { clientInfo: undefined })),
  );
  const info = await hold(page, /\/contact\/client-info/);
  await host.open('/plain', { ...cloud, query: { 'cm-scheduler-form': 'true' } });
  await sees('the form, and a question for the client info with which nothing waits', async () => {
    await expect(questionOf(host)).toBeVisible();
    await info.asked;
    info.release();
    await expect.poll(async () => (await callsOf(sandbox, 'GET', '/contact/client-info')).length).toBe(1);
  });
  await sees('the lookup with its keys, and the key with setting 3', async () => {
    const lookups = await sandbox.requests('/contact/lookup');
    const asked = lookups.map((call) => bodyOf(call)).find((body) => body.schedulerTextTranslationsKey);
    expect(Object.keys(asked ?? {})).toEqual(
      expect.arrayContaining([
        'schedulerTextTranslationsKey',
        'schedulingInformationKey',
        'schedulingClassificationsKey',
        'internationalDialingForLocale',
      ]),
    );
    expect(asked?.schedulingInformationKey).toMatchObject({ purpose: '(default)' });
    expect(Object.keys(lookups[0]?.query ?? {}).some((name) => /prune/i.test(name))).toBe(true);
    expect(JSON.stringify(lookups[0]?.query)).toContain(new URL(sandbox.hostUrl).hostname);
    const [times] = await callsOf(sandbox, 'GET', '/v2/scheduler/availability');
    expect(times?.headers.authorization).toMatch(/^Key shared-key;setting=3;/);
  });
  await when('the visitor closes the scheduler, and opens it again', async () => {
    const before = (await sandbox.requests('/contact/lookup')).length;
    await host.frame().getByRole('button', { name: 'Close', exact: true }).click();
    await openFromMenu(host);
    expect((await sandbox.requests('/contact/lookup')).length).toBe(before);
  });
  await page.unrouteAll();
  await sandbox.rules({ path: '/contact/lookup', status: 500, body: {} });
  await given('a contact service that fails', () =>
    host.open('/plain', { ...cloud, query: { 'cm-scheduler-form': 'true' } }),
  );
  await sees('the form, from the older host', async () => {
    await expect(questionOf(host)).toBeVisible();
    expect((await sandbox.requests('/older')).length).toBeGreaterThan(0);
  });
});
