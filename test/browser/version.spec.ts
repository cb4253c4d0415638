import { readFileSync } from 'node:fs';
import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { changeDeployment } from './deploymentSteps.ts';
import { expect, fromRoot, test } from './fixtures.ts';

test('[F-AD22] config, document, page and analytics name the version', { tag: '@core' }, async ({
  host,
  page,
  sandbox,
}) => {
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const dist = process.env.WIDGET_DIST ?? fromRoot('dist');
  expect(JSON.parse(readFileSync(`${dist}/frame/config.json`, 'utf8'))).toMatchObject({ version });
  await page.addInitScript(() => {
    document.addEventListener('cm-app-ready', (event) => {
      document.documentElement.dataset.version = (event as CustomEvent).detail?.version;
    });
  });
  await changeDeployment(page, sandbox, (deployment) => stampDeployment(deployment, '9.8.7'));
  await host.open('/plain');
  await host.openPane();
  await expect(page.locator('html')).toHaveAttribute('data-version', '9.8.7');
  await expect(host.frame().locator('meta[name=version]')).toHaveAttribute('content', version);
  await expect
    .poll(async () =>
      (await sandbox.requests('/analytics/events')).map(({ body }) => (body as { version?: string }).version),
    )
    .toContain('9.8.7');
});
