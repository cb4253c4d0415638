import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, type HostPageHelper, hold, test } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';
import { callsOf } from './schedulerSteps.ts';

/** What opens the scheduler, and what prevents it. */

const attrs = { 'data-focus-area': 'cloud' };

/** The scheduler's first field. */
const questionOf = (host: HostPageHelper) => host.frame().locator('[data-field=question] textarea');

async function openChat(host: HostPageHelper) {
  await host.open('/plain', { attrs });
  const pane = await host.openPane();
  await (await openEntry(pane, 'chat')).getByRole('button').last().click();
  await expect(pane.getByRole('log').locator('[data-kind=bot]').first()).toBeVisible();
  return pane;
}

for (const [trigger, message] of [
  ['a bot line of type scheduler', 'agent'],
  ['a bot reply with the action scheduler', 'meeting now'],
] as const) {
  test(`[SC-004] ${trigger} opens the scheduler`, async ({ host }) => {
    const pane = await openChat(host);
    await pane.getByRole('textbox').fill(message);
    await pane.getByRole('textbox').press('Enter');
    const line = pane.getByRole('button', { name: 'Book a 30-minute call with an expert' });
    if (message === 'agent') await line.click();
    await expect(questionOf(host)).toBeVisible();
  });
}

test('[F-SC32][SC-137] shows the form while the client info, which nothing reads, is not answered', async ({
  page,
  host,
  sandbox,
}) => {
  await page.route(`${sandbox.servicesUrl}/contact/lookup/**`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), clientInfo: undefined } });
  });
  const answer = await hold(page, `${sandbox.servicesUrl}/contact/client-info**`);
  await host.open('/plain', { attrs, query: { 'cm-scheduler-form': 'true' } });
  await answer.asked;
  await expect(questionOf(host)).toBeVisible();
  answer.release();
});

test('[SC-006] invites to a call when nobody can chat, and a click opens the scheduler', { tag: '@core' }, async ({
  host,
  sandbox,
}) => {
  await sandbox.rules({ path: '/bot', status: 503 }, { path: '/api/account', status: 503 });
  await sandbox.command('outreach', { popUpTimeMs: 1_500 });
  await host.open('/plain', { attrs });
  const card = host.frame().getByRole('complementary');
  await expect(card).toContainText('Book a free 30-minute call with an expert.');
  await card.getByRole('button', { name: 'Find a time' }).click();
  await expect(card).toBeHidden();
  await expect(questionOf(host)).toBeVisible();
});

test('[SC-015] shows no entry on a support page that switches the scheduler off, and its links open the menu', async ({
  page,
  host,
  sandbox,
}) => {
  const deployment = stampDeployment({
    ...sandboxDeployment(sandbox),
    nonSalesHosts: [new URL(sandbox.hostUrl).hostname],
  });
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) => route.fulfill({ json: deployment }));
  const globals = { contactWidgetConfig: { switchOff: { scheduler: true } } };
  await host.open('/all-link-kinds', { attrs, globals });
  await expect(host.pill()).toBeVisible();
  await page.locator('[data-contact-link=scheduler]').first().click();
  const pane = host.frame();
  await expect(pane.locator('[data-block=email]')).toBeVisible();
  await expect(pane.locator('[data-block=scheduler]')).toHaveCount(0);
  await expect(questionOf(host)).toHaveCount(0);
  // What the address asks for is opened before the experiments are set up.
  const opened = page.waitForRequest(/\/experiments\/datafile/);
  await host.open('/all-link-kinds', { attrs, globals, query: { 'cm-scheduler-form': 'true' } });
  await host.openPane();
  await expect(pane.locator('[data-block=email]')).toBeVisible();
  await opened;
  await expect(questionOf(host)).toHaveCount(0);
});

test('[SC-002][SC-016][SC-159] opens the scheduler from a page link, and returns focus to it', async ({
  page,
  host,
}) => {
  await host.open('/all-link-kinds', { attrs: attrs });
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

test('[SC-003][SC-007][SC-008] opens a tab without an opener, and no form, for a focus area that books elsewhere', async ({
  page,
  host,
}) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
  const pane = await host.openPane();
  const block = await openEntry(pane, 'scheduler');
  const [tab] = await Promise.all([page.waitForEvent('popup'), block.getByRole('button').last().click()]);
  expect(tab.url()).toContain('/booking?about=security');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(pane.locator('textarea')).toHaveCount(0);

  // A link that names the area leaves no pane open, the second time either.
  // The link names it from the start: a change after the loader has read a link is not read again.
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      document.querySelector('[data-contact-link=scheduler]')?.setAttribute('data-focus-area', 'security'),
    ),
  );
  await host.open('/all-link-kinds', { attrs: attrs });
  const link = page.locator('[data-contact-link=scheduler]').first();
  // The page's own pill is there before the frame: the widget takes the link once it has its text and the frame the page's language.
  await expect(link).not.toHaveText('scheduler default');
  await expect(host.frame().locator('html')).toHaveAttribute('lang', 'en-US');
  for (let press = 1; press <= 2; press += 1) {
    const [again] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    expect(again.url()).toContain('/booking?about=security');
    await page.bringToFront();
    await expect(host.iframe()).toBeHidden();
  }
});

test('[SC-142][SC-149][SC-159] opens the form for the form flag without taking focus, and shows the code of the error flag', async ({
  page,
  host,
}) => {
  await host.open('/plain', {
    attrs: attrs,
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

test('[SC-115][SC-131][SC-160] shows that a number is unknown or invalid, and offers a new call', async ({
  host,
  sandbox,
  checkAxe,
}) => {
  for (const number of ['NW-999999', '<script>alert(1)</script>']) {
    await host.open('/plain', { attrs: attrs, query: { 'cm-scheduler-confirmation': number } });
    await expect(host.frame().getByText(/We could not find this call/)).toBeVisible();
  }
  expect(await callsOf(sandbox, '/v2/appointments/lookup', 'GET')).toHaveLength(1);
  expect(await checkAxe()).toEqual([]);
  await host.frame().getByRole('button', { name: 'Book a new call' }).click();
  await expect(host.frame().locator('textarea')).toBeVisible();
});

test('[SC-141][SC-146] shows on a form page without a scheduler that booking is not available', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  await sandbox.command('contact', { without: ['scheduling'] });
  await host.open('/plain', { attrs: attrs, query: { 'cm-scheduler-form': 'true' } });
  await expect(host.frame().getByText('Booking is not available on this page.')).toBeVisible();
  await expect(host.frame().locator('textarea')).toHaveCount(0);
});
