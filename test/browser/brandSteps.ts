import type { Page } from 'playwright/test';
import { stampDeployment } from '../../frame/deployment/deployment.ts';
import type { SandboxDeployment } from '../sandbox/deployment.ts';
import { changeDeployment } from './deploymentSteps.ts';
import type { SandboxControl } from './fixtures.ts';

export type Brand = NonNullable<SandboxDeployment['brand']>;

/** Publishes the sandbox's deployment with a brand: as the build writes it, or as changed since. */
export async function publish(page: Page, sandbox: SandboxControl, brand: Brand, isBuilt = true): Promise<void> {
  await changeDeployment(page, sandbox, (deployment) =>
    isBuilt ? stampDeployment({ ...deployment, brand }) : { ...deployment, brand },
  );
}
