import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { headersFor, nginxFile } from '../../frame/deployment/headers.ts';
import { isolatedDeployment, type SandboxDeployment } from '../sandbox/deployment.ts';
import { withHeadFor } from '../sandbox/documentHead.ts';
import { isNginxInstalled, type Nginx, startNginx } from '../support/nginx.ts';
import { test as base, expect, type SandboxControl } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';
import { proceed } from './schedulerSteps.ts';

/** The built product behind a real nginx, with the headers the build writes. */

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

interface WidgetOrigin {
  readonly url: string;
  readonly deployment: SandboxDeployment;
}

interface NginxFixtures {
  /** Serves the deployment until the test ends. */
  serve(change?: Partial<SandboxDeployment>): Promise<WidgetOrigin>;
}

const test = base.extend<NginxFixtures>({
  serve: async ({ sandbox }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'widget-dist-'));
    const servers: Nginx[] = [];
    await use(async (change = {}) => {
      const deployment = { ...isolatedDeployment(sandbox), ...change };
      cpSync(dist, folder, { recursive: true });
      // What the build writes for this deployment. The compressed copy of the document is another deployment's.
      writeFileSync(join(folder, 'frame/config.json'), JSON.stringify(deployment));
      const document = join(folder, 'frame/index.html');
      writeFileSync(document, withHeadFor(deployment, readFileSync(document, 'utf8')));
      rmSync(`${document}.gz`, { force: true });
      const server = await startNginx(folder, nginxFile(headersFor(deployment)));
      servers.push(server);
      return { url: server.url, deployment };
    });
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

test.skip(!isNginxInstalled, 'nginx is not installed');

test('a file that is missing during a release is not cached, and keeps its policies', async ({ serve }) => {
  const { url } = await serve();
  const missing = await fetch(`${url}/frame/assets/app-00000000.js`);
  expect(missing.status).toBe(404);
  expect(missing.headers.get('cache-control')).toBeNull();
  expect(missing.headers.get('x-content-type-options')).toBe('nosniff');
});

async function embed(page: Page, widgetUrl: string): Promise<void> {
  await page.evaluate((src) => {
    const script = document.createElement('script');
    script.src = src;
    script.dataset.focusArea = 'cloud';
    document.head.append(script);
  }, `${widgetUrl}/loader.js`);
}

async function settled(sandbox: SandboxControl): Promise<void> {
  await expect.poll(async () => (await sandbox.requests('/contact')).length).toBeGreaterThan(0);
}

test('[CSP-12][BR-39] nginx sends every header that the build writes', { tag: '@core' }, async ({ serve }) => {
  const { url, deployment } = await serve();
  const headers = headersFor(deployment);
  const asset = /src="([^"]+\.js)"/.exec(await (await fetch(`${url}/frame/index.html`)).text())?.[1];
  const places = [
    ['/loader.js', headers.loader],
    ['/frame/index.html', headers.document],
    ['/frame/config.json', headers.config],
    [`/frame/${asset}`, headers.asset],
  ] as const;
  for (const [path, wanted] of places) {
    const response = await fetch(`${url}${path}`);
    expect(response.status, path).toBe(200);
    for (const [name, value] of Object.entries(wanted)) {
      expect(response.headers.get(name), `${name} of ${path}`).toBe(value);
    }
  }
  const policy = headers.document['Content-Security-Policy'] ?? '';
  expect(policy).not.toMatch(/unsafe|\s\*[\s;]/);
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  expect(policy).toContain(`frame-ancestors ${deployment.allowedHosts.join(' ')};`);
  expect(headers.document).toMatchObject({
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': expect.stringContaining('unload=()'),
  });
  for (const kind of [headers.loader, headers.asset]) {
    expect(kind).toMatchObject({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'X-Content-Type-Options': 'nosniff' });
  }
  expect(headers.asset['Cache-Control']).toContain('immutable');
  expect(headers.loader['Cache-Control']).not.toContain('immutable');
});

