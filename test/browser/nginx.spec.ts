import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { headerFiles, headersFor } from '../../build.mjs';
import { type SandboxDeployment, sandboxDeployment } from '../sandbox/deployment.ts';
import { test as base, expect, type SandboxControl } from './fixtures.ts';

/** The built product behind a real nginx, with the headers the build writes. */

const nginx = [process.env.NGINX_PATH ?? '', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(
  (path) => path && existsSync(path),
);
const mimeTypes = '/etc/nginx/mime.types';
const dist = fileURLToPath(new URL('../../dist', import.meta.url));

interface WidgetOrigin {
  readonly url: string;
  readonly deployment: SandboxDeployment;
}

interface NginxFixtures {
  /** Serves the deployment until the test ends. */
  serve(change?: Partial<SandboxDeployment>): Promise<WidgetOrigin>;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** One foreground process that uses nothing outside its folder. */
function configuration(folder: string, port: number): string {
  return `daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  include ${mimeTypes};
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder}/dist;
    include ${folder}/dist/headers/nginx.conf;
  }
}
`;
}

/**
 * A deployment without third-party scripts: no vendors' products and no services that answer with a script (JSONP). Only then
 * does the frame enforce Trusted Types.
 */
function withoutScripts(deployment: SandboxDeployment, servicesUrl: string): SandboxDeployment {
  const channels = { bot: { hosts: { main: `${servicesUrl}/bot` } } };
  return { ...deployment, scriptOrigins: [], chat: { ...deployment.chat, channels } };
}

/** False when the server exits first, for example because its port is taken. */
async function answers(url: string, server: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt += 1) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp && server.exitCode === null) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}

const test = base.extend<NginxFixtures>({
  serve: async ({ sandbox }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'widget-nginx-'));
    chmodSync(folder, 0o755);
    let server: ChildProcess | undefined;
    await use(async (change = {}) => {
      const deployment = { ...withoutScripts(sandboxDeployment(sandbox), sandbox.servicesUrl), ...change };
      cpSync(dist, join(folder, 'dist'), { recursive: true });
      writeFileSync(join(folder, 'dist/frame/config.json'), JSON.stringify(deployment));
      for (const [name, text] of Object.entries(headerFiles(deployment))) {
        writeFileSync(join(folder, 'dist/headers', name), text);
      }
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const port = await freePort();
        writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port));
        server = spawn(nginx ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
        const url = `http://localhost:${port}`;
        if (await answers(`${url}/loader.js`, server)) return { url, deployment };
        server.kill();
      }
      throw new Error('nginx does not answer');
    });
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  },
});

// CI installs nginx. These tests are skipped only where it is missing.
test.skip(!nginx || !existsSync(mimeTypes), 'nginx is not installed');

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

test('[CSP-12][BR-39] nginx sends every header that the build writes, and _headers contains the same', async ({
  serve,
}) => {
  const { url, deployment } = await serve();
  const headers = headersFor(deployment);
  const asset = /src="([^"]+\.js)"/.exec(await (await fetch(`${url}/frame/index.html`)).text())?.[1];
  const places = [
    ['/loader.js', '/loader.js', headers.loader],
    ['/frame/index.html', '/frame/index.html', headers.document],
    ['/frame/config.json', '/frame/config.json', headers.config],
    [`/frame/${asset}`, '/frame/assets/*', headers.asset],
  ] as const;
  const listed = headerFiles(deployment)._headers.split('\n\n');
  for (const [path, pattern, wanted] of places) {
    const response = await fetch(`${url}${path}`);
    expect(response.status, path).toBe(200);
    const lines = listed.find((part) => part.startsWith(`${pattern}\n`));
    for (const [name, value] of Object.entries(wanted)) {
      expect(response.headers.get(name), `${name} of ${path}`).toBe(value);
      expect(lines, `${name} of ${pattern} in _headers`).toContain(`\n  ${name}: ${value}`);
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
  const block = first.locator('[data-block=scheduler]');
  const opener = block.locator('[aria-expanded=false]');
  if (await opener.count()) await opener.click();
  await block.getByRole('button').last().click();
  await first.locator('textarea').fill('We plan a migration of forty servers.');
  await first.locator('[data-field] ~ button').first().click();
  await first.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(first.getByRole('grid')).toBeVisible();
  expect(await problems.violations()).toEqual([]);

  const second = await open();
  const start = second.locator('button').filter({ hasText: /start/i }).first();
  const entry = second.getByRole('button', { name: /chat/i }).first();
  await expect(entry).toBeVisible();
  if (!(await start.isVisible())) await entry.click();
  await start.click();
  await second.getByRole('textbox').fill('What does it cost?');
  await second.getByRole('textbox').press('Enter');
  await expect(second.getByRole('log').locator('[data-kind=visitor]')).toContainText('What does it cost?');
  await expect(second.getByRole('log').locator('[data-kind=bot]').nth(1)).toBeVisible();
  expect(await problems.violations()).toEqual([]);
  expect(problems.consoleErrors).toEqual([]);
});

test('[BR-07][BR-39] the browser blocks the frame before our code runs: on a page that is not listed, as a bare frame over that page’s button, and on a listed page inside that page', async ({
  page,
  host,
  sandbox,
  serve,
}) => {
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
      await addFrame(host.urlOf('/plain', { query: { loader: 'none' } }));
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

  // Control: the listed page on its own gets its widget from the same files.
  await host.open('/plain', { query: { loader: 'none' } });
  await embed(page, url);
  await expect(host.pill()).toBeVisible();
  expect(scripts).not.toEqual([]);
});

test('[BR-39] does nothing when the frame is opened outside a page', async ({ page, sandbox, serve }) => {
  const { url } = await serve();
  await page.goto(`${url}/frame/index.html`);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('body')).toHaveText('');
  expect(await sandbox.requests('/contact')).toEqual([]);
});
