import { execFileSync, spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, fromRoot, test } from '../browser/fixtures.ts';
import { freePort } from '../support/freePort.ts';
import { install } from './packed.ts';

/** The version that the package's README speaks of. */
const versions = ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'];

test('[F-AD5] opens the pane of a Next.js page that is rendered on a server, under a strict policy', async ({
  page,
  host,
  sandbox,
  problems,
}) => {
  const { folder, tarball, remove } = install(fromRoot('.'), []);
  const port = await freePort();
  const app = join(folder, 'company');
  cpSync(fromRoot('test/package/next'), app, { recursive: true });
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'company', private: true, type: 'module' }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', tarball, ...versions], { cwd: app, stdio: 'pipe' });
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', WIDGET_LOADER: `${sandbox.widgetUrl}/loader.js` };
  const next = join(app, 'node_modules/next/dist/bin/next');
  execFileSync(process.execPath, [next, 'build'], { cwd: app, env, stdio: 'pipe' });
  const server = spawn(process.execPath, [next, 'start', '-p', `${port}`], { cwd: app, env, stdio: 'ignore' });
  try {
    const url = `http://localhost:${port}/`;
    await expect
      .poll(
        () =>
          fetch(url).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    expect(await (await fetch(url)).text()).not.toContain('id="contact-widget"');
    await page.goto(url);
    await page.getByRole('button', { name: 'Help' }).click();
    await expect(host.frame().getByRole('dialog').first()).toBeVisible();
    await expect(host.element()).toHaveCount(1);
    expect(await problems.violations()).toEqual([]);
    expect(problems.consoleErrors).toEqual([]);
  } finally {
    server.kill();
    remove();
  }
});
