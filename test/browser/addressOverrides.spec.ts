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

for (const isProduction of [true, false]) {
  const kind = isProduction ? 'in production' : 'in the sandbox (control)';

  test.describe(`a crafted link ${kind}`, () => {
    test.beforeEach(async ({ page, sandbox }) => {
      if (isProduction) await publishForProduction(page, sandbox);
    });

    test(`[F-SE3][CH-011] ${isProduction ? 'opens no' : 'opens a'} chat at another account`, {
      tag: isProduction ? '@core' : [],
    }, async ({ host, sandbox, problems }) => {
      await host.open('/plain', {
        attrs: { 'data-focus-area': 'data' },
        query: { 'cm-start-chat': '', 'cm-chat-account': 'EVIL99' },
      });
      await expect(host.frame().getByRole('textbox')).toBeVisible();
      const calls = JSON.stringify(await sandbox.requests('/'));
      expect(calls.includes('EVIL99/') || calls.includes('account/EVIL99')).toBe(!isProduction);
      expect(notesOf(problems)).toHaveLength(isProduction ? 1 : 0);
    });

    test(`[F-SE4][SH-103] ${isProduction ? 'gives no' : 'gives'} consent in the visitor’s name`, {
      tag: isProduction ? '@core' : [],
    }, async ({ host, page, sandbox, problems }) => {
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

    test(`[F-SE5][SH-102] ${isProduction ? 'never replaces' : 'replaces'} the visitor whom the page names`, {
      tag: isProduction ? '@core' : [],
    }, async ({ host, sandbox, problems }) => {
      await host.open('/plain', {
        attrs: { 'data-focus-area': 'data' },
        globals: { contactWidgetUser: { iui: 'alice', signedin: true, email: 'alice@northwind.example' } },
        query: { 'cm-user-id': 'mallory', 'cm-email': 'mallory@evil.example', 'cm-start-chat': '' },
      });
      await expect(host.frame().getByRole('textbox')).toBeVisible();
      // The address of the page is relayed as well; only what is said about the visitor counts.
      const said = (await sandbox.requests('/')).map(({ body }) => JSON.stringify(body)).join('\n');
      expect(/"[^"]*":"(mallory|mallory@evil\.example)"/.test(said)).toBe(!isProduction);
      expect(/"[^"]*":"(alice|alice@northwind\.example)"/.test(said)).toBe(isProduction);
      expect(notesOf(problems)).toHaveLength(isProduction ? 1 : 0);
    });

    test(`[F-SE10][SH-161] ${isProduction ? 'opens no' : 'opens the'} debug window`, {
      tag: isProduction ? '@core' : [],
    }, async ({ host, problems }) => {
      await host.open('/plain', { query: { 'cm-debug': 'true' } });
      const debug = host.frame().getByRole('complementary', { name: 'Debug' });
      if (!isProduction) await expect(debug).toBeVisible();
      const pane = await host.openPane();
      const opener = pane.getByRole('button', { name: 'Open the debug window' });
      await expect(opener).toHaveCount(isProduction ? 0 : 1);
      await expect(debug).toHaveCount(0);
      expect(notesOf(problems)).toHaveLength(isProduction ? 1 : 0);
    });
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

for (const [region, isStored] of [
  ['DE', false],
  ['US', true],
] as const) {
  test(`[F-SE4][SH-111] consent depends on the region of the page, ${region}, not on that of a link`, async ({
    host,
    sandbox,
  }) => {
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
