import type { Page } from 'playwright/test';
import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, type SandboxControl, test } from './fixtures.ts';

/** The sandbox's deployment as a company would publish it: a link may replace nothing. */
async function publishForProduction(page: Page, sandbox: SandboxControl): Promise<void> {
  const deployment = stampDeployment({ ...sandboxDeployment(sandbox), addressOverrides: [] });
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) => route.fulfill({ json: deployment }));
}

const notesOf = ({ warnings }: { readonly warnings: readonly string[] }) =>
  warnings.filter((line) => line.includes('addressOverrides'));

test('[F-SE3][F-SE5][F-SE10][CH-011][SH-102][SH-161] in production, a crafted link names no account and no visitor, and opens no debug window', {
  tag: '@core',
}, async ({ host, page, sandbox, problems }) => {
  await publishForProduction(page, sandbox);
  await host.open('/plain', {
    attrs: { 'data-focus-area': 'data' },
    globals: { contactWidgetUser: { iui: 'alice', signedin: true, email: 'alice@northwind.example' } },
    query: {
      ...{ 'cm-start-chat': '', 'cm-chat-account': 'EVIL99', 'cm-debug': 'true' },
      ...{ 'cm-user-id': 'mallory', 'cm-email': 'mallory@evil.example' },
    },
  });
  const pane = host.frame();
  await expect(pane.getByRole('textbox')).toBeVisible();
  const all = await sandbox.requests('/');
  await test.step('[F-SE3][CH-011] opens no chat at another account', () => {
    const calls = JSON.stringify(all);
    expect(calls.includes('EVIL99/') || calls.includes('account/EVIL99')).toBe(false);
  });
  await test.step('[F-SE5][SH-102] never replaces the visitor whom the page names', () => {
    // The address of the page is relayed as well; only what is said about the visitor counts.
    const said = all.map(({ body }) => JSON.stringify(body)).join('\n');
    expect(/"[^"]*":"(mallory|mallory@evil\.example)"/.test(said)).toBe(false);
    expect(/"[^"]*":"(alice|alice@northwind\.example)"/.test(said)).toBe(true);
  });
  await test.step('[F-SE10][SH-161] opens no debug window', async () => {
    await expect(pane.getByRole('button', { name: 'Open the debug window' })).toHaveCount(0);
    await expect(pane.getByRole('complementary', { name: 'Debug' })).toHaveCount(0);
  });
  expect(notesOf(problems)).toHaveLength(1);
});

/** Stories of the acceptance tests are the controls of the other parameters: in the sandbox, they have their effect. */
for (const isProduction of [true, false]) {
  const kind = isProduction ? 'in production, a crafted link gives no' : 'in the sandbox (control), a link gives';
  test(`[F-SE4][SH-103] ${kind} consent in the visitor’s name`, {
    tag: isProduction ? '@core' : [],
  }, async ({ host, page, sandbox, problems }) => {
    if (isProduction) await publishForProduction(page, sandbox);
    await sandbox.command('geo', { country: 'DE' });
    const known = page.waitForResponse(`${sandbox.servicesUrl}/geo/client*`);
    await host.open('/plain', { query: { 'cm-consent-analytics': 'true', utm_source: 'mail' } });
    // What the visitor agrees to is stored with the rooms.
    await host.openPane();
    await known;
    const stored = async () => (await host.frameHandle()).evaluate(() => sessionStorage.getItem('cm-marketing'));
    if (isProduction) await expect.poll(stored).toBeNull();
    else await expect.poll(stored).toContain('mail');
    expect(notesOf(problems)).toHaveLength(isProduction ? 1 : 0);
  });
}

test('[F-SE18] no text of a link is shown, also where its parameters choose what is shown', async ({
  host,
  page,
  sandbox,
}) => {
  await publishForProduction(page, sandbox);
  const sentence = 'Your account is locked. Call 1 555 0100';
  const links = [
    {
      ...{ focusArea: sentence, variation: sentence, languageCode: sentence, contactmodule: sentence },
      ...{ 'cm-scheduler-form': '', 'cm-scheduler-purpose': sentence, 'cm-scheduler-error': sentence },
      ...{ 'cm-continue-chat': sentence, 'cm-chat-skill': sentence, 'cm-experiments': sentence },
    },
    { 'cm-scheduler-confirmation': sentence },
  ];
  for (const query of links) {
    await host.open('/plain', { query });
    await expect(host.frame().getByRole('button').first()).toBeVisible();
    // The markup, for what only screen readers read.
    expect(await host.frame().locator('body').innerHTML()).not.toContain('locked');
  }
});

test('[F-SE4][SH-111] consent depends on the region of the page, not on that of a link', async ({ host, sandbox }) => {
  for (const [region, isStored] of [
    ['DE', false],
    ['US', true],
  ] as const) {
    await test.step(`[F-SE4][SH-111] consent depends on the region of the page, ${region}, not on that of a link`, async () => {
      await sandbox.rules({ path: '/geo', status: 500 });
      await host.open('/plain', {
        attrs: { 'data-language-code': 'en', 'data-region-code': region },
        query: { regionCode: region === 'US' ? 'DE' : 'US', utm_source: 'mail' },
      });
      await host.openPane();
      const stored = await (await host.frameHandle()).evaluate(() => sessionStorage.getItem('cm-marketing'));
      expect(stored !== null).toBe(isStored);
    });
  }
});
