import type { Page } from 'playwright/test';
import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { refusalSettleMs } from '../../frame/insight/limits.ts';
import { armDelayMs } from '../../frame/ui/arming.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, type SandboxControl, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { openEntry } from './menuSteps.ts';

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

test('[F-SH3][F-AD1][SH-111] without consent there is neither chat nor support, until the visitor agrees in the pane where the deployment may ask', {
  tag: '@core',
}, async ({ host, page, problems, sandbox, checkAxe }) => {
  await test.step('[F-SH3][F-AD1][SH-111] without consent there is neither chat nor support; the pane says why, and one console line what is missing', async () => {
    await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
    const pane = await host.openPane();
    await expect(pane.getByText(whyNoChat)).toBeVisible();
    await expect(pane.getByText('cookie settings of this page')).toBeVisible();
    const staysAway = async (): Promise<void> => {
      await expect(pane.getByRole('button', { name: 'Agree and show chat' })).toHaveCount(0);
      await expect(pane.locator(blocks.chat)).toHaveCount(0);
      await expect(pane.locator(blocks.support)).toHaveCount(0);
    };
    await staysAway();
    await page.evaluate(() => window.postMessage({ type: 'cm-close' }, location.origin));
    await expect(host.iframe()).toBeHidden();
    await host.openPane();
    expect(await checkAxe()).toEqual([]);
    await expect(pane.getByText(whyNoChat)).toBeVisible();
    await staysAway();
    expect(await sandbox.requests('/bot')).toEqual([]);
    const notes = problems.warnings.filter((line) =>
      line.includes('These parts are not loaded, because they lack consent'),
    );
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('"chat"');
  });
  await test.step('[F-SH3][SH-111] the visitor agrees in the pane where the deployment may ask, until the banner has another answer', async () => {
    await mayAsk(page, sandbox);
    await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
    let pane = await host.openPane();
    const agree = pane.getByRole('button', { name: 'Agree and show chat' });
    const [sentence, button] = [await pane.getByText(whyNoChat).boundingBox(), await agree.boundingBox()];
    const gap = (button?.y ?? 0) - (sentence?.y ?? 0) - (sentence?.height ?? 0);
    expect(gap, 'from the sentence to the button').toBeGreaterThanOrEqual(8);
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

test('[SH-111] a page in German has the consent of Germany without a country, and a nested config object answers as a bare one does', async ({
  host,
  page,
  sandbox,
}) => {
  await page.route(`${sandbox.servicesUrl}/geo/client*`, (route) => route.fulfill({ status: 500 }));
  await host.open('/plain', { page: { lang: 'de' }, query: { utm_source: 'mail' } });
  const pane = await host.openPane();
  await expect(pane.getByRole('dialog').first()).toBeVisible();
  await expect(pane.locator(blocks.chat)).toHaveCount(0);
  const marketing = async () => (await host.frameHandle()).evaluate(() => sessionStorage.getItem('cm-marketing'));
  expect(await marketing()).toBeNull();

  await test.step('[SH-111] nested', async () => {
    await page.addInitScript(() => {
      const contactModuleConfiguration = { consent: { chat: false } };
      Object.assign(window, { digitalData: { page: { pageInfo: { contactModuleConfiguration } } } });
    });
    await host.open('/plain', { attrs: { 'data-config-object': 'digitalData', 'data-focus-area': 'security' } });
    const other = await host.openPane();
    await expect(other.getByText(whyNoChat)).toBeVisible();
  });
});

test('[SH-103] the pane does not ask where the page’s address refuses chat', async ({ host, page, sandbox }) => {
  await mayAsk(page, sandbox);
  await host.open('/plain', { query: { 'cm-consent-chat': 'false' } });
  const pane = await host.openPane();
  await expect(pane.getByText(whyNoChat)).toBeVisible();
  await expect(pane.getByText('cookie settings of this page')).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Agree and show chat' })).toHaveCount(0);
});

test('[SH-111][F-SE13] a late answer removes nothing; a refusal closes the chat, and removes its data and tokens', async ({
  host,
  page,
  sandbox,
}) => {
  test.slow();
  const stored = async (): Promise<string> =>
    (await host.frameHandle()).evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  const move = async (): Promise<void> => {
    await page.mouse.move(10, 10);
    await page.mouse.move(200, 200);
  };
  const attrs = { 'data-focus-area': 'cloud' };
  await host.open('/plain', { attrs });
  await answerBanner(page, '2:');
  await page.reload();
  const pane = await host.openPane();
  const entry = await openEntry(pane, 'chat');
  await entry.getByRole('button', { name: 'Start chat', exact: true }).click();
  await expect(pane.getByRole('log').locator('[data-kind=bot]').first()).toBeVisible();
  await pane.getByRole('textbox').fill('my draft');
  await expect.poll(stored).toContain('my draft');
  await expect.poll(stored).toContain('cm-profile');

  // The banner has lost its answer, and gives it late.
  await page.context().clearCookies({ name: 'notice_preferences' });
  await page.reload();
  await host.openPane();
  await expect(pane.getByText(whyNoChat)).toBeVisible();
  await page.waitForTimeout(refusalSettleMs + 1_000);
  expect(await stored()).toContain('my draft');
  await answerBanner(page, '2:');
  await move();
  await expect(pane.getByRole('textbox')).toHaveValue('my draft');

  await answerBanner(page, '0:');
  await move();
  await expect(pane.getByText(whyNoChat)).toBeVisible();
  const ofChat = /my draft|conversationId|cm-(conversations|draft|visitor|tab-visitor|profile|outbox"|tab")/;
  await expect.poll(stored, { timeout: 20_000 }).not.toMatch(ofChat);
  await expect.poll(async () => (await sandbox.requests('/revoke')).length).toBeGreaterThan(0);

  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(host.pill()).toBeVisible();
  await page.waitForTimeout(3_000);
  expect(files.filter((file) => /\/chat-/.test(file))).toEqual([]);
  expect(await stored()).not.toMatch(ofChat);
});

test('[SH-111][F-AD16] a deletion of the data ends the consent given in the pane: the chat does not start again', async ({
  host,
  page,
  sandbox,
}) => {
  await mayAsk(page, sandbox);
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
  const pane = await host.openPane();
  const agree = pane.getByRole('button', { name: 'Agree and show chat' });
  // Chromium drops a click on a frame that has just moved.
  await page.waitForTimeout(2 * armDelayMs);
  await pressGuarded(agree);
  await expect(pane.locator(blocks.chat)).not.toHaveCount(0);
  await pane.getByRole('button', { name: 'Your data', exact: true }).click();
  await pane.getByRole('button', { name: 'Delete my data', exact: true }).click();
  await pressGuarded(pane.getByRole('button', { name: 'Yes, delete it', exact: true }));
  await expect(pane.getByText('Your data has been deleted, in this browser and at our services.')).toBeVisible();
  await expect(pane.getByText(whyNoChat)).toBeVisible();
  await expect(pane.locator(blocks.chat)).toHaveCount(0);
  // A new agreement opens a new chat.
  await page.waitForTimeout(2 * armDelayMs);
  await pressGuarded(agree);
  await expect(pane.locator(blocks.chat)).not.toHaveCount(0);
});

test('[SH-111] while the country is late or fails, a page keeps and calls nothing, or goes by its region, as the deployment says', async ({
  host,
  page,
  sandbox,
}) => {
  for (const [unanswered, answer, isAsked] of [
    ['refused', 'is late', true],
    ['refused', 'fails', true],
    ['byCountry', 'is late', false],
  ] as const) {
    const what = isAsked ? 'keeps and calls nothing' : 'goes by the region of the page';
    await test.step(`[SH-111] with unanswered ${unanswered}, a page for the United States ${what} while the country ${answer}`, async () => {
      const deployment = stampDeployment({ ...sandboxDeployment(sandbox), consent: { unanswered } });
      await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) => route.fulfill({ json: deployment }));
      let release = (): void => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      let isGeoAsked = false;
      await page.route(`${sandbox.servicesUrl}/geo/client*`, async (route) => {
        isGeoAsked = true;
        if (answer === 'fails') return route.fulfill({ status: 500 });
        await held;
        await route.abort();
      });
      await host.open('/plain', { attrs: { 'data-focus-area': 'security' }, query: { utm_source: 'mail' } });
      const pane = await host.openPane();
      await expect.poll(() => isGeoAsked).toBe(true);
      const marketing = async () => (await host.frameHandle()).evaluate(() => sessionStorage.getItem('cm-marketing'));
      if (isAsked) {
        await expect(pane.getByText(whyNoChat)).toBeVisible();
        await expect(pane.locator(blocks.support)).toHaveCount(0);
        expect(await marketing()).toBeNull();
        for (const path of ['/bot', '/experiments', '/analytics']) expect(await sandbox.requests(path)).toEqual([]);
      } else {
        await expect(pane.locator(blocks.support)).not.toHaveCount(0);
        expect(await marketing()).toContain('mail');
      }
      release();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
});
