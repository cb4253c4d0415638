import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { openChat } from './liveSteps.ts';

/** Adds fragments of the section `header` to the contact service's answer. */
async function translateHeader(page: Page, fragments: Readonly<Record<string, string>>): Promise<void> {
  await page.route('**/contact/lookup**', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    Object.assign(body.contactModuleTranslations[0].textFragments, { header: fragments });
    await route.fulfill({ response, json: body });
  });
}

test('[SH-045][SH-114][F-SH7] title and subtitle of the menu are links to a new tab when the bundle has their addresses', {
  tag: '@core',
}, async ({ context, host, page, sandbox }) => {
  await translateHeader(page, {
    title: 'Northwind Sales',
    titleLink: `${sandbox.hostUrl}/about`,
    subtitle: 'We answer within a day',
    subtitleLink: 'not an address',
  });
  await host.open('/plain');
  const frame = await host.openPane();
  const title = frame.getByRole('heading', { level: 1 });
  await expect(title.getByRole('link')).toHaveAccessibleName('Northwind Sales (opens in a new tab)');
  await expect(frame.getByText('We answer within a day')).toBeVisible();
  await expect(frame.getByRole('banner').getByRole('link')).toHaveCount(1);
  const opened = context.waitForEvent('page');
  await title.getByRole('link').click();
  expect((await opened).url()).toBe(`${sandbox.hostUrl}/about`);
});

test('[SH-058] a page that switches chat off shows neither chat nor support, and the rest', async ({
  host,
  page,
  sandbox,
}) => {
  await page.route('**/frame/config.json', async (route) => {
    const response = await route.fetch();
    const { $checked: _stamp, ...file } = await response.json();
    await route.fulfill({ response, json: { ...file, nonSalesHosts: ['localhost', '127.0.0.1'] } });
  });
  const types = async (switchOff: readonly string[]): Promise<readonly (string | null)[]> => {
    await host.open('/plain', {
      attrs: { 'data-focus-area': 'security' },
      globals: { contactWidgetConfig: { switchOff } },
    });
    const frame = await host.openPane();
    await expect(frame.locator('[data-block=phone]')).toBeVisible();
    if (switchOff.length === 0) await expect(frame.locator('[data-block=chat]')).toBeVisible();
    else await host.changeAddress();
    return frame.locator('[data-block]').evaluateAll((all) => all.map((block) => block.getAttribute('data-block')));
  };
  const all = await types([]);
  expect(all).toEqual(expect.arrayContaining(['chat', 'support', 'phone']));
  const asked = async () => (await sandbox.requests('/bot')).length;
  await page.goto('about:blank');
  const before = await asked();
  expect(await types(['chat'])).toEqual(all.filter((type) => type !== 'chat' && type !== 'support'));
  // Nobody asks whether chat is available.
  expect(await asked()).toBe(before);
});

test('[SH-046][F-SH8] says that the agent is online while the visitor can reach them', async ({ host, sandbox }) => {
  const frame = await openChat(host, 'data');
  const say = (text: string) => sandbox.command('agent', { action: 'say', text });
  await expect
    .poll(() =>
      say('Hello.').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const online = frame.getByRole('banner').getByText('Online now');
  await expect(online).toBeVisible();
  await sandbox.rules({ path: '/api/account/4711/chat/', drop: true });
  await say('while you were away');
  await expect(frame.getByText('Connection lost')).toBeVisible();
  await expect(online).toBeHidden();
  await sandbox.forgetRules();
  await expect(online).toBeVisible();
});
