import type { Page } from 'playwright/test';
import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { armDelayMs } from '../../frame/ui/arming.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, type SandboxControl, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';

const whyNoChat = 'Chat keeps data in your browser, and you have not agreed to that.';

const blocks = { chat: '[data-block=chat]', support: '[data-block=support]' } as const;

async function mayAsk(page: Page, sandbox: SandboxControl): Promise<void> {
  const deployment = stampDeployment({ ...sandboxDeployment(sandbox), consent: { mayAsk: true } });
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) => route.fulfill({ json: deployment }));
}

/** What a consent banner does. */
const answerBanner = (page: Page, answer: string): Promise<void> =>
  page.evaluate((text) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the banner's cookie.
    document.cookie = `notice_preferences=${text};path=/`;
  }, answer);

test.beforeEach(async ({ sandbox }) => {
  await sandbox.command('geo', { country: 'DE' });
});

test('[F-SH3][F-AD1][SH-111] without consent there is neither chat nor support; the pane says why, and one console line what is missing', async ({
  host,
  page,
  problems,
  checkAxe,
}) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
  const pane = await host.openPane();
  await expect(pane.getByText(whyNoChat)).toBeVisible();
  await expect(pane.getByText('cookie settings of this page')).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Agree and show chat' })).toHaveCount(0);
  await expect(pane.locator(blocks.chat)).toHaveCount(0);
  await expect(pane.locator(blocks.support)).toHaveCount(0);
  expect(await checkAxe()).toEqual([]);
  await page.evaluate(() => window.postMessage({ type: 'cm-close' }, location.origin));
  await expect(host.iframe()).toBeHidden();
  await host.openPane();
  const notes = problems.warnings.filter((line) =>
    line.includes('These parts are not loaded, because they lack consent'),
  );
  expect(notes).toHaveLength(1);
  expect(notes[0]).toContain('"chat"');
});

test('[F-AD1][SH-111] the page’s own tool answers in the config object, also later', async ({ host, page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { contactWidgetConfig: { consent: { chat: true } } });
  });
  await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
  const pane = await host.openPane();
  await expect(pane.locator(blocks.support)).not.toHaveCount(0);
  await expect(pane.getByText(whyNoChat)).toHaveCount(0);
  await page.evaluate(() => Object.assign(window, { contactWidgetConfig: { consent: { chat: false } } }));
  await expect(pane.getByText(whyNoChat)).toBeVisible();
  await expect(pane.locator(blocks.support)).toHaveCount(0);
});

test('[F-SH3][SH-111] the visitor agrees in the pane where the deployment may ask, until the banner has another answer', async ({
  host,
  page,
  sandbox,
}) => {
  await mayAsk(page, sandbox);
  await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
  let pane = await host.openPane();
  const agree = pane.getByRole('button', { name: 'Agree and show chat' });
  // Chromium drops a click on a frame that has just moved.
  await page.waitForTimeout(2 * armDelayMs);
  await pressGuarded(agree);
  await expect(pane.locator(blocks.support)).not.toHaveCount(0);
  await expect(pane.getByText(whyNoChat)).toHaveCount(0);

  await page.reload();
  pane = await host.openPane();
  await expect(pane.locator(blocks.support)).not.toHaveCount(0);

  await answerBanner(page, '0:');
  await page.mouse.move(10, 10);
  await page.mouse.move(200, 200);
  await expect(pane.getByText(whyNoChat)).toBeVisible();
  await expect(pane.locator(blocks.support)).toHaveCount(0);
});
