import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isolatedDeployment } from '../sandbox/deployment.ts';
import { startSandbox } from '../sandbox/server.ts';
import { isNginxInstalled, startNginx } from '../support/nginx.ts';
import { createControl, createHost, expect, fromRoot, test } from './fixtures.ts';

/** The built product with a static file on a plain nginx, in place of a contact service. */

test.skip(!isNginxInstalled, 'nginx is not installed');

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const fileWith = (spans: readonly string[]): string =>
  JSON.stringify({
    openingHours: { timeZone: 'Europe/Berlin', ...Object.fromEntries(weekdays.map((day) => [day, spans])) },
    languages: {
      'en-US': {
        phone: { number: '+49 30 5550 1234' },
        email: { address: 'hello@shop.example', text: 'Write to us', textWhenClosed: 'We are closed. Write to us' },
      },
    },
  });

test('[F-AD3] the menu comes from a static file, and follows the opening hours', { tag: '@core' }, async ({
  page,
  problems,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'widget-contact-'));
  // The fixture waits for this file.
  writeFileSync(join(folder, 'loader.js'), '');
  writeFileSync(join(folder, 'contact.json'), fileWith(['00:00-24:00']));
  const headers = 'add_header Access-Control-Allow-Origin *; add_header Cache-Control no-cache;';
  const nginx = await startNginx(folder, `location = /contact.json { ${headers} }`);
  const sandbox = await startSandbox({
    port: 0,
    distDir: fromRoot('dist'),
    config: (urls) => ({ ...isolatedDeployment(urls), contact: { hosts: [nginx.url], file: '/contact.json' } }),
  });
  try {
    const control = createControl(sandbox);
    const host = createHost(page, control);
    const asked: string[] = [];
    page.on('request', (request) => request.url().startsWith(nginx.url) && asked.push(request.url()));
    await host.open('/plain');
    const open = await host.openPane();
    await expect(open.getByText('Write to us', { exact: true })).toBeVisible();
    await expect(open.getByText('+49 30 5550 1234').first()).toBeAttached();
    expect(asked).toEqual([`${nginx.url}/contact.json`]);
    expect(await control.requests('/contact')).toEqual([]);

    writeFileSync(join(folder, 'contact.json'), fileWith([]));
    await host.open('/plain');
    const closed = host.frame();
    if (!(await closed.getByRole('dialog').first().isVisible())) await host.openPane();
    await expect(closed.getByText('We are closed. Write to us')).toBeVisible();
    await expect(closed.getByText('+49 30 5550 1234')).toHaveCount(0);
    expect(await problems.violations()).toEqual([]);
  } finally {
    await sandbox.close();
    nginx.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
