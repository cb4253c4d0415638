import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, type HostPageHelper, test } from './fixtures.ts';

/** What opens the scheduler beside menu and link, and what keeps it shut. */

const attrs = { 'data-focus-area': 'cloud' };

/** The scheduler's first field. */
const questionOf = (host: HostPageHelper) => host.frame().locator('[data-field=question] textarea');

async function openChat(host: HostPageHelper) {
  await host.open('/plain', { attrs });
  const pane = await host.openPane();
  const block = pane.locator('[data-block=chat]');
  const opener = block.locator('[aria-expanded=false]');
  await expect(block).toBeVisible();
  if (await opener.count()) await opener.click();
  await block.getByRole('button').last().click();
  await expect(pane.getByRole('log').locator('[data-kind=bot]').first()).toBeVisible();
  return pane;
}

for (const [trigger, words] of [
  ['a bot line of type scheduler', 'agent'],
  ['a bot reply with the action scheduler', 'meeting now'],
] as const) {
  test(`[SC-004] ${trigger} opens the scheduler`, async ({ host }) => {
    const pane = await openChat(host);
    await pane.getByRole('textbox').fill(words);
    await pane.getByRole('textbox').press('Enter');
    const line = pane.getByRole('button', { name: 'Book a 30-minute call with an expert' });
    if (words === 'agent') await line.click();
    await expect(questionOf(host)).toBeVisible();
  });
}

test('[SC-006] where nobody can chat the invitation is to a call, and a click on it brings up the scheduler', async ({
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

test('[SC-015] a support page that switches the scheduler off has no entry, and its links lead to the menu', async ({
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
  await host.open('/all-link-kinds', { attrs, globals, query: { 'cm-scheduler-form': 'true' } });
  await expect(host.pill()).toBeVisible();
  await expect(questionOf(host)).toHaveCount(0);
});
