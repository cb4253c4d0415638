import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { publish, setOff } from '../../.release/publish.mjs';
import { createRelease } from '../../.release/release.mjs';
import { compress } from '../../.release/servedFiles.mjs';
import { writeHeaders } from '../../build.mjs';
import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { isolatedDeployment } from '../sandbox/deployment.ts';
import { withHeadFor } from '../sandbox/documentHead.ts';
import { startHeadersFileHost } from '../support/headersFileHost.ts';
import { isNginxInstalled, startNginx } from '../support/nginx.ts';
import { loadWithHurry } from './engines/engine.ts';
import { test as base, expect } from './fixtures.ts';
import { rememberedBy } from './rememberedPill.ts';
import { everyNth, sampleOf } from './sample.ts';

/** Releases of the built product, published to a folder that a real host serves: each step of the README's runbook. */

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

interface ReleaseFixtures {
  /**
   * Makes a release of the built product, in a folder of its own or in the one of an earlier release. Its document has the name, so that
   * a test can tell it from others.
   */
  release(version: string, name: string, folder?: string): Promise<string>;
  /** The folder on the server. */
  server: string;
  /** Serves what is published now. */
  serve(host?: 'nginx' | '_headers'): Promise<string>;
}

const test = base.extend<ReleaseFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to find the fixtures a function uses.
  server: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'widget-server-'));
    await use(join(folder, 'server'));
    rmSync(folder, { recursive: true, force: true });
  },
  release: async ({ sandbox, server }, use) => {
    await use(async (version, name, outDir = join(server, `../dist-${version}`)) => {
      const deployment = isolatedDeployment(sandbox);
      await createRelease(version, {
        // The build itself takes long. What depends on the deployment is written as it writes it.
        async writeBuild(folder: string) {
          const isOfProduct = (path: string) => !/^(?:headers|release|v\d)/.test(relative(dist, path));
          cpSync(dist, folder, { recursive: true, force: true, filter: isOfProduct });
          const path = join(folder, 'frame/index.html');
          const document = withHeadFor(deployment, readFileSync(path, 'utf8'));
          writeFileSync(path, document.replace('<body>', `<body data-release="${name}">`));
          writeFileSync(join(folder, 'frame/config.json'), JSON.stringify(stampDeployment(deployment)));
          await compress(folder, ['frame/index.html']);
          await writeHeaders(join(folder, 'headers'), deployment);
          return { deployment, packages: [], notes: [] };
        },
        writeHeaders,
        outDir,
        config: '',
        changelog: join(server, '../CHANGELOG.md'),
        now: new Date(0),
      });
      return outDir;
    });
  },
  serve: async ({ server }, use) => {
    const hosts: { close(): void }[] = [];
    await use(async (kind = '_headers') => {
      const root = join(server, 'public');
      const configs = readdirSync(join(server, 'headers')).filter((name) => name.endsWith('.conf'));
      const text = () => configs.map((name) => readFileSync(join(server, 'headers', name), 'utf8')).join('\n');
      const host =
        kind === 'nginx'
          ? await startNginx(root, text())
          : await startHeadersFileHost(root, readFileSync(join(root, '_headers'), 'utf8'));
      hosts.push(host);
      return host.url;
    });
    for (const host of hosts) host.close();
  },
});

async function embed(page: Page, src: string, integrity?: string): Promise<void> {
  await page.evaluate(
    ([address, hash]) => {
      const script = document.createElement('script');
      script.src = `${address}`;
      script.crossOrigin = 'anonymous';
      if (hash) script.integrity = hash;
      script.dataset.focusArea = 'cloud';
      document.head.append(script);
    },
    [src, integrity],
  );
}

const integrityIn = (server: string, version: string): string =>
  readFileSync(join(server, 'public', version, 'loader.js.sri'), 'utf8').trim();

for (const kind of sampleOf(['nginx', '_headers'] as const, everyNth(2))) {
  test(`[F-SE12][F-AD10][CSP-11] a page pins a release with integrity, and pane and chat work behind ${kind}`, async ({
    page,
    host,
    problems,
    release,
    server,
    serve,
  }) => {
    test.skip(kind === 'nginx' && !isNginxInstalled, 'nginx is not installed');
    await publish(await release('1.0.0', 'first'), server);
    const url = await serve(kind);
    await host.open('/isolation/coep', { query: { loader: 'none' } });
    await embed(page, `${url}/v1.0.0/loader.js`, integrityIn(server, 'v1.0.0'));
    const pane = await host.openPane();
    expect(page.frames().some((one) => one.url().startsWith(`${url}/v1.0.0/frame/`))).toBe(true);
    const chat = pane.locator('[data-block=chat]');
    await chat.getByRole('button').first().click();
    await chat.getByRole('button', { name: 'Start chat' }).click();
    await expect(pane.getByRole('log')).toContainText('Northwind guide');
    expect(await problems.violations()).toEqual([]);
    expect(problems.consoleErrors).toEqual([]);
  });
}

