import type { Page } from 'playwright/test';
import { type SandboxDeployment, sandboxDeployment } from '../sandbox/deployment.ts';
import type { SandboxControl } from './fixtures.ts';

/** Lets the widget read the sandbox's deployment file with a change. */
export async function changeDeployment(
  page: Page,
  sandbox: SandboxControl,
  change: (deployment: SandboxDeployment) => object,
): Promise<void> {
  const json = change(sandboxDeployment(sandbox));
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) => route.fulfill({ json }));
}
