import type { SandboxUrls } from './services/all.ts';

export interface SandboxDeployment extends Readonly<Record<string, unknown>> {
  readonly allowedHosts: readonly string[];
}

/** The deployment that the sandbox's widget origin answers as `frame/config.json`: every service is the sandbox itself. */
export function sandboxDeployment({ servicesUrl }: SandboxUrls): SandboxDeployment {
  return {
    allowedHosts: ['http://localhost:*', 'http://127.0.0.1:*'],
    contact: { hosts: [servicesUrl], olderHosts: [`${servicesUrl}/older`] },
    visitor: { geoHosts: [`${servicesUrl}/geo`] },
  };
}