test('[F-SE12] a module of a pinned release that somebody has changed does not run, and the same change runs where nothing is pinned', {
  tag: '@core',
}, async ({ page, host, release, server, serve }) => {
  await publish(await release('1.0.0', 'first'), server);
  for (const version of ['v1.0.0', '.']) {
    const assets = join(server, 'public', version, 'frame/assets');
    // Downloaded by `import()`, long after the document.
    const [app = ''] = readdirSync(assets).filter((name) => /^app-\w+\.js$/.test(name));
    writeFileSync(join(assets, app), `window.hasRun = true;${readFileSync(join(assets, app), 'utf8')}`);
  }
  const url = await serve();
  const hasRun = () =>
    page
      .frames()
      .find((one) => one.url().startsWith(url))
      ?.evaluate(() => 'hasRun' in window);
  await host.open('/plain', { page: { loader: 'none' } });
  await embed(page, `${url}/v1.0.0/loader.js`, integrityIn(server, 'v1.0.0'));
  const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'));
  await host.pill().click();
  await refused;
  expect(await hasRun()).toBe(false);

  // Control: the moving address.
  await host.open('/plain', { page: { loader: 'none' } });
  await embed(page, `${url}/loader.js`);
  await host.openPane();
  expect(await hasRun()).toBe(true);
});

test('[F-SE12][F-AD10] the moving address gets a new release and goes back, and a pinned page notices neither', async ({
  page,
  host,
  release,
  server,
  serve,
}) => {
  const first = await release('1.0.0', 'first');
  const second = await release('1.1.0', 'second');
  const expectRelease = async (url: string, path: string, name: string): Promise<void> => {
    await host.open('/plain', { page: { loader: 'none' } });
    await embed(page, `${url}${path}`);
    await expect(host.pill()).toBeVisible();
    // The page may remember the pill, and show it before the frame is there.
    const nameInFrame = () =>
      page
        .frames()
        .find((one) => one.url().startsWith(url))
        ?.evaluate(() => document.body.dataset.release);
    await expect.poll(nameInFrame).toBe(name);
  };
  for (const [step, expected] of [
    [first, 'first'],
    [second, 'second'],
    [first, 'first'],
  ] as const) {
    await publish(step, server);
    const url = await serve();
    await expectRelease(url, '/loader.js', expected);
    await expectRelease(url, '/v1.0.0/loader.js', 'first');
  }
});

test('[F-SE12][F-AD10] the moving address goes back to a release that the same folder has kept, with its pinned document', async ({
  page,
  host,
  problems,
  release,
  server,
  serve,
}) => {
  const folder = await release('1.0.0', 'first');
  await release('1.1.0', 'second', folder);
  for (const [version, name] of [
    [undefined, 'second'],
    ['1.0.0', 'first'],
  ] as const) {
    await publish(folder, server, version);
    const url = await serve();
    await host.open('/isolation/coep', { query: { loader: 'none' } });
    await embed(page, `${url}/loader.js`);
    const pane = await host.openPane();
    await expect(pane.locator('body')).toHaveAttribute('data-release', name);
    await expect(pane.locator('script[type=importmap]')).toHaveCount(version === undefined ? 0 : 1);
    expect(await problems.violations()).toEqual([]);
    expect(problems.consoleErrors).toEqual([]);
  }
});

test('[F-SE12] the kill switch removes pill and memory at the next load without a call to a service, the loader leaves, and the widget comes back', async ({
  page,
  host,
  release,
  sandbox,
  server,
  serve,
}) => {
  await publish(await release('1.0.0', 'first'), server);
  const url = await serve();
  const drawing = JSON.stringify({ en: { style: 'visibility:visible', textContent: 'Remembered' } });
  const browserSession = await page.context().newCDPSession(page);
  const switchTo = async (isOff: boolean): Promise<void> => {
    await setOff(server, isOff);
    // As after the five minutes for which browsers keep config.json.
    await browserSession.send('Network.clearBrowserCache');
  };
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  for (const path of ['', '/v1.0.0']) {
    await switchTo(true);
    await sandbox.reset();
    await host.open('/plain', { page: { loader: 'none' } });
    // Not the lines of the widget on the page before.
    lines.length = 0;
    await page.evaluate((text) => localStorage.setItem('cm-pill', text), drawing);
    await page.evaluate(loadWithHurry(`${url}${path}`));
    await expect.poll(() => rememberedBy(page)).toBe('');
    await expect(host.pill()).toBeHidden();
    await page.evaluate('window.hurry()');
    await expect(host.element()).toHaveCount(0);
    expect(await sandbox.requests('/contact')).toEqual([]);
    expect(lines).toEqual([]);

    await switchTo(false);
    await host.open('/plain', { page: { loader: 'none' } });
    await embed(page, `${url}${path}/loader.js`);
    await host.openPane();
  }
});
