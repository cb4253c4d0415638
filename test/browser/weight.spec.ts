import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, test } from './fixtures.ts';

/** What the built product really downloads. The build checks the budgets. */

const withoutChat = { chatInformation: [], supportChatInformation: [] };

/** Long enough for everything that starts without intent. */
const quietMs = 1_500;

test('[SH-008] downloads only loader, document and core before intent on a page without chat, links and outreach: 20 kB', async ({
  page,
  host,
  sandbox,
}) => {
  const { experiments: _e, analytics: _a, ...deployment } = sandboxDeployment(sandbox);
  const quiet = stampDeployment({ ...deployment, outreach: { proactive: false } });
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) => route.fulfill({ json: quiet }));
  await page.route(`${sandbox.servicesUrl}/contact/lookup*`, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const bundle of answer.contactInformationBundles) Object.assign(bundle, withoutChat);
    await route.fulfill({ response, json: answer });
  });
  const files: string[] = [];
  const bodies: Promise<{ responseBodySize: number }>[] = [];
  page.on('requestfinished', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== sandbox.widgetUrl || pathname.endsWith('config.json')) return;
    files.push(pathname.replace(/-\w+\.js$/, '.js'));
    bodies.push(request.sizes());
  });
  await page.addInitScript(() => {
    const unlink = () => {
      for (const link of document.querySelectorAll('[data-contact-link]')) link.removeAttribute('data-contact-link');
    };
    new MutationObserver(unlink).observe(document, { childList: true, subtree: true });
  });
  await host.open('/short');
  await expect(host.pill()).toBeVisible();
  await page.waitForTimeout(quietMs);
  expect(files.toSorted()).toEqual(['/frame/assets/main.js', '/frame/index.html', '/loader.js']);
  const bytes = (await Promise.all(bodies)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  expect(bytes).toBeLessThanOrEqual(20_000);
});

test('[CH-015] downloads the chat window when chat opens; before, only what checks whether chat is available', async ({
  page,
  host,
  sandbox,
}) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${sandbox.widgetUrl}/frame/assets/`)) files.push(request.url());
  });
  const ofWindow = (): string[] => files.filter((url) => /\/Chat(Pane|Header)-/.test(url));
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
  const frame = await host.openPane();
  const start = frame.getByRole('button', { name: /start/i }).first();
  const entry = frame.getByRole('button', { name: /chat/i }).first();
  // The menu offers chat, so the bot's availability was checked, and nothing else.
  await expect(entry).toBeVisible();
  if (!(await start.isVisible())) await entry.click();
  await expect(start).toBeVisible();
  expect((await sandbox.requests('/bot/')).map((call) => call.path)).not.toContain('/bot/v2/message');
  expect(ofWindow()).toEqual([]);
  await start.click();
  await expect(frame.getByRole('textbox')).toBeVisible();
  expect(ofWindow()).toHaveLength(2);
});