test('[CSP-11][CSP-12] runs pill, menu, scheduler and chat behind nginx without a violation', async ({
  page,
  host,
  sandbox,
  serve,
  problems,
}) => {
  const { url } = await serve();
  const open = async () => {
    await host.open('/isolation/coep', { query: { loader: 'none' } });
    await embed(page, url);
    return host.openPane();
  };
  const first = await open();
  await settled(sandbox);
  await (await openEntry(first, 'scheduler')).getByRole('button').last().click();
  await first.locator('textarea').fill('We plan a migration of forty servers.');
  await proceed(first).click();
  await first.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(first.getByRole('grid')).toBeVisible();
  expect(await problems.violations()).toEqual([]);

  const second = await open();
  await openEntry(second, 'chat');
  await second.getByRole('button', { name: 'Start chat' }).click();
  await second.getByRole('textbox').fill('What does it cost?');
  await second.getByRole('textbox').press('Enter');
  await expect(second.getByRole('log').locator('[data-kind=visitor]')).toContainText('What does it cost?');
  await expect(second.getByRole('log').locator('[data-kind=bot]').nth(1)).toBeVisible();
  expect(await problems.violations()).toEqual([]);
  expect(problems.consoleErrors).toEqual([]);
});

test('[BR-07][BR-39] the browser blocks the frame before our code runs: on a page that is not listed, as a bare frame over that page’s button, and on a listed page inside that page; opened outside a page, the frame does nothing', {
  tag: '@core',
}, async ({ page, host, sandbox, serve }) => {
  const { url } = await serve({ allowedHosts: [sandbox.hostUrl] });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${url}/frame/assets/`)) scripts.push(request.url());
  });
  const foreign = `${sandbox.hostUrl.replace('localhost', '127.0.0.1')}/plain?loader=none`;
  const addFrame = (src: string) =>
    page.evaluate((address) => {
      const frame = document.createElement('iframe');
      // As in clickjacking: invisible, over the whole page, above everything.
      frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:9;opacity:0.01';
      frame.src = address;
      document.body.append(frame);
    }, src);
  const ways: readonly (() => Promise<void>)[] = [
    () => embed(page, url),
    () => addFrame(`${url}/frame/index.html`),
    async () => {
      await addFrame(await host.prepare('/plain', { page: { loader: 'none' } }));
      await expect.poll(() => page.frames().some((one) => one.url().startsWith(sandbox.hostUrl))).toBe(true);
      const listed = page.frames().find((one) => one.url().startsWith(sandbox.hostUrl));
      await listed?.waitForLoadState();
      await listed?.evaluate((src) => {
        const script = document.createElement('script');
        script.src = src;
        document.head.append(script);
      }, `${url}/loader.js`);
    },
  ];
  for (const way of ways) {
    await page.goto(foreign);
    const answered = page.waitForResponse(`${url}/frame/index.html`);
    await way();
    await answered;
    await expect.poll(() => page.frames().filter((one) => one.url().startsWith('chrome-error:')).length).toBe(1);
  }
  expect(scripts).toEqual([]);
  expect(await sandbox.requests('/contact')).toEqual([]);

  await test.step('[BR-39] does nothing when the frame is opened outside a page', async () => {
    await page.goto(`${url}/frame/index.html`);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('body')).toHaveText('');
    expect(await sandbox.requests('/contact')).toEqual([]);
  });
  scripts.length = 0;

  // Control: the listed page on its own gets its widget from the same files.
  await host.open('/plain', { page: { loader: 'none' } });
  await embed(page, url);
  await expect(host.pill()).toBeVisible();
  expect(scripts).not.toEqual([]);
});

test('[F-SE11] the document itself forbids what the policy forbids when a host loses the header', async ({
  page,
  host,
  serve,
}) => {
  const { url } = await serve();
  await page.route(`${url}/frame/index.html`, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': policy, ...headers } = response.headers();
    expect(policy).toBeDefined();
    await route.fulfill({ response, headers });
  });
  await host.open('/plain', { page: { loader: 'none' } });
  await embed(page, url);
  await expect(host.pill()).toBeVisible();
  const frame = page.frames().find((one) => one.url().startsWith(url));
  const outcome = await frame?.evaluate(async () => {
    const violated: string[] = [];
    const blocked = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        violated.push(effectiveDirective);
        if (effectiveDirective === 'connect-src') resolve(effectiveDirective);
      });
    });
    const script = document.createElement('script');
    const setText = () => {
      script.text = 'window.hasRun = true';
    };
    try {
      setText();
    } catch {
      violated.push('trusted-types');
    }
    document.body.append(script);
    await fetch('https://elsewhere.example/').catch(() => {});
    await blocked;
    return { violated, hasRun: 'hasRun' in window };
  });
  expect(outcome?.hasRun).toBe(false);
  expect(outcome?.violated).toEqual(expect.arrayContaining(['trusted-types', 'connect-src']));
});
