import type { Page } from 'playwright/test';
import { pageViews } from '../../.release/budgets.mjs';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { startSandbox } from '../sandbox/server.ts';
import { createContactService } from '../sandbox/services/contact.ts';
import { createControl, createHost, expect, fromRoot, type SandboxControl, test } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';

/** What the built product really downloads, against the budgets of page views in `.release/budgets.mjs`. */

/** Long enough for everything that starts without intent. */
const quietMs = 5_000;
const { contactOnly, everyService } = pageViews;

interface Download {
  readonly name: string;
  readonly bytes: number;
}

/** What the page downloads from the widget's servers and services, without answers that the browser still has. */
async function watchDownloads(page: Page, { widgetUrl, servicesUrl }: SandboxControl): Promise<readonly Download[]> {
  const client = await page.context().newCDPSession(page);
  const names = new Map<string, string>();
  const answers = new Map<string, { readonly headerBytes: number; readonly length: string | undefined }>();
  const downloads: Download[] = [];
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { origin, pathname } = new URL(request.url);
    if (origin === widgetUrl || origin === servicesUrl) names.set(requestId, pathname.replace(/-\w+\.js$/, '.js'));
  });
  client.on('Network.requestServedFromCache', ({ requestId }) => names.delete(requestId));
  client.on('Network.responseReceived', ({ requestId, response }) => {
    answers.set(requestId, { headerBytes: response.encodedDataLength, length: response.headers['content-length'] });
    if (response.fromDiskCache) names.delete(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    // The length of a loaded answer includes its header.
    const headerBytes = answers.get(requestId)?.headerBytes ?? 0;
    if (name !== undefined) downloads.push({ name, bytes: encodedDataLength - headerBytes });
  });
  // A busy Chromium reports a complete answer as aborted when the page has read it to the end first.
  client.on('Network.loadingFailed', ({ requestId }) => {
    const name = names.get(requestId);
    const length = answers.get(requestId)?.length;
    if (name !== undefined && length !== undefined) downloads.push({ name, bytes: Number(length) });
  });
  await client.send('Network.enable');
  return downloads;
}

const sumOf = (downloads: readonly Download[]): number => downloads.reduce((sum, { bytes }) => sum + bytes, 0);
const namesOf = (downloads: readonly Download[]): readonly string[] => downloads.map(({ name }) => name).toSorted();

test('[CH-015][SH-008][F-PG4] downloads at most 35 kB in 12 requests before intent, answers included, with every service on, and the chat window when chat opens', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${sandbox.widgetUrl}/frame/assets/`)) files.push(request.url());
  });
  const ofWindow = (): string[] => files.filter((url) => url.includes('/ChatPane-'));
  const downloads = await watchDownloads(page, sandbox);
  await host.open('/', { attrs: { 'data-focus-area': 'cloud' } });
  await expect(host.pill()).toBeVisible();
  await page.waitForTimeout(quietMs);
  // The browser may report the end of a download late.
  await expect
    .poll(() => namesOf(downloads))
    .toEqual([
      '/contact/keys',
      '/contact/lookup/request-ip',
      '/frame/assets/audience.js',
      '/frame/assets/main.js',
      '/frame/assets/outreachCount.js',
      '/frame/assets/outreachWatch.js',
      '/frame/assets/pageNeeds.js',
      '/frame/config.json',
      '/frame/index.html',
      '/geo/client',
      '/loader.js',
    ]);
  expect(sumOf(downloads)).toBeLessThanOrEqual(everyService.bytes);
  expect(downloads.length).toBeLessThanOrEqual(everyService.requests);
  await test.step('[CH-015] downloads the chat window when chat opens; before, only what checks whether chat is available', async () => {
    const frame = await host.openPane();
    // The menu offers chat, so the bot's availability was checked, and nothing else.
    const entry = await openEntry(frame, 'chat');
    const start = entry.getByRole('button', { name: 'Start chat' });
    await expect(start).toBeVisible();
    expect((await sandbox.requests('/bot/')).map((call) => call.path)).not.toContain('/bot/v2/message');
    expect(ofWindow()).toEqual([]);
    await start.click();
    await expect(frame.getByRole('textbox')).toBeVisible();
    expect(ofWindow()).toHaveLength(1);
  });
});

test('[SH-008][F-PG4] downloads 6 files and answers before intent on a page with contact and links only', async ({
  page,
}) => {
  const server = await startSandbox({
    port: 0,
    distDir: fromRoot('dist'),
    pagesDir: fromRoot('test/pages'),
    services: (urls) => [createContactService({ ...urls, now: Date.now })],
    config(urls) {
      const { allowedHosts, contact } = sandboxDeployment(urls);
      return { allowedHosts, contact };
    },
  });
  try {
    const sandbox = createControl(server);
    await sandbox.command('contact', { without: ['scheduling', 'chat', 'sms', 'support'] });
    const downloads = await watchDownloads(page, sandbox);
    const host = createHost(page, sandbox);
    await host.open('/plain');
    await expect(page.locator('a[data-contact-link=contact]')).toHaveText("Let's talk");
    await page.waitForTimeout(quietMs);
    await expect
      .poll(() => namesOf(downloads))
      .toEqual([
        '/contact/keys',
        '/contact/lookup/request-ip',
        '/frame/assets/main.js',
        '/frame/config.json',
        '/frame/index.html',
        '/loader.js',
      ]);
    expect(sumOf(downloads)).toBeLessThanOrEqual(contactOnly.bytes);
    expect(downloads.length).toBeLessThanOrEqual(contactOnly.requests);
  } finally {
    await server.close();
  }
});

test('[SH-008][F-PG4] asks for the document and one answer before intent on a later page', async ({
  page,
  host,
  sandbox,
}) => {
  // As the services send them; other tests get answers that are not kept.
  const kept = { 'cache-control': 'max-age=300' };
  await sandbox.rules({ path: '/contact/keys', headers: kept }, { path: '/geo/client', headers: kept });
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  // The pill is at rest, and everything that may be kept has arrived.
  await page.waitForTimeout(quietMs);
  const downloads = await watchDownloads(page, sandbox);
  await host.open('/short');
  await expect(host.pill()).toBeVisible();
  await page.waitForTimeout(quietMs);
  await expect.poll(() => namesOf(downloads)).toEqual(['/contact/lookup/request-ip', '/frame/index.html']);
});
